// A whole matrix of 110 or 150 workloads for each row. It is SYNTHETIC, made from workloads of a golden file, and shows
// how fast a large page is.
import { GOLDEN_DIR, readResults } from './golden.js';

const SAMPLES = 15;
const MODES = {
  async: { persistent: false, confirm: 'none', window: null },
  sync: { persistent: true, confirm: 'receipt', window: 1 },
};
const SIZES = { '20 B': 20, '1 KiB': 1024, '256 KiB': 262144 };
const ALL_SIZES = { ...SIZES, '100 B': 100, '10 KiB': 10240 };

/** All combinations of the values of axes. */
function combinations(axes) {
  return Object.entries(axes)
    .reduce((all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))), [{}]);
}

const GROUPS = [
  { name: 'partitioned', title: 'Partitioned load', across: 'n', down: 'size', sections: ['mode', 'type'],
    workloads: combinations({ mode: ['async', 'sync'], type: ['queue', 'topic'], size: Object.keys(SIZES),
      n: [1, 5, 10] }) },
  { name: 'fan_in_out', title: 'Fan-in and fan-out', across: 'producers', down: 'consumers', sections: ['mode', 'type'],
    workloads: combinations({ mode: ['async', 'sync'], type: ['queue', 'topic'], producers: [1, 5, 10],
      consumers: [1, 5, 10] }).filter(({ producers, consumers }) => producers + consumers > 2) },
  { name: 'request_reply', title: 'Request and reply', across: 'producers', down: 'consumers', sections: ['mode'],
    workloads: combinations({ mode: ['async', 'sync'], producers: [1, 10, 100], consumers: [1, 5, 10] }) },
  { name: 'latency', title: 'Latency at fixed rates', across: 'load', down: 'type', sections: ['persistent'],
    workloads: combinations({ persistent: [false, true], type: ['queue', 'topic'],
      load: ['max', '10 %', '25 %', '50 %', '75 %', '90 %'] }) },
];

/** Another 40 workloads. */
const SIZED = { name: 'sizes', title: 'Sizes', across: 'size', down: 'n', sections: ['mode', 'type'],
  workloads: combinations({ mode: ['async', 'sync'], type: ['queue', 'topic'],
    size: Object.keys(ALL_SIZES), n: [1, 10] }) };

/** Reproducible numbers between 0 and 1. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const templates = readResults(GOLDEN_DIR).flatMap(({ workloads }) => workloads)
  .filter(({ status }) => status === 'measured');
const templateFor = (group) => ({
  request_reply: templates.find(({ load, samples }) => load.request_reply && samples.length > 3),
  latency: templates.find(({ offered }) => offered),
}[group]
  ?? templates.find(({ id, repetition, resources }) => id === '20b_1a_1queue_1' && repetition === 1 && resources));

/** The axes and their numbers, as the tool would write them. */
function axesOf(axes) {
  const amountOf = (name, value) => {
    if (name === 'size') return { value: ALL_SIZES[value], unit: 'bytes' };
    if (/%$/.test(value)) return { value: Number.parseInt(value, 10), unit: 'percent' };
    return typeof value === 'number' ? { value, unit: null } : null;
  };
  const entries = Object.entries(axes);
  return {
    axes: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    axis_values: Object.fromEntries(entries.map(([name, value]) => [name, amountOf(name, value)])
      .filter(([, amount]) => amount)),
  };
}

function loadOf(template, axes) {
  const { mode, type = 'queue', size = '1 KiB', n = 1, producers = n, consumers = n, persistent } = axes;
  return {
    ...template.load, ...(mode ? MODES[mode] : { persistent }), destination_type: type, destinations: n, producers,
    consumers, message_size_bytes: ALL_SIZES[size], open_loop: /%/.test(axes.load ?? ''),
  };
}

function scaledRates(object, factor) {
  return Object.fromEntries(Object.entries(object)
    .map(([key, value]) => [
      key, typeof value === 'number' && /_per_s$/.test(key) && key !== 'interval_s' ? value * factor : value,
    ]));
}

