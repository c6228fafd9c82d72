// Graphs over a setting, and percentile curves of a workload.
import { axisOrder, bytes, knownPoints, micros, percentileOf, si, words } from '../lib/format.js';
import { LATENCIES, meanOf } from '../lib/rules.js';
import { rateSweepPanels } from './rate-sweeps.js';
import { LINES_MAX, phasePanels } from './time-graphs.js';

const POINTS_MIN = 3;

const lineOf = (contender, points) =>
  ({ key: contender.key, label: contender.label, style: contender.style, points: points.sort((a, b) => a[0] - b[0]) });

/** The graphs of one section of a group: one for each value down, over the numbers across.
  * @param all draws all lines, not only the best ones; `of` says how many there are
  */
export function settingPanels(group, section, contenders, all) {
  const figures = section.places.flatMap((place) => place.figures).filter(({ crashes }) => !crashes);
  if (group.phased) return runsOf(figures).flatMap((run) => phasePanels(run, contenders, all));
  const steps = figures.filter(({ entries }) => entries.some((entry) => entry.steps.length > 1))
    .flatMap((figure) => stepsOf(figure, contenders));
  const others = [...offeredOf(figures, contenders), ...acrossOf(group, figures, contenders), ...steps]
    .map((panel) => ({
      ...panel, ends: true, of: panel.lines.filter(({ ideal }) => !ideal).length,
        lines: all ? panel.lines : bestOfLines(panel),
    }));
  return [...rateSweepPanels(figures, contenders, all), ...others];
}

/** Groups the workloads of linked phases by their scenario. */
function runsOf(figures) {
  const runs = new Map();
  for (const figure of figures.filter(({ phase }) => phase)) {
    const key = JSON.stringify([figure.phase.scenario, figure.at.down]);
    runs.set(key, [...(runs.get(key) ?? []), figure]);
  }
  return [...runs.values()];
}

/** No more lines than a reader can tell apart: the highest rates or the lowest latencies, and the ideals of these. */
function bestOfLines({ lines, more }) {
  const worth = ({ points }) => meanOf(points.map(([, y]) => Math.log(y))) * (more ? -1 : 1);
  const kept = new Set(lines.filter(({ ideal }) => !ideal).sort((a, b) => worth(a) - worth(b)).slice(0, LINES_MAX));
  const keys = new Set([...kept].map(({ key }) => key));
  return lines.filter((line) => (line.ideal ? keys.has(line.of) : kept.has(line)));
}

function acrossOf(group, figures, contenders) {
  const [axis] = group.axes.across;
  if (!axis || axis === 'phase' || figures.some(({ load }) => load.open_loop)) return [];
  const rows = new Map();
  for (const figure of figures.filter(({ at }) => Number.isFinite(axisOrder(at.x)))) {
    if (!rows.has(figure.at.down)) rows.set(figure.at.down, []);
    rows.get(figure.at.down).push(figure);
  }
  return [...rows].filter(([, list]) => list.length >= POINTS_MIN)
    .flatMap(([down, list]) => overSetting(axis, down, list, contenders));
}

/** Whether each value is the number of producers or consumers, whatever the axis is called. */
const countsClients = (figures) =>
  figures.every(({ at, load }) => [load.producers, load.consumers].includes(axisOrder(at.x)));

function overSetting(axis, down, figures, contenders) {
  const { what, more, unit } = figures[0].criterion;
  const along = axis === 'n' ? 'clients on each side' : axis.replaceAll('_', ' ');
  const sizes = figures.some(({ at }) => at.x.unit === 'bytes');
  const lines = linesBy(figures, contenders, (entry) => entry.number?.value);
  const clients = countsClients(figures);
  const base = { name: `${axis}-${down}`, x: 'settings', along, showX: sizes ? bytes : si, log: true };
  const main = {
    ...base, more, title: `${more ? 'Rate' : 'p99'} by ${along}${down ? `, ${down}` : ''}`, unit: more ? unit : '',
    show: more ? si : micros, what, lines: clients && more ? withIdeals(lines) : lines,
  };
  const latency = linesBy(figures, contenders, (entry) => percentileOf(entry.latencies.end_to_end, 'us_p99'));
  const second = {
    ...base, name: `${axis}-${down}-p99`, title: `End to end p99 by ${along}${down ? `, ${down}` : ''}`, unit: '',
    more: false, show: micros, lines: latency,
  };
  return [main, ...(more && !clients && !sizes ? [second] : [])]
    .filter((panel) => panel.lines.length > 0);
}

