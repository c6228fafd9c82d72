import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familiesOf } from '../web/families.js';
import { measureOf } from '../web/measures.js';
import { between, races, rank, standings } from '../web/ranking.js';
import { certaintyOf, collapseInWords, collapsesOf, syncedWinner, winnersOf } from '../web/verdict.js';
import { buildView } from '../web/view.js';
import { GOLDEN_DIR, readResults } from './golden.js';

const [A, B, C, D] = [0, 1, 2, 3].map((index) => ({ index, label: 'ABCD'[index] }));
const CONSUMED = { producers: 1, consumers: 1, destinations: 1, persistent: false };

/** @param rate a mean, or `{ mean, half, each }`; null with a status other than measured */
function entry(contender, rate, status = 'measured', doubtful = false) {
  const consumed = typeof rate === 'number' ? { mean: rate, stdev: 0, each: [rate] } : rate;
  return { contender, status, rates: { consumed }, latencies: {}, faults: [], marks: doubtful ? [{ mark: 'noisy', letter: 'N' }] : [], doubtful };
}

let cells = 0;
function figure(entries, load = CONSUMED, group = 'g') {
  cells += 1;
  return { id: `cell-${cells}`, name: `cell ${cells}`, group, load, phase: null, entries };
}

const close = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
const ranked = (figures, contenders, options) => rank(races(figures, contenders, options), contenders, '');
const repeated = (mean, half) => ({ mean, half, each: [mean, mean] });

test('factors to the best; what failed, is unsupported or was not run has none', () => {
  const list = standings(figure([entry(A, 100), entry(B, 25), entry(C, null, 'failed'), entry(D, 0)]), [A, B, C, D], false);
  assert.deepEqual(list.map(({ state, factor }) => [state, factor]), [['measured', 1], ['measured', 4], ['failed', null], ['failed', null]]);
});

test('the score is the geometric mean over the cells that a row has; a cell that nobody has counts for nobody', () => {
  const figures = [
    figure([entry(A, 100), entry(B, 25)]), // A 1, B 4
    figure([entry(A, 10), entry(B, 40)]), // A 4, B 1
    figure([entry(A, 30), entry(B, null, 'unsupported')]), // A 1
    figure([entry(A, null, 'failed'), entry(B, null, 'unsupported')]),
  ];
  const [first, second] = ranked(figures, [B, A]);
  assert.deepEqual([first.contender, second.contender], [A, B]);
  close(first.factor, Math.cbrt(1 * 4 * 1));
  close(second.factor, 2);
  assert.deepEqual([second.measured, second.cells, second.unsupported], [2, 3, 1]);
});

test('to crash never pays: it costs more than the slowest number of any row in any of the cells', () => {
  const slowElsewhere = figure([entry(A, 1000), entry(B, 1000), entry(C, 1)]); // somebody is 1000 times slower
  const crash = (value, status) => ranked([slowElsewhere, figure([entry(A, 100), entry(B, value, status), entry(C, 100)])], [A, B, C]).find(({ contender }) => contender === B);
  const [crashed, slow] = [crash(null, 'failed'), crash(1, 'measured')];
  assert.ok(crashed.factor > slow.factor, `${crashed.factor} > ${slow.factor}`);
  close(crashed.factor, Math.sqrt(1 * 2 * 1000));
  assert.equal(crashed.failed, 1);
});

test('what a row does not support costs nothing, but with too few cells it has no rank', () => {
  const figures = [1, 2, 3].map(() => figure([entry(A, 50), entry(B, null, 'unsupported')])).concat(figure([entry(A, 50), entry(B, 100)]));
  const [first, second] = ranked(figures, [A, B]);
  assert.deepEqual([first.contender, first.place, second.contender, second.place, second.why], [A, 1, B, null, 'too few of the cells']);
  close(second.factor, 1);
});

test('the reader can count only cells that every row measured, and leave out what is doubtful', () => {
  const figures = [figure([entry(A, 100), entry(B, 50)]), figure([entry(A, 100), entry(B, null, 'failed')]), figure([entry(A, 100), entry(B, 50, 'measured', true)])];
  assert.deepEqual(ranked(figures, [A, B]).map(({ measured, cells: all, uncertain }) => [measured, all, uncertain]), [[3, 3, 0], [2, 3, 1]]);
  assert.deepEqual(ranked(figures, [A, B], { common: true }).map(({ measured, cells: all }) => [measured, all]), [[2, 2], [2, 2]]);
  assert.deepEqual(ranked(figures, [A, B], { sure: true }).map(({ measured, doubtful }) => [measured, doubtful]), [[3, 0], [1, 1]]);
});

test('request-reply and fixed rates are judged by latency, where less is better', () => {
  const e = { rates: { produced: { mean: 7 }, consumed: { mean: 8 } }, latencies: { round_trip: { us_p99: 1 }, end_to_end: { us_p99: 2 }, send: { us_p99: 3 } } };
  const read = (load) => measureOf({ load }).read(e).value;
  assert.deepEqual([{ request_reply: true, consumers: 1 }, { open_loop: true, consumers: 1 }, { open_loop: true, consumers: 0 }, { consumers: 0 }, { consumers: 1 }].map(read), [1, 2, 3, 7, 8]);
  const slow = (contender, us) => ({ ...entry(contender, 1), latencies: { round_trip: { us_p99: us } } });
  const list = standings(figure([slow(A, 300), slow(B, 100)], { request_reply: true }), [A, B], false);
  assert.deepEqual(list.map(({ factor }) => factor), [3, 1]);
});

