// Tables that only some workloads have: CPU time, warm-up, steps, what a killed broker kept.
import { barFrom0 } from '../charts/bars.js';
import { dataTable, el, folded, numberCell, rowHead, small } from '../lib/dom.js';
import { bytes, count, digits, megabytes, micros, seconds, share, si } from '../lib/format.js';
import { maxOf } from '../lib/rules.js';
import { rowName } from '../overview/ranking.js';

const detailTable = (name, label, head, rows) => dataTable(label, name,
  head.map(([text, more]) => (more ? [text, small(` ${more}`)] : text)),
  rows.map(({ entry, values }) => el('tr', null,
    rowHead(rowName(entry.contender)), values.map((value) => numberCell(value)))));

function tableOf(figure, key, label, head, valuesOf) {
  const entries = figure.entries.filter((entry) => entry[key]);
  return entries.length > 0 ? detailTable(key, `${label}, ${figure.title}`, head,
    entries.flatMap((entry) => [entry[key]].flat().map((one) => ({ entry, values: valuesOf(one, entry) })))) : null;
}

export function dueTable(figure) {
  const table = tableOf(figure, 'due', 'Offered and actual rates', [
    ['Row'], ['Offered', 'msg/s'], ['Sent', 'msg/s'], ['Sent late', 'held back by window or network'],
    ['Due to consumers', 'msg/s'], ['Consumed', 'msg/s'], ['Never arrived', 'of the due ones, so in no latency'],
  ], ({ target, owed, unmeasured, heldBack }, { rates: { produced, consumed } }) => [
    si(target), si(produced?.mean), share(heldBack), si(owed), si(consumed?.mean), count(unmeasured),
  ]);
  return table && folded('Offered and actual rates', table);
}

const plusMinus = ({ mean, half }) => [micros(mean), half !== null && small(` ± ${micros(half)}`)];

export function resourcesTable(figure) {
  const most = maxOf(figure.entries.flatMap(({ delivered: { cpu, clientCpu } }) => [cpu.mean, clientCpu.mean]), 1e-9);
  const perMessage = (cost) => [cost.mean !== null && barFrom0(cost.mean, most), plusMinus(cost)];
  const waiting = (ms) => (Number.isFinite(ms) ? `${digits(ms)} ms/s` : '–');
  const message = `${figure.entries[0].delivered.of} message`;
  const table = tableOf(figure, 'resources', 'CPU time, disk and memory', [
    ['Broker'], [''], [`CPU per ${message}`, 'broker'], [''], [`CPU per ${message}`, 'generator'],
    ['Cores used', 'broker'],
    ['Cores used', 'generator'], ['Generator', 'of the machine'], ['Waiting', 'generator, for a CPU'],
    ['Written', 'to disk, per message'], ['Memory', 'broker, highest'], ['Others', 'of the machine'],
    ['Stolen', 'by the hypervisor'], ['Of the generator limit', 'generator'],
  ], ({ broker, client, ...used }, { delivered, unstored }) => [
    ...perMessage(delivered.cpu), ...perMessage(delivered.clientCpu), digits(broker.cores), digits(client.cores),
    share(used.share), waiting(client.counted.run_delay_ms_per_s),
    [bytes(delivered.written), unstored
      && el('small', { class: 'faults' }, ' less than the message: durability not exercised')],
    bytes(broker.memory), share(used.foreign), share(used.steal),
    used.aboveGeneratorLimit ? 'not known: at least this' : share(used.generatorLimit),
  ]);
  return table && folded('CPU time and bytes written per message, and memory', table, nodesTable(figure));
}

function nodesTable(figure) {
  const valuesOf = ({ number, cores, memory, written }) =>
    [number, digits(cores), bytes(memory), written === null ? '–' : `${bytes(written)}/s`];
  const rows = figure.entries.flatMap((entry) =>
    (entry.resources?.nodes ?? []).map((node) => ({ entry, values: valuesOf(node) })));
  return rows.length > 0 && detailTable('nodes', `Each node, ${figure.title}`, [
    ['Broker'], ['Node'], ['Cores used'], ['Memory', 'highest'], ['Written', 'to disk'],
  ], rows);
}

const ENDS = { fixed: 'the number was fixed', precise: 'the mean is precise enough', limit: 'the maximum was reached' };

export function samplingTable(figure) {
  const table = tableOf(figure, 'sampling', 'Warm-up and samples', [
    ['Row'], ['Warm-up'], ['Samples'], ['Precision of the mean', '± half of its 95 % interval within the run'],
    ['Sampling ended because'],
  ], ({ warm_up_s: warmUp, steady, samples, precision, wanted_precision: wanted, end }) => [
    [seconds(warmUp), steady !== null && small(steady ? ' steady' : ' not steady')], count(samples),
    precision === null ? '–' : `± ${share(precision)}`,
    [ENDS[end], wanted !== null && small(` (wanted ± ${share(wanted)})`)],
  ]);
  return table && folded('Warm-up and samples', table);
}

export function stepsTable(figure) {
  const entries = figure.entries.filter(({ steps }) => steps.length > 0);
  if (entries.length === 0) return null;
  const side = figure.load.consumers > 0 ? 'consumed' : 'produced';
  const size = figure.load.message_size_bytes;
  const steps = new Map(entries.flatMap((entry) => entry.steps.map((step) => [step.key, step])));
  const p99Of = (what, all) => all.length > 0 && small(`${what} p99 ${all.map(micros).join(' / ')}`);
  const cellOf = (step) => numberCell(step
    ? [si(step[side]), size !== null && small(megabytes(step[side], size)), p99Of('end to end', step.endToEnd),
      p99Of('send', step.send)] : '–');
  return dataTable(`Steps, ${figure.title}`, 'steps',
    ['Step', ...entries.map(({ contender }) => [contender.label, small(` ${side}/s`)])],
    [...steps.values()].map(({ key, setting, value }) => el('tr', null, rowHead(`${setting} ${value}`),
      entries.map((entry) => cellOf(entry.steps.find((step) => step.key === key))))));
}

export function costsTable(figure) {
  const all = (values) => values.map(micros).join(' / ');
  const numbers = (cost) => (cost ? [micros(cost.mean), all(cost.p50s), all(cost.p99s)] : ['–', '–', '–']);
  return tableOf(figure, 'costs', 'Writing and reading a message', [
    ['Writing and reading'], ['Write', 'mean'], ['Write', 'p50'], ['Write', 'p99'], ['Read', 'mean'],
    ['Read', 'p50'], ['Read', 'p99'],
  ], ({ write, read }) => [...numbers(write), ...numbers(read)]);
}

export const crashTable = (figure) => tableOf(figure, 'crash', 'After the kill', [
  ['Killed broker'], ['Confirmed', 'before the kill'], ['Lost', 'of these'], ['Delivered twice'],
  ['Unconfirmed', 'but delivered'], ['Served again', 'after'],
], ({ confirmed, lost, duplicated, unconfirmed, recovery }) => [
  count(confirmed), el('strong', { class: lost > 0 ? 'faults' : null }, count(lost)), count(duplicated),
  count(unconfirmed), recovery === null ? 'never' : seconds(recovery),
]);
