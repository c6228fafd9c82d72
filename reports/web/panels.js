// Which charts a cell has, and their lines.
import { micros, si } from './format.js';

const KINDS = {
  produced: { title: 'Produced', unit: 'msg/s', read: (s) => s.produced_per_s, show: si },
  consumed: { title: 'Consumed', unit: 'msg/s', read: (s) => s.consumed_per_s, show: si },
  requests: { title: 'Requests', unit: 'msg/s', read: (s) => s.produced_per_s, show: si },
  depth: { title: 'Queue depth', unit: 'messages', read: (s) => s.depth, show: si },
  round_trip: { title: 'Round trip, p99 of each interval', unit: '', read: (s) => s.round_trip?.us_p99, show: micros },
  end_to_end: { title: 'Response time, p99 of each interval', unit: '', read: (s) => s.end_to_end?.us_p99, show: micros },
};

function kindsOf(load, phase) {
  if (load.request_reply) return ['requests', 'round_trip'];
  return [
    load.producers > 0 && 'produced',
    load.consumers > 0 && 'consumed',
    phase && 'depth',
    load.open_loop && load.consumers > 0 && 'end_to_end',
  ].filter(Boolean);
}

/** The charts of one cell; each line is one repetition of one contender. Samples of failed cells are drawn, too. */
export function panelsOf(load, phase, entries) {
  return kindsOf(load, phase).map((name) => panelOf(name, entries)).filter((panel) => panel.lines.length > 0);
}

function panelOf(name, entries) {
  const { title, unit, read, show } = KINDS[name];
  const lines = entries.flatMap(({ contender, cells }) => cells.map((cell) => ({
    contender: contender.index,
    label: contender.label,
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
