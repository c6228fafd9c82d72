// The list of all runs, in a real browser, from disk: it links to each run, and shows how to compare two.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, listOf, open } from './chromium.js';
import { GOLDEN_DIR, readResults } from './golden.js';

const HOSTILE = '<img src=x onerror="window.hostile=1">';
const root = mkdtempSync(join(tmpdir(), 'runs-'));
let browser;
let path;

before(async () => {
  for (const name of ['bench-1', `b ?#%${HOSTILE.replaceAll('/', '')}`]) {
    mkdirSync(join(root, name));
    cpSync(join(GOLDEN_DIR, 'stomp-hornetq.json'), join(root, name, 'stomp-hornetq.json'));
  }
  const { file, ...json } = readResults(GOLDEN_DIR)[0];
  mkdirSync(join(root, 'bench-3'));
  writeFileSync(join(root, 'bench-3', file),
    JSON.stringify({ ...json, environment: { ...json.environment, host: HOSTILE } }));
  path = listOf(root);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(root, { recursive: true });
});

test('every run is a row; its link leads to its page; hostile names are text', async () => {
  const { page, complaints } = await open(browser, path);
  assert.equal(await page.locator('.runs tbody tr').count(), 3);
  assert.equal(await page.evaluate(() => window.hostile), undefined);
  assert.ok((await page.locator('table.runs').textContent()).includes(HOSTILE));
  for (let i = 0; i < 3; i += 1) {
    await page.locator('.runs tbody th a').nth(i).click();
    await page.locator('.ranking').waitFor();
    await page.goBack();
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the list is filtered by words; what was chosen stays chosen', async () => {
  const { page, complaints } = await open(browser, path);
  await page.locator('tr[data-path="bench-3"] input[name=new]').check();
  await page.locator('input[name=words]').fill('hornetq stomp');
  assert.equal(await page.locator('.runs tbody tr:visible').count(), 2);
  assert.equal(await page.locator('[role=status]').innerText(), '2 of 3 runs');
  await page.locator('input[name=words]').fill('');
  assert.equal(await page.locator('.runs tbody tr:visible').count(), 3);
  assert.ok(await page.locator('tr[data-path="bench-3"] input[name=new]').isChecked());
  assert.deepEqual(complaints, []);
  await page.close();
});

test('two chosen runs give the command that compares them, quoted for a shell', async () => {
  const { page } = await open(browser, path, { viewport: { width: 400, height: 800 } });
  await page.locator('tr[data-path="bench-1"] input[name=old]').check();
  assert.equal(await page.locator('#command pre').count(), 0);
  await page.locator('tr[data-path="bench-3"] input[name=new]').check();
  assert.equal(await page.locator('#command pre').textContent(),
    'bin/benchmark-compare reports/bench-1 reports/bench-3');
  assert.equal(await page.locator('#side-by-side pre').textContent(),
    'bin/benchmark-report reports/bench-1 reports/bench-3 --out reports/side-by-side');
  await page.locator('tr[data-path^="b "] input[name=new]').check();
  assert.match(await page.locator('#command pre').textContent(), /reports\/bench-1 'reports\/b \?#%<img/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 400);
  await page.close();
});
