// Linked loads on one time axis: what goes in, what comes out, and what lies in the queue meanwhile.
import { si, words } from './format.js';
import { maxOf } from './numbers.js';
import { bestFirst } from './order.js';
import { LINES_MAX } from './panels.js';
import { standings } from './ranking.js';
import { column, pointsOf, sampleCount } from './samples.js';

const KINDS = [
  { name: 'phases-depth', title: 'Depth of the queue', unit: 'messages', path: 'depth' },
  { name: 'phases-in', title: 'In: produced', unit: 'msg/s', path: 'produced_per_s' },
  { name: 'phases-out', title: 'Out: consumed', unit: 'msg/s', path: 'consumed_per_s' },
];

/** @param figures of one run of phases, in any order
  * @returns graphs of all phases one after the other; each phase begins for all rows at once, when it has ended for the
  * slowest
  */
export function phasesOf(figures, contenders, all) {
  const phases = [...figures].sort((a, b) => a.phase.index - b.phase.index)
    .map((figure) => ({ name: words(figure.phase.name), figure, length: lengthOf(figure) }));
  phases.forEach((phase, i) => { phase.from = i === 0 ? 0 : phases[i - 1].from + phases[i - 1].length; });
  const end = phases.at(-1).from + phases.at(-1).length;
  const sorted = sortedRows(figures, contenders);
  const rows = all ? sorted : sorted.slice(0, LINES_MAX);
  return KINDS.map((kind) => ({
    ...kind, of: sorted.length, x: 'time', show: si, warmUp: 0, drain: 0, end,
    along: `seconds: ${phases.map(({ name }) => name).join(', then ')}`,
    shades: phases.filter((_, i) => i % 2 === 1).map(({ from, length }) => [from, from + length]),
    lines: rows.map((contender) => lineOf(contender, phases, kind)).filter(({ points }) => points.length > 0),
  })).filter(({ lines }) => lines.length > 0);
}

/** The rows that have samples, best first over all phases. */
function sortedRows(figures, contenders) {
  const rows = contenders.filter((contender) =>
    figures.some((figure) => cellsOf(figure, contender).some((cell) => sampleCount(cell) > 0)));
  return bestFirst(figures.map((figure) => standings(figure, rows, false))).map((i) => rows[i]);
}

const cellsOf = (figure, contender) => figure.entries.find((entry) => entry.contender === contender)?.cells ?? [];
const lengthOf = ({ entries }) =>
  maxOf(entries.flatMap(({ cells }) => cells.flatMap((cell) => column(cell, 't_s'))), 1);

/** The first repetition of each phase. */
function lineOf(contender, phases, { path }) {
  const points = phases.flatMap(({ figure, from }) => {
    const [cell] = cellsOf(figure, contender);
    return cell ? pointsOf(cell, path).map(([t, value]) => [from + t, value]) : [];
  });
  return { key: contender.key, label: contender.label, style: contender.style, points };
}
