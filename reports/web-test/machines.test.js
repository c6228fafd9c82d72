import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShown, machineFacet, parseState, toggled } from '../web/filters/state.js';
import { columnOf, measureNamed, standings } from '../web/lib/standings.js';
import { buildView, machinesOf } from '../web/lib/view-model.js';
import { judgementsFor } from '../web/overview/ranking.js';
import { pageFormOf, rowsOf, standingsOf, viewOf } from './golden.js';
import { syntheticRows } from './rows.js';

const none = parseState('');
const on = (host) => (file) => ({ ...file, environment: { ...file.environment, host } });
const rows = (host) => syntheticRows(['activemq', 'artemis', 'qpid'], ['stomp']).map(on(host));
/** The same rows on two machines. The second machine is slower by a factor. */
const files = [...rows('one'), ...rows('two')
  .map((file) => ({ ...file, means: [], workloads: file.workloads.map(slower) }))];
function slower(workload) {
  if (!workload.summary) return workload;
  const rate = (of) => ({ ...of, mean_per_s: of.mean_per_s / 1000 });
  return {
    ...workload, summary: { ...workload.summary, produced: rate(workload.summary.produced),
      consumed: rate(workload.summary.consumed) },
  };
}
const view = viewOf(files);
const { contenders } = view;

test('a row is named by its machine, and the machines by the generator where it tells', () => {
  assert.deepEqual(machinesOf(contenders), ['one', 'two']);
  assert.ok(contenders.every(({ label, machine }) => label.endsWith(` · ${machine}`)));
  assert.equal(new Set(contenders.map(({ key }) => key)).size, 6);
  const again = files.map(on('one'));
  const told = rowsOf(again).map((row) => ({ ...row, machine: row.file < 3 ? 'one (cores 2)' : 'one (cores 64)' }));
  const drawn = buildView(pageFormOf(again), told, standingsOf(again)).contenders;
  assert.deepEqual([...machinesOf(drawn)].sort(), ['one (cores 2)', 'one (cores 64)']);
  assert.equal(new Set(drawn.map(({ key }) => key)).size, 6);
});

test('no factor is between machines: each has a best of its own', () => {
  const figure = view.figures.find(({ id }) => id === '20b_1a_1queue_1');
  const best = (list) => list.filter(({ factor }) => factor === 1).map(({ entry }) => entry.contender.machine);
  const list = standings(figure, contenders, false);
  assert.deepEqual(best(list).sort(), ['one', 'two']);
  const alone = standings(figure, contenders.filter(({ machine }) => machine === 'two'), false);
  for (const { entry, factor } of alone) assert.equal(factor, list.find((one) => one.entry === entry).factor);
  const column = columnOf(figure, { contenders, state: none }, measureNamed('rate'));
  assert.deepEqual(best(column.fields).sort(), ['one', 'two']);
});

test('machines are chosen as brokers are', () => {
  const [facet] = machineFacet(view);
  assert.deepEqual(facet.values.map(({ value }) => value), ['one', 'two']);
  assert.deepEqual(machineFacet(viewOf(rows('one'))), []);
  const state = parseState('#machine=two');
  const shown = (of) => contenders.filter((row) => isShown(row, of));
  assert.deepEqual(shown(state).map(({ machine }) => machine), ['two', 'two', 'two']);
  const [first] = contenders.filter(({ machine }) => machine === 'one');
  assert.equal(shown(toggled(contenders, state, first)).length, 4, 'a row of the other machine joins');
});

test('what was judged of each machine that is shown', () => {
  const all = ['one', 'two']
    .flatMap((machine) => [false, true].map((sure) => ({ machine, certain_only: sure, common_only: false })));
  assert.deepEqual(judgementsFor(all, none).map(({ machine }) => machine), ['one', 'two']);
  assert.deepEqual(judgementsFor(all, { ...none, sure: true, machine: ['two'] }), [all[3]]);
  assert.equal(judgementsFor([{ machine: '', certain_only: false, common_only: false }],
    { ...none, machine: ['gone'] }).length, 1);
});
