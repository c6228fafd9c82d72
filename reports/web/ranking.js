// The score: how many times worse than the best, as a geometric mean over cells (as ClickBench does it).
import { familiesOf } from './families.js';
import { measureOf } from './measures.js';
import { maxOf, minOf, sumOf } from './numbers.js';

/** Whoever has less than this share of the cells has no place: to do a few cells well is not to win. */
export const COVERAGE = 0.5;

/** A cell that failed costs this many times the worst factor that any row has in any of the cells. */
const FAILURE = 2;

/** What each row made of a cell, and its factor to the best of them (1: the best).
  * @param sure leaves out doubtful numbers
  * @returns in the order of the rows: `{ entry, state, value, half, guess, factor }`; `state` is `measured`, `failed`, `unsupported`,
  *   `absent` (not run) or `doubtful` (left out)
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
  return all.map((one) => ({ ...one, factor: one.state === 'measured' ? (more ? best / one.value : one.value / best) : null }));
}

function stateOf(entry, number, sure) {
  if (entry.status === 'measured' && number) return sure && entry.doubtful ? 'doubtful' : 'measured';
  if (entry.status === 'measured' || entry.status === 'failed') return 'failed';
  return entry.status === 'unsupported' ? 'unsupported' : 'absent';
}

/** Standings of all cells that are a race: Map from figure to what `standings` gives. */
export function races(figures, contenders, { sure = false, common = false } = {}) {
  const all = new Map(figures.filter((figure) => familiesOf(figure).length > 0).map((figure) => [figure, standings(figure, contenders, sure)]));
  for (const [figure, list] of all) {
    const tried = list.some(({ state }) => state === 'measured');
    if (!tried || (common && list.some(({ state }) => state !== 'measured'))) all.delete(figure);
  }
  return all;
}

/** @param standing see `races`
  * @param family name of one, or '' for all cells
  * @returns rows, best first: contender, `factor`, `half` (of its interval, as a logarithm), `guess`, how many cells are `measured` of
  *   `cells`, how many `failed`, and so on, and its `place` (null: it has none, and `why`)
  */
export function rank(standing, contenders, family) {
  const lists = [...standing].filter(([figure]) => family === '' || familiesOf(figure).includes(family)).map(([, list]) => list);
  const cost = FAILURE * maxOf(lists.flat().map(({ factor }) => factor ?? 1), 1);
  const rows = contenders.map((contender, i) => score(contender, lists.map((list) => list[i]), cost));
  const sorted = rows.sort((a, b) => Number(b.why === '') - Number(a.why === '') || a.factor - b.factor || a.contender.index - b.contender.index);
  return sorted.map((row) => ({ ...row, place: row.why ? null : 1 + sorted.filter((other) => !other.why && highOf(other) < lowOf(row)).length }));
}

export const lowOf = ({ factor, half }) => factor / Math.exp(half);
export const highOf = ({ factor, half }) => factor * Math.exp(half);

function score(contender, results, cost) {
  const of = (state) => results.filter((result) => result.state === state);
  const measured = of('measured');
  const counted = measured.length + of('failed').length;
  const logs = sumOf(measured.map(({ factor }) => Math.log(factor))) + of('failed').length * Math.log(cost);
  const row = {
    contender,
    cells: results.length,
    measured: measured.length,
    failed: of('failed').length,
    unsupported: of('unsupported').length,
    absent: of('absent').length,
    doubtful: of('doubtful').length,
    uncertain: measured.filter(({ entry }) => entry.doubtful).length,
    faulty: results.filter(({ entry }) => entry.faults.length > 0).length,
    factor: measured.length > 0 ? Math.exp(logs / counted) : Infinity,
    half: halfOf(measured, counted),
    guess: measured.some(({ guess }) => guess),
  };
  return { ...row, why: whyUnranked(row) };
}

function whyUnranked({ cells, measured, failed }) {
  if (measured === 0) return 'no cell measured';
  return measured + failed < COVERAGE * cells ? 'too few of the cells' : '';
}

/** Half of the interval of a geometric mean, as a logarithm. Intervals from repetitions are independent, so their squares add up.
  * Guesses are about the broker's start, which all cells share, so they do not shrink with the number of cells.
  */
function halfOf(measured, counted) {
  if (measured.length === 0) return 0;
  if (measured.some(({ guess }) => guess)) return sumOf(measured.map(({ half }) => half)) / counted;
  return Math.sqrt(sumOf(measured.map(({ half }) => half ** 2))) / counted;
}

/** How many times better `a` is than `b` over the cells that both measured, and whether their intervals lie apart; null if there is none. */
export function between(standing, contenders, family, a, b) {
  const [i, j] = [contenders.indexOf(a), contenders.indexOf(b)];
  const both = [...standing].filter(([figure]) => family === '' || familiesOf(figure).includes(family))
    .map(([, list]) => [list[i], list[j]]).filter(([x, y]) => x.state === 'measured' && y.state === 'measured');
  if (both.length === 0) return null;
  return { factor: Math.exp(sumOf(both.map(([x, y]) => Math.log(y.factor / x.factor))) / both.length), cells: both.length };
}
