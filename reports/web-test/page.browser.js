// The page in a real browser, from disk. REPORT_DIR is a folder with result files and their page (default: the golden
// files).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { coloursOfCharts, dataIn, goTo, launch, open, openWorkload, reportUnderTest,
  scrollThrough } from './chromium.js';
import { needsMessages } from '../web/lib/format.js';
import { readResults } from './golden.js';

const { results, page: path } = reportUnderTest();
const files = readResults(results);
let browser;

before(async () => { browser = await launch(); });
after(() => browser?.close());

const SCALE = { k: 1e3, M: 1e6, G: 1e9, 'µs': 1, ms: 1e3, s: 1e6, '': 1 };

/** The number in a text such as `12.3k` or `1.25 ms`, and half of its last digit as the tolerance. */
function meaning(text) {
  const [, digits, unit] = /^([\d.]+) ?(k|M|G|µs|ms|s|)$/.exec(text);
  const decimals = digits.split('.')[1]?.length ?? 0;
  return { value: Number(digits) * SCALE[unit], tolerance: 0.5 * 10 ** -decimals * SCALE[unit] * 1.001 };
}

function assertShows(text, expected, where) {
  const { value, tolerance } = meaning(text);
  assert.ok(Math.abs(value - expected) <= tolerance, `${where}: the page shows ${text}, the file has ${expected}`);
}

/** The rows of the numbers of an opened workload. */
function rowsOf(figure) {
  return figure.locator('table.numbers tbody tr').evaluateAll((rows) => rows.map((tr) => ({
    ...tr.dataset,
    text: tr.textContent,
    fields: Object.fromEntries([...tr.querySelectorAll('td[data-field]')]
      .map((td) => [td.dataset.field, (td.querySelector('.value') ?? td).textContent])),
  })));
}

