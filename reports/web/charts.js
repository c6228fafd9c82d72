// Draws one panel with flot. Everything that is not a canvas (legend, numbers, title) is plain HTML around it.
import { linearAxis, logAxis, secondTicks } from './axes.js';

const MARKERS_MAX = 16;

/** @param place the element to draw in
  * @param panel see panels.js
  * @param options `hidden`: indices of contenders not to draw; `log`: logarithmic y axis
  */
export function drawChart(place, panel, { hidden, log }) {
  const lines = panel.lines.filter((line) => !hidden.has(line.contender));
  place.replaceChildren();
  if (lines.length === 0 || place.clientWidth === 0) return;
  const css = getComputedStyle(place);
  const axis = (log ? logAxis : linearAxis)(lines.flatMap((line) => line.points.map(([, value]) => value)), panel.show);
  const ends = lines.flatMap((line) => line.points.map(([t]) => t));
  window.jQuery.plot(place, lines.flatMap((line) => seriesOf(line, axis.at, css)), {
    ...plain(css),
    xaxis: { ...font(css), min: 0, max: Math.max(...ends), autoScale: 'none', ticks: secondTicks(Math.max(...ends)) },
    yaxis: { ...font(css), labelWidth: labelWidth(axis.ticks, css), min: axis.min, max: axis.max, autoScale: 'none', ticks: axis.ticks },
    hooks: { drawSeries: [strokes] },
  });
}

function plain(css) {
  const grid = css.getPropertyValue('--grid').trim();
  return {
    legend: { show: false },
    shadowSize: 0,
    grid: { borderWidth: { top: 0, right: 0, bottom: 1, left: 0 }, borderColor: grid, color: grid, tickColor: grid, margin: { top: 6, right: 14, bottom: 0, left: 0 } },
  };
}

const FONT_SIZE = 11;
const LABEL_WIDTH = 34;
const canvas = document.createElement('canvas');

/** flot forgets the last label when it measures. At least so wide that the plots of a column are aligned. */
function labelWidth(ticks, css) {
  const context = canvas.getContext('2d');
  context.font = `${FONT_SIZE}px ${css.fontFamily}`;
  return Math.max(LABEL_WIDTH, ...ticks.map(([, label]) => Math.ceil(context.measureText(label).width) + 2));
}

function font(css) {
  return { showTicks: false, showMinorTicks: false, font: { size: FONT_SIZE, family: css.fontFamily, fill: css.color } };
}

/** Two series for a line: its dashes would also break the outlines of markers, which the second one stands for. */
function seriesOf({ style: { colour, dash, outline, hollow }, points }, at, css) {
  const color = css.getPropertyValue(colour).trim();
  const data = points.map(([t, value]) => [t, at(value)]);
  const step = Math.ceil(data.length / MARKERS_MAX);
  return [
    { data, color, dash, lines: { show: true, lineWidth: 2 } },
    { data: data.filter((_, i) => i % step === 0), color, outline, hollow, lines: { show: false } },
  ];
}

/** A flot hook, called before flot draws a series: flot knows no dashes, and no markers of one's own. */
function strokes(plot, context, series) {
  const paper = getComputedStyle(plot.getPlaceholder()[0]).getPropertyValue('--card').trim();
  context.setLineDash(series.dash ?? []);
  if (!series.outline) return;
  const { left, top } = plot.getPlotOffset();
  const outline = new Path2D(series.outline);
  context.save();
  Object.assign(context, { strokeStyle: series.color, fillStyle: series.hollow ? paper : series.color, lineWidth: 1.5 });
  for (const [x, y] of series.data) {
    const path = new Path2D();
    path.addPath(outline, new DOMMatrix([1, 0, 0, 1, left + series.xaxis.p2c(x), top + series.yaxis.p2c(y)]));
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
}
