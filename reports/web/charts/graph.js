// A graph on the page: its drawing, its numbers as a table and as files, and the crosshair.
import { button, el, scrolling } from '../lib/dom.js';
import { csvOf, saveText } from '../lib/download.js';
import { digits, micros } from '../lib/format.js';
import { lazily } from '../lib/lazy.js';
import { drawChart } from './chart.js';
import { savePng, saveSvg } from './picture.js';
import { swatch } from './line-styles.js';
import { describe, nameOfLine } from './time-graphs.js';

/** In sample intervals. Points that are nearer than this belong to the same interval, because no two rows are sampled
  * in the same microsecond.
  */
const NEAR = 0.5;

const kept = new WeakMap();

/** @param panel see charts/chart.js
  * @returns places in order, each with its position (`at`) and the value of every line there (`values`; null: none)
  */
export function placesOf(panel) {
  if (!kept.has(panel)) kept.set(panel, (PLACES[panel.x] ?? exactly)(panel.lines));
  return kept.get(panel);
}

const PLACES = { time: byInterval, percentiles: byPercentile };

/** Groups the samples of the same interval. The place is the middle of their times. */
function byInterval(lines) {
  const near = NEAR * intervalOf(lines);
  const points = lines.flatMap((line, index) => line.points.map(([x, value]) => ({ x, value, index })))
    .sort((a, b) => a.x - b.x);
  const places = [];
  for (const { x, value, index } of points) {
    if (places.length === 0 || x - places.at(-1).times[0] > near || places.at(-1).values[index] !== null) {
      places.push({ times: [], values: lines.map(() => null) });
    }
    places.at(-1).times.push(x);
    places.at(-1).values[index] = value;
  }
  return places.map(({ times, values }) => ({ at: times[Math.floor((times.length - 1) / 2)], values }));
}

/** The median distance between the points of a line. */
function intervalOf(lines) {
  const steps = lines.flatMap(({ points }) => points.slice(1).map(([x], i) => x - points[i][0]))
    .filter((step) => step > 0).sort((a, b) => a - b);
  return steps[Math.floor((steps.length - 1) / 2)] ?? lines.find(({ points }) => points.length > 0)?.points[0][0] ?? 1;
}

const allOf = (lines) => [...new Set(lines.filter(({ ideal }) => !ideal)
  .flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);

/** A curve lacks some percentiles of the others. It then has the value of its next higher one, an upper limit. */
function byPercentile(lines) {
  return allOf(lines)
    .map((at) => ({ at, values: lines.map(({ points }) => points.find(([percent]) => percent >= at)?.[1] ?? null) }));
}

/** For settings that were tried: a line has a value only where it has a point. */
function exactly(lines) {
  const known = lines.map(({ points }) => new Map(points));
  return allOf(lines).map((at) => ({ at, values: known.map((points) => points.get(at) ?? null) }));
}

const xOf = ({ x, showX }) => (showX && x !== 'time' ? showX : (s) => `${digits(s)} s`);

/** The points of a graph as a table: the title of its first column, and the values of all lines at each place. */
export function tableOf(panel) {
  return {
    head: panel.x === 'time' ? 'time' : panel.along,
    rows: placesOf(panel).map(({ at, values }) => ({ at, x: xOf(panel)(at), values })),
  };
}

const lineName = ({ key, quantile, repetition }) =>
  [key, quantile, repetition && `(${repetition})`].filter(Boolean).join(' ');

export function graphCsv(panel) {
  const { head, rows } = tableOf(panel);
  return csvOf([
    [head === 'time' ? 't_s' : head, ...panel.lines.map(lineName)], ...rows.map(({ at, values }) => [at, ...values]),
  ]);
}

export function graphJson(panel, title) {
  const { title: what, unit, show } = panel;
  const lines = panel.lines
    .map(({ key, label, quantile, repetition, points }) => ({ key, label, quantile, repetition, points }));
  return JSON.stringify({ of: title, what, unit: unit || (show === micros ? 'us' : ''),
    along: panel.along ?? 'seconds', lines }, null, 1);
}

/** Graphs by their element: panel and title, and once drawn, plot, axes and width. */
export const graphs = new Map();

let logarithmic = false;

let sized = null;

const sizeObserver = () => new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (graphs.has(target) && graphs.get(target).width !== target.clientWidth) draw(target);
  }
});

/** @param panel see charts/chart.js
  * @param title of the workload or section that the graph belongs to
  */
