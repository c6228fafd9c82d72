// Latency at the same rates for all, on result files made for it: who held which rate, where each row ends, and who
// wins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { climbsOf, endOf, rungInWords } from '../web/climbs.js';
import { climbIn } from '../web/extras.js';
import { allCsv } from '../web/exporting.js';
import { climbPanels, lowestOf, undrawn } from '../web/ladder.js';
import { standings } from '../web/ranking.js';
import { buildView } from '../web/view.js';
import { cellAt, climbFiles } from './climbing.js';

const viewOf = (rows) => buildView(climbFiles(rows));

const SLOW = { 1000: 300, 5000: 'out', 20000: 'beyond' };
const STEADY = { 1000: 900, 5000: 1000, 20000: 'out' };
const STRONG = { 1000: 1000, 5000: 1500, 20000: 9000 };

test('not to hold a rate is not uncertain, unless the generator was at its limit', () => {
  const view = viewOf({ slow: SLOW, steady: STEADY, strong: STRONG });
  const state = (sure) => standings(view.figures.find(({ id }) => id === 'at-5000'), view.contenders, sure)[0].state;
  assert.equal(state(true), 'beyond');
  const entry = view.figures.find(({ id }) => id === 'at-5000').entries[0];
  Object.assign(entry, { marks: [{ mark: 'generator_bound', letter: 'G', reasons: [] }], uncertain: true });
  assert.deepEqual([state(true), state(false)], ['uncertain', 'beyond']);
});

test('what was skipped above a rate that the generator or a busy machine could not hold is left undecided, in the '
    + 'same words', () => {
  const rows = {
    slow: { 1000: 300, 5000: 'out', 20000: 'beyond 5000', 50000: 'beyond 5000' }, steady: STEADY,
    strong: { ...STRONG, 50000: 9000 }, strongest: { ...STRONG, 50000: 9000 },
  };
  const lettered = { generator_bound: 'G', busy: 'B', noisy: 'N' };
  const states = (mark, sure, at = 1) => {
    const files = climbFiles(rows);
    const cells = files[0].cells
      .map((cell) => (cell.id === 'at-5000'
        ? { ...cell, repetition: at, marks: [{ mark, letter: lettered[mark], because: 'why' }] } : cell));
    const view = buildView([{ ...files[0], cells }, ...files.slice(1)]);
    const of = (rate) => standings(view.figures.find(({ id }) => id === `at-${rate}`), view.contenders, sure)[0];
    return { states: [5000, 20000, 50000].map((rate) => of(rate).state), ended: of(20000).entry.climb.ended };
  };
  for (const mark of ['generator_bound', 'busy']) {
    const sure = states(mark, true);
    assert.deepEqual(sure.states, ['uncertain', 'uncertain', 'uncertain'], mark);
    assert.deepEqual(sure.ended, [
      { mark, letter: lettered[mark], reasons: [{ because: 'why', measured: undefined, threshold: undefined }] },
    ]);
    assert.deepEqual(states(mark, false).states, ['beyond', 'beyond', 'beyond'],
      'they count where uncertain numbers do');
  }
  assert.deepEqual(states('noisy', true).states, ['beyond', 'beyond', 'beyond'],
    'a broker that cannot hold it may well be noisy');
  assert.deepEqual(states('busy', true, 2).states, ['uncertain', 'beyond', 'beyond'],
    'the marks of another repetition say nothing');
});

test('of a rate that was held in 2 of 3 repetitions, the third is in no latency; where it was held in 1 of 3, that '
    + 'one is not', () => {
  const entryOf = (made, means = []) => {
    const cellsOf = ({ cells }) => cells.map((cell) => ({ ...cell, notes: [], audit: null }));
    return buildView(climbFiles({ row: { 5000: made } })
      .map((file) => ({ ...file, means, cells: cellsOf(file) }))).figures[0].entries[0];
  };
  const held = entryOf([500, 'out', 700]);
  assert.deepEqual([held.climb.held, held.latencies.end_to_end.each.map((one) => [one.repetition, one.us_p99])],
    [true, [[1, 500], [3, 700]]]);
  assert.deepEqual(held.notes, [
    '1 of 3 repetitions did not hold the rate (sent 60 % of it): not among these latencies.',
  ]);
  const not = entryOf([500, 'out', 'out']);
  assert.deepEqual([not.climb.held, not.latencies.end_to_end.each.map(({ repetition }) => repetition), not.notes],
    [false, [2, 3], ['1 of 3 repetitions held the rate: not among these latencies.']]);
  assert.equal(entryOf([500, 'beyond', 'beyond']).latencies.end_to_end, null,
    'no latency of a rate that was not held is known');
  assert.deepEqual(entryOf([500, 600]).notes, []);
  // the file's own mean counts if it is of the repetitions that held it; older tools added up all
  const mean = (count, us) => [{ id: 'at-5000', marks: [], end_to_end: { count, us_p99: us } }];
  assert.equal(entryOf([500, 'out', 700], mean(40000, 650)).latencies.end_to_end.us_p99, 650);
  assert.equal(entryOf([500, 'out', 700], mean(60000, 3e6)).latencies.end_to_end.us_p99, 500);
  assert.equal(entryOf([500, 600, 700], mean(60000, 650)).latencies.end_to_end.us_p99, 650);
});

