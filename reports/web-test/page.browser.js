// The page in a real browser, from disk. REPORT_DIR: a folder with result files and their page (default: the golden files).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { coloursOfCharts, launch, open, reportUnderTest, scrollThrough } from './chromium.js';
import { readResults } from './golden.js';

const { results, page: path } = reportUnderTest();
const files = readResults(results);
let browser;

before(async () => { browser = await launch(); });
after(() => browser?.close());

const SCALE = { k: 1e3, M: 1e6, G: 1e9, 'µs': 1, ms: 1e3, s: 1e6, '': 1 };

/** The number that a text such as `12.3k` or `1.25 ms` means, and half of the last digit it shows. */
function meaning(text) {
  const [, digits, unit] = /^([\d.]+) ?(k|M|G|µs|ms|s|)$/.exec(text);
  const decimals = digits.split('.')[1]?.length ?? 0;
  return { value: Number(digits) * SCALE[unit], tolerance: 0.5 * 10 ** -decimals * SCALE[unit] * 1.001 };
}

function assertShows(text, expected, where) {
  const { value, tolerance } = meaning(text);
  assert.ok(Math.abs(value - expected) <= tolerance, `${where}: the page shows ${text}, the file has ${expected}`);
}

/** Every row of numbers on the page. */
function rowsOf(page) {
  return page.evaluate(() => [...document.querySelectorAll('table.numbers tbody tr')].map((tr) => ({
    ...tr.dataset,
    text: tr.textContent,
    fields: Object.fromEntries([...tr.querySelectorAll('td[data-field]')].map((td) => [td.dataset.field, (td.querySelector('.value') ?? td).textContent])),
  })));
}

