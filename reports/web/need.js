// What a reader needs, and which rows were measured to do it. The generator judged what each row made of each load
// (NeedData.scala); here that is chosen by what is asked, as the generator does it for a terminal (Answers.scala; the
// cases of judged/needs.json hold the two together). Nothing is reckoned from other loads: a row can, it cannot, or it
// is not known.
import { si } from './format.js';
import { judging, keptInWords } from './known.js';
import { unpacked } from './packed.js';

const P99_MS = 20;
const USUAL = { rate: 2000, bytes: 1024 };

/** @param text as `printNeed` gives it; null if it is none */
export function parseNeed(text) {
  const [rate, size, keep, p99] = text.split('-');
  const need = { rate: Number(rate), bytes: Number(size), keep, p99Ms: Number(p99) };
  return need.rate > 0 && need.bytes > 0 && need.p99Ms > 0 && Object.hasOwn(keptInWords(), keep ?? '') ? need : null;
}

export const printNeed = ({ rate, bytes: size, keep, p99Ms }) => [rate, size, keep, p99Ms].join('-');

const keyOf = ({ group, id }) => JSON.stringify([group, id]);

/** @param told what stands in the page
  * @param files parsed result files, in the order in which the generator counts them
  * @returns `loads`, by group and id, each with its `place` among them, and what rows `made` of it; `rows`: what each
  * promises
  */
export function needsIn({ loads, rows, number, made }, files, contenders) {
  const rowOf = ({ file }) => contenders.find((contender) => contender.file === files[file]);
  const all = loads.map((load, place) => ({ ...load, place, made: new Map() }));
  for (const one of unpacked(made, number)) all[one.load].made.set(rowOf(one), one);
  return {
    loads: new Map(all.map((load) => [keyOf(load), load])), rows: new Map(rows.map((row) => [rowOf(row), row])),
  };
}

/** The loads of these cells that nothing slows down on purpose, each with its `figure`. */
const loadsOf = (figures, { loads }) => figures.filter((figure) => loads.has(keyOf(figure)))
  .map((figure) => ({ ...loads.get(keyOf(figure)), figure }));

/** Those that can answer: of loads that keep messages as asked, those of the smallest size that is not below the one
  * asked for.
  */
function answering(loads, { bytes: size, keep }) {
  const fit = loads.filter((load) =>
    load.persistent === (keep !== 'none') && load.bytes !== null && load.bytes >= size);
  const least = Math.min(...fit.map((load) => load.bytes));
  const near = fit.filter((load) => load.bytes === least);
  const queues = near.filter(({ queue }) => queue);
  return queues.length > 0 ? queues : near;
}

/** Loads with a rate of their own first; where there are none of them, or only with larger messages, also loads at full
  * speed.
  */
export function loadsFor(need, figures, needs) {
  const loads = loadsOf(figures, needs);
  return {
    paced: answering(loads.filter(({ paced }) => paced), need),
    full: answering(loads.filter(({ paced }) => !paced), need),
  };
}

/** What is asked when nobody asked yet: what the rates of this result can tell, and the disk where a row promises it.
  */
export function usualNeed(figures, needs) {
  const loads = loadsOf(figures, needs);
  const paced = loads.filter((load) => load.paced);
  const from = paced.find(({ persistent }) => persistent) ?? paced[0]
    ?? loads.find(({ persistent }) => persistent) ?? loads[0];
  const kept = figures.some(({ entries }) => entries.some(({ contender }) => contender.synced))
    ? 'fsync' : 'persistent';
  return {
    rate: USUAL.rate, bytes: from?.bytes ?? USUAL.bytes, keep: from?.persistent === false ? 'none' : kept,
    p99Ms: P99_MS,
  };
}

/** What a row made of these loads, from low to high rates. */
function madeOf(loads, contender) {
  return loads.filter(({ made }) => made.has(contender)).sort((a, b) => a.place - b.place)
    .map(({ made, figure }) => ({
      ...made.get(contender), figure, entry: figure.entries?.find((entry) => entry.contender === contender),
    }))
    .sort((a, b) => a.rate - b.rate);
}

export const perSecond = (rate) => `${si(rate).replace(/\.0+(?=\D|$)/, '')}/s`;

const within = ({ p99_us: us }, { p99Ms }) => us !== null && us <= 1000 * p99Ms;
const clearlyWithin = ({ p99_us_at_most: us }, { p99Ms }) => us !== null && us <= 1000 * p99Ms;
const reaches = (one, { rate }) => one.rate >= judging.rate_near * rate;
const exceeds = (one, { rate }) => one.rate > rate / judging.rate_near;

/** Where a rate was held with too few messages to know its p99, the next one tells; if that leaves it open, this is
  * why.
  */
