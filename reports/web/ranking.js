// The score: how many times worse than the best, as a geometric mean over cells (as ClickBench does it).
import { factor } from './format.js';

/** What a cell is judged by: a rate (more is better; with the half-width of its 95 % interval, where there is one) or a p99
  * latency (less is better).
  */
export function measureOf({ load }) {
  if (load.request_reply) return { more: false, what: 'round trip p99', read: (e) => e.latencies.round_trip?.us_p99 };
  if (load.open_loop) return { more: false, what: 'response time p99', read: (e) => e.latencies.end_to_end?.us_p99 };
  const side = load.consumers > 0 ? 'consumed' : 'produced';
  return { more: true, what: `messages ${side}/s`, read: (e) => e.rates[side]?.mean, half: (e) => e.rates[side]?.half ?? null };
}

/** The factor to the best for each entry of a figure, 1 for the best; null for all if nobody has a number.
  * Whoever has none gets twice the worst factor: to fail is worse than to be slow.
  */
export function factorsOf(figure, entries) {
  const { more, read } = measureOf(figure);
  const values = entries.map((entry) => (entry.status === 'measured' ? read(entry) : undefined));
  const good = values.filter((value) => value > 0);
  if (good.length === 0) return entries.map(() => null);
  const best = more ? Math.max(...good) : Math.min(...good);
  const factors = values.map((value) => (value > 0 ? (more ? best / value : value / best) : null));
  const penalty = 2 * Math.max(...factors.filter((f) => f !== null));
  return factors.map((f) => (f === null ? { factor: penalty, measured: false } : { factor: f, measured: true }));
}

/** Which entries are the best: the first, and whoever's interval overlaps with its interval.
  * @param factors see factorsOf
  */
export function bestIn(figure, factors) {
  const { read, half } = measureOf(figure);
  const first = figure.entries[factors.findIndex((score) => score?.measured && score.factor === 1)];
  const overlaps = (entry) => half && half(entry) !== null && half(first) !== null && read(entry) + half(entry) >= read(first) - half(first);
  return figure.entries.map((entry, i) => Boolean(factors[i]?.measured) && (factors[i].factor === 1 || Boolean(overlaps(entry))));
}

/** @param contenders those that take part; the best is sought among them
  * @returns rows, best first: contender, overall and by group `{ factor, measured, cells }`, and its faults
  */
export function rank(figures, contenders) {
  const rows = contenders.map((contender) => ({ contender, scores: new Map([['', []]]), failed: 0, unsupported: 0, absent: 0, faulty: 0 }));
  for (const figure of figures) {
    const entries = contenders.map((c) => figure.entries.find((entry) => entry.contender === c));
    factorsOf(figure, entries).forEach((score, i) => {
      tally(rows[i], entries[i]);
      if (score && judged(figure)) for (const name of ['', figure.group]) addTo(rows[i].scores, name, { ...score, half: relativeHalf(figure, entries[i]) });
    });
  }
  return rows.map(finished).sort((a, b) => a.overall.factor - b.overall.factor);
}

/** A cell in which brokers are killed is no race. */
function judged({ entries }) {
  return !entries.some(({ crash }) => crash);
}

/** Half of the interval of an entry's number, as a share of the number; null where there is none. */
function relativeHalf(figure, entry) {
  const { read, half } = measureOf(figure);
  return half && half(entry) !== null ? half(entry) / read(entry) : null;
}

function addTo(scores, name, score) {
  if (!scores.has(name)) scores.set(name, []);
  scores.get(name).push(score);
}

function tally(row, entry) {
  if (entry.status === 'failed') row.failed += 1;
  else if (entry.status === 'unsupported') row.unsupported += 1;
  else if (entry.status !== 'measured') row.absent += 1;
  if (entry.faults.length > 0) row.faulty += 1;
}

function finished({ scores, ...row }) {
  const groups = Object.fromEntries([...scores].map(([name, list]) => [name, summed(list)]));
  return { ...row, overall: groups[''], groups };
}

function summed(scores) {
  const logs = scores.reduce((sum, score) => sum + Math.log(score.factor), 0);
  return {
    factor: scores.length > 0 ? Math.exp(logs / scores.length) : Infinity,
    half: halfOf(scores),
    measured: scores.filter(({ measured }) => measured).length,
    cells: scores.length,
  };
}

/** Half-width of the interval of a geometric mean, as a logarithm: cells are independent, so their squares add up. */
function halfOf(scores) {
  if (scores.length === 0 || scores.some(({ half }) => half === null)) return null;
  return Math.sqrt(scores.reduce((total, { half }) => total + half ** 2, 0)) / scores.length;
}

/** The place of a row: one more than there are rows that are clearly better, whose intervals do not overlap with its own. */
export function placeOfRow(rows, row) {
  const low = ({ overall }) => overall.factor / Math.exp(overall.half ?? 0);
  const high = ({ overall }) => overall.factor * Math.exp(overall.half ?? 0);
  return 1 + rows.filter((other) => high(other) < low(row) && factor(other.overall.factor) !== factor(row.overall.factor)).length;
}