test('opens from disk without an error, a warning or a request, and draws every chart', async () => {
  const { page, complaints } = await open(browser, path);
  assert.equal(await page.locator('h1').count(), 1);
  await scrollThrough(page);
  const colours = await coloursOfCharts(page);
  assert.ok(colours.length > 0, 'there are charts');
  assert.ok(colours.every((number) => number > 1), `no chart is blank: ${colours}`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('draws only what is near at first', async () => {
  const { page } = await open(browser, path, { viewport: { width: 800, height: 600 } });
  await page.waitForTimeout(300);
  const { charts, drawn } = await page.evaluate(() => ({ charts: document.querySelectorAll('.chart').length, drawn: document.querySelectorAll('canvas.flot-base').length }));
  assert.ok(charts < 8 || drawn < charts, `${drawn} of ${charts}`);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('canvas.flot-base').count(), charts);
  await page.close();
});

test('the numbers are those of the result files', async () => {
  const { page } = await open(browser, path);
  const rows = await rowsOf(page);
  let compared = 0;
  for (const file of files.filter(({ broker }) => broker.available)) {
    for (const cell of file.cells) {
      const row = rows.find((r) => r.cell === cell.id && r.broker === file.broker.name && r.protocol === file.protocol);
      assert.ok(row, `${file.file}: ${cell.id} has a row`);
      const repeated = file.cells.filter(({ id }) => id === cell.id).length > 1;
      if (cell.status !== 'measured' && !repeated) assert.ok(row.status === cell.status && row.text.includes(cell.reason ?? ''), `${cell.id}: ${row.text}`);
      const mean = file.means?.find(({ id }) => id === cell.id);
      if (cell.status === 'measured' && !repeated) compared += compareRow(row, cell);
      else if (repeated && mean) compared += compareMeans(row, mean);
    }
  }
  assert.ok(compared > 0, 'something was compared');
  await page.close();
});

function compareMeans({ broker, fields }, mean) {
  for (const name of ['produced', 'consumed'].filter((n) => fields[n])) assertShows(fields[name], mean[`${name}_per_s`].mean, `${broker} ${mean.id} ${name}`);
  return 1;
}

function compareRow(row, cell) {
  const where = `${row.broker} ${cell.id}`;
  for (const [field, text] of Object.entries(row.fields)) {
    const [name, quantile] = field.split('.');
    if (field === 'faults') compareFaults(text, cell, where);
    else if (quantile && text !== '–') assertShows(text, cell.summary[name][quantile], `${where} ${field}`);
    else if (quantile) assert.equal(cell.summary[name], null, `${where} ${field}`);
    else assertShows(text, cell.summary[name].mean_per_s, `${where} ${field}`);
  }
  assert.ok(row.fields.faults && (row.fields.produced || row.fields.consumed), `${where} has numbers`);
  return Object.keys(row.fields).length;
}

function compareFaults(text, { summary, audit }, where) {
  const faults = { errors: summary.errors, ...audit };
  const expected = ['errors', 'lost', 'duplicated', 'reordered', 'corrupted', 'foreign'].filter((name) => faults[name] > 0);
  assert.deepEqual(text === 'none' ? [] : text.split(', ').map((part) => part.split(' ')[1]), expected, where);
}

test('text from files stays text', async () => {
  const { page } = await open(browser, path);
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
  assert.equal(await page.evaluate(() => window.hostile), undefined);
  assert.equal(await page.locator('main :is(script, img, iframe)').count(), 0);
  const text = await page.locator('main').textContent();
  for (const line of files.flatMap(({ cells }) => cells.filter(({ status }) => status === 'failed')).flatMap(({ log_tail: log }) => log)) assert.ok(text.includes(line), line);
  await page.close();
});

test('dark mode changes colours, and redraws the charts', async () => {
  const { page, complaints } = await open(browser, path);
  await scrollThrough(page);
  const look = () => page.evaluate(() => [getComputedStyle(document.body).backgroundColor, document.querySelector('canvas.flot-base').toDataURL()]);
  const light = await look();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(300);
  const dark = await look();
  assert.notEqual(dark[0], light[0]);
  assert.notEqual(dark[1], light[1]);
  assert.deepEqual(complaints, []);
  await page.close();
});

for (const width of [320, 400, 700, 1100, 2000]) {
  test(`nothing sticks out at a width of ${width}`, async () => {
    const { page, complaints } = await open(browser, path, { viewport: { width, height: 800 } });
    await scrollThrough(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test('charts follow the width of the window', async () => {
  const { page } = await open(browser, path);
  await scrollThrough(page);
  await page.setViewportSize({ width: 500, height: 800 });
  await page.waitForTimeout(400);
  const differences = await page.evaluate(() => [...document.querySelectorAll('.chart')]
    .map((chart) => Math.abs(chart.clientWidth - chart.querySelector('canvas').clientWidth)));
  assert.ok(differences.every((difference) => difference <= 1), `${differences}`);
  await page.close();
});

test('every chart is an image with a sentence; every table of numbers has a head', async () => {
  const { page } = await open(browser, path);
  const labels = await page.locator('.chart').evaluateAll((charts) => charts.map((chart) => [chart.getAttribute('role'), chart.getAttribute('aria-label')]));
  assert.ok(labels.every(([role, label]) => role === 'img' && /^Chart, .+\.$/.test(label)));
  assert.ok(await page.locator('table').evaluateAll((tables) => tables.every((table) => table.tHead && table.querySelector('tbody th[scope=row]'))));
  await page.close();
});

test('a row can be switched off and on, and the axis made logarithmic; the address says so, and the back button takes it back', async () => {
  const { page, complaints } = await open(browser, path);
  await scrollThrough(page);
  await page.locator('.toolbar summary').click();
  const boxes = page.locator('.legend input');
  const visible = () => page.locator('table.numbers tbody tr:visible').count();
  const [all, ranked] = [await visible(), await page.locator('.ranking tbody tr').count()];
  await boxes.first().uncheck();
  await page.waitForFunction((n) => document.querySelectorAll('table.ranking tbody tr').length === n, ranked - 1);
  assert.ok(await visible() < all);
  assert.match(new URL(page.url()).hash, /^#without=stomp-/);
  await page.goBack();
  await page.waitForFunction((n) => document.querySelectorAll('table.ranking tbody tr').length === n, ranked);
  assert.deepEqual([await visible(), await boxes.first().isChecked()], [all, true]);
  const linear = await page.evaluate(() => document.querySelector('canvas.flot-base').toDataURL());
  await page.locator('.toolbar > label input').check();
  await page.waitForFunction((was) => document.querySelector('canvas.flot-base').toDataURL() !== was, linear);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('marks explain themselves to mouse and keyboard; a report without any has no such button', async () => {
  const { page, complaints } = await open(browser, path);
  const marks = page.locator('table.numbers .marks');
  const expected = files.some(({ cells }) => cells.some((cell) => cell.marks?.length > 0));
  assert.equal(await marks.count() > 0, expected);
  if (expected) {
    await marks.first().hover();
    assert.ok(await page.locator('#tip').isVisible());
    await page.mouse.move(0, 0);
    assert.equal(await page.locator('#tip').count(), 0);
    await marks.last().focus();
    assert.equal(await page.locator('#tip p').count(), await marks.last().locator('span').count());
    assert.match(await marks.last().getAttribute('aria-label'), /^Marks of /);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('steps, kills, offered rates and processor time have tables where the files have them', async () => {
  const { page } = await open(browser, path);
  const any = (f) => files.some(({ cells }) => cells.some(f));
  const there = { steps: (c) => c.steps?.length > 0 && c.status === 'measured', crash: (c) => c.crash, offered: (c) => c.offered && c.status === 'measured', resources: (c) => c.resources };
  for (const [name, has] of Object.entries(there)) assert.equal(await page.locator(`table.${name}`).count() > 0, any(has), name);
  await page.close();
});
