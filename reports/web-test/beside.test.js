// What only an opened cell shows: from the page itself, and from files that come later, or never.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailsOf } from '../web/beside.js';
import { buildView } from '../web/view.js';
import { curvesOf } from '../web/sweeps.js';
import { column } from '../web/samples.js';
import { GOLDEN_DIR, readResults } from './golden.js';

const group = 'partitioned';
const curve = [[0, 1], [50, 2], [100, 9]];

/** Golden files as the page has them: without samples and curves. */
function headsOf() {
  const head = ({ samples, log_tail: _log, ...cell }) => ({ ...cell, sample_count: samples.length, client_groups: [] });
  return readResults(GOLDEN_DIR).map((file) => ({ ...file, cells: file.cells.map(head) }));
}

/** Details for every cell of the group: two samples, a log line, a curve. */
function detailsFor(files) {
  const ofGroup = (file, id) => file.cells.some((cell) => cell.id === id && cell.group === group);
  const means = files.flatMap((file) => (file.means ?? []).filter(({ id }) => ofGroup(file, id)));
  const latency = { end_to_end: { curve } };
  const detail = ({ summary }, i) => ({
    log_tail: [`line of ${i}`], series: { t_s: [1, 2], depth: i }, ...(summary?.end_to_end ? { summary: latency } : {}),
  });
  return { group, cells: { each: cellsOf(files).map(detail) }, means: { each: means.map(() => latency) } };
}

const cellsOf = (files) => files.flatMap((file) => file.cells).filter((cell) => cell.group === group);

test('from the page: at once, and only once', () => {
  const files = headsOf();
  let times = 0;
  const read = (name) => {
    times += 1;
    return name === group ? detailsFor(files) : null;
  };
  const { need, lack } = detailsOf(files, null, { read });
  assert.equal(need(group), null);
  assert.equal(need(group), null);
  assert.equal(need('no such group'), null);
  assert.equal(times, 2);
  assert.equal(lack(group), null);
  const seen = cellsOf(files).slice(0, 2).map((cell) => [cell.log_tail, column(cell, 't_s').slice(0, 2)]);
  assert.deepEqual(seen, [[['line of 0'], [1, 2]], [['line of 1'], [1, 2]]]);
});

test('from a file: a promise while it is on its way, nothing to wait for afterwards', async () => {
  const files = headsOf();
  const asked = [];
  const load = async (place) => {
    asked.push(place);
    return JSON.stringify(detailsFor(files));
  };
  const places = { [group]: { path: 'index-data/1-partitioned.js', stamp: '0123456789abcdef' } };
  const { need, coming, lack } = detailsOf(files, places, { load });
  assert.equal(coming(group), null);
  const first = need(group);
  assert.ok(first instanceof Promise);
  assert.equal(need(group), first);
  assert.equal(coming(group), first);
  await first;
  assert.deepEqual([need(group), coming(group), lack(group), asked], [null, null, null, [places[group]]]);
  assert.ok(cellsOf(files).every(({ series }) => series.t_s.length === 2));
});

test('a file that is missing, or no JSON, gives a sentence, and the numbers stay', async () => {
  for (const load of [async () => { throw new Error('index-data/1-partitioned.js is missing.'); },
      async () => 'no JSON']) {
    const files = headsOf();
    const { need, lack } = detailsOf(files, { [group]: {} }, { load });
    await need(group);
    assert.equal(need(group), null);
    assert.ok(lack(group).length > 0);
    assert.equal(lack('another'), null);
    const view = buildView(files);
    const entry = view.figures.find((figure) => figure.group === group).entries
      .find(({ status }) => status === 'measured');
    assert.deepEqual(curvesOf([entry]), []);
    assert.deepEqual(entry.logTail, []);
  }
});

test('a view that was built before the details came shows them: curves, log lines, and nothing of one cell in another',
    () => {
  const files = headsOf();
  const view = buildView(files);
  const entries = view.figures.filter((figure) => figure.group === group).flatMap((figure) => figure.entries);
  const measured = entries.filter(({ latencies }) => latencies.end_to_end);
  assert.ok(measured.length > 0);
  assert.deepEqual(curvesOf(measured), []);
  const before = files.map(({ cells }) => cells.map(({ summary }) => summary?.end_to_end?.us_p99));
  detailsOf(files, null, { read: () => detailsFor(files) }).need(group);
  const [panel] = curvesOf(measured);
  assert.equal(panel.name, 'curve-end_to_end');
  assert.ok(panel.lines.length >= measured.length && panel.lines.every(({ points }) => points.length > 1));
  // as far as its messages tell
  assert.ok(panel.lines.every(({ points }) => points.every((point, i) => String(point) === String(curve[i]))));
  assert.deepEqual(files.map(({ cells }) => cells.map(({ summary }) => summary?.end_to_end?.us_p99)), before);
  const failed = entries.find(({ status, cells }) => status !== 'measured' && cells.length > 0);
  if (failed) assert.match(failed.logTail.join(), /^line of \d+/);
});

test('what cells have in common is not changed for all of them', () => {
  const summary = { end_to_end: { us_p99: 5 } };
  const files = [{ cells: [{ id: 'a', group, summary }, { id: 'b', group, summary }] }];
  const cells = { each: [{ summary: { end_to_end: { curve } } }, {}] };
  detailsOf(files, null, { read: () => ({ group, cells, means: { each: [] } }) }).need(group);
  assert.deepEqual(files[0].cells.map((cell) => cell.summary.end_to_end.curve), [curve, undefined]);
});
