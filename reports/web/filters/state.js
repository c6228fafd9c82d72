// The reader's choices, as the text after the # of the address, and the rows and workloads that they show.
import { bytes, words } from '../lib/format.js';
import { machinesOf } from '../lib/view-model.js';

/** Lists of values; an empty list means all. `also`: open workloads apart from `workload`, which is the last one. */
const LISTS = ['machine', 'broker', 'protocol', 'without', 'type', 'persistent', 'size', 'group', 'also'];

/** `sure` hides uncertain numbers, `common` counts only workloads that every row measured, `all` draws every line,
  * `log` makes the axes of graphs logarithmic.
  */
const FLAGS = ['sure', 'common', 'all', 'log'];

/** `by`: the family that the ranking is sorted by; `need`: the reader's question; `pair`: the two rows to compare;
  * `show`: the number in the table of all loads; `sort`: the column that sorts it; `workload`: the open one; `row`: the
  * row to look at in it; `at`: the group, workload or graph to look at.
  */
const WORDS = ['by', 'need', 'pair', 'show', 'sort', 'workload', 'row', 'at'];

/** Choices that only scroll, or that concern only one part of the page. */
const LOOKS = { also: [], workload: '', row: '', at: '', need: '', pair: '', show: '', sort: '', log: false };

export const looksOf = (state) => Object.fromEntries(Object.keys(LOOKS).map((name) => [name, state[name]]));

export const openIn = ({ also, workload }) => [...also, workload].filter(Boolean);

/** Text that cannot be decoded is kept as it is, because people also type addresses. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param hash as `location.hash`; unknown parts are ignored */
export function parseState(hash) {
  const given = new Map(hash.replace(/^#/, '').split('&')
    .map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]));
  const list = (name) => (given.get(name) ? [...new Set(given.get(name).split(',').map(decoded))] : []);
  return Object.fromEntries([
    ...LISTS.map((name) => [name, list(name)]),
    ...FLAGS.map((name) => [name, given.get(name) === '1']),
    ...WORDS.map((name) => [name, decoded(given.get(name) ?? '')]),
  ]);
}

/** The text for `location.hash`, without choices that have their default. */
export function printState(state) {
  const parts = [
    ...LISTS.filter((name) => state[name].length > 0)
      .map((name) => `${name}=${state[name].map(encodeURIComponent).join(',')}`),
    ...FLAGS.filter((name) => state[name]).map((name) => `${name}=1`),
    ...WORDS.filter((name) => state[name]).map((name) => `${name}=${encodeURIComponent(state[name])}`),
  ];
  return `#${parts.join('&')}`;
}

/** The address of the state with an open workload and a row to look at in it. */
export const rowLink = (state, workload, row) => printState({ ...state, workload: workload.id, row: row.key, at: '' });

/** The same for many workloads and rows, given by id and key. There are thousands of them, so their
  * common part is printed once.
  */
export function workloadLinks(state) {
  const shared = printState({ ...state, workload: '', row: '', at: '' });
  const before = shared === '#' ? shared : `${shared}&`;
  return (workload, row) => `${before}workload=${encodeURIComponent(workload)}&row=${encodeURIComponent(row)}`;
}

/** Whether two states differ in more than `LOOKS`, so that most parts must be rebuilt. */
export function showsOther(a, b) {
  return printState({ ...a, ...LOOKS }) !== printState({ ...b, ...LOOKS });
}

/** Adds `value` to a list, or removes it. */
export function switched(list, value) {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
}

/** Whether a row is shown. `machine`, `broker` and `protocol` choose rows (an empty list: all), and `without` removes
  * single ones.
  */
export function isShown(contender, state) {
  const chosen = (list, value) => list.length === 0 || list.includes(value);
  return contender.broker.available && chosen(state.machine, contender.machine)
    && chosen(state.broker, contender.broker.name)
    && chosen(state.protocol, contender.protocol) && !state.without.includes(contender.key);
}

/** Indices of the rows that are not shown. */
export function hiddenRows(contenders, state) {
  return new Set(contenders.filter((contender) => !isShown(contender, state)).map(({ index }) => index));
}

/** The state after one row was switched on or off. If this breaks up a choice of brokers or protocols, its other rows
  * stay shown.
  */
export function toggled(contenders, state, contender) {
  const hidden = hiddenRows(contenders, state);
  if (!hidden.delete(contender.index)) hidden.add(contender.index);
  return withHidden(contenders, state, hidden);
}

/** The state in which only this broker, or only this protocol, is chosen. The choice of machines stays. */
export function onlyBroker(state, name) {
  return { ...state, broker: [name], protocol: [], without: [] };
}

export function onlyProtocol(state, name) {
  return { ...state, broker: [], protocol: [name], without: [] };
}

export function allRows(state) {
  return { ...state, machine: [], broker: [], protocol: [], without: [] };
}

/** Keeps the address short: a choice of whole machines, brokers or protocols stays as it is if possible, and only the
  * other rows are named one by one.
  */
function withHidden(contenders, state, hidden) {
  const available = contenders.filter(({ broker }) => broker.available);
  const within = available.filter((c) => isShown(c, { ...state, without: [] }));
  const fits = available.every((c) => hidden.has(c.index) || within.includes(c));
  const base = fits ? state : allRows(state);
  const candidates = fits ? within : available;
  return { ...base, without: candidates.filter(({ index }) => hidden.has(index)).map(({ key }) => key) };
}

/** The machines as a facet of rows; none if there is only one machine. */
export function machineFacet({ contenders }) {
  const machines = machinesOf(contenders);
  return machines.length > 1
    ? [{ name: 'machine', title: 'Machine', values: machines.map((value) => ({ value, title: value })) }] : [];
}

/** What workloads can be chosen by: a name, a title, and how its values are shown. */
const FACETS = [
  { name: 'type', title: 'Destination', show: words },
  { name: 'persistent', title: 'Persistence', show: (value) => (value === 'yes' ? 'persistent' : 'non-persistent') },
  { name: 'size', title: 'Size', show: (value) => bytes(Number(value)) },
  { name: 'group', title: 'Group', show: (value, groups) => groups.find(({ name }) => name === value)?.title ?? value },
];

/** The facets in which workloads differ, with their values as `{ value, title }`. */
export function facetsOf({ figures, groups }) {
  return FACETS.map(({ name, title, show }) => {
    const values = [
      ...new Set(figures.map(({ facets }) => facets[name]).filter((value) => value !== null).map(String)),
    ];
    const sorted = name === 'size' ? values.sort((a, b) => Number(a) - Number(b)) : values;
    return { name, title, values: sorted.map((value) => ({ value, title: show(value, groups) })) };
  }).filter(({ values }) => values.length > 1);
}

/** Whether a workload is shown. A facet that it lacks never hides it: an emptied queue has no message size, for
  * example. */
function isChosen({ facets }, state) {
  return FACETS.every(({ name }) => state[name].length === 0 || facets[name] === null
    || state[name].includes(String(facets[name])));
}

/** The rows and workloads that the page shows. */
export function shownOf(view, state) {
  return {
    contenders: view.contenders.filter((contender) => isShown(contender, state)),
    figures: view.figures.filter((figure) => isChosen(figure, state)),
  };
}
