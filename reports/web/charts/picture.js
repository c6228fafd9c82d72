// Saves a graph as a picture with title and legend, in the colours of the page: as SVG, or as PNG made from that.
import { svg } from '../lib/dom.js';
import { saveBlob, saveText } from '../lib/download.js';
import { micros } from '../lib/format.js';
import { groupBy } from '../lib/rules.js';
import { inkOf, swatch } from './line-styles.js';

const SCALE = 2;
const LINE = 16;
const PAD = 12;

const textOf = (graph, title) => new XMLSerializer().serializeToString(pictureOf(graph, title));

export const saveSvg = (name, graph, title) => saveText(name, textOf(graph, title), 'image/svg+xml');

export async function savePng(name, graph, title) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(graph, title))}`;
  await image.decode();
  const [width, height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  canvas.toBlob((blob) => saveBlob(name, blob), 'image/png');
}

const words = (x, y, text, attributes) => svg('text', { x, y, ...attributes }, text);

function pictureOf(graph, title) {
  const { panel, plot } = graph;
  const place = plot.getPlaceholder()[0];
  const css = getComputedStyle(place);
  const colour = (name) => css.getPropertyValue(name).trim();
  const legend = [...groupBy(panel.lines, ({ key }) => key).values()].map(([line]) => line);
  const top = PAD + 2 * LINE;
  const end = top + place.clientHeight;
  const [width, height] = [place.clientWidth + 2 * PAD, end + (2 + legend.length) * LINE + PAD];
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': css.fontFamily, 'font-size': 12,
    fill: colour('--text') },
    svg('rect', { width, height, fill: colour('--card') }),
    words(PAD, PAD + 11, title, { 'font-size': 13, 'font-weight': 600 }),
    words(PAD, PAD + LINE + 12, [panel.title, panel.unit].filter(Boolean).join(', ')),
    svg('g', { transform: `translate(${PAD} ${top})` }, axesOf(plot, colour), linesOf(plot), limitIn(graph, colour),
      place.querySelector('.marks')?.cloneNode(true)),
    panel.along && words(PAD + plot.getPlotOffset().left, end + 12, panel.along),
    legend.map((line, i) => svg('g', { transform: `translate(${PAD} ${end + (1.5 + i) * LINE})` },
      swatch(line, undefined, inkOf(css, line.style), colour('--card')), words(48, 12, line.label))));
}

function pixelsOf(plot) {
  const { left, top } = plot.getPlotOffset();
  const { xaxis, yaxis } = plot.getAxes();
  return { left, top, x: (value) => left + xaxis.p2c(value), y: (value) => top + yaxis.p2c(value) };
}

function axesOf(plot, colour) {
  const { left, top, x, y } = pixelsOf(plot);
  const { xaxis, yaxis } = plot.getAxes();
  const [width, height, stroke] = [plot.width(), plot.height(), colour('--grid')];
  return [
    plot.getOptions().grid.markings.map(({ xaxis: { from, to }, color: fill }) =>
      svg('rect', { x: x(from), y: top, width: x(to) - x(from), height, fill })),
    xaxis.ticks.map(({ v, label }) => [svg('path', { d: `M${x(v)},${top}v${height}`, stroke }),
      words(x(v), top + height + 14, label, { 'text-anchor': 'middle' })]),
    yaxis.ticks.map(({ v, label }) => [svg('path', { d: `M${left},${y(v)}h${width}`, stroke }),
      words(left - 4, y(v) + 4, label, { 'text-anchor': 'end' })]),
  ];
}

function linesOf(plot) {
  const { x, y } = pixelsOf(plot);
  const at = ([a, b]) => [x(a), y(b)].map((pixel) => pixel.toFixed(1));
  return plot.getData().map(({ data, color: stroke, dash, lines, outline, inside }) => (lines.show
    ? svg('path', { d: `M${data.map(at).join('L')}`, stroke, fill: 'none', 'stroke-width': lines.lineWidth,
      'stroke-dasharray': dash.join(' ') || null })
    : data.map((point) => svg('path', { d: outline, transform: `translate(${at(point)})`, stroke, fill: inside,
      'stroke-width': 1.5 }))));
}

function limitIn({ panel: { limit }, plot, axes }, colour) {
  if (!limit) return null;
  const { left, y } = pixelsOf(plot);
  const at = y(axes.y.at(limit()));
  return [svg('path', { d: `M${left},${at}h${plot.width()}`, stroke: colour('--accent'), 'stroke-width': 2 }),
    words(left + 6, at - 5, `limit: ${micros(limit())}`)];
}
