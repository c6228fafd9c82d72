// The view model: rows, environments, groups and workloads, without a browser. Axes decide the layout, ids never do.
import { brokerPlaces, protocolPlaces, styleOf } from '../charts/line-styles.js';
import { crashIn, entryOf } from './entries.js';
import { axisOf, axisValue, bytes, compareAxis, counted, dateTime, timeSpan, words } from './format.js';
import { groupBy, maxOf, minOf, rules, unique } from './rules.js';

export const machinesOf = (contenders) => unique(contenders.map(({ machine }) => machine));

export const entryOfRow = (figure, contender) =>
  figure.entries.find((entry) => entry.contender === contender);

/** What it takes to lose a confirmed message. `promisesLess`: neither the disk nor several nodes have it. */
function promiseOf({ durability }) {
  if (!durability) return { durability: 'durability unknown', synced: false, promisesLess: false };
  const { title, synced, replicated } = rules.durability[durability];
  return { durability: title, synced, promisesLess: !synced && !replicated };
}

/** The contenders in the generator's order. Each is a line in every chart, and looks the same everywhere. */
function contendersOf(files, rows) {
  const brokers = brokerPlaces(unique(files.map(({ broker }) => broker.name)));
  const protocols = protocolPlaces(unique(files.map(({ protocol }) => protocol)));
  const several = machinesOf(rows).length > 1;
  const keyOf = (row) => [files[row.file].protocol, files[row.file].broker.name, ...(several ? [row.machine] : [])]
    .join('-');
  const twins = groupBy(rows, keyOf);
  const runs = runsOf(rows, keyOf);
  return rows.map((row, index) => {
    const file = files[row.file];
    const { broker, protocol } = file;
    const key = keyOf(row);
    return {
      index,
      key: twins.get(key).length > 1 ? `${key}-${twins.get(key).indexOf(row) + 1}` : key,
      label: row.label,
      machine: row.machine,
      place: row.file,
      brokerTitle: broker.title || broker.name,
      protocol,
      protocolTitle: file.protocol_title || protocol.toUpperCase(),
      style: styleOf(brokers.get(broker.name), protocols.get(protocol), runs[index]),
      ...promiseOf(broker),
      discontinued: broker.discontinued,
      crash: crashIn(file.workloads),
      broker,
      complete: file.complete,
      file,
    };
  });
}

function runsOf(rows, keyOf) {
  const runs = rows.map((row, i) =>
    JSON.stringify([row.machine, rows.slice(0, i).filter((other) => keyOf(other) === keyOf(row)).length]));
  const all = unique(runs).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return runs.map((run) => all.indexOf(run));
}

export function environmentsOf(contenders) {
  // the surroundings may differ between the parts of a run that was continued
  const runs = groupBy(contenders, ({ file }) =>
    JSON.stringify([{ ...file.environment, surroundings: null }, file.settings, file.tool]));
  return [...runs.values()].map((rows) => {
    const { environment, settings, tool } = rows[0].file;
    return {
      environment, settings, tool, rows: rows.map(({ label }) => label),
      from: minOf(rows.map(({ file }) => file.started_at_ms)),
      until: maxOf(rows.map(({ file }) => file.finished_at_ms ?? file.started_at_ms)),
    };
  });
}

export function whenInWords(environments) {
  if (environments.length === 1) return dateTime(environments[0].from);
  const [from, until] = [minOf(environments.map((one) => one.from)), maxOf(environments.map((one) => one.until))];
  return `${timeSpan(from, until)}, in ${counted(environments.length, 'run')}`;
}

export function runsInWords(labels, environments) {
  const own = labels.map((label) => environments.find(({ rows }) => rows.includes(label)));
  if (own.every((one) => one === own[0])) return null;
  const each = labels.map((label, i) => `${label} was measured in the run of ${timeSpan(own[i].from, own[i].until)}`);
  return `${each.join(', ')}. The machine may have been busier during one of them.`;
}

