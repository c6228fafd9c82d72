// The bar of a change: from -100 % to +100 %, with its interval.
import { svg } from './dom.js';

const WIDTH = 200;
const HEIGHT = 14;
const LIMIT = 100;

/** Where a percentage lies, in pixels; what is beyond the scale lies on its end. */
export function placeOf(percent) {
  return (Math.max(-LIMIT, Math.min(LIMIT, percent)) / LIMIT + 1) * (WIDTH / 2);
}

/** What is drawn for a row: the bar, the interval, and an arrow at the end it runs beyond (0: none). */
export function shapeOf({ percent, low, high }) {
  const [from, to] = [placeOf(0), placeOf(percent)];
  return {
    x: Math.min(from, to),
    width: Math.abs(to - from),
    interval: low === null ? null : [placeOf(low), placeOf(high ?? Infinity)],
    beyond: Math.abs(percent) > LIMIT ? Math.sign(percent) : 0,
  };
}

/** Decoration: the number beside it says the same. */
export function barOf(row) {
  const { x, width, interval, beyond } = shapeOf(row);
  const middle = HEIGHT / 2;
  const tip = beyond > 0 ? WIDTH : 0;
  return svg('svg', { class: `bar ${row.verdict}`, viewBox: `-2 0 ${WIDTH + 4} ${HEIGHT}`, preserveAspectRatio: 'none',
    'aria-hidden': 'true' },
    svg('path', { class: 'zero', d: `M${placeOf(0)},0V${HEIGHT}` }),
    svg('rect', { x, y: 3, width, height: HEIGHT - 6 }),
    interval && svg('path', {
      class: 'interval',
      d: `M${interval[0]},${middle}H${interval[1]}M${interval[0]},4V${HEIGHT - 4}M${interval[1]},4V${HEIGHT - 4}`,
    }),
    beyond !== 0 && svg('path', {
      class: 'beyond', d: `M${tip - 5 * beyond},2L${tip},${middle}L${tip - 5 * beyond},${HEIGHT - 2}`,
    }));
}
