// The view model: everything the page shows, from result files, without a browser.
// Numbers are read, not computed, wherever the files hold them; layout comes from axes, never from ids.
import { contendersOf } from './contenders.js';
import { declaredLoad, entryOf } from './entries.js';
import { environmentsOf } from './environments.js';
import { axisOf, axisValue, bytes, compareAxis, words } from './format.js';

/** @param files parsed result files (docs/result-format.md), each with `file`, the name it was read from */
export function buildView(files) {
  const contenders = contendersOf(files);
  const cells = byIdOf(contenders);
  const groups = merged(files).map((group) => groupView(group, contenders, cells, foreignTo(group, contenders)));
  return {
    environments: environmentsOf(contenders),
    contenders,
    groups,
    figures: groups.flatMap((group) => group.sections.flatMap((s) => s.places.flatMap((p) => p.figures))),
  };
}

/** As `buildView`, but a file with something in it that cannot be drawn is left out, and named in `problems`. */
export function buildSafely(files) {
  try {
    return { view: buildView(files), problems: [] };
  } catch {
    // which file it is, one has to try one by one
  }
  const problems = [];
  const good = files.filter((file) => {
    try {
      return Boolean(buildView([file]));
    } catch (error) {
      problems.push(`${file.file}: has something in it that this page `
        + `cannot read (${error.message}); it was left out.`);
      return false;
    }
  });
  return { view: buildView(good), problems };
}

/** Groups of all files, by name, with the cells of every file in them; cells of no known group keep their own. */
function merged(files) {
  const groups = new Map();
  for (const file of files) {
    for (const group of file.groups) if (!groups.has(group.name)) groups.set(group.name, { ...group, ids: new Set() });
    for (const { id, group: name } of file.cells) {
      if (!groups.has(name)) {
        groups.set(name, {
          name, title: words(name), about: '', across: null, down: null, sections: [], ids: new Set(),
        });
      }
      groups.get(name).ids.add(id);
    }
  }
  return [...groups.values()].filter((group) => group.ids.size > 0);
}

/** Rows that could not run a group whatever they are, because it is for another programming interface (transactions are
  * for JMS).
  */
function foreignTo({ name }, contenders) {
  const has = ({ file }) => file.groups.some((group) => group.name === name);
  const apis = new Set(contenders.filter(has).map(({ file }) => file.api));
  return new Set(contenders.filter((contender) =>
    !has(contender) && contender.file.api && !apis.has(contender.file.api) && !apis.has(undefined)));
}

const keyOfCell = (group, id) => JSON.stringify([group, id]);

/** For each row its cells by group and id. */
function byIdOf(contenders) {
  return contenders.map(({ file }) => {
    const map = new Map();
    for (const cell of file.cells) {
      const key = keyOfCell(cell.group, cell.id);
      if (!map.has(key)) map.set(key, []);
      map.get(key).push(cell);
    }
    return map;
  });
}

function groupView(group, contenders, known, foreign) {
  const cells = [...group.ids].map((id) => {
    const all = contenders.map(({ index }) => known[index].get(keyOfCell(group.name, id)) ?? []);
    return { id, all, foreign, sample: all.find((list) => list.length > 0)[0] };
  });
  const phased = cells.some(({ sample }) => sample.phase);
  const other = [group.down, group.across].filter((axis) => axis && axis !== 'phase');
  const axes = phased ? { across: ['phase'], down: other } : {
    across: [group.across].filter(Boolean), down: [group.down].filter(Boolean),
  };
  const sections = partition(cells, ({ sample }) => group.sections.map((axis) => [axis, axisOf(sample, axis)]));
  return {
    name: group.name,
    title: group.title,
    about: group.about,
    axes,
    phased,
    sections: sections.map(({ key, items }) =>
      ({ title: titleOf(key), ...grid(items, axes, contenders, { groupTitle: group.title, section: titleOf(key) }) })),
  };
}

