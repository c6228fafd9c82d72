// A percentile is known where at least ten messages lie beyond it: wherever the page shows one, or judges by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsIn } from '../web/extras.js';
import { tellField } from '../web/fields.js';
import { climbPanels } from '../web/ladder.js';
import { measureOf } from '../web/measures.js';
import { isKnown, knownPoints, needsMessages, percentileInWords, percentileOf } from '../web/percentiles.js';
import { standings } from '../web/ranking.js';
import { columnOf, numberOf } from '../web/shown.js';
import { buildView } from '../web/view.js';
import { climbFiles } from './climbing.js';

test('a percentile needs ten messages beyond it', () => {
  assert.deepEqual(['us_p50', 'us_p95', 'us_p99', 'us_p999', 'us_p9999', 'us_max'].map(needsMessages),
    [20, 200, 1000, 10000, 100000, 0]);
  assert.deepEqual([isKnown({ count: 9999 }, 'us_p999'), isKnown({ count: 10000 }, 'us_p999'),
    isKnown({ count: 1 }, 'us_max'), isKnown({}, 'us_p99')], [false, true, true, true]);
  const p99 = (latency) => percentileOf(latency, 'us_p99');
  assert.deepEqual([p99({ count: 999, us_p99: 5 }), p99({ count: 1000, us_p99: 5 }), p99(null)], [null, 5, null]);
  assert.equal(percentileInWords({ count: 999, us_p99: 5 }, 'us_p99'), '– (needs 1,000 messages)');
});

test('a curve ends where ten messages lie beyond', () => {
  const curve = [[50, 1], [99, 2], [99.9, 3], [100, 9]];
  assert.deepEqual(knownPoints(curve, 1000), [[50, 1], [99, 2]]);
  assert.deepEqual(knownPoints(curve, 10000), [[50, 1], [99, 2], [99.9, 3]]);
  assert.deepEqual(knownPoints(curve), curve);
});

const FEW = { us: 300, count: 500 };
const ROWS = { few: { 100: FEW, 1000: 900 }, many: { 100: 400, 1000: 800 } };
const view = (rows) => buildView(climbFiles(rows));

test('what a load is judged by, its factor, its place and its hover', () => {
  const { figures, contenders } = view(ROWS);
  const [figure] = figures;
  const list = standings(figure, contenders, false);
  assert.deepEqual(list.map(({ state, factor }) => [state, factor]), [['few', null], ['measured', null]],
    'nobody else is in the race');
  assert.equal(measureOf(figure).read(figure.entries[0]), null);
  const app = { figures, contenders, state: { sure: false } };
  const column = columnOf(figure, app, numberOf(''));
  assert.deepEqual(column.cells.map(({ text }) => text), [null, '400 µs']);
  const told = Object.fromEntries(tellField(column, column.cells[0]).map(([term, text]) => [term, text]));
  assert.equal(told['response time p99'], 'not known, of too few messages');
  assert.equal(told['p50, p95, p99'], '75.0 µs, 150 µs, – (needs 1,000 messages) of 500 messages');
});

test('curves over the rate, and steps', () => {
  const { figures, contenders } = view(ROWS);
  const [, p99] = climbPanels(figures, contenders, true);
  assert.deepEqual(Object.fromEntries(p99.lines.map(({ label, points }) => [label, points])),
    { few: [[1000, 900]], many: [[100, 400], [1000, 800]] });
  const step = (count) => ({ setting: 'window', value: '1', from_s: 0, end_to_end: { count, us_p99: 7 } });
  assert.deepEqual(stepsIn([{ steps: [step(999)] }, { steps: [step(1000)] }])[0].endToEnd, [7]);
});
