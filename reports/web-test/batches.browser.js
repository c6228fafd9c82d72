// Batch workloads on the page of a real short run of the profile `replicated`. The expected values are read from the
// files.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, openWorkload, pageOf } from './chromium.js';

const files = JSON.parse(readFileSync(new URL('../src/test/resources/judged/replicated.json', import.meta.url), 'utf8'))
  .map((file) => ({ ...file, file: `${file.protocol}-${file.broker.name.replace('/', '-')}.json` }));
const THREE = 'kafka-kafka/three';
const BEHIND = 'nats-nats/three';
const keyOf = ({ protocol, broker }) => `${protocol}-${broker.name}`;
const workloadOf = (key, n) => files.find((file) => keyOf(file) === key).workloads.find(({ axes }) => axes.n === n);
const redelivering = { ...workloadOf(THREE, '5').audit, redelivered: 12, overtaken: 3 };
const changed = (workload) => (workload === workloadOf(THREE, '5') ? { ...workload, audit: redelivering } : workload);
const drawn = pageOf(files.map((file) => ({ ...file, workloads: file.workloads.map(changed) })));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

const textOf = async (locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();

test('for each number of threads: replicated rows first, durability and nodes in each, p95 of send and processing',
    async () => {
  const { page, complaints } = await open(browser, drawn.page);
  const section = page.locator('#batches');
  assert.equal(await section.locator('h2').innerText(), 'Sends that are confirmed when replicated: who is fastest');
  const bodies = section.locator('.paces tbody');
  assert.deepEqual(await bodies.evaluateAll((all) => all.map((body) => body.dataset.threads)), ['1', '5', '25']);
  const rows = await bodies.nth(1).locator('tr[data-row]').evaluateAll((all) => all.map((tr) => tr.dataset.row));
  assert.deepEqual(rows, [BEHIND, THREE, 'nats-nats', 'kafka-kafka', 'kafka-kafka/leader']);
  assert.match(await textOf(bodies.nth(1).locator(`tr[data-row="${THREE}"]`)),
    /3 nodes, replicated.* 1\.63k \S+ to \S+k\? 1\.63k \S+ to \S+k\? 31\.9 ms .*\? 30\.7 ms \S+ ms to \S+ ms\?$/);
  assert.match(await textOf(bodies.nth(2).locator(`tr[data-row="${BEHIND}"]`)), /failed$/);
  assert.equal(await bodies.nth(0).locator('tr.best').count(), 1);
  assert.equal(await bodies.nth(1).locator('tr.best').count(), 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('where receivers fall behind, processing latency stands in brackets, with the reason', async () => {
  const { page } = await open(browser, drawn.page);
  const field =
    page.locator(`.paces tbody[data-threads="5"] tr[data-row="${BEHIND}"] [data-field="processing_us_p95"]`);
  assert.equal(await textOf(field), '(5.01 s) receivers took 36 % of what was sent');
  assert.match(await page.locator('#batches').innerText(),
    /When the receivers fall behind, processing latency means nothing/);
  await page.close();
});

test('the price of replication: ratios with intervals, and none of a latency that means nothing', async () => {
  const { page } = await open(browser, drawn.page);
  await page.locator('details[data-setting="The price of replication"] > summary').click();
  const row = (key, n) => page.locator(`.price tr[data-row="${key}"][data-threads="${n}"]`);
  assert.match(await textOf(row(THREE, 1)),
    /against Kafka 1 0\.29× \S+–\S+×\? 0\.29× \S+ 0\.32× \S+–\S+×\? 0\.55× \S+$/,
    'more is better, also of a latency');
  assert.match(await textOf(row(BEHIND, 5).locator('td').last()), /^–$/);
  assert.equal(await row(BEHIND, 25).count(), 0);
  await page.close();
});

test('a number leads to its load with that row; filters of rows count here too', async () => {
  const { page } = await open(browser, `${drawn.page}#broker=kafka,kafka/three`);
  const rows = await page.locator('.paces tbody[data-threads="1"] tr[data-row]')
    .evaluateAll((all) => all.map((tr) => tr.dataset.row));
  assert.deepEqual(rows, [THREE, 'kafka-kafka']);
  await page.locator(`.paces tbody[data-threads="1"] tr[data-row="${THREE}"] a`).click();
  await page.locator('figure.opened tr.chosen').waitFor();
  assert.equal(await page.locator('figure.opened tr.chosen').getAttribute('data-broker'), 'kafka/three');
  await page.close();
});

test('what the promise allows stands beside the faults and is none; the promise stands among the brokers', async () => {
  const { page } = await open(browser, drawn.page);
  const figure = await openWorkload(page, workloadOf(THREE, '5').id);
  const faults = (key) => figure.locator(`.numbers tr[data-broker="${key}"] [data-field="faults"]`);
  assert.equal(await textOf(faults('kafka/three')), 'none 12 redelivered, 3 overtaken, as its promise allows');
  assert.equal(await textOf(faults('kafka')), 'none');
  const card = page.locator('.card[data-broker="kafka/three"]');
  await card.locator('summary').first().click();
  assert.match(await textOf(card),
    new RegExp('Nodes 3 Delivery promise .*within a partition; a message may be redelivered at any time '
      + '\\(at least once\\); a send is confirmed by several nodes'));
  await page.close();
});

test('on a phone the names and the first rates are read without scrolling sideways', async () => {
  const { page } = await open(browser, drawn.page, { viewport: { width: 360, height: 800 } });
  for (const part of ['.paces tr[data-row] th', '.paces [data-field="sent"]', '.paces [data-field="received"]']) {
    const { right } = await page.locator(part).first()
      .evaluate((element) => ({ right: element.getBoundingClientRect().right }));
    assert.ok(right <= 360, `${part}: ${right}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
  await page.close();
});
