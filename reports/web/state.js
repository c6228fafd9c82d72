// What the reader chose, as the text behind the # of the page's address: it can be sent, kept and gone back to.

/** Lists of values; an empty one stands for all. */
const LISTS = ['machine', 'broker', 'protocol', 'without', 'type', 'persistent', 'size', 'group'];

/** `sure` hides uncertain numbers, `common` counts only cells that every row has, `all` draws every line, `log` is for
  * the graphs, `dense` makes the overview colours without numbers.
  */
const FLAGS = ['sure', 'common', 'all', 'log', 'dense'];

/** `by`: the family that the ranking is sorted by; `need`: the question that is asked (need.js); `show`: the number in
  * the overview, `sort`: the column it is sorted by; `cell` is open; `row`: the row to look at in it; `at`: a group, or
  * the place of a figure, to look at.
  */
const WORDS = ['by', 'need', 'show', 'sort', 'cell', 'row', 'at'];

/** What decides where one looks, or one part of the page only. */
const LOOKS = { cell: '', row: '', at: '', need: '', show: '', sort: '', dense: false };

/** A part that cannot be decoded is what it is: addresses are typed by people, too. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param hash as `location.hash`; what is unknown in it is left out */
export function parseState(hash) {
  const given =
    new Map(hash.replace(/^#/, '').split('&').map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]));
  const list = (name) => (given.get(name) ? [...new Set(given.get(name).split(',').map(decoded))] : []);
  return Object.fromEntries([
    ...LISTS.map((name) => [name, list(name)]),
    ...FLAGS.map((name) => [name, given.get(name) === '1']),
    ...WORDS.map((name) => [name, decoded(given.get(name) ?? '')]),
  ]);
}

/** The text for `location.hash`; what is as at first is left out. */
export function printState(state) {
  const parts = [
    ...LISTS.filter((name) => state[name].length > 0)
      .map((name) => `${name}=${state[name].map(encodeURIComponent).join(',')}`),
    ...FLAGS.filter((name) => state[name]).map((name) => `${name}=1`),
    ...WORDS.filter((name) => state[name]).map((name) => `${name}=${encodeURIComponent(state[name])}`),
  ];
  return `#${parts.join('&')}`;
}

/** The addresses of the state with a cell open and a row to look at in it. There are thousands of them: what they share
  * is printed once.
  */
export function cellLinks(state) {
  const shared = printState({ ...state, cell: '', row: '', at: '' });
  const before = shared === '#' ? shared : `${shared}&`;
  return (cell, row) => `${before}cell=${encodeURIComponent(cell)}&row=${encodeURIComponent(row)}`;
}

/** Whether two states differ in what is shown, and not only in where one looks. */
export function showsOther(a, b) {
  return printState({ ...a, ...LOOKS }) !== printState({ ...b, ...LOOKS });
}

/** A list with `value` in it, or without it if it was. */
export function switched(list, value) {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
}
