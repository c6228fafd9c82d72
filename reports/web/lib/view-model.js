// The view model: rows, environments, groups and workloads, without a browser. Axes decide the layout, ids never do.
import { brokerPlaces, protocolPlaces, styleOf } from '../charts/line-styles.js';
import { crashIn, entryOf } from './entries.js';
import { axisOf, axisValue, bytes, compareAxis, counted, dateTime, timeSpan, words } from './format.js';
import { durabilityOf, maxOf, minOf } from './rules.js';

/** The machines of these rows, in their order. */
export const machinesOf = (contenders) => [...new Set(contenders.map(({ machine }) => machine))];

/** The result of `make` for the items of each machine, by machine.
  * @param items each with the `entry` of a row
  */
export function byMachine(items, make) {
  const machines = machinesOf(items.map(({ entry }) => entry.contender));
  return new Map(machines.map((machine) => [
    machine, make(items.filter(({ entry }) => entry.contender.machine === machine)),
  ]));
}

/** What it takes to lose a confirmed message. `promisesLess`: neither the disk nor several nodes have it. Rows that
  * promise more are compared separately.
  */
function promiseOf({ durability }) {
  const known = durability && durabilityOf(durability);
  const { title, synced, replicated } = known
    ?? { title: durability ? words(durability) : 'durability unknown', synced: false, replicated: false };
  return { durability: title, synced, replicated, promisesLess: Boolean(known) && !synced && !replicated };
}

/** The contenders in the generator's order. Each is a broker over a protocol (on a machine, in a run), and a line in
  * every chart. `key` names it in links. Its style depends on its broker, protocol, machine and run among all files, so
  * it is the same everywhere.
  * @param rows each with the index of its `file`, its `label` and its `machine`
  */
function contendersOf(files, rows) {
  const namesOf = (read) => [...new Set(files.map(read))];
  const brokers = brokerPlaces(namesOf(({ broker }) => broker.name));
  const protocols = protocolPlaces(namesOf(({ protocol }) => protocol));
  const several = machinesOf(rows).length > 1;
  const fileOf = (row) => files[row.file];
  const keyOf = (row) =>
    [fileOf(row).protocol, fileOf(row).broker.name, ...(several ? [row.machine] : [])].join('-');
  const runs = runsOf(rows, fileOf);
  return rows.map((row, index) => {
    const file = fileOf(row);
    const key = keyOf(row);
    const twins = rows.filter((other) => keyOf(other) === key);
    return {
      index,
      key: twins.length > 1 ? `${key}-${twins.indexOf(row) + 1}` : key,
      label: row.label,
      machine: row.machine,
      place: row.file,
      brokerTitle: file.broker.title || file.broker.name,
      protocol: file.protocol,
      protocolTitle: file.protocol_title || file.protocol.toUpperCase(),
      style: styleOf(brokers.get(file.broker.name), protocols.get(file.protocol), runs[index]),
      ...promiseOf(file.broker),
      discontinued: file.broker.discontinued === true,
      crash: crashIn(file.workloads),
      broker: file.broker,
      complete: file.complete,
      file,
    };
  });
}