export const machineFacts = ({ host, cpu, cores, memory_bytes: memory, disk, os, kernel, jvm }) => [
  ['Host', host],
  ['Processor', `${cpu}, ${counted(cores, 'core')}`],
  ['Memory', bytes(memory)],
  ['Disk', disk],
  ['System', `${os}, kernel ${kernel}`],
  ['Load generator JVM', jvm],
];

export const toolInWords = ({ name, version, git_commit: commit, git_dirty: dirty }) =>
  `${name} ${version}${commit ? `, commit ${commit.slice(0, 10)}${dirty ? ' with local changes' : ''}` : ''}`;

export const repetitionsInWords = ({ repetitions }) => counted(repetitions, 'repetition');

export function differencesOf(environments) {
  const facts = environments.map(({ environment: e, settings, tool, from }) => [
    toolInWords(tool), `profile ${settings.profile}`, repetitionsInWords(settings), `heap ${settings.heap_mb} MiB`,
    `${e.os}, kernel ${e.kernel}`, e.jvm, settings.command_line.join(' '), dateTime(from),
  ]);
  return facts.map((own) => own.filter((fact, i) => facts.some((other) => other[i] !== fact)));
}

/** @param rows the generator's names of the contenders
  * @param standings the generator's judgement of each load (StandingsJson.scala)
  */
export function buildView(files, rows, standings) {
  const known = new Map(standings.map((load, place) => [
    keyOf(load), { ...load, place, rows: new Map(load.rows.map((row) => [row.file, row])) },
  ]));
  const contenders = contendersOf(files, rows);
  const workloads = contenders.map(({ file }) => groupBy(file.workloads, keyOf));
  const groups = merged(files).map((group) => groupView(group, contenders, workloads, known));
  return {
    environments: environmentsOf(contenders),
    contenders,
    groups,
    figures: groups.flatMap(({ sections }) => sections.flatMap((section) => section.figures)),
  };
}

const keyOf = ({ group, id }) => JSON.stringify([group, id]);

function merged(files) {
  const declared = new Map(files.flatMap(({ groups }) => groups).reverse().map((group) => [group.name, group]));
  const workloads = groupBy(files.flatMap((file) => file.workloads), ({ group }) => group);
  const names = unique([...files.flatMap(({ groups }) => groups.map(({ name }) => name)), ...workloads.keys()]);
  return names.filter((name) => workloads.has(name)).map((name) => ({
    name, title: words(name), about: '', across: null, down: null, sections: [], ...declared.get(name),
    ids: unique(workloads.get(name).map(({ id }) => id)),
  }));
}

function groupView(group, contenders, known, standings) {
  const { name, title, about } = group;
  try {
    return { name, title, about, ...laidOut(group, contenders, known, standings) };
  } catch ({ message }) {
    return { name, title, about, sections: [], error: `These loads cannot be shown: ${message}` };
  }
}

function laidOut(group, contenders, known, standings) {
  const workloads = group.ids.map((id) => {
    const key = keyOf({ group: group.name, id });
    const all = contenders.map(({ index }) => known[index].get(key) ?? []);
    return { id, all, sample: all.flat()[0], standing: standings.get(key) };
  });
  const phased = workloads.some(({ sample }) => sample.phase);
  const axes = { across: [group.across].filter(Boolean), down: [group.down].filter(Boolean) };
  if (phased) {
    axes.down = [...axes.down, ...axes.across].filter((axis) => axis !== 'phase');
    axes.across = ['phase'];
  }
  const sections = partition(workloads, ({ sample }) => group.sections.map((axis) => [axis, axisOf(sample, axis)]));
  return { axes, phased, sections: sections.map(({ key, items }) => {
    const title = titleOf(key);
    return { title, figures: figuresOf(items, axes, contenders, { groupTitle: group.title, section: title }) };
  }) };
}

