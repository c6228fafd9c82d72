// The graphs over time of one workload, and of linked phases.
import { column, pointsOf } from '../lib/data.js';
import { bytes, digits, isKnown, micros, QUANTILES, si, words } from '../lib/format.js';
import { maxOf, minOf, rules, sumOf, unique } from '../lib/rules.js';
import { bestFirst, standings } from '../lib/standings.js';
import { entryOfRow } from '../lib/view-model.js';
import { lineOf } from './line-styles.js';

const rate = (name, title, path) => ({ name, title, unit: 'msg/s', path, show: si });
const time = (name, title) => ({ name, title, latency: name, show: micros, log: true });
const KINDS = {
  produced: rate('produced', 'Produced', 'produced_per_s'),
  consumed: rate('consumed', 'Consumed', 'consumed_per_s'),
  requests: rate('requests', 'Requests', 'produced_per_s'),
  depth: { name: 'depth', title: 'Queue depth', unit: 'messages', path: 'depth', show: si },
  round_trip: time('round_trip', 'Round trip'),
  end_to_end: time('end_to_end', 'Response time'),
};

function withQuantile(kind, workloads) {
  const { latency, title } = kind;
  if (!latency) return kind;
  const countsIn = (workload) => column(workload, `${latency}.count`);
  const counts = workloads.flatMap(countsIn).filter(Number.isFinite);
  const enough = counts.filter((count) => isKnown({ count }, 'us_p99')).length;
  const quantile = 2 * enough >= counts.length ? 'us_p99' : 'us_p50';
  const read = (workload) => {
    const each = countsIn(workload);
    return pointsOf(workload, column(workload, `${latency}.${quantile}`)
      .map((us, i) => (isKnown({ count: each[i] }, quantile) ? us : null)));
  };
  return { ...kind, title: `${title}, ${QUANTILES[quantile]} of each interval`, read };
}

function plannedPanels({ load, phase }) {
  if (load.request_reply) return [KINDS.requests, KINDS.round_trip];
  return [
    load.producers > 0 && KINDS.produced,
    load.consumers > 0 && KINDS.consumed,
    phase && KINDS.depth,
    load.open_loop && load.consumers > 0 && KINDS.end_to_end,
  ].filter(Boolean);
}

const machine = (name, title, unit, path, show) => ({ name, title, unit, path: `resources.${path}`, show });

const MACHINE = [
  machine('cpu-broker', 'CPU of the broker', 'cores', 'broker.cpu_cores', digits),
  machine('cpu-client', 'CPU of the generator', 'cores', 'client.cpu_cores', digits),
  machine('memory', 'Memory of the broker', '', 'broker.resident_bytes', bytes),
];

const counted = () => rules.counters.filter(({ chart }) => chart)
  .map(({ key, unit, chart }) => machine(key, chart, unit, `broker.${key}`, unit === 'bytes/s' ? bytes : si));

const workloadsOf = (entries) => entries.flatMap(({ workloads }) => workloads);

/** Each of several consumer groups has its own graph, because a slow one would vanish in the sum. */
export const consumerGroupsOf = (entries) => unique(workloadsOf(entries)
  .flatMap((workload) => workload.client_groups).filter(({ role }) => role === 'consumer').map(({ name }) => name));

export function consumedBy(workload, consumer) {
  const index = workload.client_groups.findIndex(({ name, role }) => role === 'consumer' && name === consumer);
  const seconds = column(workload, 'interval_s');
  return column(workload, `groups.${index}.consumed`)
    .map((messages, i) => (messages === null ? null : messages / seconds[i]));
}

function connectionsIn(workload) {
  const all = workload.client_groups.map((_, index) => column(workload, `groups.${index}.connected`));
  return column(workload, 't_s').map((_, i) => sumOf(all.map((connected) => connected[i])));
}

function furtherKinds(entries) {
  const groups = consumerGroupsOf(entries);
  const connections = workloadsOf(entries).flatMap(connectionsIn);
  return [
    ...(groups.length > 1 ? groups : []).map((name) => ({ ...rate(`consumed-${name}`, `Consumed: ${name}`),
      read: (workload) => pointsOf(workload, consumedBy(workload, name)) })),
    ...(maxOf(connections) > 1.5 * minOf(connections)
      ? [{ name: 'connections', title: 'Open connections', show: si,
        read: (workload) => pointsOf(workload, connectionsIn(workload)) }] : []),
    ...[...MACHINE, ...counted()]
      .filter(({ path }) => workloadsOf(entries).some((workload) => column(workload, path).some((value) => value > 0))),
  ];
}

export const LINES_MAX = 8;

const hasSamples = (workload) => workload.sample_count > 0;

export function drawnEntries(figure, contenders, all) {
  const worth = ({ number }) => (number ? number.value * (figure.criterion.more ? -1 : 1) : Infinity);
  const sorted = figure.entries
    .filter(({ contender, workloads }) => contenders.includes(contender) && workloads.some(hasSamples))
    .sort((a, b) => worth(a) - worth(b) || a.contender.index - b.contender.index);
  return sorted.slice(0, all ? undefined : LINES_MAX);
}

export function timePanels(figure, entries, kinds = [...plannedPanels(figure), ...furtherKinds(entries)]) {
  const workloads = workloadsOf(entries);
  const errors = workloads.flatMap((workload) => pointsOf(workload, column(workload, 'errors')))
    .filter(([, number]) => number > 0).map(([t]) => t);
  return kinds.map((kind) => withQuantile(kind, workloads)).map((kind) => ({
    ...kind, x: 'time', ...timesOf(workloads), errors, lines: linesOf(kind, entries),
  })).filter(({ lines }) => lines.length > 0);
}

