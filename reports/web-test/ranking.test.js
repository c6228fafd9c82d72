import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familiesOf } from '../web/families.js';
import { measureOf } from '../web/measures.js';
import { attempts, between, races, rank, standings } from '../web/ranking.js';
import { certaintyOf, collapseInWords, collapsesOf, inWords, syncedWinner, winnersOf } from '../web/verdict.js';
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

test('factors to the best; what failed, is unsupported, was not run or moved nothing has none', () => {
  const list = standings(figure([entry(A, 100), entry(B, 25), entry(C, null, 'failed'), entry(D, 0)]), [A, B, C, D], false);
  assert.deepEqual(list.map(({ state, factor }) => [state, factor]), [['measured', 1], ['measured', 4], ['failed', null], ['still', null]]);
});

test('the score is the geometric mean over the cells that a row has; a cell that nobody has counts for nobody', () => {
  const figures = [
    figure([entry(A, 100), entry(B, 25)]), // A 1, B 4
    figure([entry(A, 10), entry(B, 40)]), // A 4, B 1
    figure([entry(A, 30), entry(B, null, 'unsupported')]), // no race
    figure([entry(A, null, 'failed'), entry(B, null, 'unsupported')]),
  ];
  const [first, second] = ranked(figures, [B, A]);
  assert.deepEqual([first.contender, second.contender], [A, B]); // level: in the order of the page
  close(first.factor, Math.sqrt(1 * 4));
  close(second.factor, 2);
  assert.deepEqual([first.measured, first.cells, second.measured, second.cells, second.unsupported], [3, 3, 2, 3, 1]);
});

test('to crash never pays, and costs the same whatever other rows did; no cell counts for more', () => {
  const crash = (value, status, odd) => ranked([figure([entry(A, 1000), entry(B, 1000), entry(C, odd)]), figure([entry(A, 100), entry(B, value, status), entry(C, 100)])], [A, B, C]).find(({ contender }) => contender === B);
  close(crash(null, 'failed', 1).factor, Math.sqrt(1 * 100));
  close(crash(null, 'failed', 1000).factor, Math.sqrt(1 * 100));
  close(crash(0, 'measured', 1000).factor, Math.sqrt(1 * 100));
  close(crash(0.001, 'measured', 1000).factor, Math.sqrt(1 * 100));
  assert.ok(crash(2, 'measured', 1).factor < crash(null, 'failed', 1).factor);
  assert.deepEqual([crash(null, 'failed', 1).failed, crash(0, 'measured', 1).still], [1, 1]);
});

test('what a row does not support costs nothing, but with too few cells it has no rank', () => {
  const figures = [1, 2, 3].map(() => figure([entry(A, 50), entry(B, null, 'unsupported')])).concat(figure([entry(A, 50), entry(B, 100)]));
  const [first, second] = ranked(figures, [A, B]);
  assert.deepEqual([first.contender, first.place, first.measured, second.contender, second.place, second.why], [A, 1, 4, B, null, 'too few of the cells']);
  close(first.factor, 2); // three cells that nobody else has are no wins
  close(second.factor, 1);
  assert.equal(ranked([figure([entry(A, 50), entry(B, null, 'unsupported')])], [A, B])[0].why, 'nobody to compare with');
  close(ranked([figure([entry(A, 50)])], [A])[0].factor, 1);
});

