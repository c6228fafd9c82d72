// A graph on the page: its drawing, its numbers as a table and as files, and the crosshair.
import { button, dataTable, el, foldedLater, numberCell, small } from '../lib/dom.js';
import { csvOf, saveText } from '../lib/download.js';
import { seconds } from '../lib/format.js';
import { lazily } from '../lib/lazy.js';
import { medianOf, unique } from '../lib/rules.js';
import { drawChart } from './chart.js';
import { savePng, saveSvg } from './picture.js';
import { swatch } from './line-styles.js';
import { describe, nameOfLine } from './time-graphs.js';

const NEAR = 0.5;

const kept = new WeakMap();

/** @returns places in order, each with its position (`at`) and the `values` of the lines there */
export function placesOf(panel) {
  const placesIn = { time: byInterval, percentiles: byPercentile }[panel.x] ?? exactly;
  if (!kept.has(panel)) kept.set(panel, placesIn(panel.lines));
  return kept.get(panel);
}

function byInterval(lines) {
  const near = NEAR * intervalOf(lines);
  const points = lines.flatMap((line, index) => line.points.map(([x, value]) => ({ x, value, index })))
    .sort((a, b) => a.x - b.x);
  const places = [];
  for (const { x, value, index } of points) {
    const last = places.at(-1);
    if (!last || x - last.times[0] > near || last.values[index] !== null) {
      places.push({ times: [], values: lines.map(() => null) });
    }
    places.at(-1).times.push(x);
    places.at(-1).values[index] = value;
  }
  return places.map(({ times, values }) => ({ at: medianOf(times), values }));
}

/** The median distance between the points of a line; if each has a single point, its time. */
function intervalOf(lines) {
  const steps = lines.flatMap(({ points }) => points.slice(1).map(([x], i) => x - points[i][0]))
    .filter((step) => step > 0).sort((a, b) => a - b);
  return medianOf(steps) ?? lines[0].points[0]?.[0];
}

const allOf = (lines) =>
  unique(lines.flatMap(({ points }) => points.map(([x]) => x))).sort((a, b) => a - b);

/** A curve lacks some percentiles of the others. It then has the value of its next higher one, an upper limit. */
const byPercentile = (lines) => allOf(lines)
  .map((at) => ({ at, values: lines.map(({ points }) => points.find(([percent]) => percent >= at)?.[1] ?? null) }));

function exactly(lines) {
  const known = lines.map(({ points }) => new Map(points));
  return allOf(lines).map((at) => ({ at, values: known.map((points) => points.get(at) ?? null) }));
}

export function tableOf(panel) {
  const [head, show] = panel.x === 'time' ? ['time', seconds] : [panel.along, panel.showX];
  return { head, rows: placesOf(panel).map(({ at, values }) => ({ at, x: show(at), values })) };
}

const lineName = ({ key, quantile, repetition }) =>
  [key, quantile, repetition && `(${repetition})`].filter(Boolean).join(' ');

export function graphCsv(panel) {
  const { head, rows } = tableOf(panel);
  return csvOf([
    [head === 'time' ? 't_s' : head, ...panel.lines.map(lineName)], ...rows.map(({ at, values }) => [at, ...values]),
  ]);
}

export const graphs = new Map();

let logarithmic = false;
let sized = null;

const sizeObserver = () => new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (graphs.has(target) && graphs.get(target).width !== target.clientWidth) draw(target);
  }
});

export function graphOf(panel, title) {
  const place = el('div', { class: 'chart', role: 'img', tabindex: '0', 'aria-label': describe(panel, title) });
  graphs.set(place, { panel, title });
  const tools = foldedLater('numbers', () => toolsOf(place, panel, title));
  tools.classList.add('tools');
  tools.firstChild.setAttribute('aria-label', `Numbers of the graph: ${panel.title}, ${title}`);
  return el('div', { class: 'panel', 'data-panel': panel.name },
    el('p', { class: 'axis' }, panel.title, scaleInWords(panel)),
    place, panel.along && el('p', { class: 'along' }, panel.along), tools);
}

