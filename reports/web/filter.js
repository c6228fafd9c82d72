// Which rows and cells take part, given what the reader chose.
import { bytes, words } from './format.js';
import { machinesOf } from './machines.js';

/** Whether a row is shown: `machine`, `broker` and `protocol` choose rows (none chosen: all), `without` takes single
  * ones out.
  */
export function isShown(contender, state) {
  const chosen = (list, value) => list.length === 0 || list.includes(value);
  return contender.broker.available && chosen(state.machine, contender.machine)
    && chosen(state.broker, contender.broker.name)
    && chosen(state.protocol, contender.protocol) && !state.without.includes(contender.key);
}

/** Indices of the rows that do not take part. */
export function hiddenRows(contenders, state) {
  return new Set(contenders.filter((contender) => !isShown(contender, state)).map(({ index }) => index));
}

/** The state after one row was switched on or off. Whoever leaves a choice of brokers or protocols keeps the others of
  * it.
  */
export function toggled(contenders, state, contender) {
  const hidden = hiddenRows(contenders, state);
  if (!hidden.delete(contender.index)) hidden.add(contender.index);
  return withHidden(contenders, state, hidden);
}

/** The state in which only `broker`, or only `protocol`, is chosen, of the machines that are. */
export function onlyBroker(state, name) {
  return { ...state, broker: [name], protocol: [], without: [] };
}

export function onlyProtocol(state, name) {
  return { ...state, broker: [], protocol: [name], without: [] };
}

export function allRows(state) {
  return { ...state, machine: [], broker: [], protocol: [], without: [] };
}

/** The state in which only the rows with these keys are shown. */
export function onlyRows(contenders, state, keys) {
  const others = contenders.filter(({ key }) => !keys.includes(key)).map(({ index }) => index);
  return withHidden(contenders, allRows(state), new Set(others));
}

/** Keeps the shorter words: as far as whole machines, brokers or protocols are chosen they stay so, the rest is named
  * row by row.
  */
function withHidden(contenders, state, hidden) {
  const available = contenders.filter(({ broker }) => broker.available);
  const within = available.filter((c) => isShown(c, { ...state, without: [] }));
  const fits = available.every((c) => hidden.has(c.index) || within.includes(c));
  const base = fits ? state : allRows(state);
  const candidates = fits ? within : available;
  return { ...base, without: candidates.filter(({ index }) => hidden.has(index)).map(({ key }) => key) };
}

/** The machines, as a facet of rows; none where there is one. */
export function machineFacet({ contenders }) {
  const machines = machinesOf(contenders);
  return machines.length > 1
    ? [{ name: 'machine', title: 'Machine', values: machines.map((value) => ({ value, title: value })) }] : [];
}

/** What cells can be chosen by: a name, what it is called, and how its values are. */
const FACETS = [
  { name: 'type', title: 'Destination', show: words },
  { name: 'persistent', title: 'Persistence', show: (value) => (value === 'yes' ? 'persistent' : 'non-persistent') },
  { name: 'size', title: 'Size', show: (value) => bytes(Number(value)) },
  { name: 'group', title: 'Group', show: (value, groups) => groups.find(({ name }) => name === value)?.title ?? value },
];

/** The facets that tell cells apart, with their values as `{ value, title }`. */
export function facetsOf({ figures, groups }) {
  return FACETS.map(({ name, title, show }) => {
    const values = [
      ...new Set(figures.map(({ facets }) => facets[name]).filter((value) => value !== null).map(String)),
    ];
    const sorted = name === 'size' ? values.sort((a, b) => Number(a) - Number(b)) : values;
    return { name, title, values: sorted.map((value) => ({ value, title: show(value, groups) })) };
  }).filter(({ values }) => values.length > 1);
}

/** Whether a cell is shown. What a cell does not say (an emptied queue has no message size) hides it from nobody. */
function isChosen({ facets }, state) {
  return FACETS.every(({ name }) => state[name].length === 0 || facets[name] === null
    || state[name].includes(String(facets[name])));
}

/** What the page shows: rows and cells. */
export function shownOf(view, state) {
  return {
    contenders: view.contenders.filter((contender) => isShown(contender, state)),
    figures: view.figures.filter((figure) => isChosen(figure, state)),
  };
}