test('the reader can count only cells that every row measured, and leave out what is doubtful', () => {
  const figures = [figure([entry(A, 100), entry(B, 50)]), figure([entry(A, 100), entry(B, null, 'failed')]), figure([entry(A, 100), entry(B, 50, 'measured', true)])];
  assert.deepEqual(ranked(figures, [A, B]).map(({ measured, cells: all, uncertain }) => [measured, all, uncertain]), [[3, 3, 0], [2, 3, 1]]);
  assert.deepEqual(ranked(figures, [A, B], { common: true }).map(({ measured, cells: all }) => [measured, all]), [[2, 2], [2, 2]]);
  const mute = figures.map((one) => ({ ...one, entries: [...one.entries, entry(C, null, 'unsupported')] }));
  assert.equal(races(mute, [A, B, C], { common: true }).size, 2, 'a row without any number has no say');
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
  const of = (load, more) => familiesOf({ group: 'g', load: { ...CONSUMED, ...load }, phase: null, entries: [], ...more });
  assert.deepEqual(of({}), ['throughput']);
  assert.deepEqual(of({ persistent: true, consumers: 5 }), ['persistent', 'fan']);
  assert.deepEqual(of({ persistent: true, consumers: 5, destinations: 5 }), ['persistent']);
  assert.deepEqual(of({ persistent: true, destination_type: 'topic' }), ['throughput']);
  assert.deepEqual(of({ persistent: true, destination_type: 'topic', durable: true }), ['persistent']);
  assert.deepEqual(of({ consumer_think: '500ms' }), []);
  assert.deepEqual(of({ consumer_think: '9: none; 1: 500ms' }), ['throughput']);
  assert.deepEqual(of({ producer_think: '1ms', consumers: 5 }), []);
  assert.deepEqual(of({ request_reply: true }), ['request-reply']);
  assert.deepEqual(of({ open_loop: true }), ['latency']);
  assert.deepEqual(of({ open_loop: true }, { entries: [{ offered: { share: 0.5 } }] }), []);
  assert.deepEqual(of({}, { phase: { name: 'load' } }), ['load-unload']);
  assert.deepEqual(of({}, { group: 'connection_scale' }), ['connections']);
  assert.deepEqual(of({}, { crashes: true }), []);
});

test('the verdict: who wins by what factor over the cells that both have, and what collapses', () => {
  const figures = [figure([entry(A, 100), entry(B, 50), entry(C, 5)]), figure([entry(A, 100), entry(B, null, 'unsupported'), entry(C, null, 'failed')])];
  const standing = races(figures, [A, B, C]);
  assert.deepEqual(between(standing, [A, B, C], '', A, B), { factor: 2, half: Math.hypot(0.1, 0.1), cells: 1, ended: 0 });
  const [all, throughput] = winnersOf(standing, [A, B, C]);
  assert.deepEqual([all.best.map(({ contender }) => contender.label), all.next.contender.label, inWords(all), throughput.name], [['A'], 'B', '2.00× better', 'throughput']);
  assert.deepEqual([all.thin, all.sure], ['', 'far ahead, though with one repetition']);
  const doubtful = races([figure([entry(A, 100, 'measured', true), entry(B, 50)])], [A, B]);
  assert.deepEqual(certaintyOf(doubtful), { numbers: 2, doubtful: 1, letters: [{ letter: 'N', mark: 'noisy', times: 1 }], guesses: 2 });
});

test('several that are level: the factor to the next is given for each of them', () => {
  const figures = [figure([entry(A, 100), entry(B, 95), entry(C, 50)]), figure([entry(A, 100), entry(B, 95), entry(C, 50)])];
  const [all] = winnersOf(races(figures, [A, B, C]), [A, B, C]);
  assert.deepEqual([all.best.length, inWords(all), all.sure], [2, '1.90× to 2.00× better', '2 rows are level: their intervals overlap; the next is far behind']);
});

test('with too few numbers nobody wins', () => {
  const doubt = (contender) => entry(contender, 50, 'measured', true);
  const rows = [A, B, C, D];
  const figures = [1, 2].map(() => figure([entry(A, 100), doubt(B), doubt(C), doubt(D)]));
  const [all] = winnersOf(races([...figures, figure(rows.map((row) => entry(row, 100)))], rows, { sure: true }), rows);
  assert.equal(all.thin, 'too few numbers: only 1 of 4 rows have half of these cells');
  const apart = [figure([entry(A, 9), entry(B, null, 'unsupported'), entry(C, 1)]), figure([entry(A, 9), entry(B, null, 'unsupported'), entry(C, 1)]), figure([entry(A, null, 'unsupported'), entry(B, 4), entry(C, 1)]), figure([entry(A, null, 'unsupported'), entry(B, 4), entry(C, 2)])];
  const [unmet] = winnersOf(races(apart, [A, B, C]), [A, B, C]);
  assert.deepEqual([unmet.best.length, unmet.by.map((one) => one.cells), unmet.thin], [2, [2, 2], '']);
});

