// Small drawings in a row of a table: bars, and repetitions as dots.
import { svg } from '../lib/dom.js';
import { maxOf } from '../lib/rules.js';

const CHANGE_WIDTH = 200;
const CHANGE_HEIGHT = 14;
const LIMIT = 100;

export const placeOfChange = (percent) =>
  (Math.max(-LIMIT, Math.min(LIMIT, percent)) / LIMIT + 1) * (CHANGE_WIDTH / 2);

export function shapeOfChange({ percent, low, high }) {
  const [from, to] = [placeOfChange(0), placeOfChange(percent)];
  return {
    x: Math.min(from, to),
    width: Math.abs(to - from),
    interval: low === null ? null : [placeOfChange(low), placeOfChange(high ?? Infinity)],
    beyond: Math.abs(percent) > LIMIT ? Math.sign(percent) : 0,
  };
}

export function changeBar(row) {
  const { x, width, interval, beyond } = shapeOfChange(row);
  const middle = CHANGE_HEIGHT / 2;
  const tip = beyond > 0 ? CHANGE_WIDTH : 0;
  return svg('svg', { class: `bar ${row.verdict}`, viewBox: `-2 0 ${CHANGE_WIDTH + 4} ${CHANGE_HEIGHT}`,
    preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('path', { class: 'zero', d: `M${placeOfChange(0)},0V${CHANGE_HEIGHT}` }),
    svg('rect', { x, y: 3, width, height: CHANGE_HEIGHT - 6 }),
    interval && svg('path', { class: 'interval', d: `M${interval[0]},${middle}H${interval[1]}`
      + interval.map((end) => `M${end},4V${CHANGE_HEIGHT - 4}`).join('') }),
    beyond !== 0 && svg('path', { class: 'beyond',
      d: `M${tip - 5 * beyond},2L${tip},${middle}L${tip - 5 * beyond},${CHANGE_HEIGHT - 2}` }));
}

const WIDTH = 140;
const HEIGHT = 16;
const MIDDLE = HEIGHT / 2;

const scaleTo = (most) => (value) => 4 + (Math.max(0, value) / most) * (WIDTH - 8);

function strip(name, colour, width, fixed, ...parts) {
  return svg('svg', { class: `strip ${name}`, viewBox: `0 0 ${width} ${HEIGHT}`, width: fixed && width,
    height: fixed && HEIGHT, preserveAspectRatio: fixed ? null : 'none', 'aria-hidden': 'true',
    style: colour && `color: var(${colour})` }, ...parts);
}

const barTo = (from, to) => svg('rect', { x: Math.min(from, to), y: 3, width: Math.abs(to - from),
  height: HEIGHT - 6 });

const intervalIn = (from, to, guess) => svg('path', { class: guess ? 'interval guess' : 'interval',
  d: `M${from},${MIDDLE}H${to}M${from},2V${HEIGHT - 2}M${to},2V${HEIGHT - 2}` });

export const highestOf = (rates) =>
  maxOf(rates.filter(Boolean).flatMap(({ mean, half, each = [] }) => [...each, mean + (half ?? 0)]), 1e-9);

export function dots({ mean, half, each }, most, colour) {
  const x = scaleTo(most);
  return strip('dots', colour, WIDTH, true,
    svg('path', { class: 'base', d: `M${x(0)},${MIDDLE}H${x(most)}` }),
    half && intervalIn(x(mean - half), x(mean + half)),
    each.map((value) => svg('circle', { cx: x(value), cy: MIDDLE, r: 3 })));
}

export const barFrom0 = (value, most) =>
  strip('bar', null, WIDTH, true, barTo(4, scaleTo(most)(value)));

export function nearBar({ factor, low, high, guess }, colour) {
  const x = (value) => (WIDTH - 4) / Math.max(1, value);
  return strip('near', colour, WIDTH, false,
    barTo(0, Math.max(1.5, x(factor))), high > low && intervalIn(x(high), x(low), guess));
}

const LOG_WIDTH = 200;

export function logBar({ factor, low, high, guess }, most, colour) {
  const x = (value) => 2 + (Math.log(Math.min(Math.max(value, 1), most)) / Math.log(most)) * (LOG_WIDTH - 4);
  return strip('log', colour, LOG_WIDTH, false, svg('path', { class: 'base', d: `M2,0V${HEIGHT}` }),
    barTo(2, Math.max(3.5, x(factor))), high > low && intervalIn(x(low), x(high), guess));
}

const FAR = 8;

/** From 1 in the middle to the right if the first of two contenders is better, else to the left. */
export function versusBar({ factor, low, high }, [first, second]) {
  const x = (value) => 100 + (Math.log(Math.min(FAR, Math.max(1 / FAR, value))) / Math.log(FAR)) * 96;
  return strip('log', (factor > 1 ? first : second).style.colour, LOG_WIDTH, false,
    svg('path', { class: 'base', d: `M100,0V${HEIGHT}` }), barTo(100, x(factor)), intervalIn(x(low), x(high)));
}
