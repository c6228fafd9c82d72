// Ranges and ticks of the charts' axes. An axis has `min`, `max` and `ticks` in its own scale, `at` to get there,
// `back` to return.
import { digits } from './format.js';
import { maxOf, minOf } from './numbers.js';

/** From 0 to a round number above the highest value. */
export function linearAxis(values, show) {
  const high = maxOf(values, 1e-9);
  const step = roundStep(high / 3);
  const steps = Math.ceil((high / step) * 1.0001);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => i * step);
  return {
    min: 0, max: steps * step, ticks: ticks.map((value) => [value, tickLabel(value, show)]), at: (value) => value,
    back: (value) => value,
  };
}

/** How far below the lowest power of ten zero stands on a logarithmic axis, in powers. */
const ZERO_BELOW = 0.6;

/** From the power of ten below the lowest value above zero; what is zero stands below that, at a tick of its own. */
export function logAxis(values, show) {
  const above = values.filter((value) => value > 0);
  const low = above.length > 0 ? Math.floor(Math.log10(minOf(above)) + 1e-9) : 0;
  const max = Math.max(low + 1, above.length > 0 ? Math.ceil(Math.log10(maxOf(above)) - 1e-9) : 1);
  const zero = values.some((value) => value === 0);
  const min = zero ? low - ZERO_BELOW : low;
  const every = Math.ceil((max - low) / 4);
  const powers = Array.from({ length: max - low + 1 }, (_, i) => low + i)
    .filter((power) => (power - low) % every === 0);
  return {
    min,
    max,
    ticks: [...(zero ? [[min, '0']] : []), ...powers.map((power) => [power, tickLabel(10 ** power, show)])],
    at: (value) => (value > 0 ? Math.max(low, Math.log10(value)) : min),
    back: (place) => (zero && place < low ? 0 : 10 ** place),
  };
}

/** As `logAxis`, but no wider than the values, with ticks at 1, 2 and 5 times the powers of ten. */
export function tightLogAxis(values, show) {
  const above = values.filter((value) => value > 0);
  const [low, high] = [Math.log10(minOf(above, 1e9)), Math.log10(maxOf(above, 1))];
  const pad = Math.max(0.05, (high - low) * 0.04);
  const marks = Array.from({ length: 40 }, (_, i) => i - 12).flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power))
    .map((value) => [Math.log10(value), tickLabel(value, show)]);
  const at = (value) => Math.log10(Math.max(value, 1e-9));
  return {
    min: low - pad, max: high + pad,
    ticks: thinned(marks.filter(([place]) => place >= low - pad && place <= high + pad), high - low), at,
    back: (place) => 10 ** place,
  };
}

/** Settings that were tried, each with a tick of its own, on a logarithmic scale; 0 stands one step before the lowest.
  */
export function settingsAxis(values, show) {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const lowest = sorted.find((value) => value > 0) ?? 1;
  const at = (value) => Math.log10(value > 0 ? value : lowest / 3);
  const places = sorted.map(at);
  const pad = Math.max(0.05, (places.at(-1) - places[0]) * 0.04);
  return {
    min: places[0] - pad, max: places.at(-1) + pad,
    ticks: thinned(sorted.map((value) => [at(value), tickLabel(value, show)]), places.at(-1) - places[0]), at,
    back: (place) => 10 ** place,
  };
}

/** Ticks that stand too near to the last one are left without a label. */
function thinned(ticks, width) {
  let last = -Infinity;
  return ticks.map(([place, label]) => {
    if (place - last < width * 0.08) return [place, ''];
    last = place;
    return [place, label];
  });
}

/** Percentiles by how rare what is above them is: 90 %, 99 %, 99.9 % stand at equal distances. */
export function percentileAxis(percentages) {
  const at = (percent) => -Math.log10(Math.max(1e-7, 1 - percent / 100));
  const max = Math.max(2, at(maxOf(percentages.filter((percent) => percent < 100), 99)));
  const ticks = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999].map((percent) => [at(percent), `${percent} %`])
    .filter(([place]) => place <= max);
  return {
    min: 0, max: max * 1.02, ticks, at: (percent) => Math.min(max, at(percent)),
    back: (place) => 100 * (1 - 10 ** -place),
  };
}

/** Seconds, from the warm-up (below 0) to the drain. */
export function timeAxis(from, until) {
  const step = Math.max(1, roundStep((until - from) / 5));
  const first = Math.ceil(from / step - 1e-9);
  const ticks = Array.from({ length: Math.floor(until / step + 1e-4) - first + 1 }, (_, i) => (first + i) * step);
  return {
    min: from, max: until, ticks: ticks.map((s) => [s, `${digits(s).replace(/\.0+$/, '').replace('-', '−')} s`]),
    at: (s) => s, back: (s) => s,
  };
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((n) => n * power >= value * 0.9999) * power;
}

/** Round numbers without the zeros behind the point: 1.50M as 1.5M. */
function tickLabel(value, show) {
  return value === 0 ? '0' : show(value).replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}
