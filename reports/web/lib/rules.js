// The rules that the generator judges by, and arithmetic over lists of any length.
const given = { durability: {}, kept: {}, counters: [] };

/** The numbers and flags that decide, by their names in JudgingRules.scala. */
export const rules = {};

/** The kinds of latency that results have, by their keys there, in words: tables, curves and CSV follow from this. */
export const LATENCIES = {};

export function setRules(told) {
  Object.assign(given, told);
  Object.assign(rules, told.judging);
  Object.assign(LATENCIES, told.latencies);
}

/** How safe messages may have to be, by what stands in addresses. */
export const durabilityNeeds = () => given.kept;

/** What it takes to lose a confirmed message: `title`, `synced`, `replicated`; undefined of what only newer tools know.
  */
export const durabilityOf = (word) => given.durability[word];

/** What the system or a JVM counts of each process: `key` in files, `unit`, heading of its `chart` (null: no chart). */
export const counters = () => given.counters;

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
