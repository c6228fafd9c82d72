// How the line of a row looks: marker and colour show its broker, dash and shade its protocol.
import { svg } from '../lib/dom.js';

/** Brokers and protocols that always look the same, also on pages of other runs. Their places decide their looks. There
  * are as many brokers here as colours. A further one would always share its colour with one of them; so it takes one
  * that is free on the page.
  */
export const KNOWN_BROKERS = ['activemq', 'artemis', 'apollo', 'hornetq', 'rabbitmq', 'openmq', 'qpid', 'kafka'];
export const KNOWN_PROTOCOLS = [
  'stomp', 'openwire', 'amqp', 'core', 'hornetq', 'stomp_jms', 'rabbitmq', 'openmq', 'mqtt',
];

const DASHES = [
  [], // solid
  [8, 4], // dashes
  [2, 3], // dots
  [10, 3, 2, 3], // dash, dot
  [2, 2, 2, 7], // pairs of dots
  [4, 2, 4, 7], // pairs of short dashes
  [7, 3, 2, 3, 2, 3], // dash, dot, dot
  [2, 7], // rare dots
  [12, 5, 4, 5], // long, short
  [14, 6], // long dashes
];

/** Closed outlines around the origin, for SVG and canvas. Each can be filled or hollow. */
const OUTLINES = [
  'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z', // circle
  'M0,-3.8l3.7,6.4h-7.4z', // triangle
  'M-2.8,-2.8h5.6v5.6h-5.6z', // square
  'M0,-4.2l4.2,4.2l-4.2,4.2l-4.2,-4.2z', // diamond
  'M0,3.8l3.7,-6.4h-7.4z', // triangle downwards
  'M-1.3,-4h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z', // plus
  // cross
  'M0,-1.9l1.9,-1.9l1.9,1.9l-1.9,1.9l1.9,1.9l-1.9,1.9l-1.9,-1.9l-1.9,1.9l-1.9,-1.9l1.9,-1.9l-1.9,-1.9l1.9,-1.9z',
  'M-1.4,-4.4h2.8v8.8h-2.8z', // upright bar
  'M-3.4,-3.8h6.8l-6.8,7.6h6.8z', // hourglass
  'M-3,-3.8l6.4,3.8l-6.4,3.8z', // triangle to the right
  'M3,-3.8l-6.4,3.8l6.4,3.8z', // triangle to the left
  'M0,-4.8l1.2,3.1l3.4,0.2l-2.6,2.1l0.9,3.2l-2.9,-1.8l-2.9,1.8l0.9,-3.2l-2.6,-2.1l3.4,-0.2z', // star
];

/** Added to the outline if there are more brokers, protocols or runs than looks. */
const ABOVE = 'M-4,-5.6h8';
const BELOW = 'M-4,5.6h8';
const THROUGH = 'M0,-6v12';

/** The number of colours for brokers (`--line-0` and so on in report.css), and of shades of each (`--line-0`,
  * `--line-0-1`, `--line-0-2`).
  */
const COLOURS = 8;
const SHADES = 3;

/** The places of these names. Known names have their own places. The others get the places that are left, first those
  * with a colour of their own.
  * @param size the number of looks
  * @param colours how many of them differ in colour
  */
function placesOfNames(names, known, size, colours = size) {
  const spare = Array.from({ length: size - known.length }, (_, i) => known.length + i);
  const unused = [...known.keys()].filter((place) => !names.includes(known[place])).reverse();
  const [coloured, repeated] = [spare.filter((place) => place < colours), spare.filter((place) => place >= colours)];
  const free = [...coloured, ...unused, ...repeated, ...names.map((_, i) => size + i)];
  const others = names.filter((name) => !known.includes(name)).sort((a, b) => a.localeCompare(b, 'en'));
  return new Map(names.map((name) => [name, known.includes(name) ? known.indexOf(name) : free[others.indexOf(name)]]));
}

export const brokerPlaces = (names) => placesOfNames(names, KNOWN_BROKERS, OUTLINES.length, COLOURS);
export const protocolPlaces = (names) => placesOfNames(names, KNOWN_PROTOCOLS, DASHES.length);

/** @param broker the place of the broker; `protocol`: that of the protocol
  * @param run 0 for the first host or run. Further ones have the same marker and dash, but the marker is hollow, and so
  * on
  */
export function styleOf(broker, protocol, run = 0) {
  return {
    colour: `--line-${broker % COLOURS}${protocol % SHADES > 0 ? `-${protocol % SHADES}` : ''}`,
    dash: DASHES[protocol % DASHES.length],
    outline: [OUTLINES[broker % OUTLINES.length], broker >= OUTLINES.length && ABOVE,
      protocol >= DASHES.length && BELOW, run > 1 && THROUGH].filter(Boolean).join(''),
    hollow: run % 2 === 1,
  };
}

const WIDTH = 40;

/** How far a pattern is shifted in a sample of this `width`. The marker in the middle would hide the gap of a simple
  * pattern, so a dash lies under it. It would hide the only long dash of a longer pattern, so that begins on the left.
  */
export const shiftOf = (dash, width) => (dash.length === 2 ? dash[0] / 2 - width / 2 : 0);

const MIX = /^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)$/;

/** The colour of a row in a form that a canvas accepts in every browser.
  * @param css the computed style of an element
  */
export function inkOf(css, { colour }) {
  const value = css.getPropertyValue(colour).trim();
  const [, one, percent, other] = MIX.exec(value) ?? [];
  if (!one) return value;
  const part = (text, i) => Number.parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round((part(one, i) * percent + part(other, i) * (100 - percent)) / 100));
  return `rgb(${mixed.join(', ')})`;
}

/** A short piece of a row's line, for legends and tables. A picture has no style sheet, so it gives the colours. */
export function swatch({ style: { colour, dash, outline, hollow } }, width = WIDTH, ink = `var(${colour})`,
    card = 'var(--card)') {
  const half = width / 2;
  return svg('svg', { class: 'swatch', viewBox: `${-half} -7 ${width} 14`, width, height: 14,
    'aria-hidden': 'true', style: `color: ${ink}` },
    svg('path', { d: `M${1 - half},0H${half - 1}`, stroke: 'currentColor', 'stroke-width': 2,
      'stroke-dasharray': dash.join(' ') || null, 'stroke-dashoffset': shiftOf(dash, width - 2), fill: 'none' }),
    svg('path', {
      d: outline, stroke: 'currentColor', 'stroke-width': 1.5, fill: hollow ? card : 'currentColor',
    }));
}
