// Rate sweeps on the page: the verdict, the curves with their ends, and which row holds which rate.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { coloursOfCharts, launch, open, pageOf, scrollThrough } from './chromium.js';
import { sweepFiles } from './sweep-files.js';

const drawn = pageOf(sweepFiles({
  slow: { 1000: 300, 5000: 'out', 20000: 'beyond' }, steady: { 1000: 900, 5000: 1000, 20000: 'out' },
  strong: { 1000: 1000, 5000: 1500, 20000: 9000 },
}));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

test('one graph with p99 and p50; below, where each row ends, behind a click', async () => {
  const { page, complaints } = await open(browser, drawn.page);
  await scrollThrough(page);
  assert.deepEqual(await page.locator('.sweeps .axis')
    .evaluateAll((all) => all.map((one) => one.firstChild.textContent)),
    ['p99 (thick) and p50 (thin) over the offered rate, queue']);
  assert.deepEqual(await page.locator('.marks g text').allTextContents(),
    ['strong', 'steady 20,000/s: sent 60 % of it', 'slow 5,000/s: sent 60 % of it']);
  assert.equal(await page.locator('.marks > .end title').first().textContent(),
    'steady: 20,000/s: sent 60 % of it, consumed 60 % of it, a p99 of 3 s, above 1 s');
  assert.ok((await coloursOfCharts(page)).every((colours) => colours > 3));
  const ends = page.locator('.rate-sweep details', { has: page.locator('.ends') });
  await ends.locator('summary').click();
  assert.deepEqual(await page.locator('.ends li').allInnerTexts(), [
    'strong holds 20,000/s, the highest that was tried',
    'steady holds 5,000/s ✕ 20,000/s: sent 60 % of it, consumed 60 % of it, a p99 of 3 s, above 1 s',
    'slow holds 1,000/s ✕ 5,000/s: sent 60 % of it, consumed 60 % of it, a p99 of 3 s, above 1 s',
  ]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('in the overview a rate that was not held is neither a number nor a failure', async () => {
  const { page } = await open(browser, drawn.page);
  await page.locator('.heat td').first().waitFor();
  const texts = await page.locator('.heat tbody tr', { hasText: 'slow' }).locator('td').allInnerTexts();
  assert.deepEqual(texts.map((text) => text.split('\n')[0]), ['300 µs', 'not held', '–']);
  assert.equal(await page.locator('.heat .failed').count(), 0);
  await page.close();
});

test('an open workload tells what was due, and what became of it', async () => {
  const { page, complaints } = await open(browser, `${drawn.page}#workload=at-5000`);
  const table = page.locator('table.due');
  await table.locator('xpath=ancestor::details[1]').evaluate((fold) => { fold.open = true; });
  const rows = await table.locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((workload) => workload.textContent)));
  assert.deepEqual(rows, [
    ['5.00k', '5.00k', '0.0 %', '5.00k', '5.00k', '0'], ['5.00k', '5.00k', '0.0 %', '5.00k', '5.00k', '0'],
    ['5.00k', '3.00k', '40 %', '5.00k', '3.00k', '1234'],
  ]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('which can: the question is answered from these rates, kept in the address, and says what would tell',
    async () => {
  const { page, complaints } = await open(browser, `${drawn.page}#need=2000-1024-persistent-20`);
  const said = () => page.locator('#question .answered').innerText();
  const can = () => page.locator('.can tbody tr').evaluateAll((rows) => rows.map((tr) => tr.dataset.row));
  assert.match(await said(), /^2 of 3 can\./);
  assert.deepEqual((await can()).sort(), ['stomp-steady', 'stomp-strong']);
  const strong = async () => (await page.locator('.can tr[data-row=stomp-strong] td').allInnerTexts())
    .slice(0, 2).map((text) => text.replaceAll(/\s+/g, ' '));
  assert.deepEqual(await strong(), ['1.50 ms', '5k/s'], 'at the rate above the one that was asked for');
  await page.locator('.need input[name=rate]').focus();
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await page.waitForFunction(() => document.querySelectorAll('.can tbody tr').length === 1);
  assert.deepEqual(await strong(), ['9.00 ms', '20k/s'], 'while one types');
  assert.deepEqual(await page.evaluate(() => [document.activeElement.name, document.activeElement.value]),
    ['rate', '20000']);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.dataset.shown.includes('need=20000-1024-persistent-20'));
  assert.deepEqual(await can(), ['stomp-strong']);
  assert.ok(await page.evaluate(() => document.activeElement.name === 'rate'), 'the focus stays');
  await page.locator('.need input[name=rate]').fill('50000');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.body.dataset.shown.includes('need=50000-'));
  assert.equal(await page.locator('.can').count(), 0);
  await page.keyboard.type('512');
  const smaller = page.locator('#question .note', { hasText: '512 B was not measured' });
  await smaller.waitFor();
  assert.deepEqual(await page.evaluate(() => [document.activeElement.name, document.activeElement.value]),
    ['bytes', '512'], 'the next field takes what is typed');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1024');
  await smaller.waitFor({ state: 'detached' });
  await page.locator('#question summary', { hasText: 'How to measure' }).click();
  const told = await page.locator('#question pre').innerText();
  assert.match(told, /rate: \[50000\/s\][\s\S]*bin\/benchmark-all --profile \S+ --brokers strong --protocols stomp /);
  assert.match(told, / --protocols stomp --scenarios need\.yaml/);
  await page.locator('.need input[name=rate]').fill('20000');
  await page.waitForFunction(() => document.querySelectorAll('.can tbody tr').length === 1);
  await page.locator('.can td a').first().click();
  await page.locator('figure.opened tr.chosen').waitFor();
  assert.match(page.url(), /workload=at-20000&row=stomp-strong/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the limit of the question is a line in the graph: pointer and keys move it; the question follows', async () => {
  const { page, complaints } = await open(browser, `${drawn.page}#need=2000-1024-persistent-5`);
  const line = page.getByRole('slider', { name: 'Your limit for the p99' });
  await line.scrollIntoViewIfNeeded();
  assert.equal(await line.getAttribute('aria-valuetext'), '5.00 ms');
  const { x, y, height } = await line.boundingBox();
  await page.mouse.move(x + 300, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 300, y + 60, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => /persistent-[0-4](\.\d+)?$/.test(document.body.dataset.shown));
  const lower = Number(await line.getAttribute('aria-valuenow'));
  assert.equal(Number(await page.locator('.need input[name=p99Ms]').inputValue()), lower);
  assert.ok((await line.boundingBox()).y > y + 30);
  await line.focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction((to) => Number(document.querySelector('.need input[name=p99Ms]').value) > to, lower);
  assert.equal(await page.evaluate(() => document.activeElement.className), 'limit');
  await page.locator('.need input[name=p99Ms]').fill('7');
  await page.waitForFunction(() => document.querySelector('.limit').getAttribute('aria-valuenow') === '7');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the list of ends fits a phone', async () => {
  const { page } = await open(browser, drawn.page, { viewport: { width: 400, height: 800 } });
  await scrollThrough(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 400);
  await page.close();
});
