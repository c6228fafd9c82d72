// A page with data files, from disk. The details of a workload arrive when it is opened, and a message says so if they
// do not.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { contentOf, goTo, launch, open, openWorkload, partedPageOf, scrollThrough } from './chromium.js';
import { GOLDEN_DIR, readResults } from './golden.js';

const golden = readResults(GOLDEN_DIR);
const whole = partedPageOf(golden);
const broken = partedPageOf(golden);
const WORKLOAD = '20b_5a_5queue_5';
const OTHER = golden.flatMap(({ workloads }) => workloads)
  .find(({ group, phase, status }) => group !== 'partitioned' && !phase && status === 'measured').id;
let browser;

before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  for (const { folder } of [whole, broken]) rmSync(folder, { recursive: true });
});

/** Names of the files that the page requests from now on. */
function requestsOf(page) {
  const names = [];
  page.on('request', (request) => names.push(request.url().split('/').at(-1)));
  return names;
}

test('a page asks for the file of a group when one of its workloads is opened, once', async () => {
  const { page, complaints } = await open(browser, whole.page);
  const asked = requestsOf(page);
  const ofGroup = () => asked.filter((name) => name.endsWith('-partitioned.js'));
  await page.locator('.matrix').waitFor();
  assert.deepEqual(ofGroup(), []);
  const figure = await openWorkload(page, WORKLOAD);
  await figure.locator('.panels canvas.flot-base').first().waitFor();
  assert.ok(await figure.locator('[data-panel^=curve] canvas.flot-base').count() > 0);
  assert.equal(ofGroup().length, 1);
  assert.ok(readdirSync(whole.data).includes(ofGroup()[0]));
  await openWorkload(page, '20b_1a_1queue_1');
  assert.equal(ofGroup().length, 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a link to a graph over time leads there although its samples come later', async () => {
  const { page, complaints } = await open(browser,
    `${whole.page}#workload=${WORKLOAD}&at=${encodeURIComponent(`time/${WORKLOAD}/consumed`)}`);
  const graph = page.locator(`[id="time/${WORKLOAD}/consumed"]`);
  await graph.locator('canvas.flot-base').waitFor();
  await page.waitForFunction((id) => {
    const { top, bottom } = document.getElementById(id).getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  }, `time/${WORKLOAD}/consumed`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('graphs of linked phases come when they come near', async () => {
  const { page, complaints } = await open(browser, whole.page);
  await scrollThrough(page);
  assert.ok(await page.locator('[data-panel=phases-depth] canvas.flot-base').count() > 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what is exported as everything has the samples of all workloads, opened or not', async () => {
  const { page } = await open(browser, whole.page);
  await page.locator('.menu[data-menu=files] > summary').click();
  const [download] =
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Everything (JSON)' }).click()]);
  const files = JSON.parse(await contentOf(download));
  const workloads = files.flatMap((file) => file.workloads);
  assert.equal(workloads.length, golden.flatMap((file) => file.workloads).length);
  for (const workload of workloads) assert
    .equal(Object.keys(workload.samples).length > 0, workload.sample_count > 0, workload.id);
  await page.close();
});

test('the Print button loads the files of the groups that the filters show, and draws their graphs', async () => {
  const { page, complaints } = await open(browser, `${whole.page}#group=fan`);
  const asked = requestsOf(page);
  await page.evaluate(() => { window.print = () => { document.body.dataset.printed = 'yes'; }; });
  await page.locator('.menu[data-menu=files] > summary').click();
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  assert.deepEqual(asked.filter((name) => !name.endsWith('-fan.js')), []);
  assert.equal(await page.locator('.chart.empty').count(), 0);
  assert.ok(await page.locator('canvas.flot-base').count() > 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('without the files there is one sentence in place of the graphs, and the numbers are there all the same',
    async () => {
  for (const name of readdirSync(broken.data)) rmSync(join(broken.data, name));
  const { page, complaints } = await open(browser, broken.page);
  const figure = await openWorkload(page, WORKLOAD);
  await figure.locator('.panels .warning').waitFor();
  const said = await figure.locator('.panels').innerText();
  assert.match(said, /^The graphs and details of these loads cannot be shown: index-data\/\d+-partitioned\.js, which /);
  assert.match(said, /\.js, which belongs next to .* is missing\. Keep /);
  assert.equal(await figure.locator('.panels canvas').count(), 0);
  assert.ok(await figure.locator('table.numbers td.number').count() > 4);
  await page.locator('.menu[data-menu=files] > summary').click();
  await page.getByRole('button', { name: 'Everything (JSON)' }).click();
  await page.locator('.menu[data-menu=files] .warning').waitFor();
  const [download] =
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'All numbers (CSV)' }).click()]);
  assert.ok((await contentOf(download)).toString().split('\r\n').length > 10);
  assert.ok(complaints.every((text) => /^console: Failed to load resource/.test(text)), complaints.join());
  await page.close();
});

test('a file of another drawing is not shown', async () => {
  const { data, page: path, folder } = partedPageOf(golden);
  for (const name of readdirSync(data)) {
    const text = readFileSync(join(data, name), 'utf8');
    assert.match(text, /^shootoutData\('[0-9a-f]{16}'/);
    writeFileSync(join(data, name), text.replace(/^shootoutData\('.{16}'/, "shootoutData('0000000000000000'"));
  }
  const { page, complaints } = await open(browser, path);
  const figure = await openWorkload(page, OTHER);
  await figure.locator('.panels .warning').waitFor();
  assert.match(await figure.locator('.panels').innerText(),
    /belongs to another version of this page\. Reload the page\.$/);
  await goTo(page, '#');
  assert.deepEqual(complaints, []);
  await page.close();
  rmSync(folder, { recursive: true });
});

test('what each node of a broker used is told in an opened workload', async () => {
  const files = structuredClone(golden);
  const workload = files.flatMap(({ workloads }) => workloads)
    .find(({ resources, status }) => resources && status === 'measured');
  const node = { ...workload.resources.client, cpu_cores: 0.125, resident_bytes_max: 3 * 1024 * 1024 };
  workload.resources.nodes = { 1: node, 2: { ...node, cpu_cores: 0.75, written_bytes_per_s: null } };
  const { page: path, folder } = partedPageOf(files);
  const { page, complaints } = await open(browser, path);
  const figure = await openWorkload(page, workload.id);
  await figure.locator('table.nodes').waitFor({ state: 'attached' });
  const rows = await figure.locator('table.nodes tbody tr').evaluateAll((all) =>
    all.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.textContent)));
  assert.deepEqual(rows.map(([number, cores]) => [number, cores]), [['1', '0.13'], ['2', '0.75']]);
  assert.deepEqual(complaints, []);
  await page.close();
  rmSync(folder, { recursive: true });
});
