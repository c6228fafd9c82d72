// Arithmetic over lists of any length: a spread into Math.max ends at some 100,000 values.
import { studentOf } from './known.js';

export const sumOf = (values) => values.reduce((total, value) => total + value, 0);
export const maxOf = (values, least = -Infinity) =>
  values.reduce((high, value) => (value > high ? value : high), least);
export const minOf = (values, most = Infinity) => values.reduce((low, value) => (value < low ? value : low), most);

/** Mean of what is known; null of nothing. */
export function meanOf(values) {
  const known = values.filter(Number.isFinite);
  return known.length > 0 ? sumOf(known) / known.length : null;
}

/** Standard deviation between these; null of fewer than two. */
export function deviationOf(values) {
  if (values.length < 2) return null;
  const mean = sumOf(values) / values.length;
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

/** Half of the 95 % confidence interval of the mean of these; null of fewer than two. */
export function halfInterval(values) {
  const deviation = deviationOf(values);
  return deviation === null ? null : (studentOf(values.length) * deviation) / Math.sqrt(values.length);
}
