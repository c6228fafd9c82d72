// How the page uses its room, wide and narrow: long names, the ranking, graphs and their legends, heat tables, filters on a phone.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, pageOf, scrollThrough } from './chromium.js';
import { syntheticRows } from './rows.js';

if (process.env.REPORT_DIR) process.exit(0);

const plain = pageOf(syntheticRows(['activemq', 'artemis', 'qpid', 'rabbitmq'], ['stomp', 'amqp', 'core']));
const long = pageOf(syntheticRows(['activemq', 'artemis'], ['stomp']).map((file) => ({ ...file, broker: { ...file.broker, title: 'Long'.repeat(50) }, protocol_title: 'P'.repeat(60) })));

/** With a cell of the one family that the golden files lack. */
const wide = pageOf(syntheticRows(['activemq', 'artemis'], ['stomp', 'amqp']).map((file) => {
  const cell = file.cells.find(({ status, load, phase }) => status === 'measured' && !phase && load.consumers > 0 && !load.request_reply && !load.open_loop);
  return { ...file, cells: [...file.cells, { ...cell, id: 'many', group: 'connections', repetition: 1 }] };
}));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  for (const { folder } of [plain, long, wide]) rmSync(folder, { recursive: true });
});

test('a title of 200 letters makes no page wider than its window, and no column wider than a name may be', async () => {
  const { page } = await open(browser, long.page, { viewport: { width: 1400, height: 900 } });
  await scrollThrough(page);
  await page.evaluate(() => document.querySelectorAll('main details').forEach((d) => { d.open = !d.closest('.toolbar'); }));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1400);
  const widths = await page.locator('.contender .name').evaluateAll((names) => names.map((name) => name.getBoundingClientRect().width));
  assert.ok(widths.length > 0 && Math.max(...widths) <= 320, `${Math.max(...widths)}`);
  await page.close();
});

test('verdict and ranking are those of the generator, in its order; the page adds no judgement of its own', async () => {
  const { page } = await open(browser, plain.page);
  const [judged] = await page.locator('script.judged').evaluate((script) => JSON.parse(script.textContent));
  assert.equal(await page.locator('p.verdict').innerText(), judged.headline.map(({ text }) => text).join(''));
  const lines = await page.locator('.winners tbody tr').evaluateAll((rows) => rows.map((tr) => [tr.querySelector('a').textContent, tr.querySelector('.sure').dataset.confidence]));
  assert.deepEqual(lines, judged.verdict.map(({ title, confidence }) => [title, confidence]));
  const names = await page.locator('.ranking tbody tr').evaluateAll((rows) => rows.map((tr) => tr.querySelector('.name').textContent.trim()));
  assert.deepEqual(names, judged.rankings[0].rows.map(({ row }) => row.label));
  await page.close();
});

test('the ranking with all families fits at a width of 1400', async () => {
  const { page } = await open(browser, wide.page, { viewport: { width: 1400, height: 900 } });
  const { inside, outside, families } = await page.locator('.ranking').evaluate((table) => ({ inside: table.parentElement.scrollWidth, outside: table.parentElement.clientWidth, families: table.querySelectorAll('thead .other').length }));
  assert.equal(families, 7);
  assert.equal(inside, outside);
  await page.close();
});

test('graphs of a cell use the width of its figure, and have one legend below them, and a word if there are more rows', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 1400, height: 900 } });
  await scrollThrough(page);
  const figures = await page.locator('figure').evaluateAll((all) => all.filter((figure) => figure.querySelector('.panel canvas')).map((figure) => ({
    id: figure.dataset.cell, edge: figure.querySelector('.panels').getBoundingClientRect().right - Math.max(...[...figure.querySelectorAll('.panels .panel')].map((panel) => panel.getBoundingClientRect().right)),
    keys: figure.querySelectorAll('.keys').length, labels: [...figure.querySelectorAll('.keys span')].map((span) => span.textContent), note: figure.querySelector('.rest')?.textContent ?? '',
  })));
  assert.ok(figures.some(({ note }) => /^The best 8 of 12 rows are drawn/.test(note)), 'some have more rows than lines');
  for (const { id, edge, keys, labels, note } of figures) {
    assert.ok(edge < 2, `${id} leaves ${edge} px`);
    assert.equal(keys, 1, id);
    assert.ok(labels.length > 0 && (note === '' || labels.length === 8), id);
  }
  const sweep = page.locator('.sweeps .panel', { hasText: 'Depth of the queue' }).first();
  if (await sweep.count() > 0) assert.match(await sweep.locator('.rest').innerText(), /^The best 8 of \d+ rows are drawn\. Draw all$/);
  await page.close();
});

