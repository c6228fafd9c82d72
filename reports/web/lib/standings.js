// The results of the rows under a workload, and how far each is from the best.
import { bytes, count, megabytes, micros, percentileOf, share, si } from './format.js';
import { maxOf, meanOf, minOf, stateOf, states } from './rules.js';
import { byMachine } from './view-model.js';

/** The interval of a number. It is computed with factors, so that it never reaches below zero. */
export const intervalOf = ({ value, half }, show) =>
  `${show(value * Math.exp(-half))} to ${show(value * Math.exp(half))}`;

/** @param lists the result of each row under each workload, from `standings`
  * @returns the indices of the rows in these lists, best first, by the geometric mean of their factors. Rows without a
  * factor come last, and equal rows keep their order
  */
export function bestFirst(lists) {
  const score = (i) => meanOf(lists.map((list) => list[i].factor).filter((factor) => factor !== null).map(Math.log))
    ?? Infinity;
  const scores = (lists[0] ?? []).map((_, i) => score(i));
  return [...scores.keys()].sort((a, b) => (scores[a] === scores[b] ? a - b : scores[a] - scores[b]));
}

/** The result of each row under a workload, and its factor to the best on its machine (1: the best; null if no other
  * row tried, so that there is nothing to compare with).
  * @param sure leaves out uncertain numbers
  * @returns in the order of the rows: `{ entry, state, unstored, value, half, guess, factor }`, see State in
  * Standings.scala; only a row whose state is `measured` has a value
  */
export function standings(figure, contenders, sure) {
  return raced(contenders.map((contender) => {
    const entry = figure.entries.find((e) => e.contender === contender);
    const state = sure ? entry.certainState : entry.state;
    return { entry, state, unstored: entry.unstored, ...entry.number,
      value: state === 'measured' ? entry.number.value : null };
  }), figure.criterion);
}

/** What `columnOf` shows of these rows under a workload, machine by machine, best first by the number that decides.
  * Rows without it come last.
  */
export function bestFields(figure, contenders, sure = false) {
  const { fields: list } = columnOf(figure, { contenders, state: { sure } }, measureNamed(''));
  if (figure.crashes) return list;
  const machines = [...new Set(list.map(({ entry }) => entry.contender.machine))];
  const sign = figure.criterion.more ? -1 : 1;
  const worse = Object.keys(states());
  const by = (f) => (a, b) => f(a) - f(b) || 0;
  const orders = [
    by(({ entry }) => machines.indexOf(entry.contender.machine)), by(({ state }) => worse.indexOf(state)),
    by(({ value }) => sign * (value ?? 0)),
  ];
  return list.sort((a, b) => orders.map((order) => order(a, b)).find(Boolean) ?? 0);
}

const latencyIn = ({ latencies }, figure) =>
  latencies[figure.criterion.latency ?? (figure.load.request_reply ? 'round_trip' : 'end_to_end')] ?? null;

const p99Of = (entry, figure) => percentileOf(latencyIn(entry, figure), 'us_p99');

/** The payload rate of a row if messages per second decide and all messages have one size; else null. */
export function payloadIn({ rates }, { load, crashes, criterion }) {
  const { side } = crashes ? {} : criterion;
  const perSecond = rates[side]?.mean;
  return perSecond > 0 && Number.isFinite(load.message_size_bytes)
    ? megabytes(perSecond, load.message_size_bytes) : null;
}

/** The numbers that the overview can show; the first one decides. `more`: more is better; `neutral`: neither more nor
  * less is better; `what`: the words above each column.
  */