test('intervals: of the file, of the repetitions, or a guess of at least 10 %', () => {
  const { read } = measureOf({ load: CONSUMED });
  assert.deepEqual(read(entry(A, repeated(100, 5))), { value: 100, half: 0.05, guess: false });
  close(read(entry(A, { mean: 100, stdev: 1, each: [99, 100, 101] })).half, (4.303 / Math.sqrt(3)) / 100);
  assert.deepEqual(read(entry(A, { mean: 100, stdev: 3, each: [100] })), { value: 100, half: 0.1, guess: true });
  assert.deepEqual(read(entry(A, { mean: 100, stdev: 30, each: [100] })), { value: 100, half: 0.3, guess: true });
  assert.equal(read(entry(A, { mean: NaN, each: [] })), null);
});

test('overlapping intervals share a rank; those of repetitions shrink with the number of cells, guesses do not', () => {
  const f = () => figure([entry(A, repeated(100, 6)), entry(B, repeated(95, 6)), entry(C, repeated(50, 1))]);
  const rows = ranked([f(), f()], [A, B, C]);
  close(rows[0].half, Math.sqrt(2 * 0.06 ** 2) / 2);
  assert.deepEqual(rows.map(({ place, guess }) => [place, guess]), [[1, false], [1, false], [3, false]]);
  const single = () => figure([entry(A, 100), entry(B, 90), entry(C, 60)]);
  const guessed = ranked([single(), single()], [A, B, C]);
  close(guessed[0].half, 0.1);
  assert.deepEqual(guessed.map(({ place, guess }) => [place, guess]), [[1, true], [1, true], [3, true]]);
});

test('families come from the load', () => {
  const of = (load, more) => familiesOf({ group: 'g', load: { ...CONSUMED, ...load }, phase: null, ...more });
  assert.deepEqual(of({}), ['throughput']);
  assert.deepEqual(of({ persistent: true, consumers: 5 }), ['persistent', 'fan']);
  assert.deepEqual(of({ persistent: true, consumers: 5, destinations: 5 }), ['persistent']);
  assert.deepEqual(of({ request_reply: true }), ['request-reply']);
  assert.deepEqual(of({ open_loop: true }), ['latency']);
  assert.deepEqual(of({}, { phase: { name: 'load' } }), ['load-unload']);
  assert.deepEqual(of({}, { group: 'connection_scale' }), ['connections']);
  assert.deepEqual(of({}, { crashes: true }), []);
});

test('the verdict: who wins by what factor over the cells that both have, and what collapses', () => {
  const figures = [figure([entry(A, 100), entry(B, 50), entry(C, 5)]), figure([entry(A, 100), entry(B, null, 'unsupported'), entry(C, null, 'failed')])];
  const standing = races(figures, [A, B, C]);
  assert.deepEqual(between(standing, [A, B, C], '', A, B), { factor: 2, cells: 1 });
  const [all, throughput] = winnersOf(standing, [A, B, C]);
  assert.deepEqual([all.best.map(({ contender }) => contender.label), all.next.contender.label, all.by.factor, throughput.name], [['A'], 'B', 2, 'throughput']);
  const [worst] = collapsesOf(standing, [A, B, C], figures);
  assert.deepEqual([worst.contender, collapseInWords(worst)], [C, ['failed in 1 cell', '10 times slower than the best, or worse, in 1 cell, at worst 20.0×']]);
  const doubtful = races([figure([entry(A, 100, 'measured', true), entry(B, 50)])], [A, B]);
  assert.deepEqual(certaintyOf(doubtful), { numbers: 2, doubtful: 1, letters: [{ letter: 'N', mark: 'noisy', times: 1 }], guesses: 2 });
});

test('where a row that promises less wins, the verdict also says who wins of those that sync to disk', () => {
  const rows = [A, B, C].map((contender, i) => ({ ...contender, key: contender.label, synced: i > 0 }));
  const kept = [figure([entry(rows[0], 400), entry(rows[1], 100), entry(rows[2], 20)], { ...CONSUMED, persistent: true })];
  const winners = winnersOf(races(kept, rows), rows);
  const synced = syncedWinner(winners, kept, rows, {});
  assert.deepEqual([synced.best.map(({ contender }) => contender.label), synced.by.factor, synced.others.map(({ key }) => key)], [['B'], 5, ['A']]);
  const same = rows.map((row) => ({ ...row, synced: true }));
  const promised = kept.map((cell) => ({ ...cell, entries: cell.entries.map((one, i) => ({ ...one, contender: same[i] })) }));
  assert.equal(syncedWinner(winnersOf(races(promised, same), same), promised, same, {}), null);
});

test('golden files: who is first, and what trouble there was', () => {
  const view = buildView(readResults(GOLDEN_DIR));
  const contenders = view.contenders.filter(({ broker }) => broker.available);
  const standing = races(view.figures, contenders);
  const rows = rank(standing, contenders, '');
  assert.deepEqual(rows.map(({ contender, place }) => [contender.label, place]), [['Apollo', 1], ['ActiveMQ Artemis', 2], ['ActiveMQ Classic', 3], ['HornetQ', null]]);
  const [apollo, artemis, classic] = rows;
  assert.deepEqual([apollo.measured, apollo.cells, apollo.unsupported, apollo.absent], [14, 22, 2, 6]);
  assert.deepEqual([artemis.failed, artemis.faulty, classic.faulty], [1, 1, 1]);
  close(rank(standing, contenders, 'persistent')[0].factor, 1);
  assert.equal(rank(standing, contenders, 'request-reply').find(({ contender }) => contender.label === 'Apollo').place, null);
});