test('heat tables begin with their best row; a cell at a fixed rate says at which', async () => {
  const { page } = await open(browser, plain.page);
  await scrollThrough(page);
  const tables = await page.locator('table.heat').evaluateAll((all) => all.map((table) => [...table.tBodies[0].rows].map((tr) => [...tr.querySelectorAll('td.number small:first-of-type')]
    .map((small) => /^([\d.]+)×/.exec(small.textContent)?.[1]).filter(Boolean).map(Number))));
  const mean = (factors) => factors.reduce((sum, factor) => sum + Math.log(factor), 0) / factors.length;
  let sorted = 0;
  for (const rows of tables) {
    const means = rows.filter((factors) => factors.length > 0).map(mean);
    for (const [i, one] of means.slice(1).entries()) assert.ok(one >= means[i] - 0.01, `${means}`);
    sorted += means.length;
  }
  assert.ok(sorted > 20);
  const sent = await page.locator('td[data-cell$=of50]').evaluateAll((cells) => cells.filter((td) => td.matches('[style*=heat]')).map((td) => td.textContent));
  assert.ok(sent.length > 0 && sent.every((text) => /at [\d.]+[kM]?\/s/.test(text)), sent.join());
  await page.close();
});

test('on a phone the filters are one button that stays in sight, and names of rows stay when a table is scrolled sideways', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 400, height: 800 } });
  await page.evaluate(() => document.getElementById('group-fan').scrollIntoView());
  await page.locator('#group-fan table.heat').first().waitFor();
  const button = page.getByRole('button', { name: /^Filters: all 12 rows/ });
  const { y, height } = await button.boundingBox();
  assert.ok(y >= 0 && y + height < 80, `${y}`);
  assert.equal(await page.locator('.menu[data-menu=rows]').isVisible(), false);
  await button.click();
  await page.locator('input[data-flag=sure]').check();
  await page.waitForFunction(() => location.hash.includes('sure=1'));
  assert.equal(await page.locator('.toolbar .unfold').getAttribute('aria-expanded'), 'true');
  assert.match(await page.locator('.toolbar .unfold').innerText(), /, 1 more/);
  assert.equal(await page.locator('.menu[data-menu=rows]').isVisible(), true);
  await page.waitForFunction(() => [...document.querySelectorAll('table.heat')].some(({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth > clientWidth + 20));
  const [unmoved, moved] = await page.locator('table.heat').evaluateAll((all) => {
    const table = all.find(({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth > clientWidth + 20);
    const left = () => table.querySelector('tbody th').getBoundingClientRect().left;
    const start = left();
    table.parentElement.scrollLeft = 1000;
    return [start, left()];
  });
  assert.equal(unmoved, moved);
  await page.close();
});

test('the first stop of the keyboard leads to the ranking, the next one to the cells; the address stays as it is', async () => {
  const { page } = await open(browser, `${plain.page}#sure=1`);
  for (const [stops, id] of [[1, 'part-summary'], [2, 'part-groups']]) {
    await page.reload();
    for (let i = 0; i < stops; i += 1) await page.keyboard.press('Tab');
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^To the /);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), id);
    assert.ok(await page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top < window.innerHeight / 2));
    assert.match(page.url(), /#sure=1$/);
  }
  await page.close();
});
