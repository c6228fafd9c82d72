// What a large page postpones when a reader chooses or scrolls, and that the reader does not notice. speed.js measures
// how fast it is.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, pageOf } from './chromium.js';
import { syntheticRows } from './rows.js';

const plain = pageOf(syntheticRows(['activemq', 'artemis', 'qpid', 'rabbitmq'], ['stomp', 'amqp', 'core']));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(plain.folder, { recursive: true });
});

const rowsOf = (page) => page.locator('.matrix tbody tr').evaluateAll((all) => all.map(({ dataset }) => dataset.row));

test('the overview of before a choice is seen by nobody, and gone when the new one is there', async () => {
  const { page, complaints } = await open(browser, plain.page, { viewport: { width: 1400, height: 600 } });
  await page.locator('.matrix').waitFor({ state: 'attached' });
  const stale = await page.evaluate(() => new Promise((resolve) => {
    const seen = () => document.querySelector('.matrix')?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    window.addEventListener('hashchange', () => resolve(seen()), { once: true });
    location.hash = '#broker=artemis';
  }));
  assert.equal(stale, false);
  await page.locator('.matrix').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.matrix tbody tr').length === 3);
  assert.ok((await rowsOf(page)).every((row) => row.includes('artemis')), `${await rowsOf(page)}`);
  assert.equal(await page.locator('#overview').count(), 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('filters and switches keep open workloads, opened details, and the place of the page', async () => {
  const { page, complaints } = await open(browser, plain.page, { viewport: { width: 1400, height: 900 } });
  const ids = ['20b_1p_1queue_1', '20b_5p_5queue_5'];
  for (const id of ids) {
    const figure = page.locator(`figure[data-workload="${id}"]`);
    await figure.locator('.open').click();
    await figure.locator('table.numbers').waitFor();
  }
  const details = page.locator(`figure[data-workload="${ids[1]}"] details`, { hasText: /^All latencies/ });
  await details.locator('summary').click();
  const menus = ['type=queue', 'persistent=yes', 'size=20', 'group=partitioned'].map((facet) =>
    [`.menu[data-menu=${facet.split('=')[0]}] > summary`, `[data-facet="${facet}"]`]);
  for (const clicks of [['[data-flag=sure]'], ['[data-flag=log]'], ['[data-flag=all]'], ...menus,
      ['.menu[data-menu=rows] > summary', '.legend input >> nth=0']]) {
    await page.evaluate((id) => {
      const { top } = document.getElementById(`workload-${id}`).getBoundingClientRect();
      window.scrollBy(0, top + 100);
    }, ids[1]);
    await page.waitForTimeout(300);
    const top = () => page.locator(`[id="workload-${ids[1]}"]`).evaluate((one) => one.getBoundingClientRect().top);
    const first = await top();
    // click() of Playwright would scroll, because the toolbar lies where scroll targets may not
    for (const once of clicks) await page.locator(once).dispatchEvent('click');
    await page.waitForFunction((hash) => document.body.dataset.shown === location.hash && location.hash !== hash, '');
    await page.waitForTimeout(300);
    assert.ok(Math.abs(await top() - first) < 3, `${clicks}: from ${first} to ${await top()}`);
    assert.equal(await page.locator('figure.opened').count(), 2, `${clicks}`);
    assert.equal(await details.evaluate((one) => one.open), true, `${clicks}`);
    await page.locator(clicks.at(-1)).dispatchEvent('click');
    await page.keyboard.press('Escape');
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what chooses the order or the number of the overview is shown at once, also right after a filter', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 1400, height: 600 } });
  await page.locator('.matrix').waitFor({ state: 'attached' });
  for (const hash of ['#broker=artemis', '#broker=artemis&show=cpu']) {
    await page.evaluate((to) => new Promise((resolve) => {
      window.addEventListener('hashchange', resolve, { once: true });
      location.hash = to;
    }), hash);
  }
  assert.equal(await page.locator('.matrix').isVisible(), true);
  assert.equal((await rowsOf(page)).length, 3);
  await page.close();
});
