// What the reader chose, as the text behind the # of the page's address: it can be sent, kept and gone back to.

/** Lists of values; an empty one stands for all. */
const LISTS = ['broker', 'protocol', 'without'];
const FLAGS = ['log'];

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
  const given = new Map(hash.replace(/^#/, '').split('&').map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]));
  const list = (name) => (given.get(name) ? [...new Set(given.get(name).split(',').map(decoded))] : []);
  return Object.fromEntries([
    ...LISTS.map((name) => [name, list(name)]),
    ...FLAGS.map((name) => [name, given.get(name) === '1']),
  ]);
}

/** The text for `location.hash`; what is as at first is left out. */
export function printState(state) {
  const parts = [
    ...LISTS.filter((name) => state[name].length > 0).map((name) => `${name}=${state[name].map(encodeURIComponent).join(',')}`),
    ...FLAGS.filter((name) => state[name]).map((name) => `${name}=1`),
  ];
  return `#${parts.join('&')}`;
}