/** The number of the run of each row. Runs are counted by machine; a row that comes again begins another run. */
function runsOf(rows, fileOf) {
  const pairOf = (row) => JSON.stringify([row.machine, fileOf(row).broker.name, fileOf(row).protocol]);
  const runs = rows.map((row, i) =>
    JSON.stringify([row.machine, rows.slice(0, i).filter((other) => pairOf(other) === pairOf(row)).length]));
  const all = [...new Set(runs)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return runs.map((run) => all.indexOf(run));
}

/** The different environments, each with the time of its measurements (epoch, ms) and the labels of its rows. */
export function environmentsOf(contenders) {
  const byKey = new Map();
  for (const { file, label } of contenders) {
    // the surroundings may differ between the parts of a run that was continued
    const key = JSON.stringify([{ ...file.environment, surroundings: null }, file.settings, file.tool]);
    const { environment, settings, tool } = file;
    const known = byKey.get(key) ?? { environment, settings, tool, from: Infinity, until: 0, rows: [] };
    known.from = Math.min(known.from, file.started_at_ms);
    known.until = Math.max(known.until, file.finished_at_ms ?? file.started_at_ms);
    known.rows.push(label);
    byKey.set(key, known);
  }
  return [...byKey.values()];
}

/** When everything was measured: the beginning of a single run, or the span of several, or of one that was added to. */
export function whenInWords(environments) {
  if (environments.length === 1) return dateTime(environments[0].from);
  const [from, until] = [minOf(environments.map((one) => one.from)), maxOf(environments.map((one) => one.until))];
  return `${timeSpan(from, until)}, in ${counted(environments.length, 'run')}`;
}

/** When each of these rows was measured; null if all are of the same run. */
export function runsInWords(labels, environments) {
  const own = labels.map((label) => environments.find(({ rows }) => rows.includes(label)));
  return own.every((one) => one === own[0]) ? null
    : `${labels.map((label, i) => `${label} was measured in the run of ${timeSpan(own[i].from, own[i].until)}`)
      .join(', ')}. `
      + 'The machine may have been busier during one of them.';
}

/** The machine of a run, as pairs of a term and its value. */
export const machineFacts = ({ host, cpu, cores, memory_bytes: memory, disk, os, kernel, jvm }) => [
  ['Host', host],
  ['Processor', `${cpu}, ${counted(cores, 'core')}`],
  ['Memory', bytes(memory)],
  ['Disk', disk],
  ['System', [os, kernel].filter(Boolean).join(', kernel ')],
  ['Load generator JVM', jvm],
];

export function toolInWords({ name, version, git_commit: commit, git_dirty: dirty }) {
  return `${name} ${version}${commit ? `, commit ${commit.slice(0, 10)}${dirty ? ' with local changes' : ''}` : ''}`;
}

export function repetitionsInWords({ repetitions: n }) {
  return counted(n, 'repetition');
}

/** What distinguishes each environment from the others, in words. */
export function differencesOf(environments) {
  const facts = environments.map(({ environment: e, settings, tool, from }) => [
    toolInWords(tool), `profile ${settings.profile}`, repetitionsInWords(settings), `heap ${settings.heap_mb} MiB`,
    `${e.os}, kernel ${e.kernel}`, e.jvm, settings.command_line.join(' '), dateTime(from),
  ]);
  return facts.map((own) => own.filter((fact, i) => facts.some((other) => other[i] !== fact)));
}

/** @param files parsed result files (docs/reference/result-format.md), each with `file`, the name it was read from
  * @param rows the generator's names of the contenders, see `contendersOf`
  * @param standings the generator's judgement of each load (StandingsJson.scala)
  */
export function buildView(files, rows, standings) {
  const known = new Map(standings.map((load, place) => [
    keyOfWorkload(load.group, load.id), { ...load, place, rows: new Map(load.rows.map((row) => [row.file, row])) },
  ]));
  const contenders = contendersOf(files, rows);
  const workloads = byIdOf(contenders);
  const groups = merged(files).map((group) => groupView(group, contenders, workloads, known));
  return {
    environments: environmentsOf(contenders),
    contenders,
    groups,
    figures: groups.flatMap((group) => group.sections.flatMap((s) => s.places.flatMap((p) => p.figures))),
  };
}

/** The groups of all files, by name, with the workloads of every file. Workloads of an unknown group get a group of its
  * name. */
function merged(files) {
  const groups = new Map();
  for (const file of files) {
    for (const group of file.groups) if (!groups.has(group.name)) groups.set(group.name, { ...group, ids: new Set() });
    for (const { id, group: name } of file.workloads) {
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

const keyOfWorkload = (group, id) => JSON.stringify([group, id]);

/** The workloads of each row, by group and id. */
function byIdOf(contenders) {
  return contenders.map(({ file }) => {
    const map = new Map();
    for (const workload of file.workloads) {
      const key = keyOfWorkload(workload.group, workload.id);
      if (!map.has(key)) map.set(key, []);
      map.get(key).push(workload);
    }
    return map;
  });
}

function groupView(group, contenders, known, standings) {
  const workloads = [...group.ids].map((id) => {
    const all = contenders.map(({ index }) => known[index].get(keyOfWorkload(group.name, id)) ?? []);
    const [sample] = all.find((list) => list.length > 0);
    return { id, all, sample, standing: standings.get(keyOfWorkload(group.name, id)) };
  });
  const phased = workloads.some(({ sample }) => sample.phase);
  const other = [group.down, group.across].filter((axis) => axis && axis !== 'phase');
  const axes = phased ? { across: ['phase'], down: other } : {
    across: [group.across].filter(Boolean), down: [group.down].filter(Boolean),
  };
  const sections = partition(workloads, ({ sample }) => group.sections.map((axis) => [axis, axisOf(sample, axis)]));
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

/** Small multiples: a list of places, row by row; `columns` is the number of places in a row. */
function grid(workloads, axes, contenders, within) {
  const value = (workload, axis) => (axis === 'phase' ? phaseKey(workload) : axisOf(workload, axis));
  const keyOf = (names) => ({ sample }) => names.map((axis) => [axis, value(sample, axis)]);
  if (axes.across.length + axes.down.length === 0) {
    const places =
      workloads.map((workload) => ({ figures: [figureOf(workload, { across: workload.sample.title, down: '' },
        contenders, within)] }));
    return { columns: Math.min(3, places.length), places };
  }
  const columns = partition(workloads, keyOf(axes.across));
  const rows = partition(workloads, keyOf(axes.down));
  const places = rows.flatMap((row) => columns.map((column) => ({
    figures: row.items.filter((workload) => column.items.includes(workload))
      .map((workload) => figureOf(workload,
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

/** Groups items by key. Words come first, in the order in which they appear, then numbers by size. */
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

/** What a load is judged by: a rate (`side`), or the p99 of a `latency`. `what` names it; `more`: more is better. */
function criterionOf({ name, more, words: what }) {
  return more ? { more, what, side: name, unit: 'msg/s' } : { more, what, latency: name, unit: 'µs' };
}

/** One workload. `at`: the values of its axes in words, and the value across from `axisOf` (`x`); `within`: its group
  * and section in words.
  */
function figureOf({ id, all, standing, sample }, at, contenders, within) {
  const entries = contenders.filter(({ broker }) => broker.available)
    .map((contender) => entryOf(contender, all[contender.index], standing.rows.get(contender.place)));
  const { group, phase, load } = sample;
  const title = [at.across, at.down].filter(Boolean).join(' · ') || sample.title;
  return {
    id, group, ...within, title, at, load, phase, entries, sample, place: standing.place,
    name: sample.title,
    criterion: criterionOf(standing),
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

/** Keys that the words below or the title express. All others are named, so that new keys of scenarios need no change
  * here.
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
