// Rate sweeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf, rateSweepPanels, rateSweepsOf, stepInWords, undrawn } from '../web/charts/rate-sweeps.js';
import { allCsv } from '../web/lib/download.js';
import { sweepIn } from '../web/lib/entries.js';
import { workloadAt, sweepFiles } from './sweep-files.js';
import { viewOf as viewIn } from './golden.js';

const viewOf = (rows) => viewIn(sweepFiles(rows));

const SLOW = { 1000: 300, 5000: 'out', 20000: 'beyond' };
const STEADY = { 1000: 900, 5000: 1000, 20000: 'out' };
const STRONG = { 1000: 1000, 5000: 1500, 20000: 9000 };

test('of a rate that was held in 2 of 3 repetitions, the third is in no latency; where it was held in 1 of 3, that '
    + 'one is not', () => {
  const entryOf = (made, means = []) => {
    const workloadsOf = ({ workloads }) => workloads.map((workload) => ({ ...workload, notes: [], audit: null }));
    return viewIn(sweepFiles({ row: { 5000: made } })
      .map((file) => ({ ...file, means, workloads: workloadsOf(file) }))).figures[0].entries[0];
  };
  const held = entryOf([500, 'out', 700]);
  assert.deepEqual([held.sweep.held, held.latencies.end_to_end.each.map((one) => [one.repetition, one.us_p99])],
    [true, [[1, 500], [3, 700]]]);
  assert.deepEqual(held.notes, [
    '1 of 3 repetitions did not hold the rate (sent 60 % of it): not among these latencies.',
  ]);
  const not = entryOf([500, 'out', 'out']);
  assert.deepEqual([not.sweep.held, not.latencies.end_to_end.each.map(({ repetition }) => repetition), not.notes],
    [false, [2, 3], ['1 of 3 repetitions held the rate: not among these latencies.']]);
  assert.equal(entryOf([500, 'beyond', 'beyond']).latencies.end_to_end, null,
    'no latency of a rate that was not held is known');
  assert.deepEqual(entryOf([500, 600]).notes, []);
});

test('curves of a rate show what counts', () => {
  const rows = { shaky: { 1000: [500, 'out', 700] }, calm: { 1000: [900, 900, 900], 5000: [950, 950, 950] } };
  const view = viewOf(rows);
  const p99s = rateSweepPanels(view.figures, view.contenders, false)[0].lines
    .filter(({ quantile }) => quantile === 'p99').map(({ label, points }) => [label, points]);
  assert.deepEqual(p99s, [['calm', [[1000, 900], [5000, 950]]], ['shaky', [[1000, 500]]]]);
});

test('a step that was not held, and one above it', () => {
  const made = (...all) => sweepIn(all.map((us, i) => workloadAt(5000, us, i + 1)), false);
  assert.deepEqual([made(5, 'out', 'out').because, made('beyond', 'beyond').beyond], ['sent 60 % of it', 'at-lower']);
  assert.equal(sweepIn([{ ...workloadAt(1, 5, 1), rate_sweep: null }], null), null);
});

test('where each row ends, and why', () => {
  const view = viewOf({ broken: { 1000: 9, 5000: 'failed', 20000: 'beyond' }, slow: SLOW, strong: STRONG });
  const [sweep] = rateSweepsOf(view.figures);
  assert.deepEqual(sweep.map(stepInWords), ['1,000/s', '5,000/s', '20,000/s']);
  const ends = view.contenders.map((contender) => endOf(sweep, contender))
    .map(({ held, not, why }) => [held?.id, not?.id, why]);
  assert.deepEqual(ends, [
    ['at-1000', 'at-5000', 'failed: it broke'], ['at-1000', 'at-5000', 'sent 60 % of it'],
    ['at-20000', undefined, null],
  ]);
});

test('curves: two lines for each row over the rates that it held, the ones that go farthest first', () => {
  const view = viewOf({ slow: SLOW, steady: STEADY, strong: STRONG });
  const [{ title, lines }, ...others] = rateSweepPanels(view.figures, view.contenders, false);
  assert.deepEqual([title, others], ['p99 (thick) and p50 (thin) over the offered rate, queue', []]);
  assert.deepEqual(lines.filter(({ unnamed }) => !unnamed).map(({ label, ended, points }) => [label, ended, points]), [
    ['strong', null, [[1000, 1000], [5000, 1500], [20000, 9000]]],
    ['steady', '20,000/s: sent 60 % of it', [[1000, 900], [5000, 1000]]],
    ['slow', '5,000/s: sent 60 % of it', [[1000, 300]]]]);
  assert.deepEqual(lines[1].points, [[1000, 250], [5000, 375], [20000, 2250]]);
  const [{ whiskers, points }] = lines;
  assert.ok(whiskers.every(({ low, high }, i) => low < high && Math.abs(low * high / points[i][1] ** 2 - 1) < 1e-9));
});

test('points alone make no curve, and a row that holds no rate has no line: the page says so', () => {
  const few = (us) => ({ us, count: 500 });
  const view = viewOf({ a: { 1000: few(300), 5000: 400 }, b: { 1000: few(500), 5000: few(600) } });
  assert.deepEqual(rateSweepPanels(view.figures, view.contenders, false)[0].lines.map(({ label }) => label),
    ['a', 'a', 'b']);
  assert.equal(undrawn(rateSweepsOf(view.figures)[0], view.contenders), 'No curve of p99: no row has it at two rates '
    + '(it needs 1,000 messages at each). The loads below have what is known.');
  const all = viewOf({ slow: SLOW, steady: STEADY });
  assert.equal(undrawn(rateSweepsOf(all.figures)[0], all.contenders), null);
  const one = viewOf({ slow: SLOW, dead: { 1000: 'out' } });
  assert.match(undrawn(rateSweepsOf(one.figures)[0], one.contenders), /of p99: .* of p50: .* of these rates: dead\.$/);
});

test('CSV says the payload, p95, and what was held', () => {
  const [head, ...lines] = allCsv(viewOf({ slow: SLOW })).trim().split('\r\n').map((line) => line.split(','));
  const of = (name) => lines.map((line) => line[head.indexOf(name)]);
  assert.deepEqual(of('consumed_payload_mb_per_s'), ['1.024', '3.072', '']);
  assert.deepEqual([of('end_to_end_us_p95')[0], of('held'), of('not_held_because')],
    ['150', ['true', 'false', 'false'], ['', 'sent 60 % of it', 'a lower rate was not held']]);
});
