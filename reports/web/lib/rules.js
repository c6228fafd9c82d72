// The rules of the generator (JudgingRules.scala), and arithmetic over lists of any length.

/** The numbers that decide, and `durability` (what it takes to lose a message), `kept` (the choices in the question),
  * `states` (whether a row `tried` or `ran`, the best first), `counters` and `latencies`.
  */
export const rules = {};

export function setRules({ judging, ...others }) {
  Object.assign(rules, judging, others);
}

export const sumOf = (values) => values.reduce((total, value) => total + value, 0);
export const maxOf = (values, least = -Infinity) =>
  values.reduce((high, value) => (value > high ? value : high), least);
export const minOf = (values, most = Infinity) => values.reduce((low, value) => (value < low ? value : low), most);

export const medianOf = (sorted) => sorted[Math.floor((sorted.length - 1) / 2)];

export function meanOf(values) {
  const known = values.filter(Number.isFinite);
  return known.length > 0 ? sumOf(known) / known.length : null;
}

export function deviationOf(values) {
  if (values.length < 2) return null;
  const mean = sumOf(values) / values.length;
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

export const unique = (values) => [...new Set(values)];

export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}
