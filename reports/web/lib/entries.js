// The result of one row under one workload, over all its repetitions.
import { sampleCount } from './data.js';
import { bytes, count, percentileOf } from './format.js';
import { counters, deviationOf, LATENCIES, maxOf, meanOf, minOf, sumOf } from './rules.js';

/** The flags of a number, each letter once with all its reasons.
  * @param merged the workload's mean over its repetitions, if the file has one
  */
export function flagsIn(workloads, merged) {
  const letters = new Map();
  for (const { flag, letter, because, measured, threshold } of merged?.flags
      ?? workloads.flatMap((workload) => workload.flags ?? [])) {
    if (!letters.has(letter)) letters.set(letter, { flag, letter, reasons: [] });
    const { reasons } = letters.get(letter);
    if (!reasons.some((one) => one.because === because)) reasons.push({ because, measured, threshold });
  }
  return [...letters.values()].sort((a, b) => a.letter.localeCompare(b.letter, 'en'));
}

/** An estimate as a mean and half the width of its interval; `half` is null without an interval. */
export function estimated(estimate) {
  if (!estimate) return null;
  const half = Number.isFinite(estimate.low95) && Number.isFinite(estimate.high95)
    ? (estimate.high95 - estimate.low95) / 2 : null;
  return { mean: estimate.mean, half };
}

/** CPU time and memory of broker and generator, and how near the generator was to its `generatorLimit`; null if
  * unknown. If the result is above the measured limit, the limit is not known, and `aboveGeneratorLimit` says so.
  */
export function resourcesIn(workloads, merged) {
  const known = workloads.filter(({ resources }) => resources).map(({ resources }) => resources);
  const limits = workloads.filter(({ generator_limit: limit }) => limit)
    .map(({ generator_limit: limit }) => limit.used_share);
  if (known.length === 0 && limits.length === 0) return null;
  const processor = (name) => ({
    perMessage: estimated(merged?.[`${name}_cpu_us_per_message`])?.mean
      ?? meanOf(known.map((r) => r[name]?.cpu_us_per_message)),
    cores: meanOf(known.map((r) => r[name]?.cpu_cores)),
    counted: Object.fromEntries(counters().map(({ key }) => [key, meanOf(known.map((r) => r[name]?.[key]))])),
    memory: maxOf(known.map((r) => r[name]?.resident_bytes_max ?? 0), 0) || null,
  });
  return {
    broker: processor('broker'),
    client: processor('client'),
    steal: meanOf(known.map((r) => r.steal_share)),
    foreign: meanOf(known.map((r) => r.foreign_share)),
    share: meanOf(known.map((r) => r.client_share)),
    generatorLimit: limits.length > 0 && maxOf(limits) <= 1 ? maxOf(limits) : null,
    aboveGeneratorLimit: limits.some((used) => used > 1),
    // a getter, because it comes later, with the details of an opened workload
    get nodes() { return nodesIn(workloads); },
  };
}

/** What each node of a broker used, over these repetitions; empty for brokers with one node. */
function nodesIn(workloads) {
  const known = workloads.map(({ resources }) => resources?.nodes ?? {});
  const numbers = [...new Set(known.flatMap((nodes) => Object.keys(nodes)))].sort((a, b) => a - b);
  return numbers.map((number) => {
    const of = known.map((nodes) => nodes[number]).filter(Boolean);
    return {
      number, cores: meanOf(of.map((node) => node.cpu_cores)), memory: maxOf(of.map((node) => node.resident_bytes_max)),
      written: meanOf(of.map((node) => node.written_bytes_per_s)),
    };
  });
}

/** The warm-up and the samples of each repetition; null if no file has them. */
export function samplingIn(workloads) {
  const known = workloads.filter(({ sampling }) => sampling);
  if (known.length === 0) return null;
  return known.map((workload) => [workload.sampling, sampleCount(workload)]).map(([sampling, samples]) => ({
    warmUp: sampling.warm_up_s, steady: sampling.steady ?? null, samples,
    precision: sampling.precision ?? null, wanted: sampling.wanted_precision ?? null, end: sampling.end,
  }));
}

