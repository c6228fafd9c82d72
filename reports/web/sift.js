// Which runs of the list are shown: by machine, broker, version and day. The choice stands behind the # of the page's
// address.

/** What runs can be chosen by: its name in the address, what it is called, and what a run has of it. */
export const MENUS = [
  { name: 'machine', title: 'Machine', read: ({ machines }) => machines },
  { name: 'broker', title: 'Broker', read: ({ brokers }) => brokers },
  { name: 'version', title: 'Version', read: ({ versions }) => versions },
];

const NAMES = [...MENUS.map(({ name }) => name), 'from', 'to'];

/** The furthest time that a date can tell, ms. */
const LAST_MS = 8.64e15;

/** The day on which a run began, in UTC, as `2026-11-22`; empty if nobody knows. */
export const dayOf = ({ started_at_ms: ms }) =>
  (Number.isFinite(ms) && Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString().slice(0, 10) : '');

/** @param wish a value for each menu, and a day for `from` and `to`; an empty one stands for all */
export function sifted(runs, wish) {
  return runs.filter((run) => MENUS.every(({ name, read }) => !wish[name] || read(run).includes(wish[name]))
    && inTime(dayOf(run), wish));
}

function inTime(day, { from, to }) {
  if (!from && !to) return true;
  return day !== '' && (!from || day >= from) && (!to || day <= to);
}

/** What a menu offers: the values of those runs that the other choices leave, and the one that is chosen. */
export function valuesOf(runs, wish, { name, read }) {
  const left = sifted(runs, { ...wish, [name]: '' }).flatMap(read);
  return [...new Set([...left, wish[name]])].filter(Boolean)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** A part that cannot be decoded is what it is: addresses are typed by people, too. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param hash as `location.hash`; what is unknown in it is left out */
export function parseWish(hash) {
  const given =
    new Map(hash.replace(/^#/, '').split('&').map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]));
  return Object.fromEntries(NAMES.map((name) => [name, decoded(given.get(name) ?? '')]));
}

/** The text for `location.hash`; what is as at first is left out. */
export function printWish(wish) {
  return `#${NAMES.filter((name) => wish[name]).map((name) => `${name}=${encodeURIComponent(wish[name])}`).join('&')}`;
}