function linesBy(figures, contenders, read) {
  return contenders.map((contender) => lineOf(contender,
    figures.map((figure) => [axisOrder(figure.at.x), valueIn(figure, contender, read)]).filter(([, y]) => y > 0)))
    .filter(({ points }) => points.length > 1);
}

function valueIn(figure, contender, read) {
  const entry = figure.entries.find((e) => e.contender === contender);
  return entry?.status === 'measured' ? read(entry) : undefined;
}

/** Adds the ideal of each row, over its own points: twice as many clients, twice as many messages. */
function withIdeals(lines) {
  const ideals = lines.map(({ key, label, style, points }) => {
    const [[from, rate]] = points;
    return {
      key: `ideal-${key}`, of: key, label: `ideal of ${label}`, style, ideal: true,
      points: points.map(([x]) => [x, (rate * x) / from]),
    };
  });
  return [...lines, ...ideals];
}

/** Latency against the rate sent, one graph for each workload that measured the maximum. */
function offeredOf(figures, contenders) {
  const tables = new Map();
  for (const figure of figures) {
    for (const { contender, offered, latencies, rates, status } of figure.entries) {
      const us = percentileOf(latencies.end_to_end ?? latencies.send, 'us_p99');
      if (!offered || status !== 'measured' || !contenders.includes(contender) || !(us > 0)) continue;
      const id = offered.maximum_workload;
      if (!tables.has(id)) tables.set(id, { down: figure.at.down, points: new Map() });
      const { points } = tables.get(id);
      points.set(contender, [...(points.get(contender) ?? []), [rates.produced?.mean ?? offered.target_per_s, us]]);
    }
  }
  return [...tables].map(([id, { down, points }]) => ({
    name: `offered-${id}`, title: `p99 against the rate sent${down ? `, ${down}` : ''}`, unit: '', x: 'log',
    along: 'msg/s sent', showX: si, show: micros, log: true, more: false,
    lines: contenders.filter((c) => points.has(c)).map((c) => lineOf(c, points.get(c))),
  }));
}

/** Graphs over a setting that changes within one workload. */
function stepsOf(figure, contenders) {
  const side = figure.load.consumers > 0 ? 'consumed' : 'produced';
  const entries = figure.entries.filter(({ contender, steps }) => contenders.includes(contender) && steps.length > 0);
  const setting = words(entries[0]?.steps[0].setting ?? '');
  const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  const lines = (read) => entries.map(({ contender, steps }) =>
    lineOf(contender, steps.map((s) => [axisOrder(s.amount), read(s)]).filter(([x, y]) => Number.isFinite(x) && y > 0)))
    .filter(({ points }) => points.length > 1);
  const base = { x: 'settings', along: setting, showX: si, log: true };
  return [
    {
      ...base, name: `steps-${figure.id}`, title: `Rate by ${setting}`, unit: 'msg/s', show: si, more: true,
      lines: lines((s) => s[side]),
    },
    {
      ...base, name: `steps-${figure.id}-p99`, title: `End to end p99 by ${setting}`, unit: '', show: micros,
      more: false, lines: lines((s) => middle(s.endToEnd)),
    },
  ].filter((panel) => panel.lines.length > 0);
}

/** Percentile curves of a workload, each over all repetitions of a row. */
export function percentilePanels(entries) {
  return Object.entries(LATENCIES).map(([name, title]) => {
    const lines = entries.filter(({ latencies }) => Array.isArray(latencies[name]?.curve))
      .map(({ contender, latencies: { [name]: { curve, count } } }) => lineOf(contender, knownPoints(curve, count)))
      .filter(({ points }) => points.length > 1);
    const kind = entries.map(({ latencies }) => latencies[name]?.kind).find(Boolean);
    return {
      name: `curve-${name}`,
      title: `${title[0].toUpperCase()}${title.slice(1)}, percentiles${kind ? ` (${kind.replaceAll('_', ' ')})` : ''}`,
      unit: '', x: 'percentiles', along: 'percentile', showX: (p) => `${Number(p.toPrecision(6))} %`, show: micros,
      log: true, ends: true, lines,
    };
  }).filter(({ lines }) => lines.length > 0);
}
