// Numbers in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateSweepPanels } from '../web/charts/rate-sweeps.js';
import { stepsIn } from '../web/lib/entries.js';
import {
  axisOf, axisOrder, axisValue, bytes, compareAxis, count, dateTime, factor, isKnown, knownPoints, micros,
  needsMessages, percentileInWords, percentileOf, si,
} from '../web/lib/format.js';
import { columnOf, measureNamed, standings } from '../web/lib/standings.js';
import { factsOfField } from '../web/overview/matrix.js';
import { sweepFiles } from './sweep-files.js';
import { viewOf } from './golden.js';

test('rates have three digits that count and an SI prefix', () => {
  const expected = {
    0: '0', 0.5: '0.50', 5.3: '5.30', 45.31: '45.3', 951: '951', 999.4: '999', 999.9: '1.00k', 1450.4: '1.45k',
    12345: '12.3k', 418000: '418k', 999900: '1.00M', 1310000: '1.31M',
  };
  for (const [value, text] of Object.entries(expected)) assert.equal(si(Number(value)), text);
  assert.equal(si(undefined), '–');
});

test('latencies carry their unit', () => {
  assert.equal(micros(850), '850 µs');
  assert.equal(micros(1250), '1.25 ms');
  assert.equal(micros(999.9), '1.00 ms');
  assert.equal(micros(47300), '47.3 ms');
  assert.equal(micros(2.5e6), '2.50 s');
  assert.equal(micros(undefined), '–');
});

test('sizes, factors, counts and dates', () => {
  assert.equal(bytes(20), '20 B');
  assert.equal(bytes(262144), '256 KiB');
  assert.equal(bytes(8324190208), '7.75 GiB');
  assert.equal(factor(1), '1.00×');
  assert.equal(factor(1604.2), '>1000×');
  assert.equal(factor(Infinity), '–');
  assert.equal(count(37), '37');
  assert.equal(count(143210), '143k');
  assert.equal(dateTime(0), '1970-01-01 00:00 UTC');
});

const number = (text, value, unit = null) => ({ text, value, unit });

test('axis values read as words, whatever the axis', () => {
  assert.equal(axisValue('producers', number('5', 5)), '5 producers');
  assert.equal(axisValue('producers', number('1', 1)), '1 producer');
  assert.equal(axisValue('n', number('10', 10)), 'n = 10');
  assert.equal(axisValue('transaction', number('100', 100)), '100 messages per transaction');
  assert.equal(axisValue('size', number('256k', 262144, 'bytes')), '256 KiB');
  assert.equal(axisValue('size', number('1.5 KiB', 1536, 'bytes')), '1.50 KiB');
  assert.equal(axisValue('think', number('10 ms', 0.01, 's')), 'think 10 ms');
  assert.equal(axisValue('rate', number('20000/s', 20000, 'per_s')), '20,000/s');
  assert.equal(axisValue('rate', number('6/min', 0.1, 'per_s')), 'rate = 6/min');
  assert.equal(axisValue('load', number('75 %', 75, 'percent')), 'load = 75 %');
  assert.equal(axisValue('persistent', { text: 'yes' }), 'persistent');
  assert.equal(axisValue('mode', { text: 'async' }), 'non-persistent, not confirmed');
  assert.equal(axisValue('mode', { text: 'other' }), 'mode = other');
  assert.equal(axisValue('persistent', { text: 'false' }), 'non-persistent');
  assert.equal(axisValue('destination', { text: 'queue' }), 'queue');
});

test('what could be of any axis has its name: words, shares, and sizes and rates of something else', () => {
  assert.equal(axisValue('ack', { text: 'dups_ok' }), 'ack = dups ok');
  assert.equal(axisValue('ack', { text: 'none' }), 'ack = none');
  assert.equal(axisValue('load', { text: 'max' }), 'load = max');
  assert.equal(axisValue('slow_rate', number('1000/s', 1000, 'per_s')), 'slow rate = 1,000/s');
  assert.equal(axisValue('reply_size', number('1 KiB', 1024, 'bytes')), 'reply size = 1 KiB');
  assert.equal(axisValue('type', { text: 'topic' }), 'topic');
});

