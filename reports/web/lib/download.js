// Downloads: numbers as CSV and JSON.
import { QUANTILES } from './format.js';
import { maxOf, meanOf, rules, sumOf, unique } from './rules.js';

const COSTS = ['us_mean', 'us_p50', 'us_p99', 'us_max'];

const yesNo = (value) => (typeof value === 'boolean' ? String(value) : null);
const payload = (rate, bytesEach) =>
  (rate && bytesEach !== null ? (rate.mean * bytesEach) / 1e6 : null);
const counted = (list, what) => ({ entry }) =>
  (entry.status === 'measured' ? entry[list].find(([name]) => name === what)?.[1] ?? 0 : null);

const cost = (name, key) => ({ entry: { costs } }) =>
  (key === 'us_mean' ? costs?.[name]?.mean : costs?.[name]?.middle[key]);

const sampled = (read) => ({ entry: { sampling } }) => (sampling ? read(sampling) : null);
const known = (list, key) => list.map((one) => one[key]).filter((value) => value !== null);

const RUN = [
  ['broker', ({ entry }) => entry.contender.broker.name],
  ['version', ({ entry }) => entry.contender.broker.version],
  ['protocol', ({ entry }) => entry.contender.protocol],
  ['host', ({ entry }) => entry.contender.file.environment.host],
  ['durability', ({ entry }) => entry.contender.durability],
  ['group', ({ figure }) => figure.group],
  ['workload', ({ figure }) => figure.id],
  ['title', ({ figure }) => figure.name],
  ['status', ({ entry }) => entry.status],
  ['reason', ({ entry }) => entry.reason],
  ['repetitions', ({ entry }) => entry.repetitions],
  ['flags', ({ entry }) => entry.flags.map(({ letter }) => letter).join('')],
];

const RATES = [
  ['judged_by', ({ figure }) => figure.criterion.what],
  ['value', ({ entry }) => entry.number?.value],
  ['half_of_95_interval_as_share', ({ entry }) => entry.number?.half],
  ['guess', ({ entry }) => yesNo(entry.number?.guess)],
  ['produced_per_s', ({ entry }) => entry.rates.produced?.mean],
  ['consumed_per_s', ({ entry }) => entry.rates.consumed?.mean],
  ['produced_payload_mb_per_s', ({ figure, entry }) => payload(entry.rates.produced, figure.load.message_size_bytes)],
  ['consumed_payload_mb_per_s', ({ figure, entry }) => payload(entry.rates.consumed, figure.load.message_size_bytes)],
  ['held', ({ entry }) => yesNo(entry.sweep?.held)],
  ['not_held_because', ({ entry }) => (entry.sweep && !entry.sweep.held ? entry.sweep.because : null)],
  ['target_per_s', ({ entry }) => entry.due?.target],
  ['owed_per_s', ({ entry }) => entry.due?.owed],
  ['unmeasured_deliveries', ({ entry }) => entry.due?.unmeasured],
  ['held_back_share', ({ entry }) => entry.due?.heldBack],
  ['prefetch_messages', ({ figure }) => figure.load.prefetch],
  ['prefetch_applied', ({ entry }) => yesNo(entry.prefetchApplied)],
];

const SAMPLING = [
  ['warm_up_s', sampled((all) => meanOf(known(all, 'warm_up_s')))],
  ['steady', sampled((all) => (known(all, 'steady').length > 0 ? yesNo(known(all, 'steady').every(Boolean)) : null))],
  ['samples', sampled((all) => sumOf(known(all, 'samples')))],
  ['precision_share', sampled((all) => (known(all, 'precision').length > 0 ? maxOf(known(all, 'precision')) : null))],
  ['wanted_precision_share', sampled((all) => meanOf(known(all, 'wanted_precision')))],
  ['sampling_end', sampled((all) => unique(known(all, 'end')).join(' '))],
];

const countersOf = (side) => rules.counters
  .map(({ key }) => [`${side}_${key}`, ({ entry }) => entry.resources?.[side].counted[key]]);

export const allColumns = () => [
  ...RUN, ...RATES,
  ...Object.keys(rules.latencies).flatMap((name) =>
    Object.keys(QUANTILES).map((q) => [`${name}_${q}`, ({ entry }) => entry.latencies[name]?.[q]])),
  ...['write', 'read'].flatMap((name) => COSTS.map((key) => [`${name}_${key}`, cost(name, key)])),
  ...SAMPLING,
  ['broker_cpu_us_per_message', ({ entry }) => entry.resources?.broker.perMessage],
  ['client_cpu_us_per_message', ({ entry }) => entry.resources?.client.perMessage],
  ['client_share', ({ entry }) => entry.resources?.share],
  ...countersOf('broker'), ...countersOf('client'),
  ['foreign_share', ({ entry }) => entry.resources?.foreign],
  ['steal_share', ({ entry }) => entry.resources?.steal],
  ...['lost', 'duplicated', 'misrouted', 'errors'].map((what) => [what, counted('faults', what)]),
  ...['redelivered', 'overtaken'].map((what) => [what, counted('allowed', what)]),
];

/** A field of CSV. Text that a spreadsheet would take for a formula gets an apostrophe. */
function field(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvOf = (rows) => `${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;

export function allCsv(view) {
  const columns = allColumns();
  return csvOf([columns.map(([name]) => name), ...view.figures.flatMap((figure) =>
    figure.entries.map((entry) => columns.map(([, read]) => read({ figure, entry }))))]);
}

export function allJson(view) {
  const withSamples = ({ series, ...workload }) => ({ ...workload, samples: series });
  return JSON.stringify(view.contenders.map(({ file }) => ({ ...file, workloads: file.workloads.map(withSamples) })));
}

export const saveText = (name, text, type) =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

export function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
