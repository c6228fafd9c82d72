// The graphs over time of one workload, and of linked phases.
import { clientGroups, column, pointsOf, sampleCount } from '../lib/data.js';
import { bytes, digits, isKnown, micros, QUANTILES, si, words } from '../lib/format.js';
import { counters, maxOf, minOf } from '../lib/rules.js';
import { bestFirst, standings } from '../lib/standings.js';

const rate = (name, title, path) => ({ name, title, unit: 'msg/s', path, show: si });
const KINDS = {
  produced: rate('produced', 'Produced', 'produced_per_s'),
  consumed: rate('consumed', 'Consumed', 'consumed_per_s'),
  requests: rate('requests', 'Requests', 'produced_per_s'),
  depth: { name: 'depth', title: 'Queue depth', unit: 'messages', path: 'depth', show: si },
  round_trip: { name: 'round_trip', title: 'Round trip', unit: '', latency: 'round_trip', show: micros, log: true },
  end_to_end: { name: 'end_to_end', title: 'Response time', unit: '', latency: 'end_to_end', show: micros, log: true },
};

/** A latency over time: its p99 if most intervals have enough messages for it, or else its median. */
function withQuantile(kind, workloads) {
  const { latency, title } = kind;
  if (!latency) return kind;
  const counts = workloads.flatMap((workload) => column(workload, `${latency}.count`)).filter(Number.isFinite);
  const enough = counts.filter((count) => isKnown({ count }, 'us_p99')).length;
  const quantile = 2 * enough >= counts.length ? 'us_p99' : 'us_p50';
  return {
    ...kind, title: `${title}, ${QUANTILES[quantile]} of each interval`,
    read: (workload) => knownIn(workload, latency, quantile),
  };
}

function knownIn(workload, latency, quantile) {
  const counts = column(workload, `${latency}.count`);
  return withTimes(workload, column(workload, `${latency}.${quantile}`)
    .map((us, i) => (isKnown({ count: counts[i] ?? undefined }, quantile) ? us : null)));
}

/** The graphs that are known from the declared load, before its samples are read. */
export function plannedPanels({ load, phase }) {
  if (load.request_reply) return [KINDS.requests, KINDS.round_trip];
  return [
    load.producers > 0 && KINDS.produced,
    load.consumers > 0 && KINDS.consumed,
    phase && KINDS.depth,
    load.open_loop && load.consumers > 0 && KINDS.end_to_end,
  ].filter(Boolean);
}

const machine = (name, title, unit, path, show) => ({ name, title, unit, path: `resources.${path}`, show });

/** What broker and generator used meanwhile, if the result has it. */
const MACHINE = [
  machine('cpu-broker', 'CPU of the broker', 'cores', 'broker.cpu_cores', digits),
  machine('cpu-client', 'CPU of the generator', 'cores', 'client.cpu_cores', digits),
  machine('memory', 'Memory of the broker', '', 'broker.resident_bytes', (value) => bytes(value)),
];

/** How counters of the broker's processes are shown, by their unit. */
const COUNTED = { 'bytes/s': (value) => bytes(Math.round(value)) };
const counted = () => counters().filter(({ chart }) => chart)
  .map(({ key, unit, chart }) => machine(key, chart, unit, `broker.${key}`, COUNTED[unit] ?? si));

const workloadsOf = (entries) => entries.flatMap(({ workloads }) => workloads);

/** The names of the consumer groups of a workload. Each of several groups has its own graph, because a slow one would
  * vanish in the sum.
  */
export function consumerGroupsOf(entries) {
  const groups = workloadsOf(entries).flatMap(clientGroups).filter(({ role }) => role === 'consumer');
  return [...new Set(groups.map(({ name }) => name))];
}

/** Messages per second that one consumer group received, by interval. */
export function consumedBy(workload, name) {
  const group = clientGroups(workload).find((g) => g.role === 'consumer' && g.name === name);
  if (!group) return [];
  const seconds = column(workload, 'interval_s');
  return column(workload, `groups.${group.index}.consumed`)
    .map((messages, i) => (messages === null ? null : messages / seconds[i]));
}

function connectionsIn(workload) {
  const all = clientGroups(workload).map(({ index }) => column(workload, `groups.${index}.connected`));
  return column(workload, 't_s').map((_, i) => all.reduce((sum, connected) => sum + (connected[i] ?? 0), 0));
}

