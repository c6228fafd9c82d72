// The result of one row under one workload, over all its repetitions.
import { bytes, count, percentileOf } from './format.js';
import { deviationOf, groupBy, maxOf, meanOf, medianOf, minOf, rules, sumOf, unique } from './rules.js';

export const flagsIn = (flags) => [...groupBy(flags, ({ letter }) => letter)].map(([letter, all]) => ({
  flag: all[0].flag, letter,
  reasons: [...groupBy(all, ({ because }) => because).values()]
    .map(([{ because, measured, threshold }]) => ({ because, measured, threshold })),
})).sort((a, b) => a.letter.localeCompare(b.letter, 'en'));

export function estimated(estimate) {
  if (!estimate) return null;
  const { mean, low95: low, high95: high } = estimate;
  return { mean, half: Number.isFinite(low) && Number.isFinite(high) ? (high - low) / 2 : null };
}

const knownIn = (workloads, key) => workloads.map((workload) => workload[key]).filter(Boolean);

/** `aboveGeneratorLimit`: the result is above the measured limit, so that this is not known. */
export function resourcesIn(workloads, merged) {
  const known = knownIn(workloads, 'resources');
  const limits = knownIn(workloads, 'generator_limit').map((limit) => limit.used_share);
  if (known.length === 0 && limits.length === 0) return null;
  const mean = (read) => meanOf(known.map(read));
  const processor = (name) => ({
    perMessage: estimated(merged?.[`${name}_cpu_us_per_message`])?.mean ?? mean((r) => r[name]?.cpu_us_per_message),
    cores: mean((r) => r[name]?.cpu_cores),
    counted: Object.fromEntries(rules.counters.map(({ key }) => [key, mean((r) => r[name]?.[key])])),
    memory: maxOf(known.map((r) => r[name]?.resident_bytes_max ?? 0), 0) || null,
  });
  return {
    broker: processor('broker'),
    client: processor('client'),
    steal: mean((r) => r.steal_share),
    foreign: mean((r) => r.foreign_share),
    share: mean((r) => r.client_share),
    generatorLimit: limits.length > 0 && maxOf(limits) <= 1 ? maxOf(limits) : null,
    aboveGeneratorLimit: limits.some((used) => used > 1),
    // a getter, because it comes later, with the details of an opened workload
    get nodes() { return nodesIn(known); },
  };
}

function nodesIn(known) {
  const all = known.flatMap(({ nodes }) => Object.entries(nodes ?? {}));
  return [...groupBy(all, ([number]) => number)].sort(([a], [b]) => a - b).map(([number, pairs]) => {
    const mean = (key) => meanOf(pairs.map(([, node]) => node[key]));
    return {
      number, cores: mean('cpu_cores'), memory: maxOf(pairs.map(([, node]) => node.resident_bytes_max)),
      written: mean('written_bytes_per_s'),
    };
  });
}

export function samplingIn(workloads) {
  const known = workloads.filter(({ sampling }) => sampling);
  return known.length > 0
    ? known.map(({ sampling, sample_count: samples }) => ({ ...sampling, samples })) : null;
}

export function dueIn(workloads) {
  const known = knownIn(workloads, 'summary').filter((summary) => summary.target_per_s);
  if (known.length === 0) return null;
  const mean = (key) => meanOf(known.map((summary) => summary[key]));
  const unmeasured = known.map((summary) => summary.unmeasured).filter(Number.isFinite);
  return {
    target: mean('target_per_s'), owed: mean('owed_per_s'), heldBack: mean('held_back_share'),
    unmeasured: unmeasured.length > 0 ? sumOf(unmeasured) : null,
  };
}

/** Each value of a changing setting, with the p99 of each repetition, as percentiles have no mean. */
export function stepsIn(workloads) {
  const steps = groupBy(workloads.flatMap((workload) => workload.steps),
    (step) => JSON.stringify([step.setting, step.value, step.from_s]));
  const p99s = (all, name) => all.map((step) => percentileOf(step[name], 'us_p99'))
    .filter(Number.isFinite);
  return [...steps].map(([key, all]) => ({
    key, setting: all[0].setting, value: all[0].value, amount: all[0].amount,
    produced: meanOf(all.map(({ produced }) => produced.mean_per_s)),
    consumed: meanOf(all.map(({ consumed }) => consumed.mean_per_s)),
    endToEnd: p99s(all, 'end_to_end'),
    send: p99s(all, 'send'),
  }));
}