/** Small multiples: a list of places, row by row; `columns` is how many there are in a row. */
function grid(cells, axes, contenders, within) {
  const value = (cell, axis) => (axis === 'phase' ? phaseKey(cell) : axisOf(cell, axis));
  const keyOf = (names) => ({ sample }) => names.map((axis) => [axis, value(sample, axis)]);
  if (axes.across.length + axes.down.length === 0) {
    const places =
      cells.map((cell) => ({ figures: [figureOf(cell, { across: cell.sample.title, down: '' }, contenders, within)] }));
    return { columns: Math.min(3, places.length), places };
  }
  const columns = partition(cells, keyOf(axes.across));
  const rows = partition(cells, keyOf(axes.down));
  const places = rows.flatMap((row) => columns.map((column) => ({
    figures: row.items.filter((cell) => column.items.includes(cell))
      .map((cell) => figureOf(cell,
        { across: titleOf(column.key), down: titleOf(row.key), x: column.key[0]?.[1] ?? null }, contenders, within)),
  })));
  return { columns: columns.length, places };
}

function phaseKey({ phase }) {
  return phase ? { text: `${phase.index + 1}. ${phase.name}` } : null;
}

function titleOf(key) {
  return key.filter(([, value]) => value !== null).map(([axis, value]) => axisValue(axis, value)).join(' · ');
}

/** Items with the same key together; keys in order of number if they are numbers, words before them as they appear. */
function partition(items, keyOf) {
  const parts = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const text = JSON.stringify(key);
    if (!parts.has(text)) parts.set(text, { key, items: [] });
    parts.get(text).items.push(item);
  }
  return [...parts.values()].sort((a, b) => compareKeys(a.key, b.key));
}

function compareKeys(a, b) {
  for (let i = 0; i < a.length; i += 1) {
    const difference = compareAxis(a[i][1], b[i][1]);
    if (difference) return difference;
  }
  return 0;
}

/** One cell. `at`: the values of its axes in words, and the value across as `axisOf` gives it (`x`); `within`: its
  * group and section in words.
  */
function figureOf({ id, all, foreign, sample }, at, contenders, within) {
  const entries = contenders.filter(({ broker }) => broker.available)
    .map((contender) => entryOf(contender, all[contender.index], foreign.has(contender)));
  const { group, phase } = sample;
  const load = declaredLoad(sample, all.flat());
  const title = [at.across, at.down].filter(Boolean).join(' · ') || sample.title;
  return {
    id, group, ...within, title, at, load, phase, entries, sample,
    name: sample.title,
    crashes: entries.some(({ crash }) => crash),
    facts: factsOf(load),
    facets: {
      type: load.destination_type ?? null, persistent: typeof load.persistent === 'boolean'
        ? (load.persistent ? 'yes' : 'no') : null, size: load.message_size_bytes ?? null, group,
    },
  };
}

const ACKS = {
  client: 'acknowledged by the client', dups_ok: 'lazily acknowledged', individual: 'each message acknowledged',
  transacted: 'consumed in transactions',
};

/** What the words below tell, or the title does. All else is told by its name, so that a new key of the scenarios needs
  * nothing here.
  */
const TOLD = new Set(['destination_type', 'destinations', 'producers', 'consumers', 'message_size_bytes', 'persistent',
  'confirm', 'window', 'open_loop', 'request_reply',
  'transaction', 'ack', 'ack_every', 'message', 'content', 'rate', 'thinking']);

function moreFactsOf(load) {
  return Object.entries(load).filter(([name, value]) => value && !TOLD.has(name))
    .map(([name, value]) => (value === true ? words(name) : `${words(name)} ${value}`));
}

/** The declared load in words. */
function factsOf(load) {
  const many = (number, name) => number > 0 && `${number} ${name}${number === 1 ? '' : 's'}`;
  const confirmed = { receipt: 'each send confirmed', none: 'sends not confirmed' }[load.confirm];
  return [
    [many(load.producers, 'producer') || 'no producer', many(load.consumers, 'consumer') || 'no consumer',
      many(load.destinations, load.destination_type)].filter(Boolean).join(', '),
    Number.isFinite(load.message_size_bytes) && bytes(load.message_size_bytes)
      + (load.message && load.message !== 'bytes' ? ` ${load.message} message` : ''),
    typeof load.persistent === 'boolean' && (load.persistent ? 'persistent' : 'non-persistent'),
    confirmed && (load.window === null ? confirmed : `${confirmed}, ${load.window} in flight`),
    load.transaction > 0 && `${load.transaction} ${load.transaction === 1 ? 'message' : 'messages'} per transaction`,
    ACKS[load.ack],
    load.content === 'price_update' && 'price updates',
    ...moreFactsOf(load),
    load.open_loop && 'at a fixed rate',
  ].filter(Boolean).join('; ');
}