export const MEASURES = [
  {
    name: '', title: 'Rate or p99',
    about: 'What each load is judged by: messages per second, or the p99 latency if a rate is given.',
  },
  {
    name: 'rate', title: 'Rate', what: 'msg/s', more: true, show: si,
    about: 'Messages consumed per second, or produced if there are no consumers.',
    read: ({ rates }, { load }) => rates[load.consumers > 0 ? 'consumed' : 'produced']?.mean,
  },
  {
    name: 'p99', title: 'p99', what: 'p99', show: micros,
    about: 'The p99 latency. It needs 1,000 messages. At full speed, it measures the length of a queue.', read: p99Of,
  },
  {
    name: 'cpu', title: 'CPU per message', what: 'CPU', show: micros,
    about: 'CPU time of the broker per message delivered, or produced if there are no consumers.',
    read: ({ delivered }) => delivered.cpu.mean,
  },
  {
    name: 'undelivered', title: 'Undelivered', what: 'undelivered',
    show: (part) => (part === 0 ? '0' : part < 0.001 ? '<0.1 %' : share(part)), bad: true,
    about: 'The share of the due deliveries that never arrived: lost, or still missing when the drain ended.',
    read: ({ delivered }) => delivered.undelivered?.share,
  },
  {
    name: 'written', title: 'Written to disk', neutral: true, what: 'a message',
    show: (value) => bytes(Math.round(value)),
    about: 'Bytes that the broker wrote to disks per message produced, as the system counts them: a changed page '
      + 'counts as a whole. More is neither better nor worse.', read: ({ delivered }) => delivered.written,
  },
];

export const measureNamed = (name) => MEASURES.find((one) => one.name === name) ?? MEASURES[0];

/** A column of the overview: for each row, the standing (as in `standings`), with `value`, `text`, `factor` to the
  * best, and `unstored`: such a row is not compared with those that stored their messages.
  */
export function columnOf(figure, app, number) {
  const list = standings(figure, app.contenders, app.state.sure);
  if (number.name === '') return judgedColumn(figure, list);
  const values = list.map(({ entry, state }) => (entry.status === 'measured' && state !== 'uncertain'
    ? number.read(entry, figure) ?? null : null)).map((value) => (Number.isFinite(value) ? value : null));
  const fields = list.map((one, i) => ({
    ...one, value: values[i], text: values[i] === null ? null : number.show(values[i]),
    bad: number.bad && values[i] > 0,
  }));
  return { figure, what: number.what, more: number.more, fields: raced(fields, number) };
}

/** The result of each row under a workload, with the factor that the overview shows. */
export const standingsShown = (figure, contenders) => (figure.crashes ? standings(figure, contenders, false)
  : columnOf(figure, { contenders, state: { sure: false } }, measureNamed('')).fields);

/** Adds the factor of each field to the best of its machine. */
function raced(fields, number) {
  const factors = byMachine(fields, (rows) => factorOn(rows, number));
  return fields.map((one) => ({ ...one, factor: factors.get(one.entry.contender.machine)(one) }));
}

/** Returns a function: how far a row is from the best of these rows that stored what they had to store. */
function factorOn(rows, { more, bad, neutral }) {
  const good = rows.filter(({ unstored }) => !unstored).map(({ value }) => value).filter((value) => value > 0);
  const best = more ? maxOf(good) : minOf(good);
  const race = rows.filter(({ state }) => stateOf(state).tried).length >= Math.min(2, rows.length);
  return ({ value, unstored }) => (bad || neutral || unstored || !(value > 0) || !race ? null
    : more ? best / value : value / best);
}

function judgedColumn(figure, list) {
  const { more } = figure.criterion;
  if (figure.crashes) return {
    figure, what: 'lost', more: false,
    fields: list.map((one) => ({ ...one, value: one.entry.crash?.lost ?? null, factor: null,
      text: one.entry.crash ? `${count(one.entry.crash.lost)} of ${count(one.entry.crash.confirmed)}` : null,
      bad: one.entry.crash?.lost > 0 })),
  };
  return { figure, what: more ? 'msg/s' : 'p99', more,
    fields: list.map((one) => ({ ...one, text: one.value === null ? null : (more ? si : micros)(one.value) })) };
}
