// Draws one panel with flot. Everything that is not a canvas (legend, numbers, title) is plain HTML around it.
import { digits } from './format.js';
import { outlineOf, strokeOf } from './strokes.js';

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
    yaxis: { ...font(css), min: axis.min, max: axis.max, autoScale: 'none', ticks: axis.ticks },
    hooks: { drawSeries: [dashed] },
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

function font(css) {
  return { showTicks: false, showMinorTicks: false, font: { size: 11, family: css.fontFamily, fill: css.color } };
}

/** Two series for a line: dashes would also break the outlines of markers. */
function seriesOf({ contender, points }, at, css) {
  const { colour, dash, marker } = strokeOf(contender);
  const color = css.getPropertyValue(colour).trim();
  const data = points.map(([t, value]) => [t, at(value)]);
  const step = Math.ceil(data.length / MARKERS_MAX);
  return [
    { data, color, dash, lines: { show: true, lineWidth: 2 }, points: { show: false } },
    {
      data: data.filter((_, i) => i % step === 0),
      color,
      dash: [],
      lines: { show: false },
      points: { show: true, radius: 3, lineWidth: 1.5, fill: true, fillColor: color, symbol: markerPainter(marker) },
    },
  ];
}

/** A flot hook; flot itself knows no dashes. */
function dashed(plot, context, series) {
  context.setLineDash(series.dash ?? []);
}

function markerPainter(marker) {
  return (context, x, y) => {
    const path = new Path2D();
    path.addPath(new Path2D(outlineOf(marker)), new DOMMatrix([1, 0, 0, 1, x, y]));
    context.fill(path);
    context.stroke(path);
  };
}

/** From 0 to a round number above the highest value. */
export function linearAxis(values, show) {
  const high = Math.max(...values, 1e-9);
  const step = roundStep(high / 3);
  const steps = Math.ceil((high / step) * 1.0001);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => i * step);
  return { min: 0, max: steps * step, ticks: ticks.map((value) => [value, tickLabel(value, show)]), at: (value) => value };
}

/** From the power of ten below the lowest value above zero; what is zero lies on the bottom. */
export function logAxis(values, show) {
  const above = values.filter((value) => value > 0);
  const min = above.length > 0 ? Math.floor(Math.log10(Math.min(...above))) : 0;
  const max = Math.max(min + 1, above.length > 0 ? Math.ceil(Math.log10(Math.max(...above))) : 1);
  const every = Math.ceil((max - min) / 4);
  const powers = Array.from({ length: max - min + 1 }, (_, i) => min + i).filter((power) => (power - min) % every === 0);
  return {
    min,
    max,
    ticks: powers.map((power) => [power, tickLabel(10 ** power, show)]),
    at: (value) => (value > 0 ? Math.max(min, Math.log10(value)) : min),
  };
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((n) => n * power >= value * 0.9999) * power;
}

/** Round numbers without the zeros behind the point: 1.50M as 1.5M. */
function tickLabel(value, show) {
  return value === 0 ? '0' : show(value).replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

function secondTicks(until) {
  const step = Math.max(1, roundStep(until / 5));
  return Array.from({ length: Math.floor(until / step + 1.0001) }, (_, i) => [i * step, `${digits(i * step).replace(/\.0+$/, '')} s`]);
}
