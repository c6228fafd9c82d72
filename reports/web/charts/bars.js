// Small drawings in a row of a table: bars, and repetitions as dots.
import { svg } from '../lib/dom.js';
import { maxOf } from '../lib/rules.js';

const CHANGE_WIDTH = 200;
const CHANGE_HEIGHT = 14;
const LIMIT = 100;

/** The position of a percentage, in pixels. Values beyond the scale lie at its end. */
export function placeOfChange(percent) {
  return (Math.max(-LIMIT, Math.min(LIMIT, percent)) / LIMIT + 1) * (CHANGE_WIDTH / 2);
}

/** The shapes of a row: the bar, the interval, and an arrow at the end that the bar exceeds (0: none). */
export function shapeOfChange({ percent, low, high }) {
  const [from, to] = [placeOfChange(0), placeOfChange(percent)];
  return {
    x: Math.min(from, to),
    width: Math.abs(to - from),
    interval: low === null ? null : [placeOfChange(low), placeOfChange(high ?? Infinity)],
    beyond: Math.abs(percent) > LIMIT ? Math.sign(percent) : 0,
  };
}

/** Hidden from screen readers, because the number next to it says the same. */
export function changeBar(row) {
  const { x, width, interval, beyond } = shapeOfChange(row);
  const middle = CHANGE_HEIGHT / 2;
  const tip = beyond > 0 ? CHANGE_WIDTH : 0;
  return svg('svg', { class: `bar ${row.verdict}`, viewBox: `-2 0 ${CHANGE_WIDTH + 4} ${CHANGE_HEIGHT}`,
    preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('path', { class: 'zero', d: `M${placeOfChange(0)},0V${CHANGE_HEIGHT}` }),
    svg('rect', { x, y: 3, width, height: CHANGE_HEIGHT - 6 }),
    interval && svg('path', {
      class: 'interval',
      d: `M${interval[0]},${middle}H${interval[1]}`
        + interval.map((end) => `M${end},4V${CHANGE_HEIGHT - 4}`).join(''),
    }),
    beyond !== 0 && svg('path', {
      class: 'beyond', d: `M${tip - 5 * beyond},2L${tip},${middle}L${tip - 5 * beyond},${CHANGE_HEIGHT - 2}`,
    }));
}

const WIDTH = 140;
const HEIGHT = 16;

const scaleTo = (most) => (value) => 4 + (Math.max(0, value) / most) * (WIDTH - 8);

function strip(name, colour, ...parts) {
  return svg('svg', { class: `strip ${name}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT,
    'aria-hidden': 'true', style: colour && `color: var(${colour})` }, ...parts);
}

/** The highest value in a column of strips, which is the end of their common scale. */
export function highestOf(rates) {
  return maxOf(rates.filter(Boolean).flatMap(({ mean, half, each = [] }) => [...each, mean + (half ?? 0)]), 1e-9);
}

/** Each repetition is a dot. A line is the interval of their mean. The scale is from 0 to `most`. */
export function dots({ mean, half, each }, most, colour) {
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

export function barFrom0(value, most, colour) {
  return strip('bar', colour,
    svg('rect', { x: 4, y: 3, width: Math.max(0, scaleTo(most)(value) - 4), height: HEIGHT - 6 }));
}

/** How near a contender is to the best: the whole width is 1.00×, half of it 2.00×. The interval is dashed if it is a
  * guess.
  */
export function nearBar({ factor, low, high, guess }, colour) {
  const x = (value) => (WIDTH - 4) / Math.max(1, value);
  const middle = HEIGHT / 2;
  return svg('svg', { class: 'strip near', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none',
    'aria-hidden': 'true', style: `color: var(${colour})` },
    svg('rect', { x: 0, y: 3, width: Math.max(1.5, x(factor)), height: HEIGHT - 6 }),
    high > low && svg('path', {
      class: `interval ${guess ? 'guess' : ''}`,
      d: `M${x(high)},${middle}H${x(low)}M${x(high)},2V${HEIGHT - 2}M${x(low)},2V${HEIGHT - 2}`,
    }));
}

const LOG_WIDTH = 200;

/** A factor on a logarithmic scale from 1 to `most`, with its interval, which is dashed if it is a guess. */
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