export const scaleInWords = ({ unit, log }) =>
  small(` ${[unit, log && 'log axis'].filter(Boolean).join(', ')}`);

export function emptyGraph({ name, title, along }) {
  return el('div', { class: 'panel', 'data-panel': name }, el('p', { class: 'axis' }, title),
    el('div', { class: 'chart empty' }), along && el('p', { class: 'along' }, along), el('p', { class: 'tools' }, ' '));
}

function draw(place) {
  const graph = graphs.get(place);
  Object.assign(graph, drawChart(place, graph.panel, logarithmic) ?? { plot: null }, { width: place.clientWidth });
  if (graph.plot) graph.panel.drawn?.(place, graph);
}

/** Draws the first of these graphs at once, and each of the others when it is near the window. */
export function drawIn(root) {
  const [first, ...others] = root.querySelectorAll('.chart[role=img]');
  if (first) drawFirst(first);
  for (const place of others) lazily(place, drawFirst);
}

function drawFirst(place) {
  draw(place);
  sized ??= sizeObserver();
  sized.observe(place);
}

export function redraw(log) {
  logarithmic = log;
  for (const [place, { plot }] of graphs) {
    if (place.isConnected) {
      if (plot !== undefined) draw(place);
    } else {
      sized?.unobserve(place);
      graphs.delete(place);
    }
  }
}

export function moveLimits() {
  for (const [place, graph] of graphs) if (graph.plot && place.isConnected) graph.panel.drawn?.(place, graph);
}

function toolsOf(place, panel, title) {
  const name = `${title} ${panel.title}`.replaceAll(/[^\w.-]+/g, '_');
  const tool = (text, act) => button(text, act, { 'aria-label': `${text}: ${panel.title}, ${title}` });
  const { head, rows } = tableOf(panel);
  return el('div', null,
    el('p', { class: 'buttons' },
      tool('CSV', () => saveText(`${name}.csv`, graphCsv(panel), 'text/csv')),
      tool('PNG', () => savePng(`${name}.png`, graphs.get(place), title)),
      tool('SVG', () => saveSvg(`${name}.svg`, graphs.get(place), title))),
    dataTable(`Numbers: ${panel.title}, ${title}`, 'points',
      [head, ...panel.lines.map((line) => [swatch(line), nameOfLine(line)])],
      rows.map(({ x, values }) => el('tr', null, el('th', { scope: 'row', class: 'number' }, x),
        values.map((value) => numberCell(value === null ? '–' : panel.show(value))))),
      [...panel.lines.keys(), panel.lines.length]));
}

const EDGE = 10;
let said = null;

const pixelOf = ({ plot, axes }, x) =>
  plot.getPlotOffset().left + plot.getAxes().xaxis.p2c(axes.x.at(x));

const wheres = (panel) => placesOf(panel).map(({ at }) => at);

const SCOPE = 'figure, .sweeps';
const ROW = '.standing [data-row]';
const CHART = '.chart[role=img]';

const drawnIn = (scope) =>
  [...scope.querySelectorAll('.chart')].filter((place) => graphs.get(place)?.plot);

let strong = {};

function emphasise(scope, key) {
  if (strong.scope === scope && strong.key === key) return;
  if (strong.scope !== scope && strong.key) emphasise(strong.scope, undefined);
  strong = { scope, key };
  for (const row of scope.querySelectorAll(ROW)) row.classList.toggle('strong', row.dataset.row === key);
  for (const { plot } of drawnIn(scope).map((place) => graphs.get(place))) {
    for (const series of plot.getData()) series.faint = key !== undefined && series.key !== key;
    plot.draw();
  }
}

const REACH = 14;

function lineUnder({ plot, axes }, values, y) {
  const { top } = plot.getPlotOffset();
  const far = ({ value }) => Math.abs(top + plot.getAxes().yaxis.p2c(axes.y.at(value)) - y);
  return [...values].sort((a, b) => far(a) - far(b)).find((one) => far(one) < REACH)?.line.key;
}

