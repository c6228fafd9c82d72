// The details that only an opened workload shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { percentilePanels } from '../web/charts/setting-graphs.js';
import { column, detailsOf } from '../web/lib/data.js';
import { GOLDEN_DIR, readResults, viewOf } from './golden.js';

const group = 'partitioned';
const curve = [[0, 1], [50, 2], [100, 9]];

/** Golden files as the page holds them: without samples and curves. */
function headsOf() {
  const head = ({ samples, log_tail: _log, ...workload }) =>
    ({ ...workload, sample_count: samples.length, client_groups: [] });
  return readResults(GOLDEN_DIR).map((file) => ({ ...file, workloads: file.workloads.map(head) }));
}

/** Details for every workload of the group: two samples, a log line, a curve. */
function detailsFor(files) {
  const ofGroup = (file, id) => file.workloads.some((workload) => workload.id === id && workload.group === group);
  const means = files.flatMap((file) => file.means.filter(({ id }) => ofGroup(file, id)));
  const latency = { end_to_end: { curve } };
  const detail = ({ summary }, i) => ({
    log_tail: [`line of ${i}`], series: { t_s: [1, 2], depth: i }, ...(summary?.end_to_end ? { summary: latency } : {}),
  });
  return zipped({ group, workloads: workloadsOf(files).map(detail), means: means.map(() => structuredClone(latency)) });
}

const zipped = (json) => gzipSync(JSON.stringify(json)).toString('base64');
const workloadsOf = (files) => files.flatMap((file) => file.workloads).filter((workload) => workload.group === group);

test('from the page: only once', async () => {
  const files = headsOf();
  let times = 0;
  const { need, lack } = detailsOf(files, null, async (name) => {
    times += 1;
    return name === group ? detailsFor(files) : null;
  });
  const first = need(group);
  assert.ok(first instanceof Promise);
  await Promise.all([first, need(group), need('no such group')]);
  assert.deepEqual([need(group), need('no such group'), times, lack(group)], [null, null, 2, null]);
  const seen = workloadsOf(files).slice(0, 2)
    .map((workload) => [workload.log_tail, column(workload, 't_s').slice(0, 2)]);
  assert.deepEqual(seen, [[['line of 0'], [1, 2]], [['line of 1'], [1, 2]]]);
});

test('from a file: a promise while it is on its way, nothing to wait for afterwards', async () => {
  const files = headsOf();
  const asked = [];
  const load = async (place) => {
    asked.push(place);
    return detailsFor(files);
  };
  const places = { [group]: { path: 'index-data/1-partitioned.js', stamp: '0123456789abcdef' } };
  const { need, lack } = detailsOf(files, places, load);
  const first = need(group);
  assert.ok(first instanceof Promise);
  assert.equal(need(group), first);
  await first;
  assert.deepEqual([need(group), lack(group), asked], [null, null, [places[group]]]);
  assert.ok(workloadsOf(files).every(({ series }) => series.t_s.length === 2));
});

test('a file that is missing, or no JSON, gives a sentence, and the numbers stay', async () => {
  for (const load of [async () => { throw new Error('index-data/1-partitioned.js is missing.'); },
      async () => zipped('no JSON').slice(9)]) {
    const files = headsOf();
    const { need, lack } = detailsOf(files, { [group]: {} }, load);
    await need(group);
    assert.equal(need(group), null);
    assert.ok(lack(group).length > 0);
    assert.equal(lack('another'), null);
    const view = viewOf(files);
    const entry = view.figures.find((figure) => figure.group === group).entries
      .find(({ status }) => status === 'measured');
    assert.deepEqual(percentilePanels([entry]), []);
    assert.deepEqual(entry.logTail, []);
  }
});

test('a view that was built before the details came shows them: curves, log lines, nothing of one workload in another',
    async () => {
  const files = headsOf();
  const view = viewOf(files);
  const entries = view.figures.filter((figure) => figure.group === group).flatMap((figure) => figure.entries);
  const measured = entries.filter(({ latencies }) => latencies.end_to_end);
  assert.ok(measured.length > 0);
  assert.deepEqual(percentilePanels(measured), []);
  const before = files.map(({ workloads }) => workloads.map(({ summary }) => summary?.end_to_end?.us_p99));
  await detailsOf(files, null, async () => detailsFor(files)).need(group);
  const [panel] = percentilePanels(measured);
  assert.equal(panel.name, 'curve-end_to_end');
  assert.ok(panel.lines.length >= measured.length && panel.lines.every(({ points }) => points.length > 1));
  // a curve may end early, where too few messages are left
  assert.ok(panel.lines.every(({ points }) => points.every((point, i) => String(point) === String(curve[i]))));
  assert.deepEqual(files.map(({ workloads }) => workloads.map(({ summary }) => summary?.end_to_end?.us_p99)), before);
  const failed = entries.find(({ status, workloads }) => status !== 'measured' && workloads.length > 0);
  if (failed) assert.match(failed.logTail.join(), /^line of \d+/);
});
