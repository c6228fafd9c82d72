import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearAxis, logAxis } from '../web/axes.js';
import { si } from '../web/format.js';
import { consumerGroupsOf, panelsOf } from '../web/panels.js';

const LOAD = { producers: 2, consumers: 2, request_reply: false, open_loop: false };

function sample(t, consumed, connected) {
  return {
    t_s: t,
    interval_s: 2,
    produced_per_s: 10,
    consumed_per_s: 10,
    groups: [
      { name: 'senders', role: 'producer', consumed: 0, connected },
      ...Object.entries(consumed).map(([name, number]) => ({ name, role: 'consumer', consumed: number, connected: 1 })),
    ],
  };
}

function entryWith(samples) {
  return { contender: { index: 0, label: 'A' }, cells: [{ samples }] };
}

test('several consumer groups are drawn one by one, as rates', () => {
  const entries = [entryWith([sample(1, { fast: 100, slow: 4 }, 2), sample(2, { fast: 120, slow: 6 }, 2)])];
  assert.deepEqual(consumerGroupsOf(entries), ['fast', 'slow']);
  const panels = panelsOf(LOAD, null, entries);
  assert.deepEqual(panels.map(({ title }) => title), ['Produced', 'Consumed', 'Consumed: fast', 'Consumed: slow']);
  assert.deepEqual(panels[3].lines[0].points, [[1, 2], [2, 3]]);
});

test('connections are drawn where they change', () => {
  const names = (...connected) => panelsOf(LOAD, null, [entryWith(connected.map((number, i) => sample(i, { all: 1 }, number)))]).map(({ name }) => name);
  assert.deepEqual(names(2, 2), ['produced', 'consumed']);
  assert.deepEqual(names(50, 100), ['produced', 'consumed', 'connections']);
});

test('what nobody has is not drawn', () => {
  assert.deepEqual(panelsOf({ ...LOAD, open_loop: true }, null, [entryWith([sample(1, { all: 1 }, 1)])]).map(({ name }) => name), ['produced', 'consumed']);
  assert.deepEqual(panelsOf(LOAD, null, [entryWith([])]), []);
});

test('the linear axis runs from 0 to a round number above the highest value', () => {
  const axis = linearAxis([418000, 71000], si);
  assert.deepEqual([axis.min, axis.max, axis.ticks.map(([, label]) => label)], [0, 600000, ['0', '200k', '400k', '600k']]);
  assert.deepEqual(linearAxis([1_310_000], si).ticks.map(([, label]) => label), ['0', '500k', '1M', '1.5M']);
  assert.ok(linearAxis([0], si).max > 0);
});

test('the logarithmic axis runs between powers of ten; zero lies on its bottom', () => {
  const axis = logAxis([0, 950, 418000], si);
  assert.deepEqual([axis.min, axis.max, axis.ticks.map(([, label]) => label)], [2, 6, ['100', '1k', '10k', '100k', '1M']]);
  assert.deepEqual([axis.at(0), axis.at(1000)], [2, 3]);
  assert.deepEqual(logAxis([0], si).ticks.map(([, label]) => label), ['1', '10']);
});