function byRates(rates, need) {
  const telling = rates.filter(({ few }) => !few);
  const untold = rates.find((one) => one.few && reaches(one, need)) ?? (telling.length === 0 ? rates.at(-1) : null);
  const found = telling.length > 0 ? byKnown(telling, need) : { state: 'open' };
  return found.state === 'open' && untold
    ? { ...untold, state: 'open', because: `holds ${perSecond(untold.rate)}, ${untold.why}` } : found;
}

const cannot = (one) => ({ ...one, state: 'no', because: `${one.why} at ${perSecond(one.rate)}` });

/** The lowest rate that is not below what is asked for decides. */
function byKnown(rates, need) {
  const lower = rates.filter((one) => !reaches(one, need));
  const [here, ...higher] = rates.slice(lower.length);
  if (here && within(here, need)) return able(lower, here, higher, need);
  if (here && !exceeds(here, need)) return cannot(here);
  const broken = lower.find((one) => !within(one, need));
  if (broken) return cannot(broken);
  const held = lower.at(-1);
  const does = held ? `does ${perSecond(held.rate)}` : 'no lower rate was tried';
  return {
    ...(here ?? held), state: 'open', because: here ? `${does}, but not ${perSecond(here.rate)}: ${here.why}`
      : `${does}, the highest that was tried`,
  };
}

function able(lower, here, higher, need) {
  const below = exceeds(here, need) ? lower.findLast(({ held }) => held) ?? null : null;
  if (below && !within(below, need)) return {
    ...here, state: 'open',
    because: `${below.why} at ${perSecond(below.rate)}, though ${here.why} at ${perSecond(here.rate)}`,
  };
  const end = higher.findIndex((one) => !clearlyWithin(one, need));
  const next = end < 0 ? null : higher[end];
  const upTo = [here, ...higher.slice(0, end < 0 ? higher.length : end)].at(-1).rate;
  return {
    ...here, state: 'yes', below, upTo, breaks: next?.rate ?? null, barely: next !== null && within(next, need),
    tooSlow: next !== null && next.held && !within(next, need), margin: upTo / need.rate, tried: next === null,
  };
}

/** At full speed a row shows what it can carry, and no latency of a lower rate. */
function byFullSpeed(loads, contender, { rate }) {
  const [best] = madeOf(loads, contender).sort((a, b) => b.rate - a.rate);
  if (!best) return { state: 'open', because: 'not measured with this load' };
  return {
    ...best, state: 'open', because: best.rate >= rate
      ? `carries ${perSecond(best.rate)} at full speed; its latency at ${perSecond(rate)} was not measured`
      : `at full speed ${perSecond(best.rate)} with these clients`,
  };
}

/** For each row: `state` (`yes`, `no`, `open`: not known), `because`, and what the generator tells of the load that
  * decides, with its `figure` and `entry`; where it can, `below` (the same of the highest rate that was measured below
  * the one asked for; null at that one itself, or without), `upTo` (the highest rate up to which it clearly did),
  * `breaks` (the next one, if that was tried), `barely` (it did that one too, with a p99 that another start may lift
  * above the limit), `tooSlow` (it held that one, with a higher p99), `margin` (how many times more `upTo` is), `tried`
  * (no higher one was tried), `unstored`: it promises the disk, and wrote less than the messages hold.
  *
  * @param app `needs` (see `needsIn`), and the `figures` and `contenders` that are shown
  * @param sure leaves out uncertain numbers
  */
export function answersTo(need, app, sure = false) {
  const found = answersOf(need, app);
  return sure ? found.map(sureOf) : found;
}

/** Where uncertain numbers do not count, an answer that rests on one is none. */
function sureOf(row) {
  const doubted = row.state !== 'open' && [row.below, row].find((one) => one?.uncertain);
  return doubted ? {
    ...row, state: 'open',
    because: `the number at ${perSecond(doubted.rate)} is uncertain, and those are hidden`,
  } : row;
}

function answersOf(need, { needs, figures, contenders }) {
  const { paced, full } = loadsFor(need, figures, needs);
  return contenders.map((contender) => {
    const { keeps, less } = needs.rows.get(contender);
    if (!keeps.includes(need.keep)) return { contender, state: 'no', because: less };
    const rates = madeOf(paced, contender);
    const found = rates.length > 0 ? byRates(rates, need) : byFullSpeed(full, contender, need);
    const unstored = found.state === 'yes' && found.unstored !== null;
    if (unstored && need.keep === 'fsync') return { ...found, contender, state: 'open', because: found.unstored };
    return { ...found, contender, unstored };
  });
}

/** A scenario with exactly this load: what would tell. */
export function scenarioFor({ rate, bytes: size, keep, p99Ms }) {
  return ['group: need', `matrix: {rate: [${rate}/s]}`, `climb: {axis: rate, p99: ${p99Ms} ms}`, 'scenario:',
    '  destinations: {type: queue}',
    `  producers: {size: ${size} B, persistent: ${keep !== 'none'}, confirm: receipt, window: 1000, rate: $rate}`,
    '  consumers: {}', ''].join('\n');
}
