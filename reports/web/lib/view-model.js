// The view model: rows, environments, groups and workloads, without a browser. Axes decide the layout, ids never do.
import { brokerPlaces, protocolPlaces, styleOf } from '../charts/strokes.js';
import { crashIn, entryOf } from './entries.js';
import { axisOf, axisValue, bytes, compareAxis, counted, dateTime, timeSpan, words } from './format.js';
import { durabilityOf, maxOf, minOf } from './rules.js';

/** The machine's name of each file, if the page has several machines. */
const machineNames = new WeakMap();

/** @param machines as the generator distinguishes them: each has a `label` and the indices of its `files`; empty if
  * there is only one
  */
export function noteMachines(files, machines) {
  for (const { label, files: places } of machines) for (const place of places) machineNames.set(files[place], label);
}

export const machineOf = (file) => machineNames.get(file) ?? file.environment.host;

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

const UNKNOWN = { synced: false, replicated: false };

function keptBy({ durability }) {
  if (!durability) return { ...UNKNOWN, title: 'durability unknown' };
  return durabilityOf(durability) ?? { ...UNKNOWN, title: words(durability) };
}

/** Whether a row promises neither the disk nor several nodes. Rows that promise more are compared separately. */
function promisesLess({ durability }) {
  const known = durability && durabilityOf(durability);
  return Boolean(known) && !known.synced && !known.replicated;
}

const brokerTitle = ({ broker }) => broker.title || broker.name;
const protocolTitle = ({ protocol, protocol_title: title }) => title || protocol.toUpperCase();
/** Whether it is a queue system whose only protocol has its name, which the label then has only once. */
const speaksItsOwn = (file) => file.api === 'queue' && brokerTitle(file).startsWith(protocolTitle(file));

/** The client library without its version, and as short as possible: rabbitmq-jms, artemis-jms. */
const driverOf = ({ driver }) =>
  (driver ?? '').replace(/ \d.*$/, '').split(' ').at(-1).replace(/jms-client$/, 'jms') || null;

/** The client library, if it matters as much as the broker: for JMS, and for rows that would otherwise have the same
  * name. Null in other cases, and if the protocol's name has it. The generator names rows by the same rule.
  */
function libraryOf(file, namesakes) {
  const name = driverOf(file);
  const decides = file.api === 'jms' || new Set(namesakes.map(driverOf)).size > 1;
  return name && decides && !protocolTitle(file).toLowerCase().includes(name.toLowerCase()) ? name : null;
}

const namesOf = (files, read) => [...new Set(files.map(read))];

/** The contenders, sorted by broker, then protocol. Each is a broker over a protocol (on a machine, in a run), and a
  * line in every chart. `key` names it in links. Its style depends on its broker, protocol, machine and run among all
  * files, so it is the same everywhere.
  */
function contendersOf(files) {
  const many = (f) => new Set(files.map(f)).size > 1;
  const protocols = many((f) => f.protocol);
  const machines = many(machineOf);
  const plain = (f) => [brokerTitle(f), protocols && !speaksItsOwn(f) && protocolTitle(f)].filter(Boolean).join(' · ');
  const libraries = new Map(files.map((f) => [f, libraryOf(f, twins(plain, files, f))]));
  const label = (f) => [plain(f), libraries.get(f), machines && machineOf(f)].filter(Boolean).join(' · ');
  const sorted = [...files].sort((a, b) => label(a).localeCompare(label(b), 'en') || a.started_at_ms - b.started_at_ms);
  const brokers = brokerPlaces(namesOf(files, ({ broker }) => broker.name));
  const protocolsAt = protocolPlaces(namesOf(files, ({ protocol }) => protocol));
  const labels = sorted.map((file, i) => twinLabel(label, sorted, file, i));
  const keyOf = (f) => [f.protocol, f.broker.name, ...(machines ? [machineOf(f)] : [])].join('-');
  const nthOf = (f, i, key) => sorted.slice(0, i).filter((other) => key(other) === key(f)).length;
  const runs = runsOf(sorted);
  return sorted.map((file, index) => ({
    index,
    key: twins(keyOf, sorted, file).length > 1 ? `${keyOf(file)}-${nthOf(file, index, keyOf) + 1}` : keyOf(file),
    label: labels[index],
    machine: machineOf(file),
    brokerTitle: brokerTitle(file),
    protocol: file.protocol,
    protocolTitle: protocolTitle(file),
    library: libraries.get(file),
    style: styleOf(brokers.get(file.broker.name), protocolsAt.get(file.protocol), runs[index]),
    durability: keptBy(file.broker).title,
    synced: keptBy(file.broker).synced,
    replicated: keptBy(file.broker).replicated,
    promisesLess: promisesLess(file.broker),
    discontinued: file.broker.discontinued === true,
    crash: crashIn(file.workloads),
    broker: file.broker,
    complete: file.complete,
    file,
  }));
}

/** The number of the run of each file. Runs are counted machine by machine; a row that comes again begins another run.
  */
function runsOf(files) {
  const pairOf = (file) => JSON.stringify([machineOf(file), file.broker.name, file.protocol]);
  const runs = files.map((file, i) =>
    JSON.stringify([machineOf(file), files.slice(0, i).filter((other) => pairOf(other) === pairOf(file)).length]));
  const all = [...new Set(runs)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return runs.map((run) => all.indexOf(run));
}

const twins = (key, files, file) => files.filter((other) => key(other) === key(file));

/** Rows with the same name get the time of their run, or else its number. */
function twinLabel(label, files, file, index) {
  const same = twins(label, files, file);
  if (same.length === 1) return label(file);
  const times = new Set(same.map((f) => dateTime(f.started_at_ms)));
  const run = () => `run ${1 + twins(label, files.slice(0, index), file).length}`;
  return `${label(file)} (${times.size === same.length ? dateTime(file.started_at_ms) : run()})`;
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
  * @param standings the generator's judgement of each load (StandingsJson.scala)
  */
export function buildView(files, standings) {
  const known = new Map(standings.map((load) => [
    keyOfWorkload(load.group, load.id), { ...load, rows: new Map(load.rows.map((row) => [files[row.file], row])) },
  ]));
  const contenders = contendersOf(files);
  const workloads = byIdOf(contenders);
  const groups = merged(files).map((group) => groupView(group, contenders, workloads, known));
  return {
    environments: environmentsOf(contenders),
    contenders,
    groups,
    figures: groups.flatMap((group) => group.sections.flatMap((s) => s.places.flatMap((p) => p.figures))),
  };
}

/** Like `buildView`, but leaves out files that cannot be drawn, and names them in `problems`. */
export function buildSafely(files, standings) {
  try {
    return { view: buildView(files, standings), problems: [] };
  } catch {
    // try the files one by one to find the bad one
  }
  const problems = [];
  const left = (all) => standings.map((load) => ({ ...load, rows: load.rows
    .filter(({ file }) => all.includes(files[file])).map((row) => ({ ...row, file: all.indexOf(files[row.file]) })) }));
  const good = files.filter((file) => {
    try {
      return Boolean(buildView([file], left([file])));
    } catch (error) {
      problems.push(`${file.file}: left out, because this page cannot read a part of it (${error.message}).`);
      return false;
    }
  });
  return { view: buildView(good, left(good)), problems };
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
    .map((contender) => entryOf(contender, all[contender.index], standing.rows.get(contender.file)));
  const { group, phase, load } = sample;
  const title = [at.across, at.down].filter(Boolean).join(' · ') || sample.title;
  return {
    id, group, ...within, title, at, load, phase, entries, sample,
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
