// The numbers that the overview can show in its fields: what a cell is judged by, what a message costs, what never
// came.
import { wroteTooLittle } from './delivered.js';
import { bytes, count, megabytes, micros, share, si } from './format.js';
import { measureOf } from './measures.js';
import { byMachine } from './machines.js';
import { maxOf, minOf } from './numbers.js';
import { percentileOf } from './percentiles.js';
import { standings } from './ranking.js';

const latencyIn = ({ latencies }, figure) =>
  latencies[measureOf(figure).latency ?? (figure.load.request_reply ? 'round_trip' : 'end_to_end')] ?? null;

const p99Of = (entry, figure) => percentileOf(latencyIn(entry, figure), 'us_p99');

/** What a row carries of bodies, where it is judged by messages a second and all are of one size; null elsewhere. */
export function payloadIn({ rates }, { load, crashes }) {
  const { side } = crashes ? {} : measureOf({ load });
  const perSecond = rates[side]?.mean;
  return perSecond > 0 && Number.isFinite(load.message_size_bytes)
    ? megabytes(perSecond, load.message_size_bytes) : null;
}

/** Beside what is judged; `more` is better or not, of what is `neutral` neither is; `what` stands on top of each
  * column.
  */
export const NUMBERS = [
  {
    name: '', title: 'Rate or p99',
    about: 'What each load is judged by: messages a second, or the p99 latency where a rate is given.',
  },
  {
    name: 'rate', title: 'Rate', what: 'msg/s', more: true, show: si,
    about: 'Messages consumed a second, or produced where nobody consumes.',
    read: ({ rates }, { load }) => rates[load.consumers > 0 ? 'consumed' : 'produced']?.mean,
  },
  {
    name: 'p99', title: 'p99', what: 'p99', show: micros,
    about: 'The p99 latency. At full speed it is the length of a queue; it needs 1,000 messages.', read: p99Of,
  },
  {
    name: 'cpu', title: 'CPU per message', what: 'CPU', show: micros,
    about: 'Processor time of the broker for each message that was delivered, or produced where nobody consumes.',
    read: ({ delivered }) => delivered.cpu.mean,
  },
  {
    name: 'undelivered', title: 'Undelivered', what: 'undelivered',
    show: (part) => (part === 0 ? '0' : part < 0.001 ? '<0.1 %' : share(part)), bad: true,
    about: 'Of the deliveries that were owed, the share that never came: lost, or not there when the wait for them '
      + 'ended.', read: ({ delivered }) => delivered.undelivered?.share,
  },
  {
    name: 'written', title: 'Written to disk', neutral: true, what: 'a message',
    show: (value) => bytes(Math.round(value)),
    about: 'Bytes that the broker had the disks write for each message produced, as the system counts them: a page '
      + 'that gets dirty counts whole. More is neither better nor worse.', read: ({ delivered }) => delivered.written,
  },
];

export const numberOf = (name) => NUMBERS.find((one) => one.name === name) ?? NUMBERS[0];

/** What a column of the overview holds: for each row the standing (as in `standings`), with `value`, `factor` to the
  * best, `text`, and whether it is `unstored`: then it is no race with those that stored.
  */
export function columnOf(figure, app, number) {
  const list = standings(figure, app.contenders, app.state.sure)
    .map((one) => ({ ...one, unstored: one.entry.status === 'measured' && wroteTooLittle(one.entry, figure) }));
  if (number.name === '') return judged(figure, list);
  const values = list.map(({ entry, state }) => (entry.status === 'measured' && state !== 'uncertain'
    ? number.read(entry, figure) ?? null : null)).map((value) => (Number.isFinite(value) ? value : null));
  const cells = list.map((one, i) => ({
    ...one, value: values[i], text: values[i] === null ? null : number.show(values[i]),
    bad: number.bad && values[i] > 0,
  }));
  return { figure, what: number.what, more: number.more, cells: raced(cells, number) };
}

/** What each row made of a cell, with the factor that the overview shows. */
export const standingsShown = (figure, contenders) => (figure.crashes ? standings(figure, contenders, false)
  : columnOf(figure, { contenders, state: { sure: false } }, numberOf('')).cells);

/** With the factor of each to the best of its machine. */
function raced(cells, number) {
  const factors = byMachine(cells, (rows) => factorOn(rows, number));
  return cells.map((one) => ({ ...one, factor: factors.get(one.entry.contender.machine)(one) }));
}

/** How far a row is from the best of these: among those that stored what they were to store. */
function factorOn(rows, { more, bad, neutral }) {
  const good = rows.filter(({ unstored }) => !unstored).map(({ value }) => value).filter((value) => value > 0);
  const best = more ? maxOf(good) : minOf(good);
  return ({ value, unstored }) => (bad || neutral || unstored || !(value > 0) || good.length < 2 ? null
    : more ? best / value : value / best);
}

function judged(figure, list) {
  const { more } = measureOf(figure);
  if (figure.crashes) return {
    figure, what: 'lost', more: false,
    cells: list.map((one) => ({ ...one, value: one.entry.crash?.lost ?? null, factor: null,
      text: one.entry.crash ? `${count(one.entry.crash.lost)} of ${count(one.entry.crash.confirmed)}` : null,
      bad: one.entry.crash?.lost > 0 })),
  };
  const cells = list.map((one) => ({ ...one, value: one.state === 'measured' ? one.value : null,
    text: one.state === 'measured' ? (more ? si : micros)(one.value) : null }));
  const early = cells.some(({ unstored, value }) => unstored && value > 0);
  return { figure, what: more ? 'msg/s' : 'p99', more, cells: early ? raced(cells, { more }) : cells };
}
