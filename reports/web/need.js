// What a reader needs, and which rows were measured to do it. Nothing is reckoned from other loads: a row can, it
// cannot, or it is not known.
import { entryOfRow, rungOf, whyNot } from './climbs.js';
import { wroteTooLittle } from './delivered.js';
import { bytes, count, micros, si } from './format.js';
import { messagesInWords, percentileOf, tooFewIn } from './percentiles.js';

/** How safe messages must be. */
export const KEEP = {
  none: 'non-persistent', persistent: 'persistent', fsync: 'persistent, synced to disk',
  replicated: 'persistent, replicated',
};

const RATE_NEAR = 0.999;
/** How far the p99 of another start may be off, as nobody knows with one repetition: the judge's `GuessOfTail`. */
const TAIL_GUESS = 1.25;
const P99_MS = 20;
/** Of so many clients the connections are what is measured: the judge's `Family` has the same number. */
const MANY_CONNECTIONS = 1000;
const USUAL = { rate: 2000, bytes: 1024 };

/** @param text as `printNeed` gives it; null if it is none */
export function parseNeed(text) {
  const [rate, size, keep, p99] = text.split('-');
  const need = { rate: Number(rate), bytes: Number(size), keep, p99Ms: Number(p99) };
  return need.rate > 0 && need.bytes > 0 && need.p99Ms > 0 && Object.hasOwn(KEEP, keep ?? '') ? need : null;
}

export const printNeed = ({ rate, bytes: size, keep, p99Ms }) => [rate, size, keep, p99Ms].join('-');

/** Files of older tools have it in words only. */
const nobodyThinks = ({ thinking, consumer_think: consumers, producer_think: producers }) =>
  (thinking ? thinking === 'nobody' : !consumers && !producers);

/** Loads that nothing slows down on purpose: messages go in at one end and come out at the other. */
function plain({ load, phase, crashes }) {
  return !phase && !crashes && !load.request_reply && load.producers > 0 && load.consumers > 0
    && !load.selector && !load.transaction
    && nobodyThinks(load) && load.producers + load.consumers < MANY_CONNECTIONS;
}

/** The cells that can answer: of loads that keep messages as asked, those of the smallest size that is not below the
  * one asked for.
  */
function answering(figures, { bytes: size, keep }) {
  const fit = figures.filter((figure) => plain(figure) && figure.load.persistent === (keep !== 'none')
    && figure.load.message_size_bytes >= size);
  const least = Math.min(...fit.map(({ load }) => load.message_size_bytes));
  const near = fit.filter(({ load }) => load.message_size_bytes === least);
  const queues = near.filter(({ load }) => load.destination_type === 'queue');
  return queues.length > 0 ? queues : near;
}

/** Cells with a rate of their own first; where there are none of them, or only with larger messages, also cells at full
  * speed.
  */
export function cellsFor(figures, need) {
  return {
    paced: answering(figures.filter(({ load }) => load.open_loop), need),
    full: answering(figures.filter(({ load }) => !load.open_loop), need),
  };
}

/** What is asked when nobody asked yet: what the rates of this result can tell, and the disk where a row promises it.
  */
export function usualNeed(figures) {
  const paced = figures.filter((figure) => plain(figure) && figure.load.open_loop);
  const from = paced.find(({ load }) => load.persistent) ?? paced[0]
    ?? figures.find((figure) => plain(figure) && figure.load.persistent) ?? figures.find(plain);
  const kept = figures.some(({ entries }) => entries.some(({ contender }) => contender.synced))
    ? 'fsync' : 'persistent';
  return {
    rate: USUAL.rate, bytes: from?.load.message_size_bytes ?? USUAL.bytes,
    keep: from?.load.persistent === false ? 'none' : kept, p99Ms: P99_MS,
  };
}

/** What a row made of each rate that it was sent, from low to high; `few`: it held the rate, with too few messages to
  * know the p99.
  */
function ratesOf(figures, contender, { p99Ms }) {
  return figures.map((figure) => ({ figure, entry: entryOfRow(figure, contender) }))
    .filter(({ entry }) => ['measured', 'failed'].includes(entry?.status))
    .map(({ figure, entry }) => {
      const latency = entry.latencies.end_to_end;
      const p99 = percentileOf(latency, 'us_p99');
      const held = entry.status === 'measured'
        && (entry.climb ? entry.climb.held : !entry.marks.some(({ mark }) => mark === 'rate_missed'));
      const rate = entry.climb ? rungOf(figure) : entry.due?.target ?? entry.rates.produced?.mean;
      const few = held && tooFewIn(latency, 'us_p99');
      return {
        figure, entry, rate, p99, held, few, within: held && p99 !== null && p99 <= 1000 * p99Ms,
        clearly: held && p99 !== null && p99 * (entry.repetitions > 1 ? 1 : TAIL_GUESS) <= 1000 * p99Ms,
        why: few ? `p99 not known: ${count(latency.count)} of the ${messagesInWords('us_p99')} that it needs`
          : held ? `p99 ${micros(p99 ?? NaN)}` : whyNot(entry) ?? 'rate not reached',
      };
    }).filter(({ rate }) => rate > 0).sort((a, b) => a.rate - b.rate);
}

export const perSecond = (rate) => `${si(rate).replace(/\.0+(?=\D|$)/, '')}/s`;

/** Where a rate was held with too few messages to know its p99, the next one tells; if that leaves it open, this is
  * why.
  */
function byRates(rates, need) {
  const telling = rates.filter(({ few }) => !few);
  const untold = rates.find(({ few, rate }) => few && rate >= RATE_NEAR * need.rate)
    ?? (telling.length === 0 ? rates.at(-1) : null);
  const found = telling.length > 0 ? byKnown(telling, need) : { state: 'open' };
  return found.state === 'open' && untold
    ? { state: 'open', ...untold, because: `holds ${perSecond(untold.rate)}, ${untold.why}` } : found;
}

