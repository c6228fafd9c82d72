// The rules by which the generator judges (Known.scala), which stand in the page: told once, before anything is made.
const known = { durability: {}, judged_by: [], t95: [], kept: {}, counters: [] };

/** The numbers and marks that decide, by their names in Known.scala. */
export const judging = {};

/** The kinds of latency that results have, by their keys there, in words: tables, curves and CSV follow from this. */
export const LATENCIES = {};

export function learn(told) {
  Object.assign(known, told);
  Object.assign(judging, told.judging);
  Object.assign(LATENCIES, told.latencies);
}

/** How safe messages may have to be, by what stands in addresses. */
export const keptInWords = () => known.kept;

/** What it takes to lose a confirmed message: `title`, `synced`, `replicated`; undefined of what only newer tools know.
  */
export const durabilityOf = (word) => known.durability[word];

/** The number that a load is judged by: its `name` in files, whether `more` is better, and in `words`. */
export function ruleFor({ request_reply: replies, open_loop: open, consumers }) {
  const kind = [Boolean(replies), Boolean(open), consumers > 0];
  return known.judged_by.find((rule) => [rule.request_reply, rule.open_loop, rule.consumed]
    .every((part, i) => part === kind[i]));
}

/** What the system or a JVM counts of each process: `key` in files, `unit`, heading of its `chart` (null: no chart). */
export const counters = () => known.counters;

/** Student's t for the 95 % interval of a mean of so many values. */
export const studentOf = (number) => known.t95[Math.min(number - 1, known.t95.length) - 1];
