// What one row made of one cell, over all its repetitions, in the few numbers of a table row.
import { deliveredIn, wroteTooLittle } from './delivered.js';
import {
  agreeing, climbIn, costsIn, crashIn, dueIn, estimated, marksIn, middleOf, prefetchIn, resourcesIn, samplingIn,
  stepsIn,
} from './extras.js';
import { bytes, count } from './format.js';
import { judging, LATENCIES } from './known.js';
import { deviationOf, maxOf, minOf, sumOf } from './numbers.js';
import { sampleCount } from './samples.js';

const RATES = ['produced', 'consumed'];
/** What a protocol's promise may allow, and so is no fault: deliveries that came again, and such behind a later
  * message.
  */
const ALLOWED = ['redelivered', 'overtaken'];
const FAULTS = ['lost', 'duplicated', 'reordered', 'corrupted', 'foreign', 'misrouted'];

/** A mark that only the page can give: it sees all repetitions. With half of them failed the cell has failed. */
const FAILED_AT_TIMES = 'failed at times';

/** @param cells one for each repetition; none if the cell was not run
  * @param foreign whether the cell is for another programming interface
  */
export function entryOf(contender, cells, foreign) {
  const measured = cells.filter((cell) => cell.status === 'measured' && cell.summary);
  const others = cells.filter((cell) => !measured.includes(cell));
  const merged = contender.file.means?.find(({ id }) => id === cells[0]?.id);
  const failed = others.filter(({ status }) => status === 'failed');
  const delivered = deliveredIn(measured);
  const marks = [...marksIn(measured, merged), ...failedAtTimes(measured, failed),
    ...unstored(contender, delivered, measured)];
  const climb = climbIn(cells, contender.file.cells);
  const judged = agreeing(measured, climb);
  return {
    contender,
    cells,
    status: measured.length > failed.length ? 'measured' : failed[0]?.status ?? others[0]?.status
      ?? (foreign ? 'foreign' : 'missing'),
    reason: (failed[0] ?? others[0])?.reason ?? (cells.length > 0 ? '' : missingReason(contender, foreign)),
    repetitions: measured.length,
    rates: Object.fromEntries(RATES.map((name) =>
      [name, rateOf(measured, name, estimated(merged?.[`${name}_per_s`]))])),
    latencies: Object.fromEntries(Object.keys(LATENCIES)
      .map((name) =>
        [name, latencyOf(judged, name, judged.length < measured.length ? ofAll(judged, name, merged) : merged)])),
    faults: measured.length > 0 ? faultsOf(measured) : [],
    allowed: audited(measured, ALLOWED),
    marks,
    uncertain: marks.some(({ mark }) => judging.uncertain.includes(mark)),
    resources: resourcesIn(measured, merged),
    delivered,
    sampling: samplingIn(measured),
    steps: stepsIn(measured),
    costs: costsIn(measured),
    crash: crashIn(cells),
    due: dueIn(measured),
    prefetchApplied: prefetchIn(cells),
    climb,
    offered: cells.find(({ offered }) => offered)?.offered ?? null,
    notes: [
      ...partlyFailed(measured, others), ...disagreeing(measured, judged, climb), ...new Set(cells.flatMap(notesOf)),
    ],
    // read when it is asked for: it comes with the details of an opened cell
    get logTail() { return others.flatMap((cell) => cell.log_tail ?? []); },
  };
}

/** Older files leave the prefetch out of the load of a row that cannot be told of it; the load is the same for all
  * rows.
  * @param cells of all rows
  */
export function declaredLoad({ load }, cells) {
  return { ...load, prefetch: load.prefetch ?? cells.find((cell) => cell.load.prefetch)?.load.prefetch ?? null };
}

function failedAtTimes(measured, failed) {
  if (measured.length === 0 || failed.length === 0) return [];
  return [
    {
      mark: FAILED_AT_TIMES, letter: 'F',
      reasons: [{ because: `${failed.length} of ${measured.length + failed.length} repetitions `
        + `failed: ${failed[0].reason ?? 'no reason given'}` }],
    },
  ];
}

/** A mark that the page gives, as it knows what the broker promises. It makes no number uncertain: it is one of less
  * work.
  */
function unstored(contender, delivered, [cell]) {
  if (!cell || !wroteTooLittle({ contender, delivered }, cell)) return [];
  return [
    {
      mark: 'unstored', letter: 'D',
      reasons: [{ because: `${bytes(Math.round(delivered.written))} written for each message of `
        + `${bytes(cell.load.message_size_bytes)}, so it does not race with rows that stored them` }],
    },
  ];
}

