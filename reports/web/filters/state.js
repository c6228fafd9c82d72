// The reader's choices, as the text after the # of the address, and the rows and workloads that they show.
import { bytes, words } from '../lib/format.js';
import { unique } from '../lib/rules.js';
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

const LOOKS = { also: [], workload: '', row: '', at: '', need: '', pair: '', show: '', sort: '', log: false };

export const looksOf = (state) =>
  Object.fromEntries(Object.keys(LOOKS).map((name) => [name, state[name]]));

export const openIn = ({ also, workload }) => [...also, workload].filter(Boolean);

/** Text that cannot be decoded is kept as it is, because people also type addresses. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseState(hash) {
  const given = new Map(hash.replace(/^#/, '').split('&').map((pair) => /^([^=]*)=?(.*)$/s.exec(pair).slice(1)));
  const text = (name) => given.get(name) ?? '';
  return Object.fromEntries([
    ...LISTS.map((name) => [name, unique(text(name).split(',').filter(Boolean).map(decoded))]),
    ...FLAGS.map((name) => [name, text(name) === '1']),
    ...WORDS.map((name) => [name, decoded(text(name))]),
  ]);
}

export function printState(state) {
  const parts = [
    ...LISTS.filter((name) => state[name].length > 0)
      .map((name) => `${name}=${state[name].map(encodeURIComponent).join(',')}`),
    ...FLAGS.filter((name) => state[name]).map((name) => `${name}=1`),
    ...WORDS.filter((name) => state[name]).map((name) => `${name}=${encodeURIComponent(state[name])}`),
  ];
  return `#${parts.join('&')}`;
}

/** Links to rows. They share most of their address, and a matrix has thousands of them. */
export function rowLinks(state) {
  const shared = printState({ ...state, workload: '', row: '', at: '' });
  const before = shared === '#' ? shared : `${shared}&`;
  return ({ id }, { key }) => `${before}workload=${encodeURIComponent(id)}&row=${encodeURIComponent(key)}`;
}

export const rowLink = (state, figure, contender) => rowLinks(state)(figure, contender);

/** Whether two states differ in more than `LOOKS`, so that most parts must be rebuilt. */
export const showsOther = (a, b) => printState({ ...a, ...LOOKS }) !== printState({ ...b, ...LOOKS });

export const switched = (list, value) =>
  (list.includes(value) ? list.filter((other) => other !== value) : [...list, value]);

export function isShown({ broker, machine, protocol, key }, state) {
  const isChosen = (list, value) => list.length === 0 || list.includes(value);
  return broker.available && isChosen(state.machine, machine) && isChosen(state.broker, broker.name)
    && isChosen(state.protocol, protocol) && !state.without.includes(key);
}

/** If this breaks up a choice of brokers, the hidden rows are named one by one. */
export function toggled(contenders, state, contender) {
  const available = contenders.filter(({ broker }) => broker.available);
  const shown = switched(available.filter((row) => isShown(row, state)), contender);
  const within = available.filter((row) => isShown(row, { ...state, without: [] }));
  const fits = shown.every((row) => within.includes(row));
  const [base, candidates] = fits ? [state, within] : [allRows(state), available];
  return { ...base, without: candidates.filter((row) => !shown.includes(row)).map(({ key }) => key) };
}

export const onlyBroker = (state, name) => ({ ...state, broker: [name], protocol: [], without: [] });
export const onlyProtocol = (state, name) => ({ ...state, broker: [], protocol: [name], without: [] });
export const allRows = (state) => ({ ...state, machine: [], broker: [], protocol: [], without: [] });

export function machineFacet({ contenders }) {
  const machines = machinesOf(contenders);
  return machines.length > 1
    ? [{ name: 'machine', title: 'Machine', values: machines.map((value) => ({ value, title: value })) }] : [];
}

const FACETS = [
  { name: 'type', title: 'Destination', show: words },
  { name: 'persistent', title: 'Persistence', show: (value) => (value === 'yes' ? 'persistent' : 'non-persistent') },
  { name: 'size', title: 'Size', show: (value) => bytes(Number(value)) },
  { name: 'group', title: 'Group', show: (value, groups) => groups.find(({ name }) => name === value).title },
];

export const facetsOf = ({ figures, groups }) => FACETS.map(({ name, title, show }) => {
  const values = unique(figures.map(({ facets }) => facets[name])).filter((value) => value !== null);
  if (name === 'size') values.sort((a, b) => a - b);
  return { name, title, values: values.map(String).map((value) => ({ value, title: show(value, groups) })) };
}).filter(({ values }) => values.length > 1);

/** Whether a workload is shown. A facet that it lacks never hides it: an emptied queue has no message size. */
const isChosen = ({ facets }, state) => FACETS.every(({ name }) =>
  state[name].length === 0 || facets[name] === null || state[name].includes(String(facets[name])));

export const shownOf = (view, state) => ({
  contenders: view.contenders.filter((contender) => isShown(contender, state)),
  figures: view.figures.filter((figure) => isChosen(figure, state)),
});
