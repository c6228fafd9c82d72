// How the line of a contender looks: colour, dash and marker, so that colour alone never tells brokers apart.
import { svg } from './dom.js';

const COLOURS = 8;
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];
const MARKERS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'plus'];

/** @param index of the contender */
export function strokeOf(index) {
  return {
    colour: `--line-${index % COLOURS}`,
    dash: DASHES[(index + Math.floor(index / COLOURS)) % DASHES.length],
    marker: MARKERS[index % MARKERS.length],
  };
}

/** Outline of a marker around the origin, as an SVG path and for a canvas alike. */
const OUTLINES = {
  circle: 'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0',
  square: 'M-2.7,-2.7h5.4v5.4h-5.4z',
  triangle: 'M0,-3.6l3.5,6.2h-7z',
  diamond: 'M0,-3.8l3.8,3.8l-3.8,3.8l-3.8,-3.8z',
  cross: 'M-3,-3l6,6M-3,3l6,-6',
  plus: 'M-3.6,0h7.2M0,-3.6v7.2',
};

export function outlineOf(marker) {
  return OUTLINES[marker];
}

/** A short piece of the line, for legends and tables. */
export function swatch(index) {
  const { colour, dash, marker } = strokeOf(index);
  return svg('svg', { class: 'swatch', viewBox: '-17 -6 34 12', width: 34, height: 12, 'aria-hidden': 'true', style: `color: var(${colour})` },
    svg('path', { d: 'M-16,0H16', stroke: 'currentColor', 'stroke-width': 2, 'stroke-dasharray': dash.join(' ') || null, fill: 'none' }),
    svg('path', { d: OUTLINES[marker], stroke: 'currentColor', 'stroke-width': 1.5, fill: 'currentColor' }));
}
