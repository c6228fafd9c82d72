// Small drawings in a row of a table: repetitions as dots with their interval, a bar for a number.
import { svg } from './dom.js';
import { maxOf } from './numbers.js';

const WIDTH = 140;
const HEIGHT = 16;

const scaleTo = (most) => (value) => 4 + (Math.max(0, value) / most) * (WIDTH - 8);

function strip(name, colour, ...parts) {
  return svg('svg', { class: `strip ${name}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT,
    'aria-hidden': 'true', style: colour && `color: var(${colour})` }, ...parts);
}

/** What the dots of a column of strips have in common: the highest value among them. */
export function mostOf(rates) {
  return maxOf(rates.filter(Boolean).flatMap(({ mean, half, each = [] }) => [...each, mean + (half ?? 0)]), 1e-9);
}

/** Each repetition is a dot, the interval of their mean a line; from 0 to `most`. */
export function dotsOf({ mean, half, each }, most, colour) {
  const x = scaleTo(most);
  const middle = HEIGHT / 2;
  return strip('dots', colour,
    svg('path', { class: 'base', d: `M${x(0)},${middle}H${x(most)}` }),
    half && svg('path', {
      class: 'interval',
      d: `M${x(mean - half)},${middle}H${x(mean + half)}`
        + `M${x(mean - half)},3V${HEIGHT - 3}M${x(mean + half)},3V${HEIGHT - 3}`,
    }),
    each.map((value) => svg('circle', { cx: x(value), cy: middle, r: 3 })));
}

/** A bar from 0. */
export function barFrom0(value, most, colour) {
  return strip('bar', colour,
    svg('rect', { x: 4, y: 3, width: Math.max(0, scaleTo(most)(value) - 4), height: HEIGHT - 6 }));
}

const LOG_WIDTH = 200;

/** A factor from 1 on a logarithmic scale up to `most`, with its interval; dashed if that is a guess. */
export function logBar({ factor, low, high, guess }, most, colour) {
  const x = (value) => 2 + (Math.log(Math.min(Math.max(value, 1), most)) / Math.log(most)) * (LOG_WIDTH - 4);
  const middle = HEIGHT / 2;
  return svg('svg', { class: 'strip log', viewBox: `0 0 ${LOG_WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none',
    'aria-hidden': 'true', style: `color: var(${colour})` },
    svg('path', { class: 'base', d: `M2,0V${HEIGHT}` }),
    svg('rect', { x: 2, y: 4, width: Math.max(1.5, x(factor) - 2), height: HEIGHT - 8 }),
    high > low && svg('path', {
      class: `interval ${guess ? 'guess' : ''}`,
      d: `M${x(low)},${middle}H${x(high)}M${x(low)},2V${HEIGHT - 2}M${x(high)},2V${HEIGHT - 2}`,
    }));
}