test('what collapses: failures, also where everybody failed, what moved nothing, and rows far behind the middle one', () => {
  const rows = [A, B, C];
  const figures = [figure([entry(A, 1000), entry(B, 50), entry(C, 4)]), figure(rows.map((row) => entry(row, null, 'failed'))), figure([entry(A, 10), entry(B, 0), entry(C, 10)])];
  const all = collapsesOf(attempts(figures, rows), rows, figures);
  assert.deepEqual(all.map((one) => [one.contender.label, collapseInWords(one)]), [
    ['B', ['failed in 1 cell', 'nothing moved in 1 cell']],
    ['C', ['failed in 1 cell', 'at least 10 times slower than the middle row in 1 cell, at worst 250× behind the best']],
    ['A', ['failed in 1 cell']]]);
});

test('latency at shares of each row’s own maximum decides nothing: neither over all cells nor over latency', () => {
  const at = (contender, us, rate) => ({ ...entry(contender, rate), latencies: { end_to_end: { us_p99: us } }, rates: { produced: { mean: rate } }, offered: { share: 0.5 } });
  const standing = races([figure([entry(A, 1), entry(B, 2)]), figure([at(A, 100, 900), at(B, 300, 14000)], { open_loop: true, consumers: 1 })], [A, B]);
  assert.deepEqual(rank(standing, [A, B], '').map(({ contender, cells: n }) => [contender, n]), [[B, 1], [A, 1]]);
  assert.ok(!winnersOf(standing, [A, B]).some(({ name }) => name === 'latency'));
});

test('where a row that promises less wins, the verdict also says who wins of those that sync to disk', () => {
  const rows = [A, B, C].map((contender, i) => ({ ...contender, key: contender.label, synced: i > 0 }));
  const kept = [figure([entry(rows[0], 400), entry(rows[1], 100), entry(rows[2], 20)], { ...CONSUMED, persistent: true })];
  const winners = winnersOf(races(kept, rows), rows);
  const synced = syncedWinner(winners, kept, rows, {});
  assert.deepEqual([synced.best.map(({ contender }) => contender.label), synced.by[0].factor, synced.others.map(({ key }) => key)], [['B'], 5, ['A']]);
  const same = rows.map((row) => ({ ...row, synced: true }));
  const promised = kept.map((cell) => ({ ...cell, entries: cell.entries.map((one, i) => ({ ...one, contender: same[i] })) }));
  assert.equal(syncedWinner(winnersOf(races(promised, same), same), promised, same, {}), null);
});

test('golden files: who is first, and what trouble there was', () => {
  const view = buildView(readResults(GOLDEN_DIR));
  const contenders = view.contenders.filter(({ broker }) => broker.available);
  const standing = races(view.figures, contenders);
  const rows = rank(standing, contenders, '');
  assert.deepEqual(rows.map(({ contender, place }) => [contender.label, place]), [['Apollo', 1], ['ActiveMQ Artemis', 2], ['ActiveMQ Classic', 2], ['HornetQ', null]]);
  const [apollo, artemis, classic] = rows;
  assert.deepEqual([apollo.measured, apollo.cells, apollo.unsupported, apollo.absent], [14, 19, 2, 3]);
  assert.deepEqual([artemis.failed, artemis.faulty, classic.faulty], [1, 1, 1]);
  close(rank(standing, contenders, 'persistent')[0].factor, 1);
  assert.equal(rank(standing, contenders, 'request-reply').find(({ contender }) => contender.label === 'Apollo').place, null);
});
