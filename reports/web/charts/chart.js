// Draws a chart with flot: axes, lines, and what stands at the ends of the lines.
import { svg } from '../lib/dom.js';
import { digits } from '../lib/format.js';
import { maxOf, minOf } from '../lib/rules.js';
import { inkOf } from './line-styles.js';

/** From 0 to a round number above the highest value. */
export function linearAxis(values, show) {
  const high = maxOf(values, 1e-9);
  const step = roundStep(high / 3);
  const steps = Math.ceil((high / step) * 1.0001);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => i * step);
  return {
    min: 0, max: steps * step, ticks: ticks.map((value) => [value, tickLabel(value, show)]), at: (value) => value,
  };
}

/** How far zero is below the lowest power of ten on a logarithmic axis, in powers. */
const ZERO_BELOW = 0.6;

/** Begins at the power of ten below the lowest value above zero. Zero has a tick of its own below that. */
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

/** Like `logAxis`, but no wider than the values, with ticks at 1, 2 and 5 times the powers of ten. */
export function tightLogAxis(values, show) {
  const above = values.filter((value) => value > 0);
  const [low, high] = [Math.log10(minOf(above, 1e9)), Math.log10(maxOf(above, 1))];
  const pad = Math.max(0.05, (high - low) * 0.04);
  const ticks = Array.from({ length: 40 }, (_, i) => i - 12).flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power))
    .map((value) => [Math.log10(value), tickLabel(value, show)]);
  const at = (value) => Math.log10(Math.max(value, 1e-9));
  return {
    min: low - pad, max: high + pad,
    ticks: thinned(ticks.filter(([place]) => place >= low - pad && place <= high + pad), high - low), at,
  };
}

/** A logarithmic scale with a tick for each setting that was tried. 0 is one step below the lowest. */
export function settingsAxis(values, show) {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const lowest = sorted.find((value) => value > 0) ?? 1;
  const at = (value) => Math.log10(value > 0 ? value : lowest / 3);
  const places = sorted.map(at);
  const pad = Math.max(0.05, (places.at(-1) - places[0]) * 0.04);
  return {
    min: places[0] - pad, max: places.at(-1) + pad,
    ticks: thinned(sorted.map((value) => [at(value), tickLabel(value, show)]), places.at(-1) - places[0]), at,
  };
}

/** Removes the labels of ticks that are too near to the last labelled one. */
function thinned(ticks, width) {
  let last = -Infinity;
  return ticks.map(([place, label]) => {
    if (place - last < width * 0.08) return [place, ''];
    last = place;
    return [place, label];
  });
}

/** Percentiles by the share of messages above them: 90%, 99% and 99.9% have equal distances. */
export function percentileAxis(percentages) {
  const at = (percent) => -Math.log10(Math.max(1e-7, 1 - percent / 100));
  const max = Math.max(2, at(maxOf(percentages.filter((percent) => percent < 100), 99)));
  const ticks = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999].map((percent) => [at(percent), `${percent} %`])
    .filter(([place]) => place <= max);
  return {
    min: 0, max: max * 1.02, ticks, at: (percent) => Math.min(max, at(percent)),
  };
}

/** Seconds from the warm-up, which is below 0, to the drain. */
export function timeAxis(from, until) {
  const step = Math.max(1, roundStep((until - from) / 5));
  const first = Math.ceil(from / step - 1e-9);
  const ticks = Array.from({ length: Math.floor(until / step + 1e-4) - first + 1 }, (_, i) => (first + i) * step);
  return {
    min: from, max: until, ticks: ticks.map((s) => [s, `${digits(s).replace(/\.0+$/, '').replace('-', '−')} s`]),
    at: (s) => s,
  };
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((n) => n * power >= value * 0.9999) * power;
}

