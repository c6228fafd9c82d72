// Which charts a cell has, and their lines.
import { micros, si } from './format.js';

// A consumer group of several is drawn by itself, or the slow one would vanish in the sum.
const KINDS = {
  produced: { name: 'produced', title: 'Produced', unit: 'msg/s', read: (s) => s.produced_per_s, show: si },
  consumed: { name: 'consumed', title: 'Consumed', unit: 'msg/s', read: (s) => s.consumed_per_s, show: si },
  connections: { name: 'connections', title: 'Open connections', unit: '', read: (s) => s.groups.reduce((sum, { connected }) => sum + connected, 0), show: si },
  requests: { name: 'requests', title: 'Requests', unit: 'msg/s', read: (s) => s.produced_per_s, show: si },
  depth: { name: 'depth', title: 'Queue depth', unit: 'messages', read: (s) => s.depth, show: si },
  round_trip: { name: 'round_trip', title: 'Round trip, p99 of each interval', unit: '', read: (s) => s.round_trip?.us_p99, show: micros },
  end_to_end: { name: 'end_to_end', title: 'Response time, p99 of each interval', unit: '', read: (s) => s.end_to_end?.us_p99, show: micros },
};

function kindsOf(load, phase, entries) {
  if (load.request_reply) return [KINDS.requests, KINDS.round_trip];
  const consumers = consumerGroupsOf(entries);
  return [
    load.producers > 0 && KINDS.produced,
    load.consumers > 0 && KINDS.consumed,
    ...(consumers.length > 1 ? consumers.map(consumedBy) : []),
    phase && KINDS.depth,
    connectionsChange(entries) && KINDS.connections,
    load.open_loop && load.consumers > 0 && KINDS.end_to_end,
  ].filter(Boolean);
}

const samplesOf = (entries) => entries.flatMap(({ cells }) => cells.flatMap(({ samples }) => samples));

/** Names of the consumer groups of a cell. */
export function consumerGroupsOf(entries) {
  const groups = samplesOf(entries).flatMap((sample) => sample.groups.filter(({ role }) => role === 'consumer'));
  return [...new Set(groups.map(({ name }) => name))];
}

/** Messages per second that one consumer group took in an interval. */
export function consumedIn(sample, name) {
  const group = sample.groups.find((g) => g.role === 'consumer' && g.name === name);
  return group && group.consumed / sample.interval_s;
}

function consumedBy(name) {
  return { name: `consumed-${name}`, title: `Consumed: ${name}`, unit: 'msg/s', read: (s) => consumedIn(s, name), show: si };
}

/** A ramp: what matters is when it bends. */
function connectionsChange(entries) {
  const counts = samplesOf(entries).map(KINDS.connections.read);
  return counts.length > 0 && Math.max(...counts) > 1.5 * Math.min(...counts);
}

/** The charts of one cell; each line is one repetition of one contender. Samples of failed cells are drawn, too. */
export function panelsOf(load, phase, entries) {
  return kindsOf(load, phase, entries).map((kind) => panelOf(kind, entries)).filter((panel) => panel.lines.length > 0);
}

function panelOf({ name, title, unit, read, show }, entries) {
  const lines = entries.flatMap(({ contender, cells }) => cells.map((cell) => ({
    contender: contender.index,
    label: contender.label,
    style: contender.style,
    points: cell.samples.map((s) => [s.t_s, read(s)]).filter(([, value]) => Number.isFinite(value)),
  }))).filter((line) => line.points.length > 0);
  return { name, title, unit, show, lines };
}

/** The sentence that stands for the drawing. */
export function describe(panel, figureTitle) {
  const until = Math.max(...panel.lines.flatMap((line) => line.points.map(([t]) => t)));
  const range = ({ label, points }) => {
    const values = points.map(([, value]) => value);
    return `${label} ${panel.show(Math.min(...values))} to ${panel.show(Math.max(...values))}`;
  };
  const unit = panel.unit ? ` in ${panel.unit}` : '';
  return `Chart, ${figureTitle}: ${panel.title.toLowerCase()}${unit} over ${Math.round(until)} s. ${panel.lines.map(range).join('; ')}.`;
}
