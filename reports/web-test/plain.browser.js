// The page in a browser that runs no scripts: it still shows verdict and ranking.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dataIn, launch, open, partedPageOf } from './chromium.js';
import { syntheticRows } from './rows.js';

const drawn = partedPageOf(syntheticRows(['activemq', 'artemis', 'qpid'], ['stomp', 'amqp']));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

test('without scripts the verdict and the ranking stand in the page as tables, on a phone too', async () => {
  const scripted = (await open(browser, drawn.page)).page;
  const [judged] = dataIn(drawn.page).judged;
  assert.equal(await scripted.locator('noscript').count(), 0);
  await scripted.close();
  for (const width of [1400, 360]) {
    const { page, complaints } = await open(browser, drawn.page,
      { javaScriptEnabled: false, viewport: { width, height: 800 } });
    const text = await page.locator('main').innerText();
    assert.ok(text.includes(judged.headline.map(({ text: part }) => part).join('')), text);
    const verdict = page.locator('h3:text-is("Verdict") + .scrolling table');
    assert.deepEqual(await verdict.locator('tbody tr td:first-child').allInnerTexts(),
      judged.verdicts.map(({ title }) => title));
    const ranking = page.locator('h3:text-is("Ranking: All at full speed") + .scrolling table');
    const rows = await ranking.locator('tbody tr').evaluateAll((all) =>
      all.map((tr) => [...tr.children].map((td) => td.textContent)));
    assert.deepEqual(rows.map(([place]) => place), judged.rankings[0].rows.map(({ place }) => String(place ?? '-')));
    judged.rankings[0].rows.forEach(({ row }, i) => assert.ok(rows[i][1].startsWith(row.label), rows[i][1]));
    assert.ok(await ranking.isVisible());
    const box = await page.locator('main').boundingBox();
    assert.ok(box.width <= width, `${box.width}`);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});
