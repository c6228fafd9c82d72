// Draws a chart with flot: axes, lines, and what stands at the ends of the lines.
import { svg } from '../lib/dom.js';
import { digits } from '../lib/format.js';
import { maxOf, minOf, unique } from '../lib/rules.js';
import { inkOf } from './line-styles.js';

export function linearAxis(values, show) {
  const high = maxOf(values, 1e-9);
  const step = roundStep(high / 3);
  const steps = Math.ceil((high / step) * 1.0001);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => i * step);
  return {
    min: 0, max: steps * step, ticks: ticks.map((value) => [value, tickLabel(value, show)]), at: (value) => value,
  };
}

const ZERO_BELOW = 0.6;

/** Begins at the power of ten below the lowest value. Zero has a tick of its own below that. */
export function logAxis(values, show, most = 4) {
  const above = values.filter((value) => value > 0);
  const low = above.length > 0 ? Math.floor(Math.log10(minOf(above)) + 1e-9) : 0;
  const max = Math.max(low + 1, above.length > 0 ? Math.ceil(Math.log10(maxOf(above)) - 1e-9) : 1);
  const zero = values.some((value) => value === 0);
  const min = zero ? low - ZERO_BELOW : low;
  const every = Math.ceil((max - low) / most);
  const powers = Array.from({ length: max - low + 1 }, (_, i) => low + i)
    .filter((power) => (power - low) % every === 0);
  return {
    min,
    max,
    ticks: [...(zero ? [[min, '0']] : []), ...powers.map((power) => [power, tickLabel(10 ** power, show)])],
    at: (value) => (value > 0 ? Math.max(low, Math.log10(value)) : min),
  };
}

export function tightLogAxis(values, show) {
  const powers = Array.from({ length: 40 }, (_, i) => 10 ** (i - 12));
  return narrowScale(values, powers.flatMap((power) => [power, 2 * power, 5 * power]), show, Math.log10);
}

export function settingsAxis(values, show) {
  const sorted = unique(values).sort((a, b) => a - b);
  const lowest = sorted.find((value) => value > 0) ?? 1;
  return narrowScale(sorted, sorted, show, (value) => Math.log10(value > 0 ? value : lowest / 3));
}

function narrowScale(values, marks, show, at) {
  const [low, high] = [minOf(values.map(at)), maxOf(values.map(at))];
  const pad = Math.max(0.05, (high - low) * 0.04);
  const [min, max] = [low - pad, high + pad];
  const ticks = marks.map((value) => [at(value), tickLabel(value, show)])
    .filter(([place]) => place >= min && place <= max);
  return { min, max, ticks: thinned(ticks, high - low), at };
}

function thinned(ticks, width) {
  let last = -Infinity;
  return ticks.map(([place, label]) => {
    if (place - last < width * 0.08) return [place, ''];
    last = place;
    return [place, label];
  });
}

export function percentileAxis(percentages) {
  const at = (percent) => -Math.log10(Math.max(1e-7, 1 - percent / 100));
  const max = Math.max(2, at(maxOf(percentages.filter((percent) => percent < 100), 99)));
  const ticks = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999].map((percent) => [at(percent), `${percent} %`])
    .filter(([place]) => place <= max);
  return { min: 0, max: max * 1.02, ticks, at: (percent) => Math.min(max, at(percent)) };
}

export function timeAxis(from, until) {
  const step = Math.max(1, roundStep((until - from) / 5));
  const first = Math.ceil(from / step - 1e-9);
  const ticks = Array.from({ length: Math.floor(until / step + 1e-4) - first + 1 }, (_, i) => (first + i) * step);
  return {
    min: from, max: until, ticks: ticks.map((s) => [s, `${digits(s).replace(/\.0+$/, '').replace('-', '−')} s`]),
    at: (s) => s,
  };
}

function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((n) => n * power >= value * 0.9999) * power;
}

const tickLabel = (value, show) =>
  (value === 0 ? '0' : show(value).replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, ''));

const MARKER_DISTANCE = 22;

const fontSize = ({ large }) => (large ? 13 : 11);
const LABEL_WIDTH = 34;

function axesOf(panel, log) {
  const values = (panel.scaled ?? panel.lines).flatMap(({ points, ideal = [], whiskers = [] }) =>
    [...[...points, ...ideal].map(([, y]) => y), ...whiskers.flatMap(({ low, high }) => [low, high])]);
  if (panel.limit) values.push(panel.limit());
  const xs = [...(panel.places ?? []), ...panel.lines.flatMap(({ points }) => points.map(([x]) => x))];
  const x = {
    time: () => timeAxis(-panel.warmUp, panel.end + panel.drain),
    log: () => tightLogAxis(xs, panel.showX),
    settings: () => settingsAxis(xs, panel.showX),
    percentiles: () => percentileAxis(xs),
  }[panel.x]();
  return { x, y: (log || panel.log ? logAxis : linearAxis)(values, panel.show, panel.large ? 8 : undefined) };
}

