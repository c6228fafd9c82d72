// The address of the page, and what it selects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenRuns, dayOf, MENUS, parseChoice, printChoice, valuesOf } from '../web/filters/state.js';

const day = (text) => Date.parse(`${text}T12:00:00Z`);
const RUNS = [
  { path: 'a', machines: ['one (X, 2 cores)'], brokers: ['Artemis', 'Qpid'],
    versions: ['Artemis 2.56.0', 'Qpid 10.1.0'],
    started_at_ms: day('2026-11-20') },
  {
    path: 'b', machines: ['two (Y, 64 cores)'], brokers: ['Artemis'], versions: ['Artemis 2.44.0'],
    started_at_ms: day('2026-11-21'),
  },
  { path: 'c', machines: ['two (Y, 64 cores)'], brokers: ['Qpid'], versions: ['Qpid 10.1.0'], started_at_ms: null },
];
const none = parseChoice('');
const left = (wish) => chosenRuns(RUNS, { ...none, ...wish }).map(({ path }) => path).join('');
const offered = (name, wish) => valuesOf(RUNS, { ...none, ...wish }, MENUS.find((menu) => menu.name === name));

test('each choice leaves the runs that have it, and all choices together', () => {
  assert.equal(left({}), 'abc');
  assert.equal(left({ machine: 'two (Y, 64 cores)' }), 'bc');
  assert.equal(left({ broker: 'Qpid' }), 'ac');
  assert.equal(left({ version: 'Artemis 2.44.0' }), 'b');
  assert.equal(left({ machine: 'two (Y, 64 cores)', broker: 'Qpid' }), 'c');
  assert.equal(left({ broker: 'HornetQ' }), '');
});

test('days count whole, in UTC; a run of an unknown day is in no span', () => {
  assert.equal(left({ from: '2026-11-20' }), 'ab');
  assert.equal(left({ from: '2026-11-21' }), 'b');
  assert.equal(left({ to: '2026-11-20' }), 'a');
  assert.equal(left({ from: '2026-11-22' }), '');
  assert.equal(dayOf({ started_at_ms: Date.parse('2026-11-20T23:59:59Z') }), '2026-11-20');
  assert.equal(dayOf({ started_at_ms: 1e300 }), '');
});

test('a menu offers what the other choices leave, and keeps what is chosen in it', () => {
  assert.deepEqual(offered('version', {}), ['Artemis 2.44.0', 'Artemis 2.56.0', 'Qpid 10.1.0']);
  const other = { machine: 'one (X, 2 cores)', version: 'Artemis 2.44.0' };
  assert.deepEqual(offered('version', other), ['Artemis 2.44.0', 'Artemis 2.56.0', 'Qpid 10.1.0']);
  assert.deepEqual(offered('broker', { version: 'Artemis 2.44.0' }), ['Artemis']);
  assert.deepEqual(offered('machine', { to: '2026-11-20' }), ['one (X, 2 cores)']);
});

test('the address holds the choice, whatever is in it', () => {
  const wish = { machine: 'a & b=c#', broker: '', version: 'é %', from: '2026-11-20', to: '' };
  assert.deepEqual(parseChoice(printChoice(wish)), wish);
  assert.equal(printChoice(none), '#');
  assert.deepEqual(parseChoice('#machine=%&nothing=1'), { ...none, machine: '%' });
});
