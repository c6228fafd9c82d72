// Graphs over time, and the places along their axes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearAxis, logAxis, percentileAxis, settingsAxis, tightLogAxis, timeAxis } from '../web/charts/chart.js';
import { apart } from '../web/charts/chart.js';
import { graphCsv, placesOf, tableOf } from '../web/charts/graph.js';
import {
  consumerGroupsOf, describe, drawnEntries, LINES_MAX, mainPlaces, nameOfLine, timePanels,
} from '../web/charts/time-graphs.js';
import { column } from '../web/lib/data.js';
import { si } from '../web/lib/format.js';
import { columnsOf } from './golden.js';

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
  return {
    contender: { index: 0, label: 'A', key: 'a' },
    workloads: [{ ...columnsOf(samples), timing: { warm_up_s: 1 }, drain: { duration_s: 0.5 } }],
  };
}

test('several consumer groups are drawn one by one, as rates', () => {
  const entries = [entryWith([sample(1, { fast: 100, slow: 4 }, 2), sample(2, { fast: 120, slow: 6 }, 2)])];
  assert.deepEqual(consumerGroupsOf(entries), ['fast', 'slow']);
  const panels = timePanels({ load: LOAD }, entries);
  assert.deepEqual(panels.map(({ title }) => title), ['Produced', 'Consumed', 'Consumed: fast', 'Consumed: slow']);
  assert.deepEqual(panels[3].lines[0].points, [[1, 2], [2, 3]]);
});

test('connections are drawn where they change', () => {
  const names = (...connected) => timePanels({ load: LOAD },
    [entryWith(connected.map((number, i) => sample(i, { all: 1 }, number)))]).map(({ name }) => name);
  assert.deepEqual(names(2, 2), ['produced', 'consumed']);
  assert.deepEqual(names(50, 100), ['produced', 'consumed', 'connections']);
});

test('a p99 over time is of 1,000 messages in most intervals, and of none with fewer; else the median is drawn', () => {
  const samples = (...counts) => counts.map((count, i) =>
    ({ ...sample(i, { all: 1 }, 1), end_to_end: { count, us_p50: 1, us_p99: 9 } }));
  const drawn = (...counts) => timePanels({ load: { ...LOAD, open_loop: true } }, [entryWith(samples(...counts))])
    .filter(({ name }) => name === 'end_to_end').map(({ title, lines }) => [title, lines[0].points]);
  assert.deepEqual(drawn(1000, 999, 1000), [['Response time, p99 of each interval', [[0, 9], [2, 9]]]]);
  assert.deepEqual(drawn(400, 400, 1000), [['Response time, p50 of each interval', [[0, 1], [1, 1], [2, 1]]]]);
});

test('what nobody has is not drawn', () => {
  assert.deepEqual(timePanels({ load: { ...LOAD, open_loop: true } }, [entryWith([sample(1, { all: 1 }, 1)])])
    .map(({ name }) => name), ['produced', 'consumed']);
  assert.deepEqual(timePanels({ load: LOAD }, [entryWith([])]), []);
});

test('the linear axis runs from 0 to a round number above the highest value', () => {
  const axis = linearAxis([418000, 71000], si);
  assert.deepEqual([axis.min, axis.max, axis.ticks.map(([, label]) => label)],
    [0, 600000, ['0', '200k', '400k', '600k']]);
  assert.deepEqual(linearAxis([1_310_000], si).ticks.map(([, label]) => label), ['0', '500k', '1M', '1.5M']);
  assert.ok(linearAxis([0], si).max > 0);
});

test('the logarithmic axis runs between powers of ten; zero has a place and a tick of its own below them', () => {
  const axis = logAxis([0, 950, 418000], si);
  assert.deepEqual([axis.min, axis.max, axis.ticks.map(([, label]) => label)],
    [1.4, 6, ['0', '100', '1k', '10k', '100k', '1M']]);
  assert.deepEqual([axis.at(0), axis.at(1000)], [1.4, 3]);
  assert.equal(logAxis([950, 418000], si).min, 2);
  assert.deepEqual(logAxis([0], si).ticks.map(([, label]) => label), ['0', '1', '10']);
});

test('the axes of settings, percentiles and times', () => {
  const labels = ({ ticks }) => ticks.map(([, label]) => label);
  assert.deepEqual(labels(settingsAxis([1, 5, 10, 200, 1000], si)), ['1', '5', '10', '200', '1k']);
  assert.deepEqual(labels(tightLogAxis([900, 9000], si)), ['1k', '2k', '5k', '10k']);
  assert.deepEqual(labels(percentileAxis([0, 50, 99.95, 100])), ['0 %', '50 %', '90 %', '99 %', '99.9 %']);
  assert.equal(percentileAxis([99]).at(90), 1);
  assert.deepEqual(labels(timeAxis(-3, 17)), ['0 s', '5 s', '10 s', '15 s']);
});

test('a graph knows its warm-up and drain', () => {
  const panels = timePanels({ load: LOAD }, [entryWith([sample(2, { all: 1 }, 1), sample(4, { all: 1 }, 1)])]);
  assert.deepEqual(panels.map(({ warmUp, end, drain }) => [warmUp, end, drain]),
    [[1, 4, 0.5], [1, 4, 0.5]]);
});

test('120,000 points and more are no problem', () => {
  const workload = {
    sample_count: 150_000, client_groups: [],
    series: { t_s: Array.from({ length: 150_000 }, (_, i) => i), produced_per_s: Array(150_000).fill(7), errors: 0 },
  };
  const [panel] = timePanels({ load: { producers: 1, consumers: 0 } },
    [{ contender: { key: 'a', label: 'A' }, workloads: [workload] }]);
  assert.equal(panel.lines[0].points.length, 150_000);
  assert.match(describe(panel, 'x'), /^Chart, x: produced in msg\/s over 149999 s\. A 7\.00\.$/);
});