test('opens from disk without an error, a warning or a request, and draws every graph', async () => {
  const { page, complaints } = await open(browser, path);
  assert.equal(await page.locator('h1').count(), 1);
  // without settings to compare, only opened workloads have graphs
  await openWorkload(page, files.flatMap(({ workloads }) => workloads).find(({ status }) => status === 'measured').id);
  await scrollThrough(page);
  const colours = await coloursOfCharts(page);
  assert.ok(colours.length > 0, 'there are graphs');
  assert.ok(colours.every((number) => number > 1), `no graph is blank: ${colours}`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('draws only what is near at first', async () => {
  const { page } = await open(browser, path, { viewport: { width: 800, height: 600 } });
  await page.locator('figure').first().waitFor();
  const count = () => page.evaluate(() => ({
    figures: document.querySelectorAll('figure').length, drawn: document.querySelectorAll('canvas.flot-base').length,
  }));
  const { figures, drawn } = await count();
  assert.ok(figures < 4 || drawn < figures, `${drawn} graphs for ${figures} workloads`);
  await page.close();
});

test('the numbers are those of the result files', async () => {
  const { page, complaints } = await open(browser, path);
  const ids = [...new Set(files.flatMap(({ workloads }) => workloads.map(({ id }) => id)))];
  let compared = 0;
  for (const id of ids) {
    const rows = await rowsOf(await openWorkload(page, id));
    for (const file of files.filter(({ broker }) => broker.available)) compared += compareFile(rows, file, id);
  }
  assert.ok(compared > 0, 'something was compared');
  assert.deepEqual(complaints, []);
  await page.close();
});

/** Compares the numbers of a row with its file, and returns how many there were. */
function compareFile(rows, file, id) {
  const workloads = file.workloads.filter((workload) => workload.id === id);
  if (workloads.length === 0) return 0;
  const row = rows.find((r) => r.broker === file.broker.name && r.protocol === file.protocol);
  assert.ok(row, `${file.file}: ${id} has a row`);
  const [workload] = workloads;
  if (workloads.length === 1 && workload.status !== 'measured') {
    assert.ok(row.status === workload.status && row.text.includes(workload.reason ?? ''), `${id}: ${row.text}`);
  }
  const mean = file.means?.find((one) => one.id === id);
  if (workloads.length === 1 && workload.status === 'measured') return compareRow(row, workload);
  return workloads.length > 1 && mean ? compareMeans(row, mean) : 0;
}

function compareMeans({ broker, fields }, mean) {
  for (const name of ['produced', 'consumed'].filter((n) => fields[n])) {
    assertShows(fields[name], mean[`${name}_per_s`].mean, `${broker} ${mean.id} ${name}`);
  }
  return 1;
}

function compareRow(row, workload) {
  const where = `${row.broker} ${workload.id}`;
  for (const [field, text] of Object.entries(row.fields)) {
    const [name, quantile] = field.split('.');
    if (field === 'faults') compareFaults(text, workload, where);
    else if (quantile && text !== '–') assertShows(text, workload.summary[name][quantile], `${where} ${field}`);
    else if (quantile) assert.ok(!(workload.summary[name]?.count >= needsMessages(quantile)), `${where} ${field}`);
    else assertShows(text, workload.summary[name].mean_per_s, `${where} ${field}`);
  }
  assert.ok(row.fields.faults && (row.fields.produced || row.fields.consumed), `${where} has numbers`);
  return Object.keys(row.fields).length;
}

function compareFaults(text, { summary, audit }, where) {
  const faults = { errors: summary.errors, ...audit };
  const expected = ['errors', 'lost', 'duplicated', 'reordered', 'corrupted', 'foreign', 'misrouted']
    .filter((name) => faults[name] > 0);
  assert.deepEqual(text === 'none' ? [] : text.split(', ').map((part) => part.split(' ')[1]), expected, where);
}

test('the heat tables have a place for every row and workload', async () => {
  const { page } = await open(browser, path);
  await scrollThrough(page);
  const places = await page.locator('table.heat td[data-workload]')
    .evaluateAll((all) => all.map((td) => `${td.dataset.row} ${td.dataset.workload}`));
  const ids = new Set(files.flatMap(({ workloads }) => workloads.map(({ id }) => id)));
  const rows = files.filter(({ broker }) => broker.available).length;
  assert.equal(new Set(places).size, rows * ids.size);
  await page.close();
});

test('the ranking names every row that is available, and says how many workloads it has', async () => {
  const { page } = await open(browser, path);
  const rows = await page.locator('.ranking tbody tr').evaluateAll((all) => all.map((tr) => tr.dataset.row));
  assert.deepEqual([...rows].sort(), files.filter(({ broker }) => broker.available)
    .map(({ protocol, broker }) => `${protocol}-${broker.name}`).sort());
  await page.close();
});

test('graphs follow the width of the window', async () => {
  const { page } = await open(browser, path);
  await openWorkload(page, files.flatMap(({ workloads }) => workloads).find(({ status }) => status === 'measured').id);
  await scrollThrough(page);
  await page.setViewportSize({ width: 500, height: 800 });
  // there may be no canvas while all of them are redrawn
  await page.waitForFunction(() => {
    const charts = [...document.querySelectorAll('.chart')];
    return charts.length > 0 && charts
      .every((chart) => Math.abs(chart.clientWidth - (chart.querySelector('canvas')?.clientWidth ?? Infinity)) <= 1);
  });
  await page.close();
});

test('flags explain themselves to mouse and keyboard; a workload without any has no such button', async () => {
  const { page, complaints } = await open(browser, path);
  // flags of all rows of a workload are named only once, below its table
  const all = dataIn(path).results.filter(({ broker }) => broker.available).flatMap(({ workloads }) => workloads)
    .filter(({ status }) => status === 'measured');
  const flagged = all.find(({ id, flags }) => flags.some(({ flag }) => !['single', 'shared'].includes(flag)
    && all.some((other) => other.id === id && !other.flags.some((one) => one.flag === flag))));
  const figure = await openWorkload(page, flagged?.id ?? files
    .find(({ workloads }) => workloads.length > 0).workloads[0].id);
  const flags = figure.locator('table.numbers .flags');
  assert.equal(await flags.count() > 0, Boolean(flagged));
  if (flagged) {
    await flags.first().hover();
    assert.ok(await page.locator('#tip').isVisible());
    await page.mouse.move(0, 0);
    assert.equal(await page.locator('#tip').count(), 0);
    await flags.last().focus();
    assert.equal(await page.locator('#tip p').count(), await flags.last().locator('span').count());
    assert.match(await flags.last().getAttribute('aria-label'), /^\w+, flags of /);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('steps, kills, CPU time and percentile curves are there where the files have them', async () => {
  const { page } = await open(browser, path);
  const has = {
    steps: (c) => c.steps?.length > 0 && c.status === 'measured', crash: (c) => c.crash, resources: (c) => c.resources,
  };
  for (const [name, test_] of Object.entries(has)) {
    const workload = files.flatMap(({ workloads }) => workloads).find(test_);
    if (workload) {
      assert.equal(await (await openWorkload(page, workload.id)).locator(`table.${name}`).count(), 1,
        `${workload.id} ${name}`);
    }
  }
  const curved = files.flatMap(({ workloads }) => workloads)
    .find(({ status, summary }) => status === 'measured' && summary.end_to_end?.histogram?.length > 100);
  if (curved) {
    // drawn when it comes near the window, so perhaps not at once
    await (await openWorkload(page, curved.id)).locator('[data-panel=curve-end_to_end] canvas').first().waitFor();
  }
  await goTo(page, '#');
  await page.close();
});

test('a workload has its scenario file, the command that runs it again and the configuration of every broker',
  async () => {
  const { page } = await open(browser, path);
  const { groups, workloads } =
    files.find((file) => file.groups.some(({ name, yaml }) => yaml && file.workloads
      .some(({ group }) => group === name)));
  const workload = workloads.find(({ group }) => groups.find(({ name }) => name === group).yaml);
  const figure = await openWorkload(page, workload.id);
  const texts = await figure.locator('.more pre').allTextContents();
  assert.ok(texts.includes(groups.find(({ name }) => name === workload.group).yaml), texts.join());
  assert.ok(texts.some((text) => text.startsWith('bin/benchmark-all ') && text.includes(`--only ${workload.id}`)));
  for (const { broker } of files) {
    for (const { text } of broker.configuration) assert.ok(texts.includes(text), broker.name);
  }
  await page.close();
});

test('the methods are in the page, as they are documented', async () => {
  const { page } = await open(browser, path);
  await page.locator('summary', { hasText: 'Methods' }).click();
  const methods = page.locator('.methods');
  await methods.locator('h4', { hasText: 'Latency' }).waitFor();
  assert.ok(await methods.locator('p').count() > 20);
  assert.equal(await methods.locator('a:not([href^="https://"])').count(), 0);
  await page.close();
});

test('what one should know of a broker stands on top', async () => {
  const { page } = await open(browser, path);
  for (const { broker } of files.filter(({ broker: { caution, available } }) => caution && available)) {
    assert.ok((await page.locator('header .warning').textContent()).includes(broker.caution));
  }
  await page.close();
});
