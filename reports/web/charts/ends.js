// What stands at the ends of a graph's lines: their names, and a cross where a row did not hold the next rate. Also the
// intervals of points.
import { svg } from '../lib/dom.js';
import { maxOf } from '../lib/rules.js';
import { inkOf } from './strokes.js';

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
export function roomForEnds(panel, width, css, { at, min, max }) {
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
export function endsOf(plot, panel, { x, y }, css) {
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