function hideCrosshair() {
  document.querySelectorAll('.crosshair').forEach((line) => line.remove());
  document.getElementById('readout')?.remove();
}

let shown = {};

function showAt(place, x) {
  hideCrosshair();
  shown = { place, x };
  const { panel } = graphs.get(place);
  for (const other of drawnIn(place.closest(SCOPE)).filter((one) => graphs.get(one).panel.x === panel.x)) {
    other.append(el('div', { class: 'crosshair', style: `left: ${pixelOf(graphs.get(other), x)}px` }));
  }
  const values = valuesAt(panel, x);
  const box = el('div', { id: 'readout', 'aria-hidden': 'true' },
    el('p', null, el('b', null, titleAt(panel, x))),
    values.map(({ line, text }) =>
      el('p', null, swatch(line), el('span', null, nameOfLine(line)), el('b', null, text))));
  document.body.append(box);
  position(box, place, pixelOf(graphs.get(place), x));
  return values;
}

const titleAt = ({ x: kind, showX, along }, x) =>
  (kind === 'time' ? seconds(x) : `${showX(x)} ${kind === 'percentiles' ? '' : along}`);

function valuesAt(panel, x) {
  const { values } = placesOf(panel).find(({ at }) => at === x);
  return panel.lines.map((line, i) => ({ line, value: values[i], text: panel.show(values[i]) }))
    .filter(({ value }) => value !== null).sort((a, b) => b.value - a.value);
}

function position(box, place, pixel) {
  const at = place.getBoundingClientRect();
  const right = at.left + pixel + EDGE;
  const fits = right + box.offsetWidth < document.documentElement.clientWidth;
  const left = fits ? right : right - 2 * EDGE - box.offsetWidth;
  const top = Math.min(at.top, window.innerHeight - box.offsetHeight - EDGE);
  Object.assign(box.style, { left: `${Math.max(EDGE, left)}px`, top: `${Math.max(EDGE, top)}px` });
}

function follow(event) {
  const [scope, row, place] = [SCOPE, ROW, CHART].map((selector) => event.target.closest?.(selector));
  const graph = graphs.get(place);
  if (!graph?.plot) {
    if (scope || strong.scope) emphasise(scope ?? strong.scope, row?.dataset.row);
    return hideCrosshair();
  }
  const { left, top } = place.getBoundingClientRect();
  const far = (x) => Math.abs(pixelOf(graph, x) - (event.clientX - left));
  const x = wheres(graph.panel).reduce((best, one) => (far(one) < far(best) ? one : best));
  const under = lineUnder(graph, showAt(place, x), event.clientY - top);
  emphasise(scope, event.target.closest('.marks [data-row]')?.dataset.row ?? under);
  return undefined;
}

/** Arrow keys move from point to point. Screen readers announce each place. */
function stepThrough(event) {
  const place = event.target.closest?.(CHART);
  const graph = graphs.get(place);
  if (event.key === 'Escape') hideCrosshair();
  if (!graph?.plot || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
  event.preventDefault();
  const places = wheres(graph.panel);
  const now = shown.place === place ? places.indexOf(shown.x) : -1;
  const last = places.length - 1;
  const next = { Home: 0, End: last, ArrowLeft: Math.max(0, now - 1), ArrowRight: Math.min(last, now + 1) }[event.key];
  const texts = showAt(place, places[next]).map(({ line, text }) => `${nameOfLine(line)} ${text}`);
  said.textContent = `${titleAt(graph.panel, places[next])}: ${texts.join(', ')}`;
}

export function watchPointer() {
  said = el('p', { class: 'unseen', role: 'status' });
  document.body.append(said);
  for (const event of ['pointermove', 'pointerdown']) document.addEventListener(event, follow);
  document.addEventListener('keydown', stepThrough);
  document.addEventListener('focusout', hideCrosshair);
  window.addEventListener('scroll', hideCrosshair, { passive: true });
}
