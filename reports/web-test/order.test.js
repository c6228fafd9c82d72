// The order of rows where several cells stand together, and that graphs of phases draw the best of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestFirst } from '../web/order.js';
import { LINES_MAX } from '../web/panels.js';
import { sweepsOf } from '../web/sweeps.js';
import { buildView } from '../web/view.js';
import { syntheticMatrix } from './matrix.js';
import { syntheticRows } from './rows.js';

const list = (...factors) => factors.map((factor) => ({ factor }));

test('rows are sorted by the geometric mean of their factors; those without any come last; equal ones keep their order',
    () => {
  assert.deepEqual(bestFirst([list(4, 1, null, 2, 2), list(9, 5, null, 2, 2)]), [3, 4, 1, 0, 2]);
  assert.deepEqual(bestFirst([list(null, null, 3), list(null, null, null)]), [2, 0, 1]);
  assert.deepEqual(bestFirst([]), []);
});

test('graphs of linked phases draw the best rows over all phases, and say how many there are', () => {
  const view = buildView(syntheticRows());
  // the names stand in order of the alphabet, the speeds the other way round
  for (const { contender, rates } of view.figures.flatMap(({ entries }) => entries)) {
    for (const rate of Object.values(rates)) if (rate) rate.mean = 1 + contender.index;
  }
  const group = view.groups.find(({ phased }) => phased);
  const panels = sweepsOf(group, group.sections[0], view.contenders, false);
  assert.ok(panels.length > 0);
  const tried = sweepsOf(group, group.sections[0], view.contenders, true);
  for (const [i, { lines, of }] of panels.entries()) {
    assert.equal(lines.length, LINES_MAX);
    assert.deepEqual([of, tried[i].of], [tried[i].lines.length, tried[i].lines.length]);
    assert.deepEqual(lines.map(({ key }) => key), [...view.contenders].reverse().map(({ key }) => key)
      .filter((key) => tried[i].lines.some((line) => line.key === key)).slice(0, LINES_MAX));
  }
});

test('graphs over a setting say of how many rows they show the best', () => {
  const view = buildView(syntheticMatrix(4, 3));
  const [group] = view.groups;
  const [panel] = sweepsOf(group, group.sections[0], view.contenders, false);
  assert.deepEqual([panel.lines.filter(({ ideal }) => !ideal).length, panel.of], [LINES_MAX, 12]);
});
