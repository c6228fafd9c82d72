// What the numbers say, in words; every number in them is in the data.
import { ratesIn } from './climbs.js';
import { FAMILIES, familiesOf } from './families.js';
import { count, digits, factor, words } from './format.js';
import { maxOf, minOf, sumOf } from './numbers.js';
import { between, races, rank } from './ranking.js';

/** A cell in which a row is so many times slower than the middle one counts as a collapse. */
export const COLLAPSE = 10;

/** Intervals with such a factor between them lie far apart. */
const FAR = 1.5;

/** With fewer of the rows, or of the cells of two rows, nobody can be said to win. */
const ENOUGH = 0.5;

/** For each family, who wins: rows that share the first place, the next one, by what factors, and how sure that is. `by` has a
  * comparison with the next for each of the first (see `between`), `thin` says why too few numbers are there to name a winner.
  * @param standing see `races`
  */
export function winnersOf(standing, contenders) {
  return [{ name: '', title: 'All cells', about: 'Everything that counts.' }, ...FAMILIES].map((family) => {
    const rows = rank(standing, contenders, family.name);
    const placed = rows.filter(({ place }) => place !== null);
    if (placed.length === 0) return null;
    const best = placed.filter(({ place }) => place === 1);
    const next = placed.find(({ place }) => place > 1) ?? null;
    const by = next ? best.map(({ contender }) => between(standing, contenders, family.name, contender, next.contender)).filter(Boolean) : [];
    const thin = thinness(rows, placed, by);
    return { ...family, best, next, cells: maxOf(placed.map((row) => row.cells)), by, thin, sure: thin || sureness(best, next, by) };
  }).filter(Boolean);
}

/** In words, if fewer than half of the rows that were tried are ranked, or of the cells common to the first and the next. */
function thinness(rows, placed, by) {
  const taking = rows.filter(({ measured, failed, still, beyond, doubtful }) => measured + failed + still + beyond + doubtful > 0);
  if (placed.length < ENOUGH * taking.length) return `too few numbers: only ${placed.length} of ${taking.length} rows have half of these cells`;
  const fewest = minOf(by.map(({ cells, ended }) => cells + ended));
  const most = minOf([placed[0], placed.find(({ place }) => place > 1) ?? placed[0]].map((row) => row.cells));
  return fewest < ENOUGH * most ? `too few numbers: ${fewest} of ${most} cells are common to the first and the next` : '';
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

/** From the same comparisons that the factor comes from. */
function sureness(best, next, by) {
  if (!next) return best.length > 1 ? 'level: their intervals overlap, nobody is surely ahead' : 'nobody to compare with';
  const least = minOf(by.map((one) => one.factor / Math.exp(one.half)));
  const far = least > FAR;
  if (best.length > 1) return `${best.length} rows are level: their intervals overlap${far ? '; the next is far behind' : ''}`;
  if (!(least > 1)) return 'not sure: ahead over all cells, level over those that both measured';
  if (best[0].guess || next.guess) return far ? 'far ahead, though with one repetition' : 'ahead, but one repetition: repeat to be sure';
  return far ? 'sure: 95 % intervals lie far apart' : 'sure: 95 % intervals lie apart';
}

/** "1.6×", or "1.4× to 1.9×" for several that share the first place. */
export function timesOf(by) {
  const factors = by.map((one) => one.factor);
  const [low, high] = [digits(minOf(factors)), digits(maxOf(factors))];
  return low === high ? `${low}×` : `${low}× to ${high}×`;
}

/** "1.6× as many messages/s" or "a p99 1.6× lower", as fits the family. */
export function inWords({ name, by }) {
  if (by.length === 0) return '';
  const times = timesOf(by);
  if (name === 'latency' || name === 'request-reply') return `a p99 ${times} lower`;
  return name === '' ? `${times} better` : `${times} as many messages/s`;
}

/** The rates at which the rows of a family are compared, the same for all, in messages per second: least and most; null without such cells. */
export function comparedAt(standing, family) {
  return family === '' ? null : ratesIn([...standing.keys()].filter((figure) => familiesOf(figure).includes(family)));
}

/** The factor to the best of the row in the middle, of those that have one. */
function middleOf(list) {
  const factors = list.map((one) => one.factor).filter(Number.isFinite).sort((a, b) => a - b);
  return factors[Math.floor((factors.length - 1) / 2)];
}

/** What went wrong, worst first: rows with failures, messages lost, and cells far behind the others.
  * @param tried see `attempts`: also the cells that nobody got through
  */
export function collapsesOf(tried, contenders, figures) {
  const middles = new Map([...tried].map(([figure, list]) => [figure, middleOf(list)]));
  return contenders.map((contender, i) => {
    const all = [...tried].map(([figure, list]) => ({ figure, ...list[i] }));
    const slow = all.filter((one) => one.factor >= COLLAPSE * middles.get(one.figure)).sort((a, b) => b.factor - a.factor);
    const entries = figures.map(({ entries: list }) => list.find((entry) => entry.contender === contender)).filter(Boolean);
    const lost = sumOf(entries.flatMap(({ faults }) => faults).filter(([what]) => ['lost', 'corrupted', 'misrouted'].includes(what)).map(([, times]) => times));
    const of = (wanted) => all.filter(({ state }) => state === wanted);
    return { contender, failed: of('failed'), still: of('still'), slow, lost, killed: contender.crash?.lost ?? 0 };
  }).filter(({ failed, still, slow, lost, killed }) => failed.length + still.length + slow.length + lost + killed > 0)
    .sort((a, b) => b.failed.length - a.failed.length || b.killed + b.lost - a.killed - a.lost || b.still.length - a.still.length || worstOf(b) - worstOf(a));
}

const worstOf = ({ slow }) => slow[0]?.factor ?? 0;

export function collapseInWords({ failed, still, slow, lost, killed }) {
  return [
    failed.length > 0 && `failed in ${cellsInWords(failed.length)}`,
    killed > 0 && `lost ${count(killed)} confirmed messages when killed`,
    lost > 0 && `lost, damaged or misrouted ${count(lost)} messages`,
    still.length > 0 && `nothing moved in ${cellsInWords(still.length)}`,
    slow.length > 0 && `at least ${COLLAPSE} times slower than the middle row in ${cellsInWords(slow.length)}, at worst ${factor(slow[0].factor)} behind the best`,
  ].filter(Boolean);
}

export const cellsInWords = (n) => `${n} ${n === 1 ? 'cell' : 'cells'}`;

/** How many of the numbers are doubtful, and why. */
export function certaintyOf(standing) {
  const numbers = [...standing.values()].flat().filter(({ state, entry }) => (state === 'measured' || state === 'doubtful') && entry.climb?.held !== false);
  const doubtful = numbers.filter(({ entry }) => entry.doubtful);
  const letters = new Map();
  for (const { mark, letter } of doubtful.flatMap(({ entry }) => entry.marks)) {
    if (!['single', 'shared'].includes(mark)) letters.set(letter, { letter, mark: words(mark), times: (letters.get(letter)?.times ?? 0) + 1 });
  }
  return { numbers: numbers.length, doubtful: doubtful.length, letters: [...letters.values()].sort((a, b) => b.times - a.times), guesses: numbers.filter(({ guess }) => guess).length };
}
