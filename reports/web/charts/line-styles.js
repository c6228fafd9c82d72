// How the line of a row looks: marker and colour show its broker, dash and shade its protocol.
import { svg } from '../lib/dom.js';

/** Brokers and protocols that always look the same. Others take what is free on the page. */
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

const ABOVE = 'M-4,-5.6h8';
const BELOW = 'M-4,5.6h8';
const THROUGH = 'M0,-6v12';

const COLOURS = 8;
const SHADES = 3;

/** Known names have their own places. The others get those that are left, new colours first. */
function placesOfNames(names, known, size, colours = size) {
  const spare = Array.from({ length: size - known.length }, (_, i) => known.length + i);
  const unused = [...known.keys()].filter((place) => !names.includes(known[place])).reverse();
  const [coloured, repeated] = [spare.filter((place) => place < colours), spare.filter((place) => place >= colours)];
  const free = [...coloured, ...unused, ...repeated, ...names.map((_, i) => size + i)];
  const others = names.filter((name) => !known.includes(name))
    .sort((a, b) => a.localeCompare(b, 'en'));
  return new Map(names.map((name) => [name, known.includes(name) ? known.indexOf(name) : free[others.indexOf(name)]]));
}

export const brokerPlaces = (names) => placesOfNames(names, KNOWN_BROKERS, OUTLINES.length, COLOURS);
export const protocolPlaces = (names) => placesOfNames(names, KNOWN_PROTOCOLS, DASHES.length);

/** @param run 0 for the first host or run. The markers of the second one are hollow, and so on */
export const styleOf = (broker, protocol, run = 0) => ({
  colour: `--line-${broker % COLOURS}${protocol % SHADES > 0 ? `-${protocol % SHADES}` : ''}`,
  dash: DASHES[protocol % DASHES.length],
  outline: [OUTLINES[broker % OUTLINES.length], broker >= OUTLINES.length && ABOVE,
    protocol >= DASHES.length && BELOW, run > 1 && THROUGH].filter(Boolean).join(''),
  hollow: run % 2 === 1,
});

export const lineOf = ({ key, label, style }, points, more) => ({ key, label, style, points, ...more });

const WIDTH = 40;

/** How far a pattern is shifted, so that the marker in the middle hides no gap of a simple one. */
export const shiftOf = (dash, width) => (dash.length === 2 ? dash[0] / 2 - width / 2 : 0);

const MIX = /^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)$/;

export function inkOf(css, { colour }) {
  const value = css.getPropertyValue(colour).trim();
  const [, one, percent, other] = MIX.exec(value) ?? [];
  if (!one) return value;
  const part = (text, i) => Number.parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round((part(one, i) * percent + part(other, i) * (100 - percent)) / 100));
  return `rgb(${mixed.join(', ')})`;
}

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
