// The results of rows, and how far they are from the best.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseState } from '../web/filters/state.js';
import { bestFields, columnOf, measureNamed, MEASURES, standings } from '../web/lib/standings.js';
import { commonFlags, commonOf, ownFlags, sayFlag } from '../web/tables/flags.js';
import { entriesToCompare } from '../web/tables/workloads.js';
import { sweepFiles, storing } from './sweep-files.js';
import { GOLDEN_DIR, readResults, viewOf } from './golden.js';

const [A, B, C, D] = [0, 1, 2, 3].map((index) => ({ index, label: 'ABCD'[index] }));
const entry = (contender, value, state = 'measured') =>
  ({ contender, state, certainState: state, number: value && { value, half: 0.1, guess: true } });

test('factors to the best; what failed or moved nothing has none', () => {
  const entries = [entry(A, 100), entry(B, 25), entry(C, null, 'failed'), entry(D, null, 'still')];
  assert.deepEqual(standings({ criterion: { more: true }, entries }, [A, B, C, D], false)
    .map(({ state, factor }) => [state, factor]),
    [['measured', 1], ['measured', 4], ['failed', null], ['still', null]]);
  assert.deepEqual(standings({ criterion: { more: false }, entries }, [A, B], false).map(({ factor }) => factor),
    [4, 1]);
});

test('a row that nobody else raced has no factor; a hidden number has none', () => {
  const alone = [entry(A, 100), entry(B, null, 'absent')];
  assert.deepEqual(standings({ criterion: { more: true }, entries: alone }, [A, B], false).map(({ factor }) => factor),
    [null, null]);
  const doubted = [entry(A, 100), entry(B, 25), { ...entry(C, 400), certainState: 'uncertain' }];
  const factors = (sure) => standings({ criterion: { more: true }, entries: doubted }, [A, B, C], sure)
    .map(({ factor }) => factor);
  assert.deepEqual([factors(false), factors(true)], [[4, 16, 1], [1, 4, null]]);
});

const view = viewOf(readResults(GOLDEN_DIR));
const app = { contenders: view.contenders.filter(({ broker }) => broker.available), state: parseState('') };

test('in every column of every number the best has factor 1, and nobody less', () => {
  let seen = 0;
  for (const { name } of MEASURES) {
    for (const figure of view.figures) {
      const { fields, more } = columnOf(figure, app, measureNamed(name));
      assert.equal(fields.length, app.contenders.length);
      const raced = fields.filter(({ factor }) => factor !== null);
      if (name === 'written') assert.equal(raced.length, 0, 'more or fewer bytes are neither good nor bad');
      if (raced.length === 0) continue;
      assert.equal(Math.min(...raced.map(({ factor }) => factor)), 1, `${name} ${figure.id}`);
      const [best] = [...raced].sort((a, b) => (more ? b.value - a.value : a.value - b.value));
      assert.equal(best.factor, 1, `${name} ${figure.id}`);
      seen += 1;
    }
  }
  assert.ok(seen > 40, `${seen}`);
});

test('a workload says in which group and section it stands, and an unknown number is what it is judged by', () => {
  assert.ok(view.figures.every(({ groupTitle, section }) => groupTitle && typeof section === 'string'));
  assert.equal(measureNamed('nonsense').name, '');
});

test('what is not held has a word and no number; p99 of few messages is not shown', () => {
  const sweep = viewOf(sweepFiles({ a: { 1000: 300, 5000: 'out' }, b: { 1000: 600, 5000: 900 } })
    .map((file) => ({
      ...file,
        workloads: file.workloads
          .map((workload) => ({ ...workload, summary: workload.summary
            && { ...workload.summary, end_to_end: { ...workload.summary.end_to_end, count: 999 } } })),
    })));
  const of = (i, name) => columnOf(sweep.figures[i], { contenders: sweep.contenders, state: parseState('') },
    measureNamed(name)).fields.map(({ text }) => text);
  assert.deepEqual(of(0, ''), [null, null]);
  assert.deepEqual(of(0, 'p99'), [null, null]);
  assert.deepEqual(of(0, 'rate'), ['1.00k', '1.00k']);
  const many = viewOf(sweepFiles({ a: { 1000: 300, 5000: 'out' }, b: { 1000: 600, 5000: 900 } }));
  const judged = (i) => columnOf(many.figures[i],
    { contenders: many.contenders, state: parseState('') }, measureNamed(''))
    .fields.map(({ text }) => text);
  assert.deepEqual([judged(0), judged(1)], [['300 µs', '600 µs'], [null, '900 µs']]);
});