/** Returns the plot and its axes; null if there is nothing to draw, or no room. */
export function drawChart(place, panel, log) {
  place.replaceChildren();
  if (panel.lines.length === 0 || place.clientWidth === 0) return null;
  const css = getComputedStyle(place);
  const axes = axesOf(panel, log);
  const { x, y } = axes;
  const plot = window.jQuery.plot(place, panel.lines.flatMap((line) => seriesOf(line, axes, css, place.clientWidth)), {
    legend: { show: false },
    shadowSize: 0,
    grid: gridOf(panel, axes, css, place.clientWidth),
    // sizes are given, because flot measures neither the first label nor the last
    xaxis: { ...scaleOf(x, panel, css), labelHeight: fontSize(panel) + 2 },
    yaxis: { ...scaleOf(y, panel, css), labelWidth: labelWidth(panel, y.ticks, css) },
    hooks: { drawSeries: [strokes] },
  });
  place.append(marksOf(plot, panel, axes, css));
  return { plot, axes };
}

function gridOf(panel, { x, y }, css, width) {
  const grid = css.getPropertyValue('--grid').trim();
  const shade = css.getPropertyValue('--shade').trim();
  const areas = panel.shades
    ?? (panel.x === 'time' ? [[x.min, 0], [panel.end, x.max]].filter(([from, to]) => to > from) : []);
  return {
    borderWidth: { top: 0, right: 0, bottom: 1, left: 0 }, borderColor: grid, color: grid, tickColor: grid,
    margin: { top: 6, right: Math.max(14, roomForEnds(panel, width, css, x)), bottom: 0, left: 0 },
    markings: areas.map(([from, to]) => ({ xaxis: { from, to }, yaxis: { from: y.min, to: y.max }, color: shade })),
  };
}

const scaleOf = ({ min, max, ticks }, panel, css) => ({
  min, max, ticks, autoScale: 'none', showTicks: false, showMinorTicks: false,
  font: { size: fontSize(panel), family: css.fontFamily, fill: css.color },
});

