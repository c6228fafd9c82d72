// What stands beside each other in a graph's table, and what an arrow key steps through. No two rows are sampled at the
// same moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphCsv, tableOf } from '../web/exporting.js';
import { describe, nameOfLine, panelsOf } from '../web/panels.js';
import { placesOf } from '../web/places.js';
import { curvesOf } from '../web/sweeps.js';
import './golden.js';

const line = (key, points, more) => ({ key, label: key, points, ...more });
const graph = (x, ...lines) =>
  ({ title: 'Consumed', unit: 'msg/s', x, show: String, showX: String, along: 'setting', lines });

test('samples of the same interval share a line of the table, though they ended microseconds apart', () => {
  const panel = graph('time', line('a', [[0.400134, 1], [0.800367, 2], [1.200128, 3]]),
    line('b', [[0.400105, 4], [0.800139, 5], [1.200101, 6]]), line('c', [[0.40016, 7], [1.199904, 9]]));
  assert.deepEqual(tableOf(panel).rows.map(({ values }) => values), [[1, 4, 7], [2, 5, null], [3, 6, 9]]);
  assert.equal(graphCsv(panel), 't_s,a,b,c\r\n0.400134,1,4,7\r\n0.800139,2,5,\r\n1.200101,3,6,9\r\n');
});

test('a row that is late by half an interval or more has lines of its own, and none loses a value', () => {
  const panel = graph('time', line('a', [[1, 1], [2, 2]]), line('b', [[1.55, 3], [2.55, 4]]),
    line('c', [[1.1, 5], [1.2, 6], [2.1, 7]]));
  assert.deepEqual(placesOf(panel).map(({ values }) => values),
    [[1, null, 5], [null, 3, 6], [2, null, 7], [null, 4, null]]);
  assert.deepEqual(placesOf(graph('time', line('a', [[1.2, 1]]), line('b', [[1.2001, 2]])))
    .map(({ values }) => values), [[1, 2]]);
  assert.deepEqual(placesOf(graph('time', line('a', []))), []);
});

test('settings are compared as they are, and the ideal adds none; curves have a value at every percentile', () => {
  const settings =
    placesOf(graph('settings', line('a', [[1, 1], [10, 5]]), line('ideal', [[1, 1], [100, 100]], { ideal: true })));
  assert.deepEqual(settings, [{ at: 1, values: [1, 1] }, { at: 10, values: [5, null] }]);
  const curves = placesOf(graph('percentiles', line('a', [[50, 1], [100, 9]]), line('b', [[0, 2], [99, 3]])));
  assert.deepEqual(curves, [
    { at: 0, values: [1, 2] }, { at: 50, values: [1, 3] }, { at: 99, values: [9, 3] }, { at: 100, values: [9, null] },
  ]);
});

test('where there are several repetitions each is named, the first one too', () => {
  const cell = (repetition) => ({ repetition, samples: [{ t_s: 1, interval_s: 1, produced_per_s: 7 * repetition }] });
  const [one] = panelsOf({ load: { producers: 1, consumers: 0 } },
    [{ contender: { key: 'a', label: 'A' }, cells: [cell(1)] }]);
  const [two] = panelsOf({ load: { producers: 1, consumers: 0 } },
    [{ contender: { key: 'a', label: 'A' }, cells: [cell(1), cell(2)] }]);
  assert.deepEqual(one.lines.map(nameOfLine), ['A']);
  assert.deepEqual(two.lines.map(nameOfLine), ['A, repetition 1', 'A, repetition 2']);
  assert.match(describe(two, 'x'), /A, repetition 1 7\.00; A, repetition 2 14\.0\.$/);
  assert.match(graphCsv(two), /^t_s,a \(1\),a \(2\)\r\n1,7,14\r\n/);
  const curve = [[0, 1], [100, 9]];
  const [curves] = curvesOf([
    {
      contender: { key: 'a', label: 'A' },
      latencies: { send: { apart: true, each: [{ curve, repetition: 1 }, { curve, repetition: 2 }] } },
    },
  ]);
  assert.deepEqual(curves.lines.map(nameOfLine), ['A, repetition 1', 'A, repetition 2']);
});
