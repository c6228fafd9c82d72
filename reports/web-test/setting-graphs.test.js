// Graphs over a setting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphCsv, tableOf } from '../web/charts/graph.js';
import { percentilePanels, settingPanels } from '../web/charts/setting-graphs.js';
import { LINES_MAX } from '../web/charts/time-graphs.js';
import { facetsOf, parseState, shownOf } from '../web/filters/state.js';
import { commandFor, commandsFor, declarationsOf } from '../web/lib/commands.js';
import { allCsv, csvOf } from '../web/lib/download.js';
import { bestFirst } from '../web/lib/standings.js';
import { viewOf } from './golden.js';
import { syntheticMatrix } from './matrix.js';
import { syntheticRows } from './rows.js';

const view = viewOf(syntheticMatrix(4, 3));
const group = (name) => view.groups.find((g) => g.name === name);
const sweeps = (name, index, all) => settingPanels(group(name), group(name).sections[index], view.contenders, all);

test('scaling: one graph for each size, rates over numbers of clients, each row with the ideal of its own first point',
    () => {
  const panels = sweeps('partitioned', 0, true);
  assert.deepEqual(panels.map(({ title }) => title),
    ['20 B', '1 KiB', '256 KiB'].map((size) => `Rate by clients on each side, ${size}`));
  const [{ lines }] = panels;
  assert.equal(lines.length, 12);
  for (const { points, ideal } of lines) {
    assert.deepEqual(ideal[0], points[0]);
    const [[from, rate]] = points;
    assert.ok(ideal.every(([x, y], i) => x === points[i][0] && Math.abs(y / rate - x / from) < 1e-9));
  }
  assert.ok(lines.every(({ points }) => points.every(([x]) => [1, 5, 10].includes(x))));
});

test('what counts clients is known by its values, whatever it is called; of anything else there is no ideal', () => {
  const named = (axis, load) => viewOf(syntheticMatrix(2, 1).map((file) => ({
    ...file,
    groups: file.groups.map((one) => (one.name === 'partitioned' ? { ...one, across: axis } : one)),
    workloads: file.workloads.map((workload) => {
      if (workload.group !== 'partitioned') return workload;
      const rename = ({ n, ...others }) => ({ [axis]: n, ...others });
      const { axes, axis_values: values } = workload;
      return { ...workload, axes: rename(axes), axis_values: rename(values), load: { ...workload.load, ...load } };
    }),
  })));
  const ideals = (from) => {
    const { sections, ...partitioned } = from.groups.find(({ name }) => name === 'partitioned');
    const panels = settingPanels(partitioned, sections[0], from.contenders, true);
    assert.ok(panels.length > 0);
    return panels.flatMap(({ lines }) => lines).filter(({ ideal }) => ideal).length;
  };
  assert.ok(ideals(named('workers', {})) > 0);
  assert.equal(ideals(named('count', { producers: 3, consumers: 3 })), 0);
});

test('each graph says itself whether more is better', () => {
  const panels = ['partitioned', 'latency'].flatMap((name) => sweeps(name, 0, true));
  for (const { title, more } of panels) assert.equal(more, title.startsWith('Rate'), title);
  assert.ok(panels.some(({ more }) => more === true) && panels.some(({ more }) => more === false));
});

test('only the best lines are drawn, unless all are wanted', () => {
  const [panel] = sweeps('partitioned', 0, false);
  assert.equal(panel.lines.length, LINES_MAX);
  assert.ok(panel.lines.some(({ label }) => label === 'Synthetic 0 · Protocol 0'));
  assert.ok(!panel.lines.some(({ label }) => label === 'Synthetic 3 · Protocol 2'));
});

test('latency against the rate sent, one graph for each kind of destination', () => {
  const panels = sweeps('latency', 0, true);
  assert.deepEqual(panels.map(({ title }) => title),
    ['p99 against the rate sent, queue', 'p99 against the rate sent, topic']);
  assert.ok(panels[0].lines
    .every(({ points }) => points.length >= 4 && points.every(([x], i) => i === 0 || x >= points[i - 1][0])));
});

test('curves come from the files', () => {
  const curve = [[0, 1], [50, 2], [100, 9]];
  const entry = (latency) => ({ contender: view.contenders[0],
    latencies: { end_to_end: latency && { kind: 'service_time', count: 1e9, ...latency } } });
  assert.deepEqual(percentilePanels([entry({ curve })])[0].lines.map(({ points }) => points), [curve.slice(0, 2)]);
  assert.deepEqual(percentilePanels([entry(null), entry({})]), []);
});

test('CSV quotes what it must, and no spreadsheet takes a text for a formula', () => {
  assert.equal(csvOf([['a,b', 'say "x"', 'two\nlines', -5, null], ['=1+1', '@x', '+x', '-x', 'plain']]),
    '"a,b","say ""x""","two\nlines",-5,\r\n\'=1+1,\'@x,\'+x,\'-x,plain\r\n');
});

test('the numbers of a graph as a table and as files', () => {
  const line = (key, points) => ({ key, label: key, points });
  const panel = {
    title: 'Consumed', unit: 'msg/s', x: 'time', show: String,
    lines: [line('a', [[1, 10], [2, 20]]), line('b', [[2, 7]])],
  };
  assert.deepEqual(tableOf(panel).rows.map(({ x, values }) => [x, ...values]),
    [['1.00 s', 10, null], ['2.00 s', 20, 7]]);
  assert.equal(graphCsv(panel), 't_s,a,b\r\n1,10,\r\n2,20,7\r\n');
});