const withTimes = (workload, values) => column(workload, 't_s').map((t, i) => [t, values[i]])
  .filter(([, value]) => Number.isFinite(value));

/** Graphs that are known only from the samples: client groups, a changing number of connections, and resources. */
function furtherKinds(entries) {
  const groups = consumerGroupsOf(entries);
  const connections = workloadsOf(entries).flatMap(connectionsIn);
  return [
    ...(groups.length > 1
      ? groups.map((name) => ({ ...rate(`consumed-${name}`, `Consumed: ${name}`),
        read: (workload) => withTimes(workload, consumedBy(workload, name)) })) : []),
    ...(connections.length > 0 && maxOf(connections) > 1.5 * minOf(connections)
      ? [{ name: 'connections', title: 'Open connections', unit: '', show: si,
        read: (workload) => withTimes(workload, connectionsIn(workload)) }] : []),
    ...[...MACHINE, ...counted()]
      .filter(({ path }) => workloadsOf(entries).some((workload) => column(workload, path).some((value) => value > 0))),
  ];
}

/** A reader can tell this many lines apart in one graph. The best of the workload are drawn, unless the reader asks for
  * all. */
export const LINES_MAX = 8;

/** The rows of a workload that its graphs show, best first. Rows that failed come last: their samples show when they
  * failed. */
export function drawnEntries(figure, contenders, all) {
  const worth = ({ number }) => (number?.value ?? NaN) * (figure.criterion.more ? -1 : 1);
  const entries = figure.entries
    .filter(({ contender, workloads }) => contenders.includes(contender) && workloads
      .some((workload) => sampleCount(workload) > 0));
  const sorted = entries.sort((a, b) => (Number.isNaN(worth(a)) - Number.isNaN(worth(b))) || worth(a) - worth(b)
    || a.contender.index - b.contender.index);
  return all ? sorted : sorted.slice(0, LINES_MAX);
}

/** The graphs of one workload. Each line is one repetition of one row, and names it if there are several. Samples of
  * failed workloads are also drawn.
  */
