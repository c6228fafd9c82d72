// A graph as a picture: title, axes and legend with it, so that it can stand by itself.
import { saveBlob } from './exporting.js';
import { inkOf, shiftOf } from './strokes.js';

const SCALE = 2;
const LINE = 16;
const PAD = 12;

/** @param graph drawn: `panel`, `plot` and `axes` */
export function savePicture(name, graph, title) {
  pictureOf(graph, title).toBlob((blob) => saveBlob(name, blob), 'image/png');
}

/** A canvas with everything on it, in the colours of the page. */
function pictureOf({ panel, plot }, title) {
  const place = plot.getPlaceholder()[0];
  const css = getComputedStyle(place);
  const rows = panel.lines.filter(({ ideal }) => !ideal);
  const legend = [...new Map(rows.map((line) => [line.key, line])).values()];
  const [width, height] = [place.clientWidth, place.clientHeight];
  const top = PAD + 2 * LINE;
  const canvas = Object.assign(document.createElement('canvas'),
    { width: (width + 2 * PAD) * SCALE, height: (top + height + 2 * LINE + legend.length * LINE + PAD) * SCALE });
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  context.fillStyle = css.getPropertyValue('--card').trim();
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = css.getPropertyValue('--text').trim();
  context.font = `600 13px ${css.fontFamily}`;
  context.fillText(title, PAD, PAD + 11);
  context.font = `12px ${css.fontFamily}`;
  context.fillText([panel.title, panel.unit].filter(Boolean).join(', '), PAD, PAD + LINE + 12);
  context.drawImage(place.querySelector('canvas.flot-base'), PAD, top, width, height);
  drawTicks(context, plot, { x: PAD, y: top }, css);
  if (panel.along) context.fillText(panel.along, PAD + plot.getPlotOffset().left, top + height + 12);
  legend.forEach((line, i) => drawKey(context, line, PAD, top + height + 2 * LINE + i * LINE, css));
  return canvas;
}

/** flot writes the labels of ticks into the page, not on its canvas. */
function drawTicks(context, plot, at, css) {
  const { left, top } = plot.getPlotOffset();
  const { xaxis, yaxis } = plot.getAxes();
  context.font = `11px ${css.fontFamily}`;
  context.textAlign = 'center';
  for (const { v, label } of xaxis.ticks) {
    context.fillText(label, at.x + left + xaxis.p2c(v), at.y + top + plot.height() + 14);
  }
  context.textAlign = 'right';
  for (const { v, label } of yaxis.ticks) context.fillText(label, at.x + left - 4, at.y + top + yaxis.p2c(v) + 4);
  context.textAlign = 'left';
}

function drawKey(context, { label, style }, x, y, css) {
  const color = inkOf(css, style);
  context.save();
  Object.assign(context, {
    strokeStyle: color, fillStyle: style.hollow ? css.getPropertyValue('--card').trim() : color, lineWidth: 2,
  });
  context.setLineDash(style.dash);
  context.lineDashOffset = shiftOf(style.dash, 40);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 40, y);
  context.stroke();
  context.setLineDash([]);
  context.translate(x + 20, y);
  context.lineWidth = 1.5;
  context.fill(new Path2D(style.outline));
  context.stroke(new Path2D(style.outline));
  context.restore();
  context.font = `12px ${css.fontFamily}`;
  context.fillText(label, x + 48, y + 4);
}