/** The offered rate of an open loop and its outcome: messages and deliveries per second that were due, as means;
  * deliveries that never arrived, as a sum; and the share of messages that window or network held back. Null without an
  * offered rate, and for old files.
  */
export function dueIn(workloads) {
  const known = workloads.map(({ summary }) => summary).filter((summary) => Number.isFinite(summary?.target_per_s));
  if (known.length === 0) return null;
  const unmeasured = known.map((summary) => summary.unmeasured).filter(Number.isFinite);
  return {
    target: meanOf(known.map((summary) => summary.target_per_s)),
    owed: meanOf(known.map((summary) => summary.owed_per_s)),
    unmeasured: unmeasured.length > 0 ? sumOf(unmeasured) : null,
    heldBack: meanOf(known.map((summary) => summary.held_back_share)),
  };
}

/** Whether the broker got the prefetch that the load asks for; null if it asks for none, or the file does not say. */
function prefetchIn(workloads) {
  const known = workloads.map((workload) => workload.prefetch_applied)
    .filter((applied) => typeof applied === 'boolean');
  return known.length > 0 ? known.every(Boolean) : null;
}

const stepOf = ({ setting, value, amount }) => ({ setting, value, amount: amount ?? null });

/** Each value of a setting that changes within the workload: mean rates, and the p99 of each repetition with enough
  * messages, because percentiles cannot be averaged.
  */
export function stepsIn(workloads) {
  const steps = new Map();
  for (const step of workloads.flatMap((workload) => workload.steps ?? [])) {
    const key = JSON.stringify([step.setting, step.value, step.from_s]);
    if (!steps.has(key)) steps.set(key, { ...stepOf(step), key, all: [] });
    steps.get(key).all.push(step);
  }
  const p99s = (all, name) => all.map((step) => percentileOf(step[name], 'us_p99')).filter(Number.isFinite);
  return [...steps.values()].map(({ all, ...step }) => ({
    ...step,
    produced: meanOf(all.map(({ produced }) => produced?.mean_per_s)),
    consumed: meanOf(all.map(({ consumed }) => consumed?.mean_per_s)),
    endToEnd: p99s(all, 'end_to_end'),
    send: p99s(all, 'send'),
  }));
}

/** Whether the rate of a workload of a rate sweep was `held`, and if not, why; null for other workloads. `beyond` is
  * the id of the lower workload that was not held, which is why this one was not run.
  */
export function sweepIn(workloads, held) {
  const all = workloads.filter(({ rate_sweep: sweep }) => sweep);
  if (all.length === 0) return null;
  const lost = all.find(({ rate_sweep: sweep }) => !sweep.held);
  return {
    axis: all[0].rate_sweep.axis, held, because: lost ? lost.rate_sweep.because ?? lost.reason : null,
    beyond: all.every(({ rate_sweep: sweep }) => !sweep.held) ? all
      .find(({ rate_sweep: sweep }) => sweep.beyond)?.rate_sweep.beyond ?? null : null,
  };
}