function missingReason({ complete }, foreign) {
  if (foreign) return 'For another programming interface.';
  return complete ? 'Not part of its run.' : 'Not run: its run is not complete.';
}

/** Mean and spread: of the samples if there is one repetition (none of a single sample), between the repetitions if
  * there are more; `each` has the mean of every repetition.
  * @param estimate the file's own mean over repetitions; with an interval, it has a `half`
  */
function rateOf(cells, name, estimate) {
  const known = cells.filter(({ summary }) => summary[name]);
  return known.length === 0 ? null : ranged(spreadOf(known, name, estimate), () => rangeOf(known, name));
}

function spreadOf(known, name, estimate) {
  const each = known.map(({ summary }) => summary[name].mean_per_s);
  if (estimate && estimate.half !== null) return { mean: estimate.mean, half: estimate.half, each };
  if (known.length > 1) return { mean: sumOf(each) / each.length, stdev: deviationOf(each), each };
  return { mean: each[0], stdev: sampleCount(known[0]) > 1 ? known[0].summary[name].stdev_per_s : null, each };
}

/** Its lowest and highest number, which of a single repetition are those of its samples, and come with the details of
  * an opened cell; null while they are not there.
  */
const ranged = (rate, read) => Object.defineProperty(rate, 'range', { get: read });

function rangeOf(known, name) {
  const [{ summary: { [name]: only } }] = known;
  const all = known.length > 1 ? known.map(({ summary }) => summary[name].mean_per_s)
    : [only.min_per_s, only.max_per_s];
  return all.every(Number.isFinite) ? [minOf(all), maxOf(all)] : null;
}

/** The percentiles of a latency: of the only repetition, or of all of them together if the file has that. Percentiles
  * cannot be averaged, so otherwise there are only those of `each` repetition, and the middle one (by p99) stands where
  * there is room for one.
  */
function latencyOf(cells, name, merged) {
  const each = cells.filter(({ summary }) => summary[name])
    .map((cell) => curved({ ...cell.summary[name], repetition: cell.repetition }, () => cell.summary[name].curve));
  if (each.length === 0) return null;
  if (merged?.[name]) return curved({ ...merged[name], each }, () => merged[name].curve);
  return { ...middleOf(each), curve: null, each, apart: each.length > 1 };
}

/** With its curve, which is read when it is asked for: it comes with the details of an opened cell. */
const curved = (latency, read) => Object.defineProperty(latency, 'curve', { get: read });

/** The file's own mean, if it is of these repetitions only: older tools added up all, held or not. */
function ofAll(cells, name, merged) {
  return merged?.[name]?.count === sumOf(cells.map(({ summary }) => summary[name]?.count ?? 0)) ? merged : null;
}

function disagreeing(measured, judged, climb) {
  const others = measured.filter((cell) => !judged.includes(cell));
  if (others.length === 0) return [];
  const what = climb.held ? `did not hold the rate (${others[0].climb?.because ?? 'no reason given'})`
    : 'held the rate';
  return [`${others.length} of ${measured.length} repetitions ${what}: not among these latencies.`];
}

/** Everything that went wrong with messages, as [what, how many], without zeros. */
function faultsOf(cells) {
  const errors = sumOf(cells.map(({ summary }) => summary.errors ?? 0));
  return [...(errors > 0 ? [['errors', errors]] : []), ...audited(cells, FAULTS)];
}

function audited(cells, names) {
  return names.map((name) => [name, sumOf(cells.map((cell) => cell.audit?.[name] ?? 0))])
    .filter(([, times]) => times > 0);
}

function partlyFailed(measured, others) {
  return measured.length > 0 && others.length > 0
    ? [`${others.length} of ${measured.length + others.length} repetitions ${others[0].status}: `
      + (others[0].reason ?? 'no reason given')]
    : [];
}

/** The engine's notes come without a full stop. */
function sentence(note) {
  return !note || /[.!?]$/.test(note) ? note : `${note[0].toUpperCase()}${note.slice(1)}.`;
}

function notesOf(cell) {
  const last = !cell.phase || cell.phase.index === cell.phase.count - 1;
  const undrained = cell.audit?.undrained ?? 0;
  const early = sumOf(Object.keys(LATENCIES).map((name) => cell.summary?.[name]?.below_zero ?? 0));
  return [
    ...(cell.unjudged ? [`Its marks and its mean are not known: ${cell.unjudged}.`] : []),
    ...cell.notes.map(sentence),
    ...(last && undrained > 0 ? [`${count(undrained)} messages were still undelivered when the drain ended.`] : []),
    ...(early > 0 ? [`${count(early)} latencies came out below zero and count as 0.`] : []),
  ];
}
