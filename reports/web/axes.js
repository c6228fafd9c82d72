// Ranges and ticks of the charts' axes.
import { digits } from './format.js';

/** From 0 to a round number above the highest value. */
export function linearAxis(values, show) {
  const high = Math.max(...values, 1e-9);
  const step = roundStep(high / 3);
  const steps = Math.ceil((high / step) * 1.0001);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => i * step);
  return { min: 0, max: steps * step, ticks: ticks.map((value) => [value, tickLabel(value, show)]), at: (value) => value };
}

/** From the power of ten below the lowest value above zero; what is zero lies on the bottom. */
export function logAxis(values, show) {
  const above = values.filter((value) => value > 0);
  const min = above.length > 0 ? Math.floor(Math.log10(Math.min(...above))) : 0;
  const max = Math.max(min + 1, above.length > 0 ? Math.ceil(Math.log10(Math.max(...above))) : 1);
  const every = Math.ceil((max - min) / 4);
  const powers = Array.from({ length: max - min + 1 }, (_, i) => min + i).filter((power) => (power - min) % every === 0);
  return {
    min,
    max,
    ticks: powers.map((power) => [power, tickLabel(10 ** power, show)]),
    at: (value) => (value > 0 ? Math.max(min, Math.log10(value)) : min),
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

/** Ticks of the time axis. */
export function secondTicks(until) {
  const step = Math.max(1, roundStep(until / 5));
  return Array.from({ length: Math.floor(until / step + 1.0001) }, (_, i) => [i * step, `${digits(i * step).replace(/\.0+$/, '')} s`]);
}