/** Without trailing zeros: 1.50M becomes 1.5M. */
function tickLabel(value, show) {
  return value === 0 ? '0' : show(value).replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

/** Pixels between the markers of a line, at least. */
const MARKER_DISTANCE = 22;

/** For the thin line that a row would follow if it scaled with its clients. */
const IDEAL_DASH = [1, 4];

const fontSize = ({ large }) => (large ? 13 : 11);
const LABEL_WIDTH = 34;

function axesOf(panel, log) {
  const values = (panel.scaled ?? panel.lines).flatMap(({ points, whiskers = [] }) =>
    [...points.map(([, y]) => y), ...whiskers.flatMap(({ low, high }) => [low, high])]);
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

/** @param place the element to draw in
  * @param panel what to draw: `lines` of `points`, `scaled` (the lines that decide the scale, if these are not all),
  * `x` (the kind of its axis), `show` for values, and so on
  * (time-graphs.js, setting-graphs.js)
  * @param log makes the values' axis logarithmic even if the panel does not ask for it
  * @returns the plot and its axes; null if there is nothing to draw, or no room
  */
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
    // the height is given, because flot measures neither the first label nor the last: of two, it would measure none
    xaxis: {
      ...font(panel, css), labelHeight: fontSize(panel) + 2, min: x.min, max: x.max, autoScale: 'none', ticks: x.ticks,
    },
    yaxis: {
      ...font(panel, css), labelWidth: labelWidth(panel, y.ticks, css), min: y.min, max: y.max, autoScale: 'none',
      ticks: y.ticks,
    },
    hooks: { drawSeries: [strokes], draw: [(p, context) => drawErrors(p, context, panel, css)] },
  });
  if (panel.ends) place.append(endsOf(plot, panel, axes, css));
  return { plot, axes };
}

/** The warm-up before the samples and the drain after them are shaded. */
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

/** flot does not measure the last label. The minimum width aligns the plots of a column. */
function labelWidth(panel, ticks, css) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${fontSize(panel)}px ${css.fontFamily}`;
  return maxOf(ticks.map(([, label]) => Math.ceil(context.measureText(label).width) + 2), LABEL_WIDTH);
}

function font(panel, css) {
  return {
    showTicks: false, showMinorTicks: false, font: { size: fontSize(panel), family: css.fontFamily, fill: css.color },
  };
}

/** Two series for a line, because its dashes would also break the outlines of its markers. A thin line has none. */
function seriesOf({ key, of = key, style, ideal, width: lineWidth = 2, points }, { x, y }, css, width) {
  const data = points.map(([a, b]) => [x.at(a), y.at(b)]);
  const color = inkOf(css, style);
  if (ideal) return [{ key: of, data, color, dash: IDEAL_DASH, lines: { show: true, lineWidth: 1 } }];
  const step = Math.ceil((data.length * MARKER_DISTANCE) / width);
  return [
    { key, data, color, dash: style.dash, lines: { show: true, lineWidth } },
    lineWidth > 1 && {
      key, data: data.filter((_, i) => i % step === 0), color, outline: style.outline,
      inside: style.hollow ? css.getPropertyValue('--card').trim() : color, lines: { show: false },
    },
  ].filter(Boolean);
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

/** Errors are ticks at the top, at the end of the interval in which they occurred. */
function drawErrors(plot, context, { errors = [] }, css) {
  const { left, top } = plot.getPlotOffset();
  const { xaxis } = plot.getAxes();
  context.save();
  Object.assign(context, { strokeStyle: css.getPropertyValue('--bad').trim(), lineWidth: 2, globalAlpha: 1 });
  context.setLineDash([]);
  context.beginPath();
  for (const [t] of errors.flatMap(({ at }) => at)) {
    context.moveTo(left + xaxis.p2c(t), top);
    context.lineTo(left + xaxis.p2c(t), top + 8);
  }
  context.stroke();
  context.restore();
}

// What is at the ends of the lines: their names, and a cross where a row did not hold the next rate. Also the intervals
// of points.

const SIZE = 13;
const HEIGHT = 15;
const GAP = 7;
const CROSS = 8;
const MARKER = 13;

/** A narrower graph has no room for names next to the lines, so they are only in the legend below. */
const NARROW = 400;
const WIDEST_SHARE = 0.45;

const namedIn = ({ lines }) => lines.filter(({ ideal, unnamed }) => !ideal && !unnamed);

function widthOf(text, css, weight) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${weight} ${SIZE}px ${css.fontFamily}`;
  return context.measureText(text).width;
}