/** From measured rates: the lowest one that is not below what is asked for decides. */
function byKnown(rates, { rate }) {
  const at = rates.findIndex((one) => one.rate >= RATE_NEAR * rate);
  const [lower, here] = [rates.slice(0, at < 0 ? rates.length : at), rates[at]];
  const broken = lower.find(({ within }) => !within);
  if (here?.within) {
    const end = rates.findIndex((one, i) => i > at && !one.clearly);
    const upTo = rates[(end < 0 ? rates.length : end) - 1].rate;
    const below = here.rate > rate / RATE_NEAR ? lower.findLast(({ held }) => held) ?? null : null;
    if (below && !below.within) return {
      state: 'open', ...here,
      because: `${below.why} at ${perSecond(below.rate)}, though ${here.why} at ${perSecond(here.rate)}`,
    };
    return {
      state: 'yes', ...here, below, upTo, breaks: rates[end]?.rate ?? null, barely: rates[end]?.within ?? false,
      tooSlow: rates[end]?.held ?? false,
      margin: upTo / rate, tried: end < 0,
    };
  }
  if (here && here.rate <= rate / RATE_NEAR) return {
    state: 'no', ...here, because: `${here.why} at ${perSecond(here.rate)}`,
  };
  if (broken) return { state: 'no', ...broken, because: `${broken.why} at ${perSecond(broken.rate)}` };
  const held = lower.at(-1);
  const does = held ? `does ${perSecond(held.rate)}` : 'no lower rate was tried';
  return {
    state: 'open', ...(here ?? held), because: here ? `${does}, but not ${perSecond(here.rate)}: ${here.why}`
      : `${does}, the highest that was tried`,
  };
}

/** How many messages a second went all the way, where a topic hands each to several consumers. */
function carried({ load }, { rates }) {
  const copies = load.destination_type === 'topic' ? load.consumers / (load.destinations || 1) : 1;
  return Math.min(rates.produced?.mean ?? 0, (rates.consumed?.mean ?? 0) / copies);
}

/** At full speed a row shows what it can carry, and no latency of a lower rate. */
function byFullSpeed(figures, contender, { rate }) {
  const [best] = figures.map((figure) => ({ figure, entry: entryOfRow(figure, contender) }))
    .filter(({ entry }) => entry?.status === 'measured')
    .map((one) => ({ ...one, rate: carried(one.figure, one.entry) })).sort((a, b) => b.rate - a.rate);
  if (!best) return { state: 'open', because: 'not measured with this load' };
  return {
    state: 'open', ...best, because: best.rate >= rate
      ? `carries ${perSecond(best.rate)} at full speed; its latency at ${perSecond(rate)} was not measured`
      : `at full speed ${perSecond(best.rate)} with these clients`,
  };
}

const KEPT = { fsync: ({ synced }) => synced, replicated: ({ replicated }) => replicated };

/** For each row: `state` (`yes`, `no`, `open`: not known), `because`, and of the cell that decides `figure`, `entry`,
  * `rate`, `p99`; where it can, `below` (the same of the highest rate that was measured below the one asked for; null
  * at that one itself, or without), `upTo` (the highest rate up to which it clearly did), `breaks` (the next one, if
  * that was tried), `barely` (it did that one too, with a p99 that another start may lift above the limit), `tooSlow`
  * (it held that one, with a higher p99), `margin` (how many times more `upTo` is), `tried` (no higher one was tried),
  * `unstored`: it promises the disk, and wrote less than the messages hold.
  *
  * @param sure leaves out uncertain numbers
  */
export function answersTo(need, figures, contenders, sure = false) {
  const found = answersOf(need, figures, contenders);
  return sure ? found.map(sureOf) : found;
}

/** Where uncertain numbers do not count, an answer that rests on one is none. */
function sureOf(row) {
  const doubted = row.state !== 'open' && [row.below, row].find((one) => one?.entry?.uncertain);
  return doubted ? {
    ...row, state: 'open',
    because: `the number at ${perSecond(doubted.rate)} is uncertain, and those are hidden`,
  } : row;
}

function answersOf(need, figures, contenders) {
  const { paced, full } = cellsFor(figures, need);
  return contenders.map((contender) => {
    if (KEPT[need.keep] && !KEPT[need.keep](contender)) return {
      contender, state: 'no', because: `promises less: ${contender.durability}`,
    };
    const rates = ratesOf(paced, contender, need);
    const found = rates.length > 0 ? byRates(rates, need) : byFullSpeed(full, contender, need);
    const unstored = found.state === 'yes' && wroteTooLittle(found.entry, found.figure);
    if (unstored && need.keep === 'fsync') {
      const [written, held] = [found.entry.delivered.written, found.figure.load.message_size_bytes];
      return {
        contender, ...found, state: 'open',
        because: `did it, but wrote ${bytes(Math.round(written))} for each message of ${bytes(held)}: `
          + 'delivered before it was stored, so storing was not measured',
      };
    }
    return { contender, ...found, unstored };
  });
}

/** A scenario with exactly this load: what would tell. */
export function scenarioFor({ rate, bytes: size, keep, p99Ms }) {
  return ['group: need', `matrix: {rate: [${rate}/s]}`, `climb: {axis: rate, p99: ${p99Ms} ms}`, 'scenario:',
    '  destinations: {type: queue}',
    `  producers: {size: ${size} B, persistent: ${keep !== 'none'}, confirm: receipt, window: 1000, rate: $rate}`,
    '  consumers: {}', ''].join('\n');
}