test('a column of equal numbers is one number; a path that no sample has is empty', () => {
  const workload = { series: { t_s: [1, 2], produced_per_s: 10 }, sample_count: 2 };
  assert.deepEqual(['t_s', 'produced_per_s', 'nothing'].map((path) => column(workload, path)),
    [[1, 2], [10, 10], [null, null]]);
  assert.deepEqual(column({ sample_count: 2 }, 't_s'), []);
});

test('no more lines than can be told apart, the best first, unless all are wanted', () => {
  const contenders = Array.from({ length: 20 }, (_, index) => ({ index }));
  const entries = contenders.map((contender) => ({
    contender, workloads: [{ sample_count: contender.index === 5 ? 0 : 1 }],
      number: contender.index === 3 ? null : { value: 1 + contender.index },
  }));
  const drawn = drawnEntries({ criterion: { more: true }, entries }, contenders, false);
  assert.deepEqual([drawn.length, drawn[0].contender.index], [LINES_MAX, 19]);
  const all = drawnEntries({ criterion: { more: true }, entries }, contenders, true);
  assert.deepEqual([all.length, all.at(-1).contender.index], [19, 3],
    'a row without samples has no line; one without a number is the last');
});

test('CPU, memory and disk over time are drawn where the samples have them', () => {
  const used = { broker: { cpu_cores: 1.5, resident_bytes: 1e9, written_bytes_per_s: 0 }, client: { cpu_cores: 0.5 } };
  const names = (resources) => timePanels({ load: LOAD },
    [entryWith([{ ...sample(1, { all: 1 }, 1), resources }, { ...sample(2, { all: 1 }, 1), resources }])])
    .map(({ name }) => name);
  assert.deepEqual(names(used), ['produced', 'consumed', 'cpu-broker', 'cpu-client', 'memory'], 'nothing was written');
  assert.deepEqual(names({ ...used, broker: { ...used.broker, written_bytes_per_s: 7 } }).at(-1),
    'written_bytes_per_s');
  assert.deepEqual(names({ ...used, broker: { ...used.broker, context_switches_per_s: 7, gc_share: 0.5 } }).at(-1),
    'context_switches_per_s', 'what has no heading is in files only');
  assert.deepEqual(names(undefined), ['produced', 'consumed']);
});

test('names at the ends of lines: in their order, none over another, and no more than fit', () => {
  const at = (...all) => apart(all.map((y, i) => ({ x: 0, y, width: 50, i })), 100);
  const places = at(50, 50, 51, 200).map(({ y }) => y);
  assert.deepEqual(at(51, 50, 200).map(({ i }) => i), [1, 0, 2]);
  for (let i = 1; i < places.length; i += 1) assert.ok(places[i] - places[i - 1] > 14.5, `${places}`);
  assert.ok(places[0] > 0 && places.at(-1) < 100, `${places}`);
  assert.equal(at(...Array(50).fill(10)).length, 6);
  assert.deepEqual(apart([{ x: 0, y: 50, width: 9 }, { x: 10, y: 50, width: 9 }], 100).map(({ y }) => y), [50, 50]);
});

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

test('settings are compared as they are; curves have a value at every percentile', () => {
  const settings =
    placesOf(graph('settings', line('a', [[1, 1], [10, 5]]), line('b', [[1, 1], [100, 100]])));
  assert.deepEqual(settings, [
    { at: 1, values: [1, 1] }, { at: 10, values: [5, null] }, { at: 100, values: [null, 100] },
  ]);
  const curves = placesOf(graph('percentiles', line('a', [[50, 1], [100, 9]]), line('b', [[0, 2], [99, 3]])));
  assert.deepEqual(curves, [
    { at: 0, values: [1, 2] }, { at: 50, values: [1, 3] }, { at: 99, values: [9, 3] }, { at: 100, values: [9, null] },
  ]);
});

test('the main graph is of what decides; where more than eight lines would overlap, each broker has its own', () => {
  const places = (criterion, ...values) => mainPlaces({ load: { ...LOAD, open_loop: true }, criterion },
    values.map((value, i) => ({ contender: { brokerTitle: `B${i % 3}` }, workloads: [{}], number: { value } })))
    .map(({ name }) => name);
  const even = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  assert.deepEqual(places({ more: true, side: 'consumed' }, ...even), ['consumed']);
  assert.deepEqual(places({ more: false, latency: 'end_to_end' }, 10, 20), ['end_to_end']);
  assert.deepEqual(places({ more: true, side: 'consumed' }, ...even, 60),
    ['consumed of B0', 'consumed of B1', 'consumed of B2']);
});

test('where there are several repetitions each is named, the first one too', () => {
  const workload = (repetition) => ({ repetition,
    ...columnsOf([{ t_s: 1, interval_s: 1, produced_per_s: 7 * repetition }]) });
  const [one] = timePanels({ load: { producers: 1, consumers: 0 } },
    [{ contender: { key: 'a', label: 'A' }, workloads: [workload(1)] }]);
  const [two] = timePanels({ load: { producers: 1, consumers: 0 } },
    [{ contender: { key: 'a', label: 'A' }, workloads: [workload(1), workload(2)] }]);
  assert.deepEqual(one.lines.map(nameOfLine), ['A']);
  assert.deepEqual(two.lines.map(nameOfLine), ['A, repetition 1', 'A, repetition 2']);
  assert.match(describe(two, 'x'), /A, repetition 1 7\.00; A, repetition 2 14\.0\.$/);
  assert.match(graphCsv(two), /^t_s,a \(1\),a \(2\)\r\n1,7,14\r\n/);
});