/** Pixels that the names need on the right of the plot; 0 if they are not drawn. A line that ends early needs less. */
function roomForEnds(panel, width, css, { at, min, max }) {
  if (!panel.ends || width < NARROW) return 0;
  const rest = (points) => ((max - at(points.at(-1)[0])) / (max - min)) * (1 - WIDEST_SHARE) * width;
  const needs = namedIn(panel).map(({ label, points }) => widthOf(label, css, 600) - rest(points));
  return Math.min(WIDEST_SHARE * width, maxOf(needs, 0) + 2 * GAP + CROSS + MARKER);
}

/** Moves names up or down until none is over another, and keeps their order. Each is as near to its end as possible.
  * @param wanted `x`, `y` and `width`; those that do not fit below each other are left out
  */
export function apart(wanted, bottom) {
  const all = wanted.slice(0, Math.floor(bottom / HEIGHT)).map((one) => ({ ...one })).sort((a, b) => a.y - b.y);
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

/** As many words as a reader takes in at a glance: up to the first comma after the rate. */
const brief = (text) => text.split(', ')[0].replace(/^(.{36}).+$/, '$1…');

/** The place of a name, and the words after it if there is room for them: why the line `ended`. */
function boxOf(line, [end, y], right, css) {
  const x = end + GAP + (line.ended ? CROSS + 3 : 0);
  const [name, words] = [widthOf(line.label, css, 600), line.ended ? ` ${brief(line.ended)}` : ''];
  const width = MARKER + name + widthOf(words, css, 400);
  return x + width < right ? { line, x, y, width, words } : { line, x, y, width: MARKER + name, words: '' };
}

/** @returns an element that lies over the graph and is also part of its picture, so it needs no style sheet */
function endsOf(plot, panel, { x, y }, css) {
  const [place] = plot.getPlaceholder();
  const { clientWidth: width, clientHeight: height } = place;
  const { left, top } = plot.getPlotOffset();
  const { xaxis, yaxis } = plot.getAxes();
  const at = ([a, b]) => [left + xaxis.p2c(x.at(a)), top + yaxis.p2c(y.at(b))];
  const lines = namedIn(panel);
  const boxes = lines.map((line) => boxOf(line, at(line.points.at(-1)), width, css));
  return svg('svg', { class: 'marks', width, height, 'font-family': css.fontFamily, 'font-size': SIZE, fill: 'none' },
    lines.flatMap(({ style, whiskers = [] }, i) => whiskers.map(({ rate, low, high, guess }) => {
      const [[across, bottom], [, above]] = [at([rate, low]), at([rate, high])];
      return svg('path', { stroke: inkOf(css, style), 'stroke-dasharray': guess ? '3 2' : null, opacity: 0.6,
        // next to each other, because all rows have the same rates
        transform: `translate(${Math.min(4, width / 300) * (i - (lines.length - 1) / 2)} 0)`,
        d: `M${across},${bottom}V${above}M${across - 2},${bottom}h4M${across - 2},${above}h4` });
    })),
    boxes.filter(({ line }) => line.ended).map((box) => svg('path', { stroke: css.getPropertyValue('--bad').trim(),
      'stroke-width': 2.5, d: `M${box.x - CROSS - 3},${box.y - 4}l8,8m0,-8l-8,8` }, titleOf(box))),
    width >= NARROW && apart(boxes, height).map((box) => nameOf(box, css, place)));
}

const titleOf = ({ line }) => svg('title', null, [line.label, line.ended].filter(Boolean).join(': '));

/** A marker, so that the name needs no line to its end, and the name, readable over other lines. */
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
