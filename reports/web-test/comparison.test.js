// Two contenders compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseState } from '../web/filters/state.js';
import { commonLoads, heldByOne, meanOver, withShortNames } from '../web/overview/comparison.js';
import { sweepFiles, storing } from './sweep-files.js';
import { viewOf } from './golden.js';

const close = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
const load = (factor, half, guess) => ({ factor, fields: [{ half, guess }, { half, guess }] });

test('a mean over loads: of repetitions it gets better with each load, of guesses it does not', () => {
  const known = meanOver([load(2, 0.1, false), load(8, 0.1, false)]);
  close(known.factor, 4);
  close(Math.log(known.high / known.factor), 0.1);
  close(known.factor / known.low, known.high / known.factor);
  const guessed = meanOver([load(2, 0.1, true), load(8, 0.1, true)]);
  close(Math.log(guessed.high / guessed.factor), Math.hypot(0.1, 0.1));
  assert.equal(guessed.loads, 2);
  assert.equal(meanOver([]), null);
});

const pairOf = (files) => {
  const view = viewOf(files);
  return commonLoads({ figures: view.figures, contenders: view.contenders, state: parseState('') });
};

test('of a p99 less is ahead; a load that only one row stored compares nothing', () => {
  const files = sweepFiles({ a: { 1000: 300, 5000: 300 }, b: { 1000: 600, 5000: 900 } });
  assert.deepEqual(pairOf(files).map(({ factor }) => factor), [2, 3]);
  const unlike = pairOf([storing(files[0], 0), storing(files[1], 5000)]);
  assert.deepEqual(unlike.map((one) => [one.factor, one.unlike]), [[null, true], [null, true]]);
  const both = pairOf(files.map((file) => storing(file, 0)));
  assert.deepEqual(both.map((one) => [one.factor, one.unlike]), [[2, false], [3, false]], 'neither stored it');
});

test('a rate that only one of them holds is told, the lowest one', () => {
  const rows = [{ short: 'A' }, { short: 'B' }];
  const told = (a, b) => heldByOne(pairOf(sweepFiles({ a, b })), rows);
  assert.deepEqual(told({ 1000: 300, 5000: 300, 20000: 300 }, { 1000: 300, 5000: 'out', 20000: 'out' }),
    ['A holds 5,000/s, B does not.']);
  assert.deepEqual(told({ 1000: 300, 5000: 'out' }, { 1000: 300, 5000: 300 }), ['B holds 5,000/s, A does not.']);
  assert.deepEqual(told({ 1000: 300, 5000: 'out' }, { 1000: 300, 5000: 'out' }), []);
});

test('names say no more than what tells the rows apart', () => {
  const row = (name, protocol) => ({ broker: { name }, brokerTitle: name, protocol, protocolTitle: protocol,
    label: `${name} · ${protocol}` });
  const short = (...rows) => withShortNames(rows).map((one) => one.short);
  assert.deepEqual(short(row('a', 'x'), row('a', 'y')), ['x', 'y']);
  assert.deepEqual(short(row('a', 'x'), row('b', 'x')), ['a', 'b']);
  assert.deepEqual(short(row('a', 'x'), row('b', 'y')), ['a · x', 'b · y']);
});