test('who delivered before it stored has its flag, and is no best where others stored; in whatever number', () => {
  const [early, ...files] = sweepFiles({ early: { 1000: 300 }, good: { 1000: 600 }, slow: { 1000: 900 } });
  const drawn = viewOf([storing(early, 10), ...files.map((file) => storing(file, 4096))]);
  const columns = ['', 'p99', 'rate'].map((name) =>
    columnOf(drawn.figures[0], { contenders: drawn.contenders, state: parseState('') }, measureNamed(name)));
  assert.deepEqual(columns.map(({ fields }) => fields.map(({ factor }) => factor)),
    [[null, 1, 1.5], [null, 1, 1.5], [null, 1, 1]]);
  assert.deepEqual(columns[0].fields.map(({ text, unstored }) => [text, unstored]),
    [['300 µs', true], ['600 µs', false], ['900 µs', false]]);
  assert.deepEqual(columns[0].fields.map((workload) => [workload.entry.flags.some(({ letter }) => letter === 'D'),
    workload.entry.uncertain]), [[true, false], [false, false], [false, false]]);
  const { flags } = columns[0].fields[0].entry;
  assert.match(sayFlag(flags.at(-1)), /^delivered before it was stored: 10 B written for each message of 1 KiB/);
});

test('a flag that all numbers have is said once, one that some have stands beside each of them', () => {
  const flagged = (...names) =>
    ({ status: 'measured', flags: names.map((flag) => ({ flag, letter: flag[0].toUpperCase(), reasons: [] })) });
  const failed = { status: 'failed', flags: [] };
  const entries = [flagged('single', 'noisy'), flagged('single', 'shared', 'noisy'), failed];
  assert.deepEqual(commonOf(entries), ['single', 'noisy']);
  assert.match(commonFlags(entries),
    /^All of these numbers have the flags S \(a single repetition.*\) and N \(noisy\)\.$/);
  assert.deepEqual(ownFlags(entries[1].flags, commonOf(entries)).map(({ flag }) => flag), ['shared']);
  assert.deepEqual([commonOf([failed]), commonFlags([]), commonFlags([flagged('noisy'), flagged('busy')]),
    commonOf([flagged('noisy', 'shared')])], [[], '', '', ['shared']]);
});

test('an opened workload has its rows best first, by what it is judged by; whoever has no number comes last', () => {
  const sweep = viewOf(sweepFiles({
    a: { 1000: 900 }, b: { 1000: 'out' }, c: { 1000: 300 }, d: { 1000: 'failed' }, e: { 1000: 600 },
  }));
  assert.deepEqual(bestFields(sweep.figures[0], sweep.contenders).map((one) => one.entry.contender.broker.name),
    ['c', 'e', 'a', 'b', 'd']);
});

test('a row stands beside the best, and the best beside the one behind it', () => {
  const { figures: [figure], contenders } =
    viewOf(sweepFiles({ a: { 1000: 900 }, b: { 1000: 300 }, c: { 1000: 600 } }));
  const beside = (row, rows = contenders) => entriesToCompare(figure,
    { contenders: rows, state: { ...parseState(''), row } }).map(({ contender }) => contender.broker.name);
  assert.deepEqual(beside('stomp-a'), ['a', 'b']);
  assert.deepEqual(beside('stomp-b'), ['b', 'c']);
  assert.deepEqual(beside('stomp-b', contenders.filter(({ key }) => key === 'stomp-b')), ['b']);
});
