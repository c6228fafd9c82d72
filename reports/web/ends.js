// Names of the lines of a graph, on its right, each led to where its line ends: a line that ends early has a cross
// there.
import { maxOf } from './numbers.js';
import { inkOf } from './strokes.js';

const SIZE = 10.5;
const HEIGHT = 12.5;
const GAP = 7;
const CROSS = 4;
const LEAD = 18;

/** A name that is too long is written this much narrower; what does not fit even then is cut. */
const NARROWEST = 0.75;

/** In a narrower graph there is no room for names beside the lines: the legend below has them. */
const NARROW = 400;
const WIDEST_SHARE = 0.45;

const fontOf = (css) => `600 ${SIZE}px ${css.fontFamily}`;

function widthOf(label, css) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = fontOf(css);
  return context.measureText(label).width;
}

/** Pixels that the names need on the right of the plot; 0 where they are not drawn. */
export function roomForEnds({ ends, lines }, width, css) {
  if (!ends || width < NARROW) return 0;
  return Math.min(WIDEST_SHARE * width,
    maxOf(lines.filter(({ ideal }) => !ideal).map(({ label }) => widthOf(label, css)), 0) + LEAD + 2 * CROSS);
}

/** Places for as many names as fit between `top` and `bottom`, in the order of where their lines end, each as near to
  * that as it gets.
  */
export function stacked(wanted, top, bottom) {
  const most = Math.max(1, Math.floor((bottom - top) / HEIGHT));
  const places = wanted.slice(0, most).map((y) => Math.max(top + HEIGHT / 2, Math.min(bottom - HEIGHT / 2, y)));
  for (let i = 1; i < places.length; i += 1) places[i] = Math.max(places[i], places[i - 1] + HEIGHT);
  const last = places.length - 1;
  if (last >= 0) places[last] = Math.min(places[last], bottom - HEIGHT / 2);
  for (let i = last - 1; i >= 0; i -= 1) places[i] = Math.min(places[i], places[i + 1] - HEIGHT);
  return places;
}

/** A flot hook, called when all lines are drawn. */
export function drawEnds(plot, context, panel, { x, y }, css) {
  if (!panel.ends) return;
  const { left, top } = plot.getPlotOffset();
  const { xaxis, yaxis } = plot.getAxes();
  context.save();
  context.setLineDash([]);
  Object.assign(context, { font: fontOf(css), textBaseline: 'middle' });
  const ends = panel.lines.filter(({ ideal }) => !ideal).map(({ label, style, ended, points }) => {
    const [at, value] = points.at(-1);
    return { label, ended, colour: inkOf(css, style), x: left + xaxis.p2c(x.at(at)), y: top + yaxis.p2c(y.at(value)) };
  }).sort((a, b) => a.y - b.y);
  for (const end of ends.filter(({ ended }) => ended)) cross(context, end, css);
  if (roomForEnds(panel, plot.getPlaceholder()[0].clientWidth, css) > 0) {
    const places = stacked(ends.map((end) => end.y), 0, top + plot.height() + HEIGHT);
    places.forEach((place, i) => name(context, ends[i], left + plot.width() + LEAD, place, css));
  }
  context.restore();
}

/** Behind the last point: the line would go on if the row held the next rate. */
function cross(context, { x, y }, css) {
  Object.assign(context, { strokeStyle: css.getPropertyValue('--bad').trim(), lineWidth: 2 });
  const middle = x + GAP + CROSS;
  context.beginPath();
  context.moveTo(middle - CROSS, y - CROSS);
  context.lineTo(middle + CROSS, y + CROSS);
  context.moveTo(middle - CROSS, y + CROSS);
  context.lineTo(middle + CROSS, y - CROSS);
  context.stroke();
}

/** The name, and a thin line to it from the end of its line. */
function name(context, end, left, middle, css) {
  const from = end.x + GAP + (end.ended ? 2 * CROSS + 2 : 0);
  Object.assign(context, { strokeStyle: end.colour, lineWidth: 1, globalAlpha: 0.6 });
  context.beginPath();
  context.moveTo(from, end.y);
  if (left - LEAD > from) context.lineTo(left - LEAD, end.y);
  context.lineTo(left - 3, middle);
  context.stroke();
  Object.assign(context, { globalAlpha: 1, fillStyle: css.getPropertyValue('--text').trim() });
  const room = context.canvas.clientWidth - left;
  context.fillText(end.label, left, middle, Math.max(room, NARROWEST * context.measureText(end.label).width));
}