test('curves of a rate show what counts', () => {
  const rows = { shaky: { 1000: [500, 'out', 700] }, calm: { 1000: [900, 900, 900], 5000: [950, 950, 950] } };
  const view = viewOf(rows);
  const p99s = climbPanels(view.figures, view.contenders, false)[1].lines.map(({ label, points }) => [label, points]);
  assert.deepEqual(p99s, [['calm', [[1000, 900], [5000, 950]]], ['shaky', [[1000, 500]]]]);
});

test('over repetitions a rate is held if it was in most of them', () => {
  const held = (made) => climbIn(made.map((us, i) => cellAt(5000, us, i + 1)));
  assert.deepEqual([held([5, 6, 'out']).held, held([5, 'out', 'beyond']).held, held([5, 'failed']).held,
    held([5, 6]).beyond], [true, false, false, null]);
  assert.deepEqual([held([5, 'out', 'out']).because, held(['beyond', 'beyond']).beyond],
    ['sent 60 % of it', 'at-lower']);
  assert.equal(climbIn([{ ...cellAt(1, 5, 1), climb: null }]), null);
});

test('a repetition that was stopped says nothing of whether a rate was held; one that failed did not hold it', () => {
  const ended = (status, repetition) =>
    ({ ...cellAt(5000, 'beyond', repetition), status, reason: 'it ended', climb: null });
  const held = (...statuses) =>
    climbIn([cellAt(5000, 5, 1), ...statuses.map((status, i) => ended(status, i + 2))]).held;
  assert.deepEqual([held('skipped'), held('skipped', 'skipped'), held('failed'), held('skipped', 'failed')],
    [true, true, false, false]);
});

test('where each row ends, and why', () => {
  const view = viewOf({ broken: { 1000: 9, 5000: 'failed', 20000: 'beyond' }, slow: SLOW, strong: STRONG });
  const [climb] = climbsOf(view.figures);
  assert.deepEqual(climb.map(rungInWords), ['1,000/s', '5,000/s', '20,000/s']);
  const ends = view.contenders.map((contender) => endOf(climb, contender))
    .map(({ held, not, why }) => [held?.id, not?.id, why]);
  assert.deepEqual(ends, [
    ['at-1000', 'at-5000', 'failed: it broke'], ['at-1000', 'at-5000', 'sent 60 % of it'],
    ['at-20000', undefined, null],
  ]);
});

test('curves: a line for each row over the rates that it held, the ones that go farthest first', () => {
  const view = viewOf({ slow: SLOW, steady: STEADY, strong: STRONG });
  const panels = climbPanels(view.figures, view.contenders, false);
  assert.deepEqual(panels.map(({ title }) => title),
    ['p50 over the rate, queue', 'p99 over the rate, queue', 'p99.9 over the rate, queue']);
  assert.deepEqual(panels[1].lines.map(({ label, ended, points }) => [label, ended, points]), [
    ['strong', false, [[1000, 1000], [5000, 1500], [20000, 9000]]], ['steady', true, [[1000, 900], [5000, 1000]]],
    ['slow', true, [[1000, 300]]]]);
});

test('points alone make no curve: it is left out, and said so', () => {
  const few = (us) => ({ us, count: 5000 });
  const view = viewOf({ a: { 1000: few(300), 5000: 400 }, b: { 1000: few(500), 5000: few(600) } });
  assert.deepEqual(climbPanels(view.figures, view.contenders, false).map(({ title }) => title),
    ['p50 over the rate, queue', 'p99 over the rate, queue']);
  const [climb] = climbsOf(view.figures);
  assert.equal(undrawn(climb, view.contenders), 'No curve of p99.9: no row has it at two rates (p99.9 needs 10,000 '
    + 'messages at each). What is known stands in the tables.');
  const all = viewOf({ slow: SLOW, steady: STEADY });
  assert.equal(undrawn(climbsOf(all.figures)[0], all.contenders), null);
  const one = viewOf({ slow: SLOW });
  assert.match(undrawn(climbsOf(one.figures)[0], one.contenders), /^No curve of p50, p99, p99\.9: no row has them/);
});

test('who has the lowest p99 of a rate is of those that stored, and who did not is named beside', () => {
  const of = (name, ...marks) => ({ contender: { label: name }, entry: { marks: marks.map((mark) => ({ mark })) } });
  const [a, b, c] = [of('a', 'unstored'), of('b', 'noisy'), of('c', 'unstored')];
  assert.deepEqual(lowestOf([a, b, c]), { first: b, early: [a] });
  assert.deepEqual(lowestOf([b, a]), { first: b, early: [] });
  assert.deepEqual(lowestOf([a, c]), { first: a, early: [] });
  assert.deepEqual(lowestOf([]), { first: undefined, early: [] });
});

test('CSV says the payload, p95, and what was held', () => {
  const [head, ...lines] = allCsv(viewOf({ slow: SLOW })).trim().split('\r\n').map((line) => line.split(','));
  const of = (name) => lines.map((line) => line[head.indexOf(name)]);
  assert.deepEqual(of('consumed_payload_mb_per_s'), ['1.024', '3.072', '']);
  assert.deepEqual([of('end_to_end_us_p95')[0], of('held'), of('not_held_because')],
    ['150', ['true', 'false', 'false'], ['', 'sent 60 % of it', 'a lower rate was not held']]);
});
