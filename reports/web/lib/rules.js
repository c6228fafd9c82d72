// The rules of the generator's judgements, and arithmetic over lists of any length.
const given = { durability: {}, kept: {}, counters: [], states: {} };

/** The numbers that decide, with their names in JudgingRules.scala. */
export const rules = {};

/** The titles of the latencies in results, by their keys there. Tables, curves and CSV are made from this. */
export const LATENCIES = {};

export function setRules(told) {
  Object.assign(given, told);
  Object.assign(rules, told.judging);
  Object.assign(LATENCIES, told.latencies);
}

/** The choices of durability in the reader's question, by their words in addresses. */
export const durabilityNeeds = () => given.kept;

/** What it takes to lose a confirmed message: `title`, `synced`, `replicated`; undefined for classes of newer tools. */
export const durabilityOf = (word) => given.durability[word];

/** The outcomes of a workload, the best first: whether it was `tried`, and whether it `ran`. */
export const states = () => given.states;
export const stateOf = (name) => given.states[name];

/** What the system or a JVM counts for each process: `key` in files, `unit`, and title of its `chart` (null: none). */
export const counters = () => given.counters;

export const sumOf = (values) => values.reduce((total, value) => total + value, 0);
export const maxOf = (values, least = -Infinity) =>
  values.reduce((high, value) => (value > high ? value : high), least);
export const minOf = (values, most = Infinity) => values.reduce((low, value) => (value < low ? value : low), most);

/** The mean of the finite values; null if there are none. */
export function meanOf(values) {
  const known = values.filter(Number.isFinite);
  return known.length > 0 ? sumOf(known) / known.length : null;
}

/** The standard deviation; null for fewer than two values. */
export function deviationOf(values) {
  if (values.length < 2) return null;
  const mean = sumOf(values) / values.length;
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}