export function graphOf(panel, title) {
  const place = el('div', { class: 'chart', role: 'img', tabindex: '0', 'aria-label': describe(panel, title) });
  graphs.set(place, { panel, title });
  const tools = el('details', { class: 'tools' },
    el('summary', { 'aria-label': `Numbers of the graph: ${panel.title}, ${title}` }, 'numbers'));
  tools.addEventListener('toggle', () => tools.open && tools.childElementCount === 1
    && tools.append(toolsOf(place, panel, title)));
  return el('div', { class: 'panel', 'data-panel': panel.name },
    el('p', { class: 'axis' }, panel.title, scaleInWords(panel)),
    place, panel.along && el('p', { class: 'along' }, panel.along), tools);
}

export const scaleInWords = ({ unit, log }) =>
  el('small', null, ` ${[unit, log && 'log axis'].filter(Boolean).join(', ')}`);

/** A place for a graph that is not drawn yet, with the height of the graph. */
export function emptyGraph({ name, title, along }) {
  return el('div', { class: 'panel', 'data-panel': name }, el('p', { class: 'axis' }, title),
    el('div', { class: 'chart empty' }), along && el('p', { class: 'along' }, along), el('p', { class: 'tools' }, ' '));
}

function draw(place) {
  const graph = graphs.get(place);
  Object.assign(graph, drawChart(place, graph.panel, logarithmic) ?? { plot: null }, { width: place.clientWidth });
  if (graph.plot) graph.panel.drawn?.(place, graph);
}

/** Draws the graphs inside `root` for the first time: the first of them at once, and each of the others when it is near
  * the window, so that the browser can show one before it draws the next.
  */
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

/** Draws all drawn graphs again, and forgets those that were removed. */
export function redraw(log) {
  logarithmic = log;
  for (const [place, { plot }] of graphs) {
    if (!place.isConnected) forget(place);
    else if (plot !== undefined) draw(place);
  }
}

/** Puts the lines of the reader's limit where the question is now. */
export function moveLimits() {
  for (const [place, graph] of graphs) if (graph.plot && place.isConnected) graph.panel.drawn?.(place, graph);
}

function forget(place) {
  sized?.unobserve(place);
  graphs.delete(place);
}

function toolsOf(place, panel, title) {
  const name = `${title} ${panel.title}`.replaceAll(/[^\w.-]+/g, '_');
  const tool = (text, act) => button(text, act, { 'aria-label': `${text}: ${panel.title}, ${title}` });
  const { head, rows } = tableOf(panel);
  return el('div', null,
    el('p', { class: 'buttons' },
      tool('CSV', () => saveText(`${name}.csv`, graphCsv(panel), 'text/csv')),
      tool('JSON', () => saveText(`${name}.json`, graphJson(panel, title), 'application/json')),
      tool('PNG', () => savePng(`${name}.png`, graphs.get(place), title)),
      tool('SVG', () => saveSvg(`${name}.svg`, graphs.get(place), title))),
    scrolling(`Numbers: ${panel.title}, ${title}`, el('table', { class: 'points' },
      el('thead', null, el('tr', null, el('th', { scope: 'col', class: 'number' }, head), panel.lines.map((line) =>
        el('th', { scope: 'col', class: 'number' }, line.style && swatch(line), nameOfLine(line))))),
      el('tbody', null, rows.map(({ x, values }) => el('tr', null, el('th', { scope: 'row', class: 'number' }, x),
        values.map((value) => el('td', { class: 'number' }, value === null ? '–' : panel.show(value)))))))));
}

const EDGE = 10;
let said = null;

/** A place on the graph's axis, in pixels from the left of its element. */
function pixelOf({ plot, axes }, x) {
  return plot.getPlotOffset().left + plot.getAxes().xaxis.p2c(axes.x.at(x));
}

const wheres = (panel) => placesOf(panel).map(({ at }) => at);

function nearest(values, to, place) {
  return values.reduce((best, value) => (Math.abs(place(value) - to) < Math.abs(place(best) - to) ? value : best),
    values[0]);
}

/** Drawn graphs of the same workload or section. */
const SCOPE = 'figure, .sweeps';
const ROW = '.standing [data-row]';
const drawnIn = (scope) => [...scope.querySelectorAll('.chart')].filter((place) => graphs.get(place)?.plot);

