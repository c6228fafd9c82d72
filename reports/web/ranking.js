// The score: how many times worse than the best, as a geometric mean over cells (as ClickBench does it).
import { climbs, familiesOf, ownRates } from './families.js';
import { measureOf } from './measures.js';
import { maxOf, minOf, sumOf } from './numbers.js';

/** Whoever has less than this share of the cells has no place: to do a few cells well is not to win. */
export const COVERAGE = 0.5;

/** No cell counts for more than this, however slow a row was in it: one odd cell shall not decide over all others. One that
  * failed counts for as much, so that to crash never pays, and what a crash costs does not depend on the other rows.
  */
export const WORST = 100;

/** What each row made of a cell, and its factor to the best of them (1: the best; null where nobody else tried, as that is no race).
  * @param sure leaves out doubtful numbers
  * @returns in the order of the rows: `{ entry, state, value, half, guess, factor }`; `state` is `measured`, `still` (it was, but nothing
  *   moved), `failed`, `beyond` (a rate that it did not hold), `unsupported`, `foreign` (for another programming interface), `absent` (not
  *   run) or `doubtful` (left out)
  */
export function standings(figure, contenders, sure) {
  const { more, read } = measureOf(figure);
  const all = contenders.map((contender) => {
    const entry = figure.entries.find((e) => e.contender === contender);
    const number = entry.status === 'measured' ? read(entry) : null;
    return { entry, state: stateOf(entry, number, sure), ...number };
  });
  const good = all.filter(({ state }) => state === 'measured').map(({ value }) => value);
  const best = more ? maxOf(good) : minOf(good);
  const race = all.filter(tried).length >= Math.min(2, contenders.length);
  return all.map((one) => ({ ...one, factor: one.state === 'measured' && race ? (more ? best / one.value : one.value / best) : null }));
}

const TRIED = ['measured', 'still', 'failed', 'beyond'];
const tried = ({ state }) => TRIED.includes(state);

const NOT_THE_BROKER = ['generator_bound', 'busy'];

/** Not to hold a rate is no doubtful number, unless it was the generator or a busy machine that could not: at this rate, or at the lower
  * one that ended the climb.
  */
function stateOf(entry, number, sure) {
  if (entry.climb?.held === false && entry.status !== 'failed') {
    const marks = [...entry.marks, ...(entry.climb.ended ?? [])];
    return sure && marks.some(({ mark }) => NOT_THE_BROKER.includes(mark)) ? 'doubtful' : 'beyond';
  }
  if (entry.status === 'measured' && number) return sure && entry.doubtful ? 'doubtful' : 'measured';
  if (entry.status === 'measured') return 'still';
  if (entry.status === 'failed') return 'failed';
  return ['unsupported', 'foreign'].includes(entry.status) ? entry.status : 'absent';
}

/** Standings of all cells that could be a race: Map from figure to what `standings` gives. */
export function attempts(figures, contenders, { sure = false } = {}) {
  return new Map(figures.filter((figure) => familiesOf(figure).length > 0).map((figure) => [figure, standings(figure, contenders, sure)]));
}

/** Those of the cells that somebody got through; of a climb, those that at least two rows held.
  * @param common counts only cells that every row measured; rows without a single number have no say in that
  */
export function races(figures, contenders, { sure = false, common = false } = {}) {
  const all = attempts(figures, contenders, { sure });
  const voting = contenders.map((_, i) => [...all.values()].some((list) => list[i].state === 'measured'));
  for (const [figure, list] of all) {
    const through = list.filter(({ state }) => state === 'measured').length;
    if (through < (climbs(figure) ? Math.min(2, contenders.length) : 1) || (common && list.some(({ state }, i) => voting[i] && state !== 'measured'))) all.delete(figure);
  }
  return all;
}

/** Whether a cell counts for a family; '' stands for all that can be compared across cells. Latencies at shares of each row's own
  * maximum are no part of that, for each row had a load of its own, and climbs are none either, for that a row cannot hold a rate
  * is in its throughput already.
  */
function countsFor(figure, family) {
  return family === '' ? !ownRates(figure) && !climbs(figure) : familiesOf(figure).includes(family);
}

