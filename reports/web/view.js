// The view model: everything the page shows, from result files, without a browser.
// Numbers are read, not computed, wherever the files hold them; layout comes from axes, never from ids.
import { axisOrder, axisValue, bytes, words } from './format.js';
import { contendersOf } from './contenders.js';
import { entryOf } from './entries.js';
import { panelsOf } from './panels.js';

/** @param files parsed result files (docs/result-format.md), each with `file`, the name it was read from */
export function buildView(files) {
  const contenders = contendersOf(files);
  const groups = merged(files).map((group) => groupView(group, contenders));
  return {
    environments: environmentsOf(files),
    contenders,
    groups,
    figures: groups.flatMap((group) => group.sections.flatMap((s) => s.places.flatMap((p) => p.figures))),
  };
}

/** The different machines and settings that results come from. */
function environmentsOf(files) {
  const byKey = new Map();
  for (const file of files) {
    const key = JSON.stringify([file.environment, file.settings, file.tool]);
    const known = byKey.get(key) ?? { ...file, from: Infinity, until: 0 };
    known.from = Math.min(known.from, file.started_at_ms);
    known.until = Math.max(known.until, file.finished_at_ms ?? file.started_at_ms);
    byKey.set(key, known);
  }
  return [...byKey.values()].map(({ environment, settings, tool, from, until }) => ({ environment, settings, tool, from, until }));
}

/** Groups of all files, by name, with the cells of every file in them; cells of no known group keep their own. */
function merged(files) {
  const groups = new Map();
  for (const file of files) {
    for (const group of file.groups) if (!groups.has(group.name)) groups.set(group.name, { ...group, ids: [] });
    for (const { id, group: name } of file.cells) {
      if (!groups.has(name)) groups.set(name, { name, title: words(name), about: '', across: null, down: null, sections: [], ids: [] });
      if (!groups.get(name).ids.includes(id)) groups.get(name).ids.push(id);
    }
  }
  return [...groups.values()].filter((group) => group.ids.length > 0);
}

/** A value of an axis: as the scenario wrote it, or else from the declared load. */
export function axisOf(cell, axis) {
  return cell.axes[axis] ?? cell.load[axis] ?? null;
}

function groupView(group, contenders) {
  const cells = group.ids.map((id) => cellsOf(group.name, id, contenders));
  const phased = cells.some(({ sample }) => sample.phase);
  const other = [group.down, group.across].filter((axis) => axis && axis !== 'phase');
  const axes = phased ? { across: ['phase'], down: other } : { across: [group.across].filter(Boolean), down: [group.down].filter(Boolean) };
  const sections = partition(cells, ({ sample }) => group.sections.map((axis) => [axis, axisOf(sample, axis)]));
  return {
    name: group.name,
    title: group.title,
    about: group.about,
    sections: sections.map(({ key, items }) => ({ title: title(key), ...grid(items, axes, contenders) })),
  };
}

/** What every contender made of one cell; `sample` is any of them, for what they have in common. */
function cellsOf(group, id, contenders) {
  const all = contenders.map(({ file }) => file.cells.filter((cell) => cell.id === id && cell.group === group));
  return { id, all, sample: all.flat()[0] };
}

/** Small multiples: a list of places, row by row; `columns` is how many there are in a row. */
function grid(cells, axes, contenders) {
  const value = (cell, axis) => (axis === 'phase' ? cell.phase && phaseKey(cell) : axisOf(cell, axis));
  const keyOf = (names) => ({ sample }) => names.map((axis) => [axis, value(sample, axis)]);
  if (axes.across.length + axes.down.length === 0) {
    const places = cells.map((cell) => ({ figures: [figure(cell, cell.sample.title, contenders)] }));
    return { columns: Math.min(3, places.length), places };
  }
  const columns = partition(cells, keyOf(axes.across));
  const rows = partition(cells, keyOf(axes.down));
  const places = rows.flatMap((row) => columns.map((column) => ({
    figures: row.items.filter((cell) => column.items.includes(cell))
      .map((cell) => figure(cell, title([...column.key, ...row.key]), contenders)),
  })));
  return { columns: columns.length, places };
}

function phaseKey({ phase }) {
  return `${phase.index + 1}. ${phase.name}`;
}

function title(key) {
  return key.filter(([, value]) => value !== null).map(([axis, value]) => axisValue(axis, value)).join(' · ');
}

/** Items with the same key together; keys in order of number if they are numbers, else of appearance. */
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
    const difference = axisOrder(a[i][1]) - axisOrder(b[i][1]);
    if (difference) return difference;
  }
  return 0;
}

/** One cell: its charts and its table. */
function figure({ id, all, sample }, heading, contenders) {
  const entries = contenders.filter(({ broker }) => broker.available)
    .map((contender) => entryOf(contender, all[contender.index]));
  const { group, load } = sample;
  return { id, group, title: heading || sample.title, facts: factsOf(load), load, entries, panels: panelsOf(load, sample.phase, entries) };
}

/** The declared load in words. */
function factsOf(load) {
  const many = (number, name) => number > 0 && `${number} ${name}${number === 1 ? '' : 's'}`;
  const confirmed = { receipt: 'each send confirmed', none: 'sends not confirmed' }[load.confirm];
  return [
    [many(load.producers, 'producer') || 'no producer', many(load.consumers, 'consumer') || 'no consumer',
      many(load.destinations, load.destination_type)].filter(Boolean).join(', '),
    Number.isFinite(load.message_size_bytes) && bytes(load.message_size_bytes),
    typeof load.persistent === 'boolean' && (load.persistent ? 'persistent' : 'non-persistent'),
    confirmed && (load.window === null ? confirmed : `${confirmed}, ${load.window} in flight`),
    load.open_loop && 'at a fixed rate',
  ].filter(Boolean).join('; ');
}