/** Those with the same kind of axis: the crosshair is in all of them. */
function companions(place) {
  const { panel } = graphs.get(place);
  return drawnIn(place.closest(SCOPE)).filter((other) => graphs.get(other).panel.x === panel.x);
}

/** Where a row is emphasised: in `scope`, that with this `key`. */
let strong = {};

/** Draws the other rows faintly in the graphs of a scope; all alike without a key. */
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

/** The row whose line is nearest to the pointer, but no farther than `REACH` pixels. */
function lineUnder({ plot, axes }, values, y) {
  const { top } = plot.getPlotOffset();
  const far = ({ value }) => Math.abs(top + plot.getAxes().yaxis.p2c(axes.y.at(value)) - y);
  return [...values].sort((a, b) => far(a) - far(b)).find((one) => far(one) < REACH)?.line.key;
}

function hideCrosshair() {
  document.querySelectorAll('.crosshair').forEach((line) => line.remove());
  document.getElementById('readout')?.remove();
}

/** The chart and the place on its x axis that were shown last. The arrow keys go on from there, even after a scroll. */
let shown = {};

function showAt(place, x) {
  hideCrosshair();
  shown = { place, x };
  for (const other of companions(place)) {
    const graph = graphs.get(other);
    other.append(el('div', { class: 'crosshair', style: `left: ${pixelOf(graph, x)}px` }));
  }
  const values = valuesAt(graphs.get(place).panel, x);
  const box = el('div', { id: 'readout', 'aria-hidden': 'true' },
    el('p', null, el('b', null, titleAt(graphs.get(place).panel, x))),
    values.map(({ line, text }) =>
      el('p', null, line.style && swatch(line), el('span', null, nameOfLine(line)), el('b', null, text))));
  document.body.append(box);
  position(box, place, pixelOf(graphs.get(place), x));
  return values;
}

function titleAt({ x: kind, showX, along }, x) {
  return kind === 'time' ? `${digits(x)} s` : `${showX(x)} ${kind === 'percentiles' ? '' : along}`;
}

/** The values of the lines there, highest first: the same as in the graph's table. */
function valuesAt(panel, x) {
  const { values } = placesOf(panel).find(({ at }) => at === x);
  return panel.lines.map((line, i) => ({ line, value: values[i] }))
    .filter(({ line, value }) => !line.ideal && value !== null)
    .map(({ line, value }) => ({ line, value, text: panel.show(value) })).sort((a, b) => b.value - a.value);
}

function position(box, place, pixel) {
  const at = place.getBoundingClientRect();
  const left = at.left + pixel;
  const beside = left + EDGE + box.offsetWidth < document.documentElement.clientWidth ? left + EDGE
    : left - EDGE - box.offsetWidth;
  box.style.left = `${Math.max(EDGE, beside)}px`;
  box.style.top = `${Math.max(EDGE, Math.min(at.top, window.innerHeight - box.offsetHeight - EDGE))}px`;
}

function follow(event) {
  const [scope, row] = [SCOPE, ROW].map((selector) => event.target.closest?.(selector));
  const place = event.target.closest?.('.chart[role=img]');
  const graph = place && graphs.get(place);
  if (!graph?.plot) {
    if (scope || strong.scope) emphasise(scope ?? strong.scope, row?.dataset.row);
    return hideCrosshair();
  }
  const x = nearest(wheres(graph.panel), event.clientX - place.getBoundingClientRect().left,
    (value) => pixelOf(graph, value));
  const under = lineUnder(graph, showAt(place, x), event.clientY - place.getBoundingClientRect().top);
  emphasise(scope, event.target.closest('.marks [data-row]')?.dataset.row ?? under);
  return undefined;
}

/** Arrow keys move from point to point, Home and End to the first and the last. Screen readers announce each place. */
function stepThrough(event) {
  const place = event.target.closest?.('.chart[role=img]');
  const graph = place && graphs.get(place);
  if (event.key === 'Escape') hideCrosshair();
  if (!graph?.plot || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
  event.preventDefault();
  const places = wheres(graph.panel);
  const now = shown.place === place ? places.indexOf(shown.x) : -1;
  const next = { Home: 0, End: places.length - 1, ArrowLeft: Math.max(0, now - 1),
    ArrowRight: Math.min(places.length - 1, now + 1) }[event.key];
  const values = showAt(place, places[next]);
  const texts = values.map(({ line, text }) => `${nameOfLine(line)} ${text}`);
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