function workloadOf(group, axes, speed, next) {
  const template = templateFor(group.name);
  const load = loadOf(template, axes);
  const part = load.open_loop ? Number.parseInt(axes.load, 10) / 10 : 10;
  const factor = (part / 10) * (speed * (0.7
    + 0.6 * next()) * Math.sqrt(load.producers)) / (load.message_size_bytes > 9999 ? 40
    : 1) / (load.persistent ? 8 : 1);
  const share = load.open_loop ? Number.parseInt(axes.load, 10) / 100 : 0;
  const slower = 1 / speed / (1 - share);
  const latency = (known) => known && Object.fromEntries(Object.entries(known)
    .map(([key, value]) => [key, /^us_p/.test(key) ? value * slower : value]));
  const samples = Array.from({ length: SAMPLES }, (_, i) =>
    ({ ...scaledRates(template.samples[i % template.samples.length], factor * (0.95 + 0.1 * next())), t_s: i + 1 }));
  const rates = Object.fromEntries(['produced', 'confirmed', 'consumed', 'acknowledged']
    .map((name) => [name, scaledRates(template.summary[name], factor)]));
  const id = `${group.name}-${Object.values(axes).join('-').replaceAll(/[^\w-]+/g, '')}`;
  return { ...template, id, group: group.name, title: Object.values(axes).join(', '), repetition: 1,
    ...axesOf(axes), load, samples,
    offered: load.open_loop
      ? { maximum_workload: `latency-${axes.persistent}-${axes.type}-max`, maximum_per_s: 70000 * factor,
        share: Number.parseInt(axes.load, 10) / 100, target_per_s: 700 * Number.parseInt(axes.load, 10) * factor }
      : null,
    summary: { ...template.summary, ...rates, end_to_end: latency(template.summary.end_to_end),
      round_trip: latency(template.summary.round_trip) } };
}

/** Result files of this many synthetic brokers over this many synthetic protocols, 110 workloads each. */
export function syntheticMatrix(brokers, protocols, groups = GROUPS) {
  const source = readResults(GOLDEN_DIR).find(({ broker }) => broker.name === 'hornetq');
  return Array.from({ length: brokers * protocols }, (_, i) => {
    const [b, p] = [i % brokers, Math.floor(i / brokers)];
    const next = random(1 + i);
    const workloads =
      groups.flatMap((group) => group.workloads
        .map((axes) => workloadOf(group, axes, 1 / (1 + 0.3 * b + 0.15 * p), next)));
    workloads[(7 * i) % workloads.length] = {
      ...workloads[(7 * i) % workloads.length], status: 'failed', reason: 'Synthetic failure.', summary: null,
      log_tail: ['synthetic log line'],
    };
    return { ...source, file: `p${p}-synthetic${b}.json`, protocol: `p${p}`, protocol_title: `Protocol ${p}`,
      broker: { ...source.broker, name: `synthetic${b}`, title: `Synthetic ${b}` },
      settings: { ...source.settings, repetitions: 1 }, means: [],
      groups: groups.map(({ workloads: _workloads, ...group }) =>
        ({ ...group, about: 'Synthetic numbers, to see how fast the page is.' })), workloads };
  });
}

/** The length of a large broker's configuration. */
const CONFIGURATION_BYTES = 20_000;

/** The same with 150 workloads each, and with other large parts of real files: means, configuration, scenarios. */
export function largeMatrix(brokers, protocols) {
  return syntheticMatrix(brokers, protocols, [...GROUPS, SIZED]).map((file) => ({
    ...file,
    broker: {
      ...file.broker,
      configuration: [{ path: 'broker.xml', text: `# ${file.broker.name}\n`
        .padEnd(CONFIGURATION_BYTES, `set ${file.broker.name}\n`) }],
    },
    groups: file.groups
      .map((group) =>
        ({ ...group, file: `${group.name}.yaml`, yaml: `# ${group.name}\n`.padEnd(1500, 'scenario: synthetic\n') })),
    means: file.workloads.filter(({ summary }) => summary).map(meanOf),
  }));
}

function meanOf({ id, summary, resources, flags }) {
  const alone = (mean) => ({ mean, low95: null, high95: null });
  const cpu = (name) => alone(resources?.[name]?.cpu_us_per_message ?? null);
  const { end_to_end: endToEnd, send, round_trip: roundTrip } = summary;
  return { id, repetitions: 1, produced_per_s: alone(summary.produced.mean_per_s),
    consumed_per_s: alone(summary.consumed.mean_per_s), end_to_end: endToEnd, send, round_trip: roundTrip,
    broker_cpu_us_per_message: cpu('broker'), client_cpu_us_per_message: cpu('client'), flags, commit: null };
}
