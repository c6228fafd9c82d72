// How the line of a row looks. The marker is its broker's and the dash is its protocol's, so no two rows look alike, whatever
// the eye makes of colours; the colour differs within a broker and within a protocol.
import { svg } from './dom.js';

const COLOURS = 8;
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [12, 4], [4, 2, 1, 2, 1, 2]];

/** Outlines around the origin, as SVG paths and for a canvas alike. */
const OUTLINES = [
  'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0', // circle
  'M-2.7,-2.7h5.4v5.4h-5.4z', // square
  'M0,-3.6l3.5,6.2h-7z', // triangle
  'M0,-3.8l3.8,3.8l-3.8,3.8l-3.8,-3.8z', // diamond
  'M-3,-3l6,6M-3,3l6,-6', // cross
  'M-3.6,0h7.2M0,-3.6v7.2', // plus
  'M0,3.6l3.5,-6.2h-7z', // triangle downwards
  'M-1.5,-3.8h3v7.6h-3z', // upright bar
];

/** From the broker's place among brokers and the protocol's among protocols. A step of 3 goes round all 8 colours; beyond 8
  * brokers markers come again, but hollow. A second run
  * of the same row is hollow as well, and dashed differently.
  */
export function styleOf(broker, protocol, run = 0) {
  return {
    colour: `--line-${(broker + 3 * protocol + run) % COLOURS}`,
    dash: DASHES[(protocol + 3 * run) % DASHES.length],
    outline: OUTLINES[broker % OUTLINES.length],
    hollow: (broker >= OUTLINES.length) !== (run % 2 === 1),
  };
}

/** A short piece of a row's line, for legends and tables. */
export function swatch({ style: { colour, dash, outline, hollow } }) {
  return svg('svg', { class: 'swatch', viewBox: '-17 -6 34 12', width: 34, height: 12, 'aria-hidden': 'true', style: `color: var(${colour})` },
    svg('path', { d: 'M-16,0H16', stroke: 'currentColor', 'stroke-width': 2, 'stroke-dasharray': dash.join(' ') || null, fill: 'none' }),
    svg('path', { d: outline, stroke: 'currentColor', 'stroke-width': 1.5, fill: hollow ? 'var(--card)' : 'currentColor' }));
}