function widthOf(text, css, size, weight = 400) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${weight} ${size}px ${css.fontFamily}`;
  return context.measureText(text).width;
}

const labelWidth = (panel, ticks, css) =>
  maxOf(ticks.map(([, label]) => Math.ceil(widthOf(label, css, fontSize(panel))) + 2), LABEL_WIDTH);

/** Two series for a line, because its dashes would also break the outlines of its markers. */
function seriesOf({ key, style, ideal = [], width: lineWidth = 2, points }, { x, y }, css, width) {
  const dataOf = (list) => list.map(([a, b]) => [x.at(a), y.at(b)]);
  const data = dataOf(points);
  const step = Math.ceil((data.length * MARKER_DISTANCE) / width);
  const base = { key, color: inkOf(css, style) };
  const line = { ...base, data, dash: style.dash, lines: { show: true, lineWidth } };
  if (lineWidth === 1) return [line];
  return [
    line,
    { ...base, data: data.filter((_, i) => i % step === 0), outline: style.outline,
      inside: style.hollow ? css.getPropertyValue('--card').trim() : base.color, lines: { show: false } },
    { ...base, data: dataOf(ideal), dash: [1, 4], lines: { show: true, lineWidth: 1 } },
  ].filter((series) => series.data.length > 0);
}

const FAINT = 0.15;

/** A flot hook, called before each series, because flot supports neither dashes nor custom markers. */
function strokes(plot, context, series) {
  context.setLineDash(series.dash ?? []);
  context.globalAlpha = series.faint ? FAINT : 1;
  if (!series.outline) return;
  const { left, top } = plot.getPlotOffset();
  const outline = new Path2D(series.outline);
  context.save();
  Object.assign(context, { strokeStyle: series.color, fillStyle: series.inside, lineWidth: 1.5 });
  for (const [x, y] of series.data) {
    const path = new Path2D();
    path.addPath(outline, new DOMMatrix([1, 0, 0, 1, left + series.xaxis.p2c(x), top + series.yaxis.p2c(y)]));
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
}

// What lies over the graph: the names at the ends of the lines, a cross where a row did not hold the next rate, the
// intervals of points, and ticks at the top for errors.

const SIZE = 13;
const HEIGHT = 15;
const GAP = 7;
const CROSS = 8;
const MARKER = 13;

const NARROW = 400;
const WIDEST_SHARE = 0.45;

const namedIn = ({ lines }) => lines.filter(({ unnamed }) => !unnamed);

/** Pixels that the names need on the right of the plot. A line that ends early needs less. */
function roomForEnds(panel, width, css, { at, min, max }) {
  if (!panel.ends || width < NARROW) return 0;
  const rest = (points) => ((max - at(points.at(-1)[0])) / (max - min)) * (1 - WIDEST_SHARE) * width;
  const needs = namedIn(panel).map(({ label, points }) => widthOf(label, css, SIZE, 600) - rest(points));
  return Math.min(WIDEST_SHARE * width, maxOf(needs, 0) + 2 * GAP + CROSS + MARKER);
}

export function apart(wanted, bottom) {
  const all = wanted.slice(0, Math.floor(bottom / HEIGHT)).map((one) => ({ ...one }))
    .sort((a, b) => a.y - b.y);
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]))
    .filter(([a, b]) => a.x < b.x + b.width && b.x < a.x + a.width);
  for (let round = 0; round < 200; round += 1) {
    for (const [a, b] of pairs) {
      const lack = Math.max(0, HEIGHT - (b.y - a.y)) / 2;
      a.y -= lack;
      b.y += lack;
    }
    for (const one of all) one.y = Math.max(HEIGHT / 2, Math.min(bottom - HEIGHT / 2, one.y));
  }
  return all;
}

const brief = (text) => text.split(', ')[0].replace(/^(.{36}).+$/, '$1…');

function boxOf(line, [end, y], right, css) {
  const x = end + GAP + (line.ended ? CROSS + 3 : 0);
  const name = MARKER + widthOf(line.label, css, SIZE, 600);
  const words = line.ended ? ` ${brief(line.ended)}` : '';
  const width = name + widthOf(words, css, SIZE);
  return x + width < right ? { line, x, y, width, words } : { line, x, y, width: name, words: '' };
}

function marksOf(plot, panel, { x, y }, css) {
  const [place] = plot.getPlaceholder();
  const { clientWidth: width, clientHeight: height } = place;
  const { left, top } = plot.getPlotOffset();
  const { xaxis, yaxis } = plot.getAxes();
  const at = ([a, b]) => [left + xaxis.p2c(x.at(a)), top + yaxis.p2c(y.at(b))];
  const bad = css.getPropertyValue('--bad').trim();
  const lines = panel.ends ? namedIn(panel) : [];
  const boxes = lines.map((line) => boxOf(line, at(line.points.at(-1)), width, css));
  return svg('svg', { class: 'marks', width, height, 'font-family': css.fontFamily, 'font-size': SIZE, fill: 'none' },
    lines.map(({ style, whiskers = [] }, i) => whiskers.map(({ rate, low, high, guess }) => {
      const [[across, bottom], [, above]] = [at([rate, low]), at([rate, high])];
      return svg('path', { stroke: inkOf(css, style), 'stroke-dasharray': guess ? '3 2' : null, opacity: 0.6,
        // next to each other, because all rows have the same rates
        transform: `translate(${Math.min(4, width / 300) * (i - (lines.length - 1) / 2)} 0)`,
        d: `M${across},${bottom}V${above}M${across - 2},${bottom}h4M${across - 2},${above}h4` });
    })),
    (panel.errors ?? []).map((t) =>
      svg('path', { class: 'error', stroke: bad, 'stroke-width': 2, d: `M${left + xaxis.p2c(t)},${top}v8` })),
    boxes.filter(({ line }) => line.ended).map((box) => svg('path', { class: 'end', stroke: bad, 'stroke-width': 2.5,
      d: `M${box.x - CROSS - 3},${box.y - 4}l8,8m0,-8l-8,8` }, titleOf(box))),
    width >= NARROW && apart(boxes, height).map((box) => nameOf(box, css, place)));
}

const titleOf = ({ line }) => svg('title', null, [line.label, line.ended].filter(Boolean).join(': '));

function nameOf(box, css, place) {
  const { line: { key, label, style }, x, y, words } = box;
  const [paper, text, soft] = [place.closest('figure') ? '--card' : '--page', '--text', '--soft']
    .map((name) => css.getPropertyValue(name).trim());
  const ink = inkOf(css, style);
  return svg('g', { 'data-row': key }, titleOf(box),
    svg('path', { d: style.outline, transform: `translate(${x + 4} ${y})`, stroke: ink, 'stroke-width': 1.5,
      fill: style.hollow ? paper : ink }),
    svg('text', { x: x + MARKER, y: y + 4.5, fill: text, stroke: paper, 'stroke-width': 4, 'paint-order': 'stroke' },
      svg('tspan', { 'font-weight': 600 }, label), words && svg('tspan', { fill: soft }, words)));
}
