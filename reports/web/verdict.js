// What the numbers say, in words; every number in them is in the data.
import { FAMILIES } from './families.js';
import { count, digits, words } from './format.js';
import { between, highOf, lowOf, races, rank } from './ranking.js';

/** A cell in which a row is so many times slower than the best counts as a collapse. */
export const COLLAPSE = 10;

/** Intervals with such a factor between them lie far apart. */
const FAR = 1.5;

/** For each family, who wins: rows that share the first place, the next one, by what factor, and how sure that is.
  * @param standing see `races`
  */
export function winnersOf(standing, contenders) {
  return [{ name: '', title: 'All cells', about: 'Everything that counts.' }, ...FAMILIES].map((family) => {
    const rows = rank(standing, contenders, family.name).filter(({ place }) => place !== null);
    if (rows.length === 0) return null;
    const best = rows.filter(({ place }) => place === 1);
    const next = rows.find(({ place }) => place > 1);
    return {
      ...family, best, next,
      cells: rows[0].cells,
      by: next ? between(standing, contenders, family.name, best[0].contender, next.contender) : null,
      sure: sureness(best, next),
    };
  }).filter(Boolean);
}

/** Who wins with persistent messages among the rows that confirm what is on a disk, where rows that promise less are ahead of
  * them; null where that needs no saying. `others` are the rows that were left out.
  */
export function syncedWinner(winners, figures, contenders, state) {
  const winner = winners.find(({ name }) => name === 'persistent');
  const synced = contenders.filter((contender) => contender.synced);
  if (!winner || synced.length === 0 || winner.best.every(({ contender }) => contender.synced)) return null;
  const best = winnersOf(races(figures, synced, state), synced).find(({ name }) => name === 'persistent');
  return best ? { ...best, title: 'Persistent, synced to disk', others: contenders.filter((contender) => !contender.synced) } : null;
}

function sureness(best, next) {
  if (!next) return best.length > 1 ? 'their intervals overlap: nobody is surely ahead' : 'nobody to compare with';
  const guess = best[0].guess || next.guess;
  const far = lowOf(next) / highOf(best[0]) > FAR;
  if (best.length > 1) return `${best.length} rows are level: their intervals overlap${far ? '; the next is far behind' : ''}`;
  if (guess) return far ? 'far ahead, though with one repetition' : 'ahead, but one repetition: repeat to be sure';
  return far ? 'sure: 95 % intervals lie far apart' : 'sure: 95 % intervals lie apart';
}

/** "moved 1.6 times as many messages" or "had a p99 1.6 times lower", as fits the family. */
export function inWords({ name, by }) {
  if (!by) return '';
  const times = `${digits(by.factor)}×`;
  if (name === 'latency' || name === 'request-reply') return `a p99 ${times} lower`;
  return name === '' ? `${times} better` : `${times} as many messages/s`;
}

/** What went wrong, worst first: rows with failures, cells far behind the best, and messages lost. */
export function collapsesOf(standing, contenders, figures) {
  return contenders.map((contender, i) => {
    const all = [...standing].map(([figure, list]) => ({ figure, ...list[i] }));
    const slow = all.filter(({ factor }) => factor >= COLLAPSE).sort((a, b) => b.factor - a.factor);
    const entries = figures.map(({ entries: list }) => list.find((entry) => entry.contender === contender)).filter(Boolean);
    const lost = entries.flatMap(({ faults }) => faults).filter(([what]) => what === 'lost' || what === 'corrupted').reduce((sum, [, times]) => sum + times, 0);
    return { contender, failed: all.filter(({ state }) => state === 'failed'), slow, lost, killed: contender.crash?.lost ?? 0 };
  }).filter(({ failed, slow, lost, killed }) => failed.length + slow.length + lost + killed > 0)
    .sort((a, b) => b.failed.length - a.failed.length || b.killed + b.lost - a.killed - a.lost || b.slow.length - a.slow.length);
}

export function collapseInWords({ failed, slow, lost, killed }) {
  const cells = (n) => `${n} ${n === 1 ? 'cell' : 'cells'}`;
  return [
    failed.length > 0 && `failed in ${cells(failed.length)}`,
    killed > 0 && `lost ${count(killed)} confirmed messages when killed`,
    lost > 0 && `lost or damaged ${count(lost)} messages`,
    slow.length > 0 && `${COLLAPSE} times slower than the best, or worse, in ${cells(slow.length)}, at worst ${digits(slow[0].factor)}×`,
  ].filter(Boolean);
}

/** How many of the numbers are doubtful, and why. */
export function certaintyOf(standing) {
  const numbers = [...standing.values()].flat().filter(({ state }) => state === 'measured' || state === 'doubtful');
  const doubtful = numbers.filter(({ entry }) => entry.doubtful);
  const letters = new Map();
  for (const { mark, letter } of doubtful.flatMap(({ entry }) => entry.marks)) {
    if (!['single', 'shared'].includes(mark)) letters.set(letter, { letter, mark: words(mark), times: (letters.get(letter)?.times ?? 0) + 1 });
  }
  return { numbers: numbers.length, doubtful: doubtful.length, letters: [...letters.values()].sort((a, b) => b.times - a.times), guesses: numbers.filter(({ guess }) => guess).length };
}