function figuresOf(workloads, axes, contenders, within) {
  const phaseIn = ({ phase }) => phase && { text: `${phase.index + 1}. ${phase.name}` };
  const keysOf = (names) => ({ sample }) => names.map((axis) =>
    [axis, axis === 'phase' ? phaseIn(sample) : axisOf(sample, axis)]);
  const columns = partition(workloads, keysOf(axes.across));
  return partition(workloads, keysOf(axes.down)).flatMap((row) => columns.flatMap((column) => {
    const at = { across: titleOf(column.key), down: titleOf(row.key), x: column.key[0]?.[1] ?? null };
    return row.items.filter((workload) => column.items.includes(workload))
      .map((workload) => figureOf(workload, at, contenders, within));
  }));
}

const titleOf = (key) => key.filter(([, value]) => value !== null)
  .map(([axis, value]) => axisValue(axis, value)).join(' · ');

const partition = (items, keysOf) => [...groupBy(items, (item) => JSON.stringify(keysOf(item))).values()]
  .map((list) => ({ key: keysOf(list[0]), items: list }))
  .sort((a, b) => a.key.map(([, value], i) => compareAxis(value, b.key[i][1])).find(Boolean) ?? 0);

function figureOf({ id, all, standing, sample }, at, contenders, within) {
  const entries = contenders.filter(({ broker }) => broker.available)
    .map((contender) => entryOf(contender, all[contender.index], standing.rows.get(contender.place)));
  const { group, phase, load } = sample;
  const { persistent } = load;
  const { more, name, words: what } = standing;
  return {
    id, group, ...within, at, load, phase, entries, sample, place: standing.place,
    title: [at.across, at.down].filter(Boolean).join(' · ') || sample.title,
    name: sample.title,
    // what decides: a rate (`side`), or the p99 of a `latency`
    criterion: { more, what, ...(more ? { side: name, unit: 'msg/s' } : { latency: name, unit: 'µs' }) },
    crashes: entries.some(({ crash }) => crash),
    facts: factsOf(load),
    facets: {
      type: load.destination_type, persistent: persistent === null ? null : persistent ? 'yes' : 'no',
      size: load.message_size_bytes, group,
    },
  };
}

const ACKS = {
  client: 'acknowledged by the client', dups_ok: 'lazily acknowledged', individual: 'each message acknowledged',
  transacted: 'consumed in transactions',
};

/** Keys that have words below or in the title. All others are named, so that new ones need no change. */
const TOLD = new Set(['destination_type', 'destinations', 'producers', 'consumers', 'message_size_bytes', 'persistent',
  'confirm', 'window', 'open_loop', 'request_reply',
  'transaction', 'ack', 'ack_every', 'message', 'content', 'rate', 'thinking']);

function factsOf(load) {
  const many = (number, name) => number > 0 && counted(number, name);
  const further = Object.entries(load).filter(([name, value]) => value && !TOLD.has(name));
  const confirmed = { receipt: 'each send confirmed', none: 'sends not confirmed' }[load.confirm];
  return [
    [many(load.producers, 'producer') || 'no producer', many(load.consumers, 'consumer') || 'no consumer',
      many(load.destinations, load.destination_type)].filter(Boolean).join(', '),
    load.message_size_bytes !== null && bytes(load.message_size_bytes)
      + (load.message && load.message !== 'bytes' ? ` ${load.message} message` : ''),
    load.persistent !== null && (load.persistent ? 'persistent' : 'non-persistent'),
    confirmed && (load.window === null ? confirmed : `${confirmed}, ${load.window} in flight`),
    load.transaction > 0 && `${counted(load.transaction, 'message')} per transaction`,
    ACKS[load.ack],
    load.content === 'price_update' && 'price updates',
    ...further.map(([name, value]) => (value === true ? words(name) : `${words(name)} ${value}`)),
    load.open_loop && 'at a fixed rate',
  ].filter(Boolean).join('; ');
}