test('an axis is one of the matrix, with its number beside its text, or else a key of the load', () => {
  const workload = {
    axes: { size: '1k', mode: 'async' }, axis_values: { size: { value: 1024, unit: 'bytes' } },
    load: { mode: 'other', message_size_bytes: 20, persistent: false, window: null, consumers: 3 },
  };
  assert.deepEqual(axisOf(workload, 'size'), number('1k', 1024, 'bytes'));
  assert.deepEqual(axisOf(workload, 'mode'), { text: 'async' });
  assert.deepEqual(axisOf(workload, 'message_size_bytes'), number('20', 20, 'bytes'));
  assert.deepEqual(axisOf(workload, 'consumers'), number('3', 3));
  assert.deepEqual(axisOf(workload, 'persistent'), { text: 'false' });
  assert.deepEqual([axisOf(workload, 'window'), axisOf(workload, 'nothing')], [null, null]);
});

test('axis values sort by their numbers; words come first, as they came', () => {
  const values = [
    number('10', 10), number('9', 9), { text: 'b' }, number('0.5', 0.5), { text: 'a' }, number('1 KiB', 1024, 'bytes'),
  ];
  assert.deepEqual(values.sort(compareAxis).map(({ text }) => text), ['b', 'a', '0.5', '9', '10', '1 KiB']);
  assert.deepEqual([axisOrder(number('0.25', 0.25)), axisOrder({ text: 'a' }), axisOrder(null)], [0.25, NaN, NaN]);
  assert.equal(bytes(10000), '10 kB');
});

test('a percentile needs ten messages beyond it', () => {
  assert.deepEqual(['us_p50', 'us_p95', 'us_p99', 'us_p999', 'us_p9999', 'us_max'].map(needsMessages),
    [20, 200, 1000, 10000, 100000, 0]);
  assert.deepEqual([isKnown({ count: 9999 }, 'us_p999'), isKnown({ count: 10000 }, 'us_p999'),
    isKnown({ count: 1 }, 'us_max')], [false, true, true]);
  const p99 = (latency) => percentileOf(latency, 'us_p99');
  assert.deepEqual([p99({ count: 999, us_p99: 5 }), p99({ count: 1000, us_p99: 5 }), p99(null)], [null, 5, null]);
  assert.equal(percentileInWords({ count: 999, us_p99: 5 }, 'us_p99'), '– (needs 1,000 messages)');
});

test('a curve ends where ten messages lie beyond', () => {
  const curve = [[50, 1], [99, 2], [99.9, 3], [100, 9]];
  assert.deepEqual(knownPoints(curve, 1000), [[50, 1], [99, 2]]);
  assert.deepEqual(knownPoints(curve, 10000), [[50, 1], [99, 2], [99.9, 3]]);
});

const FEW = { us: 300, count: 500 };
const ROWS = { few: { 100: FEW, 1000: 900 }, many: { 100: 400, 1000: 800 } };
const view = (rows) => viewOf(sweepFiles(rows));

test('what a load is judged by, its factor, its place and its hover', () => {
  const { figures, contenders } = view(ROWS);
  const [figure] = figures;
  const list = standings(figure, contenders, false);
  assert.deepEqual(list.map((one) => [one.state, one.factor]), [['too_few', null], ['measured', null]],
    'nobody else is in the race');
  const app = { figures, contenders, state: { sure: false } };
  const column = columnOf(figure, app, measureNamed(''));
  assert.deepEqual(column.fields.map(({ text }) => text), [null, '400 µs']);
  const told = Object.fromEntries(factsOfField(column, column.fields[0]).map(([term, text]) => [term, text]));
  assert.equal(told['response time p99'], 'not known: too few messages');
  assert.equal(told['p50, p95, p99'], '75.0 µs, 150 µs, – (needs 1,000 messages) of 500 messages');
});

test('curves over the rate, and steps', () => {
  const { figures, contenders } = view(ROWS);
  const [{ lines }] = rateSweepPanels(figures, contenders, true);
  const p99s = lines.filter(({ quantile }) => quantile === 'p99');
  assert.deepEqual(Object.fromEntries(p99s.map(({ label, points }) => [label, points])),
    { few: [[1000, 900]], many: [[100, 400], [1000, 800]] });
  const step = (messages) =>
    ({ setting: 'window', value: '1', from_s: 0, end_to_end: { count: messages, us_p99: 7 }, send: null,
      produced: { mean_per_s: 1 }, consumed: { mean_per_s: 1 } });
  assert.deepEqual(stepsIn([{ steps: [step(999)] }, { steps: [step(1000)] }])[0].endToEnd, [7]);
});