/** `beyond`: the id of the lower workload that was not held, which is why this one was not run. */
export function sweepIn(workloads, held) {
  const all = workloads.filter(({ rate_sweep: sweep }) => sweep);
  if (all.length === 0) return null;
  const lost = all.find(({ rate_sweep: sweep }) => !sweep.held);
  return {
    axis: all[0].rate_sweep.axis, held, because: lost ? lost.rate_sweep.because ?? lost.reason : null,
    beyond: all.every(({ rate_sweep: sweep }) => !sweep.held)
      ? knownIn(knownIn(all, 'rate_sweep'), 'beyond')[0] ?? null : null,
  };
}

export function crashIn(workloads) {
  const all = knownIn(workloads, 'crash');
  if (all.length === 0) return null;
  const total = (key) => sumOf(all.map((crash) => crash[key]));
  return {
    confirmed: total('confirmed'),
    lost: total('lost_confirmed'),
    duplicated: total('duplicated'),
    unconfirmed: total('unconfirmed_delivered'),
    recovery: all.some(({ recovery_s: s }) => s === null) ? null : maxOf(all.map(({ recovery_s: s }) => s)),
  };
}

export function costsIn(workloads) {
  const of = (name) => {
    const known = knownIn(knownIn(workloads, 'summary'), name).filter((cost) => cost.count > 0);
    if (known.length === 0) return null;
    const messages = sumOf(known.map((cost) => cost.count));
    return {
      mean: sumOf(known.map((cost) => cost.us_mean * cost.count)) / messages, p50s: known.map((cost) => cost.us_p50),
      p99s: known.map((cost) => percentileOf(cost, 'us_p99')), middle: middleOf(known),
    };
  };
  const [write, read] = [of('write'), of('read')];
  return write || read ? { write, read } : null;
}

const middleOf = (each) => medianOf([...each].sort((a, b) => a.us_p99 - b.us_p99));

/** Among linked phases, only the last one knows what never arrived. */
const isLast = ({ phase }) => !phase || phase.index === phase.count - 1;

function undeliveredIn(workloads) {
  const audits = knownIn(workloads.filter(isLast), 'audit');
  const owed = sumOf(audits.map(({ expected }) => expected));
  if (owed === 0) return null;
  const never = sumOf(audits.map(({ lost, undrained }) => lost + undrained));
  return { never, owed, share: never / owed };
}

const ALLOWED = ['redelivered', 'overtaken'];
const FAULTS = ['lost', 'duplicated', 'reordered', 'corrupted', 'foreign', 'misrouted'];

export function entryOf(contender, workloads, judged) {
  const measured = workloads.filter(({ status }) => status === 'measured');
  const others = workloads.filter(({ status }) => status !== 'measured');
  const failed = others.filter(({ status }) => status === 'failed');
  const merged = contender.file.means.find(({ id }) => id === workloads[0]?.id);
  const prefetched = workloads.map((workload) => workload.prefetch_applied)
    .filter((applied) => applied !== null);
  const sweep = sweepIn(workloads, judged.held);
  const counting = sweep ? measured.filter((workload) => workload.rate_sweep.held === sweep.held) : measured;
  return {
    contender,
    workloads,
    status: judged.status,
    state: judged.state,
    certainState: judged.certain_state,
    number: judged.number,
    uncertain: judged.uncertain,
    unstored: judged.unstored,
    reason: (failed[0] ?? others[0])?.reason ?? (workloads.length > 0 ? '' : missingReason(contender, judged)),
    repetitions: measured.length,
    rates: Object.fromEntries(['produced', 'consumed'].map((name) =>
      [name, rateOf(measured, name, estimated(merged?.[`${name}_per_s`]))])),
    latencies: Object.fromEntries(Object.keys(rules.latencies).map((name) =>
      [name, latencyOf(counting, name, merged)])),
    faults: faultsOf(measured),
    allowed: audited(measured, ALLOWED),
    flags: [...flagsIn(merged?.flags ?? measured.flatMap(({ flags }) => flags)), ...failedAtTimes(measured, failed),
      ...unstoredFlag(judged, measured)],
    resources: resourcesIn(measured, merged),
    delivered: {
      of: measured.some(({ load }) => load.consumers > 0) ? 'delivered' : 'produced', cpu: judged.broker_cpu_us,
      clientCpu: judged.client_cpu_us, written: judged.written_bytes, undelivered: undeliveredIn(measured),
    },
    sampling: samplingIn(measured),
    steps: stepsIn(measured),
    costs: costsIn(measured),
    crash: crashIn(workloads),
    due: dueIn(measured),
    prefetchApplied: prefetched.length > 0 ? prefetched.every(Boolean) : null,
    sweep,
    offered: workloads.find(({ offered }) => offered)?.offered ?? null,
    notes: [
      ...(measured.length > 0 && others.length > 0 ? [someFailed(measured, others, others[0].status)] : []),
      ...disagreeing(measured, counting, sweep), ...unique(workloads.flatMap(notesOf)),
    ],
    // a getter, because it comes later, with the details of an opened workload
    get logTail() { return others.flatMap((workload) => workload.log_tail ?? []); },
  };
}