export function timePanels(figure, entries, kinds = [...plannedPanels(figure), ...furtherKinds(entries)]) {
  const times = timesOf(workloadsOf(entries));
  return kinds.map((kind) => withQuantile(kind, workloadsOf(entries))).map((kind) => ({
    ...kind, x: 'time', ...times, errors: errorsOf(entries), lines: linesOf(kind, entries),
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

/** The graph of a workload that is shown without a click, over time: of what decides. If it would be crowded, one graph
  * for each `broker`. Known before the samples are read.
  */
export function mainPlaces(figure, entries) {
  const planned = plannedPanels(figure);
  const { side, latency } = figure.criterion;
  const kind = planned.find(({ name }) => name === (latency ?? side)) ?? planned[0];
  if (!isCrowded(figure, entries)) return [{ ...kind, kind }];
  return [...new Set(entries.map(({ contender }) => contender.brokerTitle))]
    .map((broker) => ({ kind, name: `${kind.name} of ${broker}`, title: broker, broker }));
}

/** The same with lines; those of several brokers have the same scale. */
export function mainPanels(figure, entries) {
  const places = mainPlaces(figure, entries);
  const [panel] = timePanels(figure, entries, [places[0].kind]);
  return panel ? places.map(({ name, broker }) => ({
    ...panel, name, broker, scaled: panel.lines,
    lines: panel.lines.filter((line) => !broker || line.broker === broker),
  })).filter(({ lines }) => lines.length > 0) : [];
}

function linesOf({ path, read = (workload) => pointsOf(workload, path) }, entries) {
  return entries.flatMap(({ contender, workloads }) => workloads.map((workload) => ({
    key: contender.key, label: contender.label, style: contender.style, broker: contender.brokerTitle,
    repetition: workloads.length > 1 ? workload.repetition : null, points: read(workload),
  }))).filter(({ points }) => points.length > 0);
}

/** Seconds of the longest warm-up, of the samples, and of the longest drain. Warm-up and drain are cut to the length of
  * the samples.
  */
function timesOf(workloads) {
  const end = maxOf(workloads.flatMap((workload) => column(workload, 't_s')), 0);
  const most = (values) => Math.min(end, maxOf(values.filter(Number.isFinite), 0));
  return {
    end, warmUp: most(workloads.map(({ timing }) => timing?.warm_up_s)),
    drain: most(workloads.map(({ drain }) => drain?.duration_s)),
  };
}

/** When errors occurred, by row. */
function errorsOf(entries) {
  return entries.map(({ contender, workloads }) => ({
    label: contender.label, style: contender.style,
    at: workloads.flatMap((workload) => pointsOf(workload, 'errors').filter(([, errors]) => errors > 0)),
  })).filter(({ at }) => at.length > 0);
}

/** The name of a line; with several percentiles or repetitions, also which one. */
export const nameOfLine = ({ label, quantile, repetition }) =>
  [label, quantile, repetition && `repetition ${repetition}`].filter(Boolean).join(', ');

/** A sentence in place of the drawing, for screen readers. */
export function describe(panel, title) {
  const range = (line) => {
    const values = line.points.map(([, value]) => value);
    const [low, high] = [panel.show(minOf(values)), panel.show(maxOf(values))];
    return `${nameOfLine(line)} ${low === high ? low : `${low} to ${high}`}`;
  };
  const unit = panel.unit ? ` in ${panel.unit}` : '';
  const over = panel.x === 'time' && Number.isFinite(panel.end) ? ` over ${Math.round(panel.end)} s`
    : ` by ${panel.along}`;
  return `Chart, ${title}: ${panel.title.toLowerCase()}${unit}${over}. ${panel.lines.map(range).join('; ')}.`;
}

const PHASE_GRAPHS = [
  { name: 'phases-depth', title: 'Depth of the queue', unit: 'messages', path: 'depth' },
  { name: 'phases-in', title: 'In: produced', unit: 'msg/s', path: 'produced_per_s' },
  { name: 'phases-out', title: 'Out: consumed', unit: 'msg/s', path: 'consumed_per_s' },
];

/** @param figures of one run of phases, in any order
  * @returns graphs of all phases in a sequence. Each phase begins for all rows when the one before has ended for the
  * slowest
  */
export function phasePanels(figures, contenders, all) {
  const phases = [...figures].sort((a, b) => a.phase.index - b.phase.index)
    .map((figure) => ({ name: words(figure.phase.name), figure, length: lengthOfPhase(figure) }));
  phases.forEach((phase, i) => { phase.from = i === 0 ? 0 : phases[i - 1].from + phases[i - 1].length; });
  const end = phases.at(-1).from + phases.at(-1).length;
  const sorted = sortedRows(figures, contenders);
  const rows = all ? sorted : sorted.slice(0, LINES_MAX);
  return PHASE_GRAPHS.map((kind) => ({
    ...kind, of: sorted.length, x: 'time', show: si, warmUp: 0, drain: 0, end,
    along: `seconds: ${phases.map(({ name }) => name).join(', then ')}`,
    shades: phases.filter((_, i) => i % 2 === 1).map(({ from, length }) => [from, from + length]),
    lines: rows.map((contender) => phaseLine(contender, phases, kind)).filter(({ points }) => points.length > 0),
  })).filter(({ lines }) => lines.length > 0);
}

/** The rows that have samples, best first over all phases. */
function sortedRows(figures, contenders) {
  const rows = contenders.filter((contender) =>
    figures.some((figure) => workloadsOfRow(figure, contender).some((workload) => sampleCount(workload) > 0)));
  return bestFirst(figures.map((figure) => standings(figure, rows, false))).map((i) => rows[i]);
}

const workloadsOfRow = (figure, contender) => figure.entries.find((entry) => entry.contender === contender)?.workloads
  ?? [];
const lengthOfPhase = ({ entries }) =>
  maxOf(entries.flatMap(({ workloads }) => workloads.flatMap((workload) => column(workload, 't_s'))), 1);

/** The line of a row: the first repetition of each phase. */
function phaseLine(contender, phases, { path }) {
  const points = phases.flatMap(({ figure, from }) => {
    const [workload] = workloadsOfRow(figure, contender);
    return workload ? pointsOf(workload, path).map(([t, value]) => [from + t, value]) : [];
  });
  return { key: contender.key, label: contender.label, style: contender.style, points };
}
