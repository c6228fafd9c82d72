// Arithmetic over lists of any length: a spread into Math.max ends at some 100,000 values.

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

/** 97.5 % quantiles of Student's t, by degrees of freedom from 1. */
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12,
  2.11, 2.101, 2.093, 2.086,
];
const STUDENT_BEYOND = 2.086;

/** Half of the 95 % confidence interval of the mean of these; null of fewer than two. */
export function halfInterval(values) {
  const deviation = deviationOf(values);
  return deviation === null ? null
    : ((STUDENT[values.length - 2] ?? STUDENT_BEYOND) * deviation) / Math.sqrt(values.length);
}
