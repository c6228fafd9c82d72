// The one number that a cell is judged by, and how far it can be trusted.
import { judging, ruleFor } from './known.js';
import { halfInterval } from './numbers.js';
import { percentileOf, tooFewIn } from './percentiles.js';

/** @returns what is compared: `more` is better or not; `read` gives `{ value, half, guess }` of an entry, or null.
  * `half` is the half-width of the 95 % interval as a share of the value, and of its logarithm; `guess` says that it
  * rests on a single repetition; `few` tells of an entry whether it has the number, but of too few messages to know it
  */
export function measureOf({ load }) {
  const { name, more, words: what } = ruleFor(load);
  return more ? {
    more, side: name, unit: 'msg/s', what, read: (entry) => readRate(entry.rates[name]), few: () => false,
  } : {
    more, latency: name, unit: 'µs', what, read: (entry) => readLatency(entry.latencies[name]),
    few: (entry) => tooFewIn(entry.latencies[name], 'us_p99'),
  };
}

/** Where a number's interval begins and ends, on the scale of factors, so that it never reaches below zero. */
export const intervalOf = ({ value, half }, show) =>
  `${show(value * Math.exp(-half))} to ${show(value * Math.exp(half))}`;

function readRate(rate) {
  if (!(rate?.mean > 0)) return null;
  const half = rate.half ?? halfInterval(rate.each ?? []);
  if (half !== null) return { value: rate.mean, half: half / rate.mean, guess: false };
  // with a single repetition nobody knows how far the next start of a broker would be off; it is at least so much
  return { value: rate.mean, half: Math.max(judging.guess, (rate.stdev ?? 0) / rate.mean), guess: true };
}

/** The interval comes from the repetitions' p99s, each of which is one draw. */
function readLatency(all) {
  const value = percentileOf(all, 'us_p99');
  if (!(value > 0)) return null;
  const half = halfInterval((all.each ?? []).map(({ us_p99: us }) => us));
  return half === null ? { value, half: judging.guess_of_tail, guess: true }
    : { value, half: half / value, guess: false };
}