const someFailed = (measured, others, what) =>
  `${others.length} of ${measured.length + others.length} repetitions ${what}: ${others[0].reason}`;

function failedAtTimes(measured, failed) {
  if (measured.length === 0 || failed.length === 0) return [];
  return [{ flag: 'failed at times', letter: 'F', reasons: [{ because: someFailed(measured, failed, 'failed') }] }];
}

/** This flag does not make a number uncertain, but the number stands for less work. */
function unstoredFlag({ unstored, written_bytes: written }, [workload]) {
  if (!unstored) return [];
  const because = `${bytes(written)} written for each message of ${bytes(workload.load.message_size_bytes)}, `
    + 'so it is not compared with rows that stored them';
  return [{ flag: 'unstored', letter: 'D', reasons: [{ because }] }];
}

function missingReason({ complete }, { status }) {
  if (status === 'foreign') return 'For another programming interface.';
  return complete ? 'Not part of its run.' : 'Not run: its run is incomplete.';
}

/** The spread between repetitions, or that of the samples of the only one. */
function rateOf(workloads, name, estimate) {
  const known = knownIn(workloads, 'summary').map((summary) => summary[name]);
  if (known.length === 0) return null;
  const each = known.map((rate) => rate.mean_per_s);
  const spread = estimate && estimate.half !== null ? { mean: estimate.mean, half: estimate.half }
    : each.length > 1 ? { mean: meanOf(each), stdev: deviationOf(each) }
      : { mean: each[0], stdev: workloads[0].sample_count > 1 ? known[0].stdev_per_s : null };
  return withLate({ ...spread, each }, 'range', () => {
    const all = each.length > 1 ? each : [known[0].min_per_s, known[0].max_per_s];
    return all.every(Number.isFinite) ? [minOf(all), maxOf(all)] : null;
  });
}

function latencyOf(workloads, name, merged) {
  const each = workloads.filter(({ summary }) => summary[name])
    .map(({ summary, repetition }) => ({ ...summary[name], repetition }));
  if (each.length === 0) return null;
  const { repetition } = middleOf(each);
  const all = merged?.[name] ?? workloads.find((one) => one.repetition === repetition).summary[name];
  return withLate({ ...all, each }, 'curve', () => all.curve);
}

const withLate = (object, name, read) => Object.defineProperty(object, name, { get: read });

function disagreeing(measured, counting, sweep) {
  const others = measured.filter((workload) => !counting.includes(workload));
  if (others.length === 0) return [];
  const what = sweep.held ? `did not hold the rate (${others[0].rate_sweep.because})` : 'held the rate';
  return [`${others.length} of ${measured.length} repetitions ${what}: not among these latencies.`];
}

function faultsOf(workloads) {
  const errors = sumOf(workloads.map(({ summary }) => summary.errors));
  return [...(errors > 0 ? [['errors', errors]] : []), ...audited(workloads, FAULTS)];
}

function audited(workloads, names) {
  const audits = knownIn(workloads, 'audit');
  return names.map((name) => [name, sumOf(audits.map((audit) => audit[name]))])
    .filter(([, times]) => times > 0);
}

const sentence = (note) => (/[.!?]$/.test(note) ? note : `${note[0].toUpperCase()}${note.slice(1)}.`);

function notesOf(workload) {
  const undrained = workload.audit?.undrained ?? 0;
  const early = sumOf(Object.keys(rules.latencies).map((name) => workload.summary?.[name]?.below_zero ?? 0));
  return [
    ...workload.notes.map(sentence),
    ...(isLast(workload) && undrained > 0
      ? [`${count(undrained)} messages were still undelivered when the drain ended.`] : []),
    ...(early > 0 ? [`${count(early)} latencies were below zero and count as 0.`] : []),
  ];
}
