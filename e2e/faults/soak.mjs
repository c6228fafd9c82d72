// Judges a soak. Usage: node soak.mjs SEEN FAULTS RESULTS-FOLDER. Prints what was seen, and what is wrong; fails if
// anything is.
import { readFileSync, readdirSync } from 'node:fs';

const [seenFile, faultsFile, folder] = process.argv.slice(2);
const lines = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => line.split(' '));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// what a JVM may take more at the end than at the beginning, by chance: a share, and in numbers
const MAY_GROW = { 'memory (KiB)': [0.25, 30_000], threads: [0, 3], files: [0, 10], children: [0, 0] };
const COLUMNS = Object.keys(MAY_GROW);

const seen = lines(seenFile)
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

const faults = lines(faultsFile).map(([at, kind]) => ({ at: Number(at), kind }));
const counts = faults.reduce((all, { kind }) => ({ ...all, [kind]: (all[kind] ?? 0) + 1 }), {});
console.log(`faults: ${Object.entries(counts).map(([kind, n]) => `${n} ${kind}`).join(', ') || 'none'}`);

/** A broker may be held up for some seconds; a cell takes 3 s, and longer only where something came between. */
const HELD_UP_MS = 6_000;
const LONGEST_MS = 15_000;
const disturbed = (cell) =>
  faults.some(({ at }) => at >= cell.started_at_ms - HELD_UP_MS && at <= cell.started_at_ms + LONGEST_MS);
const dirty = ({ audit: a }) => ['lost', 'undrained', 'duplicated', 'corrupted', 'foreign', 'misrouted']
  .some((kind) => a?.[kind] > 0);

const files = readdirSync(folder).filter((name) => /^stomp-.*\.json$/.test(name));
const cells = files.flatMap((name) => JSON.parse(readFileSync(`${folder}/${name}`)).cells);
const sound = cells.filter((cell) => cell.status === 'measured' && !disturbed(cell));
const told = cells.filter((cell) => cell.status === 'failed' && !cell.reason);
console.log(`cells: ${cells.length}, of which ${sound.length} measured that nobody disturbed`);
for (const { id, repetition, audit } of sound.filter(dirty)) {
  problems.push(`${id}, repetition ${repetition}, is not clean: ${JSON.stringify(audit)}`);
}
for (const cell of told) problems.push(`${cell.id}, repetition ${cell.repetition}, failed without a reason`);
if (sound.length === 0) problems.push('no cell was left alone');

for (const problem of problems) console.log(`WRONG: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