/** What happened to confirmed messages when the broker was killed, summed over all kills; null if it never was. */
export function crashIn(workloads) {
  const all = workloads.filter(({ crash }) => crash).map(({ crash }) => crash);
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

/** What it costs the client to write and read a message, in microseconds: the mean over all messages, and the
  * percentiles of each repetition, because they cannot be averaged. `middle` is the repetition with the median p99.
  * Null if messages have no real content.
  */
export function costsIn(workloads) {
  const of = (name) => {
    const known = workloads.map(({ summary }) => summary?.[name]).filter((cost) => cost?.count > 0);
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

/** The repetition with the median p99, for places that have room for one only. */
function middleOf(each) {
  return [...each].sort((a, b) => a.us_p99 - b.us_p99)[Math.floor((each.length - 1) / 2)];
}

/** Deliveries that were due but never arrived, over all repetitions: lost ones, and those still missing when the drain
  * ended. Among linked phases, only the last one knows. Null if nothing was due, or no file has the audit.
  */
function undeliveredIn(workloads) {
  const last = ({ phase }) => !phase || phase.index === phase.count - 1;
  const audits = workloads.filter((workload) => workload.audit && last(workload)).map(({ audit }) => audit);
  const owed = sumOf(audits.map(({ expected }) => expected ?? 0));
  if (owed === 0) return null;
  const never = sumOf(audits.map(({ lost, undrained }) => (lost ?? 0) + (undrained ?? 0)));
  return { never, owed, share: never / owed };
}

const RATES = ['produced', 'consumed'];
/** What a protocol's promise may allow, so that it is not a fault: deliveries that came again, and those after a later
  * message.
  */
const ALLOWED = ['redelivered', 'overtaken'];
const FAULTS = ['lost', 'duplicated', 'reordered', 'corrupted', 'foreign', 'misrouted'];

/** @param workloads one for each repetition; none if the workload was not run
  * @param judged the generator's judgement of these workloads (StandingsJson.scala)
  */
export function entryOf(contender, workloads, judged) {
  const measured = workloads.filter((workload) => workload.status === 'measured' && workload.summary);
  const others = workloads.filter((workload) => !measured.includes(workload));
  const merged = contender.file.means?.find(({ id }) => id === workloads[0]?.id);
  const failed = others.filter(({ status }) => status === 'failed');
  const sweep = sweepIn(workloads, judged.held);
  const counting = sweep ? measured.filter((workload) => Boolean(workload.rate_sweep?.held) === sweep.held) : measured;
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
    rates: Object.fromEntries(RATES.map((name) =>
      [name, rateOf(measured, name, estimated(merged?.[`${name}_per_s`]))])),
    latencies: Object.fromEntries(Object.keys(LATENCIES)
      .map((name) => [name, latencyOf(counting, name, merged)])),
    faults: measured.length > 0 ? faultsOf(measured) : [],
    allowed: audited(measured, ALLOWED),
    flags: [...flagsIn(measured, merged), ...failedAtTimes(measured, failed), ...unstoredFlag(judged, measured)],
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
    prefetchApplied: prefetchIn(workloads),
    sweep,
    offered: workloads.find(({ offered }) => offered)?.offered ?? null,
    notes: [
      ...partlyFailed(measured, others), ...disagreeing(measured, counting, sweep),
      ...new Set(workloads.flatMap(notesOf)),
    ],
    // a getter, because it comes later, with the details of an opened workload
    get logTail() { return others.flatMap((workload) => workload.log_tail ?? []); },
  };
}

function failedAtTimes(measured, failed) {
  if (measured.length === 0 || failed.length === 0) return [];
  return [
    {
      flag: 'failed at times', letter: 'F',
      reasons: [{ because: `${failed.length} of ${measured.length + failed.length} repetitions `
        + `failed: ${failed[0].reason ?? 'no reason given'}` }],
    },
  ];
}

/** This flag does not make a number uncertain, but the number stands for less work. */
function unstoredFlag({ unstored, written_bytes: written }, [workload]) {
  if (!unstored) return [];
  return [
    {
      flag: 'unstored', letter: 'D',
      reasons: [{ because: `${bytes(Math.round(written))} written for each message of `
        + `${bytes(workload.load.message_size_bytes)}, so it is not compared with rows that stored them` }],
    },
  ];
}

function missingReason({ complete }, { status }) {
  if (status === 'foreign') return 'For another programming interface.';
  return complete ? 'Not part of its run.' : 'Not run: its run is incomplete.';
}

/** Mean and spread. With one repetition, the spread is that of the samples, and a single sample has none. With more, it
  * is that between repetitions. `each` has the mean of every repetition.
  * @param estimate the file's own mean over repetitions; with an interval, it has a `half`
  */
function rateOf(workloads, name, estimate) {
  const known = workloads.filter(({ summary }) => summary[name]);
  return known.length === 0 ? null : withLate(spreadOf(known, name, estimate), 'range', () => rangeOf(known, name));
}

function spreadOf(known, name, estimate) {
  const each = known.map(({ summary }) => summary[name].mean_per_s);
  if (estimate && estimate.half !== null) return { mean: estimate.mean, half: estimate.half, each };
  if (known.length > 1) return { mean: sumOf(each) / each.length, stdev: deviationOf(each), each };
  return { mean: each[0], stdev: sampleCount(known[0]) > 1 ? known[0].summary[name].stdev_per_s : null, each };
}

/** The lowest and highest number. With one repetition, these are of its samples; null if they are not there yet. */
function rangeOf(known, name) {
  const [{ summary: { [name]: only } }] = known;
  const all = known.length > 1 ? known.map(({ summary }) => summary[name].mean_per_s)
    : [only.min_per_s, only.max_per_s];
  return all.every(Number.isFinite) ? [minOf(all), maxOf(all)] : null;
}

/** The percentiles of a latency over all repetitions, and those of `each`, because percentiles cannot be averaged. */
function latencyOf(workloads, name, merged) {
  const each = workloads.filter(({ summary }) => summary[name])
    .map((workload) => withLate({ ...workload.summary[name], repetition: workload.repetition }, 'curve', () =>
      workload.summary[name].curve));
  if (each.length === 0) return null;
  const all = merged?.[name] ?? middleOf(each);
  return withLate({ ...all, each }, 'curve', () => all.curve);
}

/** Adds a property as a getter, because it comes later, with the details of an opened workload. */
const withLate = (object, name, read) => Object.defineProperty(object, name, { get: read });

function disagreeing(measured, counting, sweep) {
  const others = measured.filter((workload) => !counting.includes(workload));
  if (others.length === 0) return [];
  const what = sweep.held ? `did not hold the rate (${others[0].rate_sweep?.because ?? 'no reason given'})`
    : 'held the rate';
  return [`${others.length} of ${measured.length} repetitions ${what}: not among these latencies.`];
}

/** Everything that went wrong with messages, as `[what, how many]`, without zeros. */
function faultsOf(workloads) {
  const errors = sumOf(workloads.map(({ summary }) => summary.errors ?? 0));
  return [...(errors > 0 ? [['errors', errors]] : []), ...audited(workloads, FAULTS)];
}

function audited(workloads, names) {
  return names.map((name) => [name, sumOf(workloads.map((workload) => workload.audit?.[name] ?? 0))])
    .filter(([, times]) => times > 0);
}

function partlyFailed(measured, others) {
  return measured.length > 0 && others.length > 0
    ? [`${others.length} of ${measured.length + others.length} repetitions ${others[0].status}: `
      + (others[0].reason ?? 'no reason given')]
    : [];
}

/** Makes a sentence of a note: those of the engine have no full stop. */
function sentence(note) {
  return !note || /[.!?]$/.test(note) ? note : `${note[0].toUpperCase()}${note.slice(1)}.`;
}

function notesOf(workload) {
  const last = !workload.phase || workload.phase.index === workload.phase.count - 1;
  const undrained = workload.audit?.undrained ?? 0;
  const early = sumOf(Object.keys(LATENCIES).map((name) => workload.summary?.[name]?.below_zero ?? 0));
  return [
    ...(workload.unjudged ? [`Its flags and its mean are not known: ${workload.unjudged}.`] : []),
    ...workload.notes.map(sentence),
    ...(last && undrained > 0 ? [`${count(undrained)} messages were still undelivered when the drain ended.`] : []),
    ...(early > 0 ? [`${count(early)} latencies were below zero and count as 0.`] : []),
  ];
}
