// What rows made of a cell, as tables show it; and that it is what the generator judges by.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { measureOf } from '../web/measures.js';
import { standings } from '../web/ranking.js';
import { buildView } from '../web/view.js';
import { GOLDEN_DIR } from './golden.js';

const [A, B, C, D] = [0, 1, 2, 3].map((index) => ({ index, label: 'ABCD'[index] }));
const CONSUMED = { producers: 1, consumers: 1, destinations: 1, persistent: false };

/** @param rate a mean, or `{ mean, half, each }`; null with a status other than measured */
function entry(contender, rate, status = 'measured', uncertain = false) {
  const consumed = typeof rate === 'number' ? { mean: rate, stdev: 0, each: [rate] } : rate;
  return {
    contender, status, rates: { consumed }, latencies: {}, faults: [],
    marks: uncertain ? [{ mark: 'noisy', letter: 'N' }] : [], uncertain,
  };
}

let cells = 0;
function figure(entries, load = CONSUMED, group = 'g') {
  cells += 1;
  return { id: `cell-${cells}`, name: `cell ${cells}`, group, load, phase: null, entries };
}

const close = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
const repeated = (mean, half) => ({ mean, half, each: [mean, mean] });

test('factors to the best; what failed, is unsupported, was not run or moved nothing has none', () => {
  const list = standings(figure([entry(A, 100), entry(B, 25), entry(C, null, 'failed'), entry(D, 0)]),
    [A, B, C, D], false);
  assert.deepEqual(list.map(({ state, factor }) => [state, factor]),
    [['measured', 1], ['measured', 4], ['failed', null], ['still', null]]);
});

test('request-reply and fixed rates are judged by latency, where less is better', () => {
  const e = {
    rates: { produced: { mean: 7 }, consumed: { mean: 8 } },
    latencies: { round_trip: { us_p99: 1 }, end_to_end: { us_p99: 2 }, send: { us_p99: 3 } },
  };
  const read = (load) => measureOf({ load }).read(e).value;
  assert.deepEqual([{ request_reply: true, consumers: 1 }, { open_loop: true, consumers: 1 },
    { open_loop: true, consumers: 0 }, { consumers: 0 }, { consumers: 1 }].map(read), [1, 2, 3, 7, 8]);
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

/** The files of a case, with what the page needs of files and judges nothing by. */
function filesOf({ files }) {
  return files.map((file) => ({
    ...file, groups: file.groups.map((group) => ({ about: '', across: null, down: null, ...group })),
    cells: file.cells.map((cell) => ({ notes: [], phase: null, ...cell })),
  }));
}

/** Equal, but for the digits that Student's t is rounded to. */
function assertNear(actual, expected, where) {
  if (typeof expected === 'number' && typeof actual === 'number') {
    assert.ok(Math.abs(actual - expected) <= 1e-3 * Math.abs(expected), `${where}: ${actual} is not ${expected}`);
  } else assert.deepEqual(actual, expected, where);
}

const cases = JSON.parse(readFileSync(`${GOLDEN_DIR}/../judged/standings.json`, 'utf8'));

for (const one of cases) {
  test(`whichever rows are shown, tables have what the generator makes of these: ${one.name}`, () => {
    const view = buildView(filesOf(one));
    for (const [labels, sure, judged] of one.asks) {
      const rows = view.contenders.filter(({ label }) => labels.includes(label));
      assert.deepEqual(rows.map(({ label }) => label), labels);
      for (const [group, id, expected] of judged) {
        const cell = view.figures.find((other) => other.group === group && other.id === id);
        const list = standings(cell, rows, sure);
        assert.equal(list.length, expected.length);
        for (const [i, [label, state, value, half, guess, factor]] of expected.entries()) {
          const where = `${id}, ${label}, ${labels.length} rows${sure ? ', certain ones' : ''}`;
          assert.equal(list[i].state === 'few' ? 'too_few' : list[i].state, state, where);
          for (const [actual, known] of [[list[i].value ?? null, value], [list[i].half ?? null, half],
            [list[i].factor, factor]]) assertNear(actual, known, where);
          assert.equal(list[i].guess ?? false, guess, where);
        }
      }
    }
  });
}