test('all numbers: a line for each row and workload', () => {
  const lines = allCsv(view).trim().split('\r\n');
  assert.equal(lines.length, 1 + 12 * 110);
  const head = lines[0].split(',');
  assert.ok(lines.every((text) => text.startsWith('broker') || text.split(',').length >= head.length));
});

test('facets come from the loads; together they choose workloads', () => {
  assert.deepEqual(facetsOf(view).map(({ name, values }) => [name, values.map(({ value }) => value)]), [
    ['type', ['queue', 'topic']], ['persistent', ['no', 'yes']], ['size', ['20', '1024', '262144']],
    ['group', ['partitioned', 'fan_in_out', 'request_reply', 'latency']]]);
  const shown = shownOf(view, parseState('#type=topic&persistent=yes&size=20&group=partitioned'));
  assert.equal(shown.figures.length, 3);
});

test('the command that runs a workload again is quoted for a shell', () => {
  const contender = { broker: { name: "a b'; rm" }, protocol: 'stomp',
    file: { settings: { profile: 'quick', command_line: [] } } };
  assert.equal(commandFor({ id: '20b_1a' }, [contender, contender]),
    "bin/benchmark-all --profile quick --brokers 'a b'\\''; rm' --protocols stomp --only 20b_1a");
});

test('commands run exactly these rows: brokers with the same protocols together, and the order of the run by its seed',
    () => {
  const settings = { profile: 'quick', seed: 7, command_line: [] };
  const row = (name, protocol) => ({ broker: { name }, protocol, file: { settings } });
  const rows = [row('a', 'x'), row('a', 'y'), row('b', 'x'), row('c', 'y'), row('c', 'x')];
  assert.equal(commandsFor({ id: 'z' }, rows),
    'bin/benchmark-all --profile quick --brokers a,c --protocols x,y --only z --seed 7\n'
      + 'bin/benchmark-all --profile quick --brokers b --protocols x --only z --seed 7');
});

test('the command keeps what decided about the workload: scenarios, timing, the broker of a URL', () => {
  const ran = (...words) => commandFor({ id: 'x' },
    [{ broker: { name: 'mine' }, protocol: 'stomp', file: { settings: { profile: 'quick', command_line: words } } }]);
  assert.equal(ran('--scenarios', 'my load.yaml', '--samples=3', '--repeat', '5', '--only', '20b_*'),
    'bin/benchmark-all --profile quick --brokers mine --protocols stomp --only x '
      + "--scenarios 'my load.yaml' --samples 3");
  assert.equal(ran('--url=stomp://there:61613', '--samples'),
    'bin/benchmark-all --profile quick --only x --url stomp://there:61613');
});

test('the scenario file of a group, and which rows had another one', () => {
  const row = (...groups) => ({ file: { groups } });
  const [a, b, c, old] = [
    row({ name: 'g', file: '1.yaml', yaml: 'group: g' }), row({ name: 'g', file: '1.yaml', yaml: 'group: g # new' }),
    row({ name: 'g', file: '2.yaml', yaml: 'group: g' }), row({ name: 'g' }),
  ];
  assert.deepEqual(declarationsOf('g', [a, b, c, old]),
    [{ file: '1.yaml', yaml: 'group: g', rows: [a, c] }, { file: '1.yaml', yaml: 'group: g # new', rows: [b] }]);
  assert.deepEqual(declarationsOf('other', [a]), []);
});

const list = (...factors) => factors.map((factor) => ({ factor }));

test('rows are sorted by the geometric mean of their factors; those without any come last; equal ones keep their order',
    () => {
  assert.deepEqual(bestFirst([list(4, 1, null, 2, 2), list(9, 5, null, 2, 2)]), [3, 4, 1, 0, 2]);
  assert.deepEqual(bestFirst([list(null, null, 3), list(null, null, null)]), [2, 0, 1]);
  assert.deepEqual(bestFirst([]), []);
});

test('graphs of linked phases draw the best rows over all phases, and say how many there are', () => {
  const made = viewOf(syntheticRows());
  // names are in alphabetical order, speeds in the reverse order
  for (const { contender, number } of made.figures.flatMap(({ entries }) => entries)) {
    if (number) number.value = 1 + contender.index;
  }
  const linked = made.groups.find(({ phased }) => phased);
  const panels = settingPanels(linked, linked.sections[0], made.contenders, false);
  assert.ok(panels.length > 0);
  const tried = settingPanels(linked, linked.sections[0], made.contenders, true);
  for (const [i, { lines, of }] of panels.entries()) {
    assert.equal(lines.length, LINES_MAX);
    assert.deepEqual([of, tried[i].of], [tried[i].lines.length, tried[i].lines.length]);
    assert.deepEqual(lines.map(({ key }) => key), [...made.contenders].reverse().map(({ key }) => key)
      .filter((key) => tried[i].lines.some((line) => line.key === key)).slice(0, LINES_MAX));
  }
});

test('graphs over a setting say of how many rows they show the best', () => {
  const made = viewOf(syntheticMatrix(4, 3));
  const [linked] = made.groups;
  const [panel] = settingPanels(linked, linked.sections[0], made.contenders, false);
  assert.deepEqual([panel.lines.length, panel.of], [LINES_MAX, 12]);
});
