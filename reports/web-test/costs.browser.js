// What a setting costs on the same broker, on the page of a SYNTHETIC matrix. The expected values are computed here.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { goTo, launch, open, pageOf } from './chromium.js';
import { syntheticMatrix } from './matrix.js';

const files = syntheticMatrix(2, 2);
const drawn = pageOf(files);
const keyOf = ({ protocol, broker }) => `${protocol}-${broker.name}`;
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

const rateOf = ({ summary }) => summary.consumed.mean_per_s;

/** The geometric mean of the ratios between loads of a group that differ only in one value of an axis. */
function ratioIn(file, group, axis, value, plain, fits) {
  const workloads = file.workloads.filter((workload) => workload.group === group && fits(workload));
  const without = (workload) => JSON.stringify({ ...workload.axes, [axis]: null });
  const pairs = workloads.filter(({ axes }) => axes[axis] === value)
    .map((workload) => [workload, workloads
      .find((other) => other.axes[axis] === plain && without(other) === without(workload))])
    .filter((pair) => pair.every((workload) => workload?.status === 'measured'));
  const logs = pairs.map(([workload, other]) => Math.log(rateOf(workload) / rateOf(other)));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

async function unfold(page, title) {
  const details = page.locator(`#comparison details[data-setting="${title}"]`);
  if (!await details.evaluate(({ open: already }) => already)) await details.locator('summary').first().click();
  await details.locator('table.costs').waitFor();
  return details;
}

const tableIn = (details) => details.locator('table.costs').evaluate((table) => ({
  heads: [...table.tHead.rows[0].cells].map((cell) => cell.textContent),
  rows: Object.fromEntries([...table.tBodies[0].rows].map((tr) =>
    [tr.dataset.row, [...tr.cells].map((cell) => cell.textContent)])),
}));

test('each row is divided by itself: the size of a message, with the interval, persistent ones apart', async () => {
  const { page, complaints } = await open(browser, drawn.page);
  const details = await unfold(page, 'Message size');
  assert.match(await details.locator('summary').innerText(), /^Message size: 1 KiB; 256 KiB against 20 B$/);
  const { heads, rows } = await tableIn(details);
  for (const [kept, mode] of [['non-persistent', 'async'], ['persistent', 'sync']]) {
    const at = heads.findIndex((text) => text.startsWith('256 KiB against 20 B') && text.includes(`, ${kept}`));
    assert.match(heads[at], /messages consumed\/s, Partitioned load, (non-)?persistent$/);
    for (const file of files) {
      const [, factor, low, high] = /^([\d.]+)×([\d.]+)–([\d.]+)×\?$/.exec(rows[keyOf(file)][at]);
      const expected = ratioIn(file, 'partitioned', 'size', '256 KiB', '20 B', ({ axes }) => axes.mode === mode);
      assert.ok(Math.abs(factor / expected - 1) < 0.05, `${keyOf(file)}: ${factor}, not ${expected}`);
      assert.ok(low < expected && expected < high, `${low} to ${high}`);
    }
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('persistence, consumers and the protocol are there too; rows that are hidden are not', async () => {
  const { page, complaints } = await open(browser, drawn.page);
  const persistence = await tableIn(await unfold(page, 'Persistence'));
  assert.ok(persistence.heads.some((text) =>
    text.startsWith('persistent, confirmed one by one against non-persistent, not confirmed')));
  const consumers = await tableIn(await unfold(page, 'Consumers'));
  assert.ok(consumers.heads.some((text) => text.startsWith('10 consumers against 1 consumer')));
  const protocols = await tableIn(await unfold(page, 'Protocol and client library'));
  assert.deepEqual(Object.keys(protocols.rows), ['p1-synthetic0', 'p1-synthetic1']);
  assert.match(protocols.rows['p1-synthetic0'][1], /^Synthetic 0 · Protocol 0/);
  await goTo(page, '#protocol=p0');
  assert.equal(await page.locator('#comparison summary', { hasText: 'Protocol and client library' }).count(), 0);
  const sizes = await tableIn(await unfold(page, 'Message size'));
  assert.deepEqual(Object.keys(sizes.rows), ['p0-synthetic0', 'p0-synthetic1']);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('on a phone the tables scroll by themselves', async () => {
  const { page } = await open(browser, drawn.page, { viewport: { width: 360, height: 800 } });
  await unfold(page, 'Message size');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.close();
});
