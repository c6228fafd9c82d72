// Failures, and rows that promise less, on the page of a real quick run (cut down to what is judged).
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dataIn, launch, open, pageOf } from './chromium.js';

const files = JSON.parse(readFileSync(new URL('../src/test/resources/judged/quick.json', import.meta.url), 'utf8'))
  .map((file) => ({ ...file, file: `${file.protocol}-${file.broker.name}.json` }));
const drawn = pageOf(files);
const keyOf = ({ protocol, broker }) => `${protocol}-${broker.name}`;
/** The file of a row of the judgement, which numbers files by name. */
const fileOf = ({ file }) => files[files.map((one) => one.file).sort().map((name) =>
  files.findIndex((one) => one.file === name))[file]];

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

test('the most surprising load: two clicks from the first screen to the worst, its number, what it is compared with '
    + 'and the command, as the opened row has it', async () => {
  const { page, complaints } = await open(browser, drawn.page, { viewport: { width: 1400, height: 900 } });
  const [judged] = dataIn(drawn.page).judged;
  const [{ row, incidents: [worst] }] = judged.failures;
  await page.locator('.caveats summary').click();
  const link = page.locator('.caveats a[href*=failures]');
  assert.ok((await link.boundingBox()).y < 900, 'on the first screen');
  assert.equal(await link.innerText(), `the worst: ${[`${row.label}, ${worst.what}`, ...worst.flags].join(', ')}`);
  await link.click();
  await page.waitForFunction(() => document.querySelector('#failures').getBoundingClientRect().top < 200);
  const first = page.locator('#failures > ul > li').first();
  assert.equal(await first.locator('a').first().innerText(), `${row.label}: ${worst.what}`);
  assert.ok((await first.innerText()).includes(worst.beside));
  await first.locator('summary').first().click();
  const file = fileOf(row);
  const command = await first.locator('pre').first().innerText();
  assert.match(command, new RegExp(`--brokers ${file.broker.name} --protocols ${file.protocol} --only `
    + `${worst.workload.id}( |$)`));
  const texts = await page.locator('#failures a').allTextContents();
  assert.equal(new Set(texts).size, texts.length, 'no two links read alike');
  const isSlow = ({ beside }) => beside.includes('behind the best');
  const outlier = judged.failures.find(({ incidents }) => incidents.some(isSlow));
  assert.ok(outlier);
  const told = outlier.incidents.find(isSlow);
  const { workload } = told;
  const key = keyOf(fileOf(outlier.row));
  await page.evaluate(([id, of]) => { location.hash = `#workload=${id}&row=${of}`; }, [workload.id, key]);
  await page.locator(`.of-row[data-row="${key}"]`).waitFor();
  const behind = await page.locator('.of-row dl div', { hasText: 'behind the best' }).locator('dd').innerText();
  assert.equal(behind.split(':')[0], told.beside.split(' ')[0], 'the same factor in both places');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('whoever promises neither the disk nor several nodes is told by a word beside the name', async () => {
  const { page } = await open(browser, drawn.page);
  for (const file of files) {
    const name = page.locator(`.ranking tr[data-row="${keyOf(file)}"] th`);
    const less = ['memory', 'page_cache'].includes(file.broker.durability);
    assert.equal(await name.locator('.less').count(), less ? 1 : 0, keyOf(file));
  }
  await page.close();
});
