import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestIn, factorsOf, measureOf, placeOfRow, rank } from '../web/ranking.js';
import { buildView } from '../web/view.js';
import { GOLDEN_DIR, readResults } from './golden.js';

const A = { index: 0 };
const B = { index: 1 };
const C = { index: 2 };

function entry(contender, consumed, status = 'measured') {
  return { contender, status, rates: { consumed: { mean: consumed } }, latencies: {}, faults: [] };
}

function figure(group, entries, load = { consumers: 1 }) {
  return { id: group, group, load, entries };
}

const close = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

test('factors to the best; no number costs twice the worst', () => {
  const f = figure('g', [entry(A, 100), entry(B, 25), entry(C, null, 'failed')]);
  assert.deepEqual(factorsOf(f, f.entries), [{ factor: 1, measured: true }, { factor: 4, measured: true }, { factor: 8, measured: false }]);
});

test('a rate of zero counts as no number', () => {
  const f = figure('g', [entry(A, 100), entry(B, 0)]);
  assert.deepEqual(factorsOf(f, f.entries), [{ factor: 1, measured: true }, { factor: 2, measured: false }]);
});

test('a cell that nobody could do counts for nobody', () => {
  const f = figure('g', [entry(A, null, 'unsupported'), entry(B, null, 'failed')]);
  assert.deepEqual(factorsOf(f, f.entries), [null, null]);
  assert.equal(rank([f], [A, B])[0].overall.cells, 0);
});

test('the score is the geometric mean over cells, overall and by group', () => {
  const figures = [
    figure('g', [entry(A, 100), entry(B, 25)]), // A 1, B 4
    figure('g', [entry(A, 10), entry(B, 40)]), // A 4, B 1
    figure('h', [entry(A, 30), entry(B, null, 'unsupported')]), // A 1, B 2
  ];
  const [first, second] = rank(figures, [B, A]);
  assert.equal(first.contender, A);
  close(first.overall.factor, Math.cbrt(1 * 4 * 1));
  close(first.groups.g.factor, 2);
  close(first.groups.h.factor, 1);
  close(second.overall.factor, Math.cbrt(4 * 1 * 2));
  close(second.groups.h.factor, 2);
  assert.deepEqual([second.overall.measured, second.overall.cells, second.unsupported], [2, 3, 1]);
});

test('the best is sought among those who take part', () => {
  const f = figure('g', [entry(A, 100), entry(B, 25), entry(C, 5)]);
  assert.deepEqual(rank([f], [B, C]).map(({ overall }) => overall.factor), [1, 5]);
});

test('request-reply and fixed rates are judged by latency, where less is better', () => {
  const e = { rates: { produced: { mean: 7 }, consumed: { mean: 8 } }, latencies: { round_trip: { us_p99: 1 }, end_to_end: { us_p99: 2 } } };
  const read = (load) => measureOf({ load }).read(e);
  assert.deepEqual([{ request_reply: true, consumers: 1 }, { open_loop: true, consumers: 1 }, { consumers: 0 }, { consumers: 1 }].map(read), [1, 2, 7, 8]);
  const slow = (contender, us) => ({ ...entry(contender), latencies: { round_trip: { us_p99: us } } });
  const f = figure('g', [slow(A, 300), slow(B, 100)], { request_reply: true });
  assert.deepEqual(factorsOf(f, f.entries).map((score) => score.factor), [3, 1]);
});

test('who overlaps with the best is as good; clearly slower ones and those without an interval are not', () => {
  const spread = (contender, mean, half) => ({ ...entry(contender, mean), rates: { consumed: { mean, half } } });
  const best = (...entries) => bestIn(figure('g', entries), factorsOf(figure('g', entries), entries));
  assert.deepEqual(best(spread(A, 100, 5), spread(B, 92, 4), spread(C, 80, 5)), [true, true, false]);
  assert.deepEqual(best(spread(A, 100, 5), entry(B, 99), entry(C, null, 'failed')), [true, false, false]);
  assert.deepEqual(best(entry(A, 100), spread(B, 99, 9)), [true, false]);
});

test('overlapping intervals share a rank; the interval of a factor adds squares over cells', () => {
  const spread = (contender, mean, half) => ({ ...entry(contender, mean), rates: { consumed: { mean, half } } });
  const f = figure('g', [spread(A, 100, 6), spread(B, 95, 6), spread(C, 50, 1)]);
  const rows = rank([f, f], [A, B, C]);
  close(rows[0].overall.half, Math.sqrt(2 * 0.06 ** 2) / 2);
  assert.deepEqual(rows.map((row) => placeOfRow(rows, row)), [1, 1, 3]);
  const without = rank([figure('g', [entry(A, 100), entry(B, 95)])], [A, B]);
  assert.deepEqual(without.map((row) => placeOfRow(without, row)), [1, 2]);
});

test('golden files: who is first, and what trouble there was', () => {
  const view = buildView(readResults(GOLDEN_DIR));
  const rows = rank(view.figures, view.contenders.filter(({ broker }) => broker.available));
  assert.deepEqual(rows.map(({ contender }) => contender.label), ['Apollo', 'ActiveMQ Artemis', 'ActiveMQ Classic', 'HornetQ']);
  const [apollo, artemis, classic] = rows;
  assert.deepEqual([apollo.overall.measured, apollo.overall.cells, apollo.unsupported, apollo.absent], [14, 22, 2, 7]);
  assert.deepEqual([artemis.failed, artemis.faulty, classic.faulty], [1, 1, 1]);
  close(apollo.groups.partitioned.factor, 1);
  // Artemis alone answers requests faster than Classic; Apollo cannot, and pays twice what Classic does.
  close(apollo.groups['request-reply'].factor, 2 * classic.groups['request-reply'].factor);
});
