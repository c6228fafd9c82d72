// The results of the rows under a workload, and how far each is from the best.
import { bytes, count, megabytes, micros, percentileOf, share, si } from './format.js';
import { groupBy, maxOf, meanOf, minOf, rules } from './rules.js';
import { entryOfRow, machinesOf } from './view-model.js';

export const intervalOf = ({ value, half }, show) =>
  `${show(value * Math.exp(-half))} to ${show(value * Math.exp(half))}`;

export function bestFirst(lists) {
  const scores = (lists[0] ?? []).map((_, i) =>
    meanOf(lists.map((list) => list[i].factor && Math.log(list[i].factor))) ?? Infinity);
  return [...scores.keys()].sort((a, b) => (scores[a] === scores[b] ? a - b : scores[a] - scores[b]));
}

export const standings = (figure, contenders, sure) => raced(contenders.map((contender) => {
  const entry = entryOfRow(figure, contender);
  const state = sure ? entry.certainState : entry.state;
  return { entry, state, unstored: entry.unstored, ...entry.number,
    value: state === 'measured' ? entry.number.value : null };
}), figure.criterion);

export const fieldsOf = (figure, contenders, sure = false) =>
  columnOf(figure, { contenders, state: { sure } }, measureNamed('')).fields;

export function bestFields(figure, contenders, sure) {
  const list = fieldsOf(figure, contenders, sure);
  if (figure.crashes) return list;
  const machines = machinesOf(contenders);
  const sign = figure.criterion.more ? -1 : 1;
  const worse = Object.keys(rules.states);
  const orderOf = ({ entry, state, value }) =>
    [machines.indexOf(entry.contender.machine), worse.indexOf(state), sign * (value ?? 0)];
  const orders = new Map(list.map((one) => [one, orderOf(one)]));
  return list.sort((a, b) => orders.get(a).map((own, i) => own - orders.get(b)[i]).find(Boolean) ?? 0);
}

const latencyIn = ({ latencies }, { criterion, load }) =>
  latencies[criterion.latency ?? (load.request_reply ? 'round_trip' : 'end_to_end')];

export function payloadIn({ rates }, { load, crashes, criterion }) {
  const { side } = crashes ? {} : criterion;
  const perSecond = rates[side]?.mean;
  return perSecond > 0 && load.message_size_bytes !== null ? megabytes(perSecond, load.message_size_bytes) : null;
}

/** The numbers that the overview can show; the first one decides. `more`: more is better. */
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
    about: 'The p99 latency. It needs 1,000 messages. At full speed, it measures the length of a queue.',
    read: (entry, figure) => percentileOf(latencyIn(entry, figure), 'us_p99'),
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
    show: bytes,
    about: 'Bytes that the broker wrote to disks per message produced, as the system counts them: a changed page '
      + 'counts as a whole. More is neither better nor worse.', read: ({ delivered }) => delivered.written,
  },
];

export const measureNamed = (name) => MEASURES.find((one) => one.name === name) ?? MEASURES[0];

export function columnOf(figure, app, number) {
  const list = standings(figure, app.contenders, app.state.sure);
  if (number.name === '') return judgedColumn(figure, list);
  const fields = list.map((one) => {
    const counts = one.entry.status === 'measured' && one.state !== 'uncertain';
    const value = counts ? number.read(one.entry, figure) ?? null : null;
    return { ...one, value, text: value === null ? null : number.show(value), bad: number.bad && value > 0 };
  });
  return { figure, what: number.what, more: number.more, fields: raced(fields, number) };
}

function raced(fields, number) {
  const machines = groupBy(fields, ({ entry }) => entry.contender.machine);
  const factors = new Map([...machines].map(([machine, rows]) => [machine, factorOn(rows, number)]));
  return fields.map((one) => ({ ...one, factor: factors.get(one.entry.contender.machine)(one) }));
}

function factorOn(rows, { more, bad, neutral }) {
  const good = rows.filter(({ unstored, value }) => !unstored && value > 0).map(({ value }) => value);
  const best = more ? maxOf(good) : minOf(good);
  const race = rows.filter(({ state }) => rules.states[state].tried).length >= Math.min(2, rows.length);
  return ({ value, unstored }) => (bad || neutral || unstored || !(value > 0) || !race ? null
    : more ? best / value : value / best);
}

function judgedColumn(figure, list) {
  const { crashes, criterion: { more } } = figure;
  if (!crashes) return { figure, what: more ? 'msg/s' : 'p99', more,
    fields: list.map((one) => ({ ...one, text: one.value === null ? null : (more ? si : micros)(one.value) })) };
  return { figure, what: 'lost', more: false, fields: list.map((one) => {
    const { lost, confirmed } = one.entry.crash ?? { lost: null };
    const text = lost === null ? null : `${count(lost)} of ${count(confirmed)}`;
    return { ...one, value: lost, factor: null, text, bad: lost > 0 };
  }) };
}
