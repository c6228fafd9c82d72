// What the rows made of one cell, for tables and the order of lines. Rankings over cells are the generator's
// (judged.js).
import { judging } from './known.js';
import { byMachine } from './machines.js';
import { measureOf } from './measures.js';
import { maxOf, minOf } from './numbers.js';

/** What each row made of a cell, and its factor to the best on its machine (1: the best; null where nobody else tried,
  * as that is no race).
  * @param sure leaves out uncertain numbers
  * @returns in the order of the rows: `{ entry, state, value, half, guess, factor }`; `state` is `measured`, `still`
  * (it was, and delivered nothing), `failed`, `beyond` (a rate that it did not hold), `unsupported`, `foreign` (for
  * another programming interface), `absent` (not run), `uncertain` (left out) or `few` (measured, of too few messages
  * to know the p99 that it would be judged by)
  */
export function standings(figure, contenders, sure) {
  const { more, read, few } = measureOf(figure);
  const all = contenders.map((contender) => {
    const entry = figure.entries.find((e) => e.contender === contender);
    const number = entry.status === 'measured' ? read(entry) : null;
    return { entry, state: stateOf(entry, number, sure, few), ...number };
  });
  const races = byMachine(all, (rows) => raceOf(rows, more));
  return all.map((one) =>
    ({ ...one, factor: one.state === 'measured' ? races.get(one.entry.contender.machine)(one.value) : null }));
}

const WORSE = ['measured', 'uncertain', 'few', 'still', 'beyond', 'failed', 'unsupported', 'absent', 'foreign'];

/** The entries of a cell, best first by the number that it is judged by, each machine's together; then those without
  * one.
  */
export function bestEntries(figure) {
  if (figure.crashes) return figure.entries;
  const list = standings(figure, figure.entries.map(({ contender }) => contender), false);
  const machines = [...new Set(list.map(({ entry }) => entry.contender.machine))];
  const sign = measureOf(figure).more ? -1 : 1;
  const by = (f) => (a, b) => f(a) - f(b) || 0;
  const orders = [
    by(({ entry }) => machines.indexOf(entry.contender.machine)), by(({ state }) => WORSE.indexOf(state)),
    by(({ value }) => sign * (value ?? 0)),
  ];
  return list.sort((a, b) => orders.map((order) => order(a, b)).find(Boolean) ?? 0).map(({ entry }) => entry);
}

/** How far a value is from the best of these rows. */
function raceOf(rows, more) {
  const good = rows.filter(({ state }) => state === 'measured').map(({ value }) => value);
  const best = more ? maxOf(good) : minOf(good);
  const race = rows.filter(tried).length >= Math.min(2, rows.length);
  return (value) => (race ? (more ? best / value : value / best) : null);
}

const TRIED = ['measured', 'still', 'failed', 'beyond'];
const tried = ({ state }) => TRIED.includes(state);

/** Not to hold a rate is no uncertain number, unless it was the generator or a busy machine that could not: at this
  * rate, or at the lower one that ended the climb.
  */
function stateOf(entry, number, sure, few) {
  if (entry.climb?.held === false && entry.status !== 'failed') {
    const marks = [...entry.marks, ...(entry.climb.ended ?? [])];
    return sure && marks.some(({ mark }) => judging.not_the_broker.includes(mark)) ? 'uncertain' : 'beyond';
  }
  if (entry.status === 'measured' && number) return sure && entry.uncertain ? 'uncertain' : 'measured';
  if (entry.status === 'measured') return few(entry) ? 'few' : 'still';
  if (entry.status === 'failed') return 'failed';
  return ['unsupported', 'foreign'].includes(entry.status) ? entry.status : 'absent';
}
