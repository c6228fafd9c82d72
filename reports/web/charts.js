// Draws a graph with flot. Everything that is not a canvas (legend, numbers, title) is plain HTML around it.
import { drawEnds, roomForEnds } from './ends.js';
import { linearAxis, logAxis, percentileAxis, settingsAxis, tightLogAxis, timeAxis } from './axes.js';
import { maxOf, minOf } from './numbers.js';
import { inkOf } from './strokes.js';

const MARKERS_MAX = 16;

/** So few samples are no series in time: they are drawn as dots. */
const DOTS_MAX = 5;

/** Of the thin line that a row would follow if it scaled as its clients do. */
const IDEAL_DASH = [1, 4];

/** Values that differ by more are drawn on a logarithmic axis. */
const WIDE = 10;

const FONT_SIZE = 11;
const LABEL_WIDTH = 34;

/** flot measures all labels but the first and the last: of two labels, none. */
const LABEL_HEIGHT = 13;

function axesOf(panel, log) {
  const values = panel.lines.flatMap(({ points }) => points.map(([, y]) => y));
  const xs = [...(panel.places ?? []), ...panel.lines.flatMap(({ points }) => points.map(([x]) => x))];
  const x = {
    time: () => timeAxis(-panel.warmUp, panel.end + panel.drain),
    log: () => tightLogAxis(xs, panel.showX),
    settings: () => settingsAxis(xs, panel.showX),
    percentiles: () => percentileAxis(xs),
  }[panel.x]();
  const y = (log || panel.log || isWide(values) ? logAxis : linearAxis)(panel.upTo ? [...values, panel.upTo]
    : values, panel.show);
  return { x, y };
}

function isWide(values) {
  const above = values.filter((value) => value > 0);
  return maxOf(above, 0) > WIDE * minOf(above);
}

/** @param place the element to draw in
  * @param panel what to draw: `lines` of `points`, `x` (the kind of its axis), `show` for values, and so on (panels.js,
  * sweeps.js)
  * @param log whether the values' axis is logarithmic, also where the panel does not ask for it
  * @returns the plot and its axes; null if there is nothing to draw, or no room
  */
export function drawChart(place, panel, log) {
  place.replaceChildren();
  if (panel.lines.length === 0 || place.clientWidth === 0) return null;
  const css = getComputedStyle(place);
  const axes = axesOf(panel, log);
  const { x, y } = axes;
  const plot = window.jQuery.plot(place, panel.lines.flatMap((line) => seriesOf(line, axes, css, panel.x === 'time')), {
    legend: { show: false },
    shadowSize: 0,
    grid: gridOf(panel, axes, css, place.clientWidth),
    xaxis: { ...font(css), labelHeight: LABEL_HEIGHT, min: x.min, max: x.max, autoScale: 'none', ticks: x.ticks },
    yaxis: {
      ...font(css), labelWidth: labelWidth(y.ticks, css), min: y.min, max: y.max, autoScale: 'none', ticks: y.ticks,
    },
    hooks: {
      drawSeries: [strokes],
      draw: [
        (p, context) => drawErrors(p, context, panel, css), (p, context) => drawEnds(p, context, panel, axes, css),
      ],
    },
  });
  return { plot, axes };
}

/** The warm-up before the samples and the drain behind them are shaded. */
function gridOf(panel, { x, y }, css, width) {
  const grid = css.getPropertyValue('--grid').trim();
  const shade = css.getPropertyValue('--shade').trim();
  const areas = panel.shades
    ?? (panel.x === 'time' ? [[x.min, 0], [panel.end, x.max]].filter(([from, to]) => to > from) : []);
  return {
    borderWidth: { top: 0, right: 0, bottom: 1, left: 0 }, borderColor: grid, color: grid, tickColor: grid,
    margin: { top: 6, right: Math.max(14, roomForEnds(panel, width, css)), bottom: 0, left: 0 },
    markings: areas.map(([from, to]) => ({ xaxis: { from, to }, yaxis: { from: y.min, to: y.max }, color: shade })),
  };
}

const canvas = document.createElement('canvas');

/** flot forgets the last label when it measures. At least so wide that the plots of a column are aligned. */
function labelWidth(ticks, css) {
  const context = canvas.getContext('2d');
  context.font = `${FONT_SIZE}px ${css.fontFamily}`;
  return maxOf(ticks.map(([, label]) => Math.ceil(context.measureText(label).width) + 2), LABEL_WIDTH);
}

function font(css) {
  return {
    showTicks: false, showMinorTicks: false, font: { size: FONT_SIZE, family: css.fontFamily, fill: css.color },
  };
}

/** Two series for a line: its dashes would also break the outlines of markers, which the second one stands for. */
function seriesOf({ style, ideal, points }, { x, y }, css, inTime) {
  const data = points.map(([a, b]) => [x.at(a), y.at(b)]);
  const color = inkOf(css, style);
  if (ideal) return [{ data, color, dash: IDEAL_DASH, lines: { show: true, lineWidth: 1 } }];
  const step = Math.ceil(data.length / MARKERS_MAX);
  return [
    { data, color, dash: style.dash, lines: { show: !inTime || data.length > DOTS_MAX, lineWidth: 2 } },
    {
      data: data.filter((_, i) => i % step === 0), color, outline: style.outline, hollow: style.hollow,
      lines: { show: false },
    },
  ];
}

/** A flot hook, called before flot draws a series: flot knows no dashes, and no markers of one's own. */
function strokes(plot, context, series) {
  context.setLineDash(series.dash ?? []);
  if (!series.outline) return;
  const paper = getComputedStyle(plot.getPlaceholder()[0]).getPropertyValue('--card').trim();
  const { left, top } = plot.getPlotOffset();
  const outline = new Path2D(series.outline);
  context.save();
  Object.assign(context, {
    strokeStyle: series.color, fillStyle: series.hollow ? paper : series.color, lineWidth: 1.5,
  });
  for (const [x, y] of series.data) {
    const path = new Path2D();
    path.addPath(outline, new DOMMatrix([1, 0, 0, 1, left + series.xaxis.p2c(x), top + series.yaxis.p2c(y)]));
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
}

/** Errors are ticks at the top, at the end of the interval in which they came. */
function drawErrors(plot, context, { errors = [] }, css) {
  const { left, top } = plot.getPlotOffset();
  const { xaxis } = plot.getAxes();
  context.save();
  Object.assign(context, { strokeStyle: css.getPropertyValue('--bad').trim(), lineWidth: 2 });
  context.setLineDash([]);
  context.beginPath();
  for (const [t] of errors.flatMap(({ at }) => at)) {
    context.moveTo(left + xaxis.p2c(t), top);
    context.lineTo(left + xaxis.p2c(t), top + 8);
  }
  context.stroke();
  context.restore();
}
