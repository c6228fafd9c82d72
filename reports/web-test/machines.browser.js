// The same workloads on several machines, on one page: each machine has a verdict, but there is none between them.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, open, pageOf, scrollThrough } from './chromium.js';
import { syntheticRows } from './rows.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const on = (host, more) => syntheticRows(['activemq', 'artemis', 'qpid'], ['stomp'])
  .map((file) =>
    ({ ...file, file: `${host}-${more.cores}-${file.file}`, environment: { ...file.environment, host, ...more } }));
const drawn = pageOf([...on('small', { cores: 2 }), ...on('large', { cores: 64 }), ...on('large', { cores: 32 })]);
const NAMES = ['large (cores 32)', 'large (cores 64)', 'small'];
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

test('each machine has a verdict and a ranking of its own rows, named by it', async () => {
  const { page, complaints } = await open(browser, drawn.page);
  assert.equal(await page.locator('#part-answer section').count(), 3);
  const heads = await page.locator('#part-answer h2').allInnerTexts();
  assert.deepEqual([...heads].sort(), NAMES.map((name) => `On ${name}`));
  for (const head of heads) {
    const machine = head.replace(/^On /, '');
    const rows = await page.locator(`#part-summary section:has(h2:text-is("Ranking on ${machine}")) .ranking .name`)
      .allInnerTexts();
    assert.equal(rows.length, 3);
    assert.ok(rows.every((row) => row.trim().endsWith(`· ${machine}`)), rows.join());
  }
  assert.match(await page.locator('header .warning').textContent(), /3 machines .*not compared/);
  await scrollThrough(page);
  const names = await page.locator('.matrix tbody th .name').allInnerTexts();
  const brokers = ['activemq', 'artemis', 'qpid'].flatMap((name) => Array(3).fill(`Synthetic ${name}`));
  assert.deepEqual(names.map((name) => name.split(' · ')[0]), brokers);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a machine is chosen in the toolbar: its rows and its verdict are left, and the address holds it', async () => {
  const { page, complaints } = await open(browser, drawn.page);
  await page.locator('.menu[data-menu=machine] > summary').click();
  await page.locator('input[data-facet="machine=small"]').check();
  await page.waitForFunction(() => document.querySelectorAll('#part-answer section').length === 1);
  assert.match(await page.evaluate(() => location.hash), /machine=small/);
  assert.equal(await page.locator('#part-answer h2').innerText(), 'On small');
  await scrollThrough(page);
  assert.equal(await page.locator('.matrix tbody tr').count(), 3);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a chart of the verdict of the second machine leads to its ranking; axe finds nothing', async () => {
  const { page } = await open(browser, drawn.page);
  await page.locator('#answer-2 .kind a').first().click();
  await page.waitForFunction(() => document.body.dataset.shown.includes('at=summary-2'));
  assert.equal(await page.locator('#summary-2').count(), 1);
  await page.evaluate(AXE);
  // the menu has scrolled its first link out of sight, which axe takes for a skip link
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { rules: { 'skip-link': { enabled: false } } }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), []);
  await page.close();
});