/** Whether more than `LINES_MAX` lines would lie within a quarter of the height of their graph. */
function isCrowded({ criterion: { more } }, entries) {
  const heights = entries.filter(({ number }) => number?.value > 0)
    .flatMap(({ number, workloads }) => workloads.map(() => (more ? number.value : Math.log10(number.value))))
    .sort((a, b) => a - b);
  const height = more ? heights.at(-1) : Math.ceil(heights.at(-1)) - Math.floor(heights[0]);
  return heights.some((low, i) => heights[i + LINES_MAX] - low <= height / 4);
}

/** The graph of what decides; if it would be crowded, one for each `broker`. */
export function mainPlaces(figure, entries) {
  const planned = plannedPanels(figure);
  const { side, latency } = figure.criterion;
  const kind = planned.find(({ name }) => name === (latency ?? side)) ?? planned[0];
  if (!isCrowded(figure, entries)) return [{ ...kind, kind }];
  return unique(entries.map(({ contender }) => contender.brokerTitle))
    .map((broker) => ({ kind, name: `${kind.name} of ${broker}`, title: broker, broker }));
}

export function mainPanels(figure, entries) {
  const places = mainPlaces(figure, entries);
  return timePanels(figure, entries, [places[0].kind]).flatMap((panel) => places.map(({ name, broker }) => ({
    ...panel, name, broker, scaled: panel.lines,
    lines: panel.lines.filter((line) => !broker || line.broker === broker),
  }))).filter(({ lines }) => lines.length > 0);
}

function linesOf({ path, read = (workload) => pointsOf(workload, column(workload, path)) }, entries) {
  return entries.flatMap(({ contender, workloads }) => workloads.map((workload) => lineOf(contender, read(workload), {
    broker: contender.brokerTitle, repetition: workloads.length > 1 ? workload.repetition : null,
  }))).filter(({ points }) => points.length > 0);
}

function timesOf(workloads) {
  const end = maxOf(workloads.flatMap((workload) => column(workload, 't_s')), 0);
  const most = (values) => Math.min(end, maxOf(values.filter(Number.isFinite), 0));
  return {
    end, warmUp: most(workloads.map(({ timing }) => timing?.warm_up_s)),
    drain: most(workloads.map(({ drain }) => drain?.duration_s)),
  };
}

export const nameOfLine = ({ label, quantile, repetition }) =>
  [label, quantile, repetition && `repetition ${repetition}`].filter(Boolean).join(', ');

export function describe(panel, title) {
  const range = (line) => {
    const values = line.points.map(([, value]) => value);
    const [low, high] = [panel.show(minOf(values)), panel.show(maxOf(values))];
    return `${nameOfLine(line)} ${low === high ? low : `${low} to ${high}`}`;
  };
  const unit = panel.unit ? ` in ${panel.unit}` : '';
  const over = panel.x === 'time' ? ` over ${Math.round(panel.end)} s` : ` by ${panel.along}`;
  return `Chart, ${title}: ${panel.title.toLowerCase()}${unit}${over}. ${panel.lines.map(range).join('; ')}.`;
}

const PHASE_GRAPHS = [
  { name: 'phases-depth', title: 'Depth of the queue', unit: 'messages', path: 'depth' },
  { name: 'phases-in', title: 'In: produced', unit: 'msg/s', path: 'produced_per_s' },
  { name: 'phases-out', title: 'Out: consumed', unit: 'msg/s', path: 'consumed_per_s' },
];

/** Graphs of all phases in a sequence. Each begins when the one before has ended for the slowest row. */
export function phasePanels(figures, contenders, all) {
  const phases = [...figures].sort((a, b) => a.phase.index - b.phase.index)
    .map((figure) => ({ name: words(figure.phase.name), figure, length: lengthOfPhase(figure) }));
  phases.forEach((phase, i) => { phase.from = i === 0 ? 0 : phases[i - 1].from + phases[i - 1].length; });
  const end = phases.at(-1).from + phases.at(-1).length;
  const sorted = sortedRows(figures, contenders);
  const rows = sorted.slice(0, all ? undefined : LINES_MAX);
  return PHASE_GRAPHS.map((kind) => ({
    ...kind, of: sorted.length, x: 'time', show: si, warmUp: 0, drain: 0, end,
    along: `seconds: ${phases.map(({ name }) => name).join(', then ')}`,
    shades: phases.filter((_, i) => i % 2 === 1).map(({ from, length }) => [from, from + length]),
    lines: rows.map((contender) => phaseLine(contender, phases, kind)).filter(({ points }) => points.length > 0),
  })).filter(({ lines }) => lines.length > 0);
}

const workloadsOfRow = (figure, contender) => entryOfRow(figure, contender)?.workloads ?? [];
const lengthOfPhase = ({ entries }) =>
  maxOf(workloadsOf(entries).flatMap((workload) => column(workload, 't_s')), 1);

function sortedRows(figures, contenders) {
  const rows = contenders.filter((contender) =>
    figures.some((figure) => workloadsOfRow(figure, contender).some(hasSamples)));
  return bestFirst(figures.map((figure) => standings(figure, rows, false))).map((i) => rows[i]);
}

const phaseLine = (contender, phases, { path }) => lineOf(contender, phases.flatMap(({ figure, from }) =>
  workloadsOfRow(figure, contender).slice(0, 1).flatMap((workload) => pointsOf(workload, column(workload, path)))
    .map(([t, value]) => [from + t, value])));
