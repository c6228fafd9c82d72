// Two contenders compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseState } from '../web/filters/state.js';
import { commonLoads, comparedBy, heldByOne, withShortNames } from '../web/overview/comparison.js';
import { sweepFiles, storing } from './sweep-files.js';
import { viewOf } from './golden.js';

const rounded = (value) => Number(value.toFixed(3));

test('a pair has the factors of the generator, turned around if it is asked the other way; all or certain ones', () => {
  const pairs = [{ files: [2, 0], all: [[6931, 953, 3, 1, 1, -4055], null], certain: [null, [0, 100, 1, 0, 0, null]],
    loads: [null, [6931, 953]] }];
  const of = (first, second, sure) => comparedBy(pairs, [{ place: first }, { place: second }], sure);
  const shown = ({ name, better, cpu, mean }) => [name, better, cpu && rounded(cpu), ...Object.values(mean)
    .map((value) => (typeof value === 'number' ? rounded(value) : value))];
  assert.deepEqual(of(2, 0, false).means.map(shown), [['At full speed', 1, 0.667, 2, 1.818, 2.2, 3, true]]);
  assert.deepEqual(of(0, 2, false).means.map(shown), [['At full speed', -1, 1.5, 0.5, 0.455, 0.55, 3, true]]);
  assert.deepEqual(of(2, 0, true).means.map(shown), [['p99 at equal rates', 0, null, 1, 0.99, 1.01, 1, false]]);
  assert.deepEqual(of(0, 2, true).loads.map((one) => one && rounded(one.factor)), [null, 0.5]);
});

const FACTORS = [{ factor: 2 }, { factor: 3 }, { factor: 4 }];
const pairOf = (files) => {
  const { figures, contenders } = viewOf(files);
  return commonLoads({ figures, contenders, state: parseState('') }, FACTORS);
};

test('a load has the factor of its place if both have a number; one that a row did not run is left out', () => {
  const files = sweepFiles({ a: { 1000: 300, 5000: 300, 20000: 9 }, b: { 1000: 600, 5000: 'out' } });
  assert.deepEqual(pairOf(files).map(({ figure, factor }) => [figure.id, factor]),
    [['at-1000', FACTORS[0]], ['at-5000', null]]);
  assert.deepEqual(pairOf([storing(files[0], 0), files[1]])[0].fields.map(({ unstored }) => unstored), [true, false]);
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
