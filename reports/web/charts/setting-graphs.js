// Graphs over a setting, and percentile curves of a workload.
import { axisOrder, bytes, knownPoints, micros, percentileOf, si, words } from '../lib/format.js';
import { groupBy, meanOf, medianOf, rules } from '../lib/rules.js';
import { entryOfRow } from '../lib/view-model.js';
import { lineOf } from './line-styles.js';
import { rateSweepPanels } from './rate-sweeps.js';
import { LINES_MAX, phasePanels } from './time-graphs.js';

const POINTS_MIN = 3;

const sorted = (contender, points) => lineOf(contender, points.sort((a, b) => a[0] - b[0]));

export function settingPanels(group, section, contenders, all) {
  const figures = section.figures.filter(({ crashes }) => !crashes);
  if (group.phased) {
    const runs = groupBy(figures.filter(({ phase }) => phase), ({ phase, at }) =>
      JSON.stringify([phase.scenario, at.down]));
    return [...runs.values()].flatMap((run) => phasePanels(run, contenders, all));
  }
  const steps = figures.filter(({ entries }) => entries.some((entry) => entry.steps.length > 1))
    .flatMap((figure) => stepsOf(figure, contenders));
  const others = [...offeredOf(figures, contenders), ...acrossOf(group, figures, contenders), ...steps]
    .map((panel) => ({
      ...panel, ends: true, of: panel.lines.length, lines: all ? panel.lines : bestOfLines(panel),
    }));
  return [...rateSweepPanels(figures, contenders, all), ...others];
}

function bestOfLines({ lines, more }) {
  const worth = ({ points }) => meanOf(points.map(([, y]) => Math.log(y))) * (more ? -1 : 1);
  const best = new Set([...lines].sort((a, b) => worth(a) - worth(b)).slice(0, LINES_MAX));
  return lines.filter((line) => best.has(line));
}

function acrossOf(group, figures, contenders) {
  const [axis] = group.axes.across;
  if (!axis || axis === 'phase' || figures.some(({ load }) => load.open_loop)) return [];
  const rows = groupBy(figures.filter(({ at }) => Number.isFinite(axisOrder(at.x))), ({ at }) => at.down);
  return [...rows].filter(([, list]) => list.length >= POINTS_MIN)
    .flatMap(([down, list]) => overSetting(axis, down, list, contenders));
}

const countsClients = (figures) =>
  figures.every(({ at, load }) => [load.producers, load.consumers].includes(axisOrder(at.x)));

const RATE = { unit: 'msg/s', show: si, log: true, more: true };
const P99 = { show: micros, log: true, more: false };

function overSetting(axis, down, figures, contenders) {
  const { more } = figures[0].criterion;
  const along = axis === 'n' ? 'clients on each side' : words(axis);
  const by = `by ${along}${down ? `, ${down}` : ''}`;
  const sizes = figures.some(({ at }) => at.x.unit === 'bytes');
  const base = { name: `${axis}-${down}`, x: 'settings', along, showX: sizes ? bytes : si };
  const lines = linesBy(figures, contenders, (entry) => entry.number?.value);
  const clients = countsClients(figures);
  const panels = [{
    ...base, ...(more ? RATE : P99), title: `${more ? 'Rate' : 'p99'} ${by}`,
    lines: clients && more ? lines.map((line) => ({ ...line, ideal: idealOf(line) })) : lines,
  }];
  if (more && !clients && !sizes) panels.push({
    ...base, ...P99, name: `${base.name}-p99`, title: `End to end p99 ${by}`,
    lines: linesBy(figures, contenders, (entry) => percentileOf(entry.latencies.end_to_end, 'us_p99')),
  });
  return panels.filter((panel) => panel.lines.length > 0);
}

const linesBy = (figures, contenders, read) => contenders.map((contender) => {
  const points = figures.map((figure) => {
    const entry = entryOfRow(figure, contender);
    return [axisOrder(figure.at.x), entry?.status === 'measured' ? read(entry) : null];
  });
  return sorted(contender, points.filter(([, y]) => y > 0));
}).filter(({ points }) => points.length > 1);

const idealOf = ({ points }) => points.map(([x]) => [x, (points[0][1] * x) / points[0][0]]);

function offeredOf(figures, contenders) {
  const known = figures.flatMap((figure) => figure.entries.map((entry) => ({
    ...entry, down: figure.at.down, us: percentileOf(entry.latencies.end_to_end ?? entry.latencies.send, 'us_p99'),
  }))).filter(({ offered, status, us }) => offered && status === 'measured' && us > 0);
  return [...groupBy(known, ({ offered }) => offered.maximum_workload)].map(([id, entries]) => {
    const { down } = entries[0];
    const pointsOf = (contender) => entries.filter((entry) => entry.contender === contender)
      .map(({ rates, us }) => [rates.produced.mean, us]);
    return {
      ...P99, name: `offered-${id}`, title: `p99 against the rate sent${down ? `, ${down}` : ''}`, x: 'log',
      along: 'msg/s sent', showX: si,
      lines: contenders.map((contender) => sorted(contender, pointsOf(contender)))
        .filter(({ points }) => points.length > 0),
    };
  }).filter(({ lines }) => lines.length > 0);
}

function stepsOf(figure, contenders) {
  const side = figure.load.consumers > 0 ? 'consumed' : 'produced';
  const entries = figure.entries.filter(({ contender, steps }) => contenders.includes(contender) && steps.length > 0);
  if (entries.length === 0) return [];
  const setting = words(entries[0].steps[0].setting);
  const lines = (read) => entries.map(({ contender, steps }) =>
    sorted(contender, steps.map((s) => [axisOrder(s.amount), read(s)]).filter(([x, y]) => Number.isFinite(x) && y > 0)))
    .filter(({ points }) => points.length > 1);
  const base = { x: 'settings', along: setting, showX: si };
  return [
    { ...base, ...RATE, name: `steps-${figure.id}`, title: `Rate by ${setting}`, lines: lines((s) => s[side]) },
    { ...base, ...P99, name: `steps-${figure.id}-p99`, title: `End to end p99 by ${setting}`,
      lines: lines((s) => medianOf([...s.endToEnd].sort((a, b) => a - b))) },
  ].filter((panel) => panel.lines.length > 0);
}

export const percentilePanels = (entries) => Object.entries(rules.latencies).map(([name, title]) => {
  const known = entries.filter(({ latencies }) => latencies[name]?.curve);
  const lines = known.map(({ contender, latencies: { [name]: { curve, count } } }) =>
    lineOf(contender, knownPoints(curve, count))).filter(({ points }) => points.length > 1);
  const kind = words(known[0]?.latencies[name].kind ?? '');
  return {
    name: `curve-${name}`, lines,
    title: `${title[0].toUpperCase()}${title.slice(1)}, percentiles${kind && ` (${kind})`}`,
    x: 'percentiles', along: 'percentile', showX: (p) => `${Number(p.toPrecision(6))} %`, show: micros,
    log: true, ends: true,
  };
}).filter(({ lines }) => lines.length > 0);