/** @param standing see `races`
  * @param family name of one, or '' for all cells
  * @returns rows, best first: contender, `factor`, `half` (of its interval, as a logarithm), `guess`, how many cells are `measured` of
  *   `cells`, how many `failed`, and so on, and its `place` (null: it has none, and `why`)
  */
export function rank(standing, contenders, family) {
  const lists = [...standing].filter(([figure]) => countsFor(figure, family)).map(([, list]) => list);
  const rows = contenders.map((contender, i) => score(contender, lists.map((list) => list[i])));
  return placed(rows.sort((a, b) => Number(b.why === '') - Number(a.why === '') || a.factor - b.factor || a.contender.index - b.contender.index));
}

/** A place is one more than the number of rows that are surely better, and never before that of a row with a better factor. */
function placed(sorted) {
  let last = 1;
  return sorted.map((row) => {
    if (row.why) return { ...row, place: null };
    last = Math.max(last, 1 + sorted.filter((other) => !other.why && highOf(other) < lowOf(row)).length);
    return { ...row, place: last };
  });
}

export const lowOf = ({ factor, half }) => factor / Math.exp(half);
export const highOf = ({ factor, half }) => factor * Math.exp(half);

function score(contender, results) {
  const of = (state) => results.filter((result) => result.state === state);
  const measured = of('measured');
  const raced = measured.filter(({ factor }) => factor !== null);
  const lost = of('failed').length + of('still').length + of('beyond').length;
  const logs = sumOf(raced.map(({ factor }) => Math.log(Math.min(WORST, factor)))) + lost * Math.log(WORST);
  const row = {
    contender,
    cells: results.length - of('foreign').length,
    measured: measured.length,
    failed: of('failed').length,
    still: of('still').length,
    beyond: of('beyond').length,
    unsupported: of('unsupported').length,
    absent: of('absent').length,
    doubtful: of('doubtful').length,
    uncertain: measured.filter(({ entry }) => entry.doubtful).length,
    faulty: results.filter(({ entry }) => entry.faults.length > 0).length,
    factor: raced.length > 0 ? Math.exp(logs / (raced.length + lost)) : Infinity,
    half: halfOf(raced, raced.length + lost),
    guess: raced.some(({ guess }) => guess),
  };
  return { ...row, why: whyUnranked(row) };
}

function whyUnranked({ cells, measured, failed, still, beyond, factor }) {
  if (measured === 0) return beyond > 0 ? 'held none of these rates' : 'no cell measured';
  if (factor === Infinity) return 'nobody to compare with';
  return measured + failed + still + beyond < COVERAGE * cells ? 'too few of the cells' : '';
}

/** Half of the interval of a geometric mean, as a logarithm. Intervals from repetitions are independent, so their squares add up.
  * Guesses are about the broker's start, which all cells share, so they do not shrink with the number of cells.
  */
function halfOf(measured, counted) {
  if (measured.length === 0) return 0;
  if (measured.some(({ guess }) => guess)) return sumOf(measured.map(({ half }) => half)) / counted;
  return Math.sqrt(sumOf(measured.map(({ half }) => half ** 2))) / counted;
}

/** How many times better `a` is than `b` over the cells that both measured, and the half of its interval, as a logarithm; null if
  * there is none. `ended` counts the cells whose rate only one of them held, and so decide without a factor.
  */
export function between(standing, contenders, family, a, b) {
  const [i, j] = [contenders.indexOf(a), contenders.indexOf(b)];
  const pairs = [...standing].filter(([figure]) => countsFor(figure, family)).map(([, list]) => [list[i], list[j]]);
  const both = pairs.filter(([x, y]) => x.state === 'measured' && y.state === 'measured');
  const ended = pairs.filter(([x, y]) => [x.state, y.state].includes('beyond') && [x.state, y.state].includes('measured')).length;
  if (both.length === 0) return null;
  const halves = [0, 1].map((k) => halfOf(both.map((pair) => pair[k]), both.length));
  return { factor: Math.exp(sumOf(both.map(([x, y]) => Math.log(y.factor / x.factor))) / both.length), half: Math.hypot(...halves), cells: both.length, ended };
}
