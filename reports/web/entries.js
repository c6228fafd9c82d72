// What one contender made of one cell, over all its repetitions, in the few numbers of a table row.
import { crashIn, estimated, marksIn, resourcesIn, stepsIn } from './extras.js';
import { count } from './format.js';

const RATES = ['produced', 'confirmed', 'consumed', 'acknowledged'];
const LATENCIES = ['end_to_end', 'send', 'round_trip', 'schedule_delay'];
const FAULTS = ['lost', 'duplicated', 'reordered', 'corrupted', 'foreign'];

/** @param cells one for each repetition; none if the cell was not run */
export function entryOf(contender, cells) {
  const measured = cells.filter((cell) => cell.status === 'measured' && cell.summary);
  const others = cells.filter((cell) => !measured.includes(cell));
  const merged = contender.file.means?.find(({ id }) => id === cells[0]?.id);
  return {
    contender,
    cells,
    status: measured.length > 0 ? 'measured' : others[0]?.status ?? 'missing',
    reason: others[0]?.reason ?? (cells.length > 0 ? '' : missingReason(contender)),
    repetitions: measured.length,
    rates: Object.fromEntries(RATES.map((name) => [name, rateOf(measured.map((cell) => cell.summary[name]), estimated(merged?.[`${name}_per_s`]))])),
    latencies: Object.fromEntries(LATENCIES.map((name) => [name, merged?.[name] ?? worst(measured.map((cell) => cell.summary[name]))])),
    mergedLatencies: Boolean(merged),
    faults: measured.length > 0 ? faultsOf(measured) : [],
    marks: marksIn(measured, merged),
    resources: resourcesIn(measured, merged),
    steps: stepsIn(measured),
    crash: crashIn(cells),
    offered: cells.find(({ offered }) => offered)?.offered ?? null,
    notes: [...partlyFailed(measured, others), ...new Set(cells.flatMap(notesOf))],
    logTail: others.flatMap((cell) => cell.log_tail),
  };
}

function missingReason({ complete }) {
  return complete ? 'Not part of its run.' : 'Not run: its run is not complete.';
}

/** Mean and spread: of the samples if there is one repetition, between the repetitions if there are more.
  * @param estimate the file's own mean over repetitions; with an interval, it has a `half`
  */
function rateOf(rates, estimate) {
  const known = rates.filter(Boolean);
  if (estimate && estimate.half !== null) return { mean: estimate.mean, half: estimate.half };
  if (known.length < 2) return known[0] ? { mean: known[0].mean_per_s, stdev: known[0].stdev_per_s } : null;
  const mean = known.reduce((sum, rate) => sum + rate.mean_per_s, 0) / known.length;
  const squares = known.reduce((sum, rate) => sum + (rate.mean_per_s - mean) ** 2, 0);
  return { mean, stdev: Math.sqrt(squares / (known.length - 1)) };
}

/** Percentiles cannot be averaged: of several repetitions the one with the highest p99 stands for all. */
function worst(latencies) {
  return latencies.filter(Boolean).reduce((high, next) => (high && high.us_p99 >= next.us_p99 ? high : next), null);
}

/** Everything that went wrong with messages, as [what, how many], without zeros. */
function faultsOf(cells) {
  const sum = (f) => cells.reduce((total, cell) => total + (f(cell) ?? 0), 0);
  return [['errors', sum((cell) => cell.summary.errors)], ...FAULTS.map((name) => [name, sum((cell) => cell.audit?.[name])])]
    .filter(([, times]) => times > 0);
}

function partlyFailed(measured, others) {
  return measured.length > 0 && others.length > 0
    ? [`${others.length} of ${measured.length + others.length} repetitions ${others[0].status}: ${others[0].reason ?? 'no reason given'}`]
    : [];
}

/** The engine's notes come without a full stop. */
function sentence(note) {
  return /[.!?]$/.test(note) ? note : `${note[0].toUpperCase()}${note.slice(1)}.`;
}

function notesOf(cell) {
  const last = !cell.phase || cell.phase.index === cell.phase.count - 1;
  const undrained = cell.audit?.undrained ?? 0;
  const early = LATENCIES.reduce((sum, name) => sum + (cell.summary?.[name]?.below_zero ?? 0), 0);
  return [
    ...cell.notes.map(sentence),
    ...(last && undrained > 0 ? [`${count(undrained)} messages were still undelivered when the drain ended.`] : []),
    ...(early > 0 ? [`${count(early)} latencies came out below zero and count as 0.`] : []),
  ];
}
