import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisOrder, axisValue, bytes, compareAxis, count, dateTime, factor, micros, si } from '../web/format.js';

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

test('axis values read as words, whatever the axis', () => {
  assert.equal(axisValue('producers', '5'), '5 producers');
  assert.equal(axisValue('producers', '1'), '1 producer');
  assert.equal(axisValue('n', '10'), 'n = 10');
  assert.equal(axisValue('size', '256k'), '256 KiB');
  assert.equal(axisValue('message_size_bytes', 20), '20 B');
  assert.equal(axisValue('persistent', 'yes'), 'persistent');
  assert.equal(axisValue('mode', 'async'), 'non-persistent, not confirmed');
  assert.equal(axisValue('mode', 'other'), 'mode = other');
  assert.equal(axisValue('persistent', false), 'non-persistent');
  assert.equal(axisValue('destination', 'queue'), 'queue');
});

test('what could be of any axis has its name: words, shares, and sizes and rates of something else', () => {
  assert.equal(axisValue('ack', 'dups_ok'), 'ack = dups ok');
  assert.equal(axisValue('ack', 'none'), 'ack = none');
  assert.equal(axisValue('load', 'max'), 'load = max');
  assert.equal(axisValue('load', '50 %'), 'load = 50 %');
  assert.equal(axisValue('rate', '1000/s'), '1,000/s');
  assert.equal(axisValue('slow_rate', '1000/s'), 'slow rate = 1,000/s');
  assert.equal(axisValue('reply_size', '1 KiB'), 'reply size = 1 KiB');
  assert.equal(axisValue('size', '1 KiB'), '1 KiB');
  assert.equal(axisValue('type', 'topic'), 'topic');
});

test('axis values sort by what they mean: sizes, decimals, times, rates, shares; words come first, as they came',
    () => {
  const sorted = (...values) => [...values].sort(compareAxis);
  assert.deepEqual(sorted('1 MB', '10 kB', '1.5 KiB', '20 B', '1 KiB', '256 KiB', '1 MiB'),
    ['20 B', '1 KiB', '1.5 KiB', '10 kB', '256 KiB', '1 MB', '1 MiB']);
  assert.deepEqual(sorted('1.5 s', '500 us', '2 min', '10 ms'), ['500 us', '10 ms', '1.5 s', '2 min']);
  assert.deepEqual(sorted('75 %', '10 %', 'max', '100/s', '6/min'), ['max', '6/min', '10 %', '75 %', '100/s']);
  assert.deepEqual(sorted('10', '9', 'b', '0.5', 'a', '1,000'), ['b', 'a', '0.5', '9', '10', '1,000']);
  assert.equal(axisOrder('0.25'), 0.25);
  assert.equal(axisValue('size', '1.5 KiB'), '1.50 KiB');
  assert.equal(bytes(10000), '10 kB');
  assert.equal(axisValue('think', '10 ms'), 'think 10 ms');
});
