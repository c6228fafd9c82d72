// Judges a soak. Usage: node soak.mjs SEEN. Prints what was seen, and what is wrong; fails if anything is.
import { readFileSync } from 'node:fs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// what a JVM may take more at the end than at the beginning, by chance: a share, and in numbers
const MAY_GROW = { 'memory (KiB)': [0.25, 30_000], threads: [0, 3], files: [0, 10], children: [0, 0] };
const COLUMNS = Object.keys(MAY_GROW);

const seen = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map((line) => line.split(' '))
  .map(([second, who, pid, ...numbers]) => ({ second: Number(second), who, pid, numbers: numbers.map(Number) }));
const problems = [];

/** Medians of the first and the last third, the beginning apart in which a JVM warms up. */
function growth(who, rows) {
  const warm = rows.slice(Math.floor(rows.length / 10));
  const third = Math.floor(warm.length / 3);
  if (third < 3) return problems.push(`${who}: seen ${rows.length} times only; let it run longer`);
  COLUMNS.forEach((what, i) => {
    const [before, after] = [warm.slice(0, third), warm.slice(-third)]
      .map((part) => median(part.map((row) => row.numbers[i])));
    const [share, count] = MAY_GROW[what];
    console.log(`${who}: ${what} ${before} at the beginning, ${after} at the end`);
    if (after > before * (1 + share) + count) problems.push(`${who}: ${what} grew from ${before} to ${after}`);
  });
}

/** What each load JVM took at most: one JVM for each broker and repetition, so later ones must not take more than
  * earlier ones.
  */
function peaks() {
  const byPid = Object.groupBy ? Object.groupBy(load, ({ pid }) => pid)
    : load.reduce((all, row) => ({ ...all, [row.pid]: [...(all[row.pid] ?? []), row] }), {});
  const all = Object.values(byPid).map((rows) =>
    ({ second: rows[0].second, numbers: COLUMNS.map((_, i) => Math.max(...rows.map((row) => row.numbers[i]))) }));
  return all.sort((a, b) => a.second - b.second);
}

const load = seen.filter(({ who }) => who === 'load');
growth('the run', seen.filter(({ who }) => who === 'run'));
growth('the load JVMs', peaks());

for (const problem of problems) console.log(`WRONG: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
