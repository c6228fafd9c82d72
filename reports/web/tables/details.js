// Tables that only some workloads have: CPU time, warm-up, steps, what a killed broker kept.
import { barFrom0 } from '../charts/bars.js';
import { dataTable, el, folded, scrolling } from '../lib/dom.js';
import { bytes, count, digits, megabytes, micros, seconds, share, si } from '../lib/format.js';
import { maxOf } from '../lib/rules.js';
import { rowName } from '../overview/ranking.js';

const detailTable = (name, label, head, rows) => dataTable(label, name,
  head.map(([text, note]) => (note ? [text, el('small', null, ` ${note}`)] : text)), rows);

function detailRow(entry, values) {
  return el('tr', { 'data-contender': entry.contender.index },
    el('th', { scope: 'row' }, rowName(entry.contender)), values.map((value) => el('td', { class: 'number' }, value)));
}

/** What an open loop should have sent and received, and what of that was late or missing. */
export function dueTable(figure) {
  const rows = figure.entries.filter(({ due }) => due);
  if (rows.length === 0) return null;
  const rate = (value) => (value === null ? '–' : si(value));
  return folded('Offered and actual rates', detailTable('due', `Offered and actual rates, ${figure.title}`, [
    ['Row'], ['Offered', 'msg/s'], ['Sent', 'msg/s'], ['Sent late', 'held back by window or network'],
    ['Due to consumers', 'msg/s'], ['Consumed', 'msg/s'], ['Never arrived', 'of the due ones, so in no latency'],
  ], rows.map((entry) => {
    const { due: { target, owed, unmeasured, heldBack }, rates: { produced, consumed } } = entry;
    return detailRow(entry, [
      rate(target), si(produced?.mean), share(heldBack), rate(owed), si(consumed?.mean),
      unmeasured === null ? '–' : count(unmeasured),
    ]);
  })));
}

/** CPU time per message of broker and generator, bytes written, memory, and how busy the machine was. */
export function resourcesTable(figure) {
  const rows = figure.entries.filter(({ resources }) => resources);
  if (rows.length === 0) return null;
  const most = maxOf(rows.flatMap(({ delivered: { cpu, clientCpu } }) => [cpu.mean ?? 0, clientCpu.mean ?? 0]), 1e-9);
  const perMessage = ({ mean, half }) => [
    mean === null ? null : barFrom0(mean, most),
      mean === null ? '–' : [micros(mean), half !== null && el('small', null, ` ± ${micros(half)}`)],
  ];
  const cores = (value) => (value === null ? '–' : digits(value));
  const waiting = (ms) => (Number.isFinite(ms) ? `${digits(ms)} ms/s` : '–');
  return folded('CPU time and bytes written per message, and memory',
    detailTable('resources', `CPU time, disk and memory, ${figure.title}`, [
    ['Broker'], [''], ['CPU per message', 'broker'], [''], ['CPU per message', 'generator'], ['Cores used', 'broker'],
    ['Cores used', 'generator'],
    ['Generator', 'of the machine'], ['Waiting', 'generator, for a CPU'],
    ['Written', 'to disk, per message'],
    ['Memory', 'broker, highest'], ['Others', 'of the machine'], ['Stolen', 'by the hypervisor'],
    ['Of the generator limit', 'generator'],
  ], rows.map((entry) => {
    const { broker, client, share: taken, foreign, steal, generatorLimit, aboveGeneratorLimit } = entry.resources;
    return detailRow(entry, [...perMessage(entry.delivered.cpu), ...perMessage(entry.delivered.clientCpu),
      cores(broker.cores), cores(client.cores), share(taken), waiting(client.counted.run_delay_ms_per_s),
      writtenBy(entry),
      broker.memory === null ? '–' : bytes(broker.memory), share(foreign), share(steal),
      aboveGeneratorLimit ? 'not known: at least this' : share(generatorLimit)]);
  })),
  nodesTable(rows, figure.title, cores),
  el('p', { class: 'note' },
  `CPU per message is CPU time divided by messages ${rows[0].delivered.of}. (In the result file, `
    + `cpu_us_per_message divides by produced plus consumed messages.)`));
}

/** Only for brokers with several nodes. */
function nodesTable(entries, title, cores) {
  const perSecond = (written) => (written === null ? '–' : `${bytes(Math.round(written))}/s`);
  const rows = entries.flatMap((entry) => entry.resources.nodes.map(({ number, cores: used, memory, written }) =>
    detailRow(entry, [number, cores(used), bytes(memory), perSecond(written)])));
  return rows.length > 0 && detailTable('nodes', `Each node, ${title}`, [
    ['Broker'], ['Node'], ['Cores used'], ['Memory', 'highest'], ['Written', 'to disk'],
  ], rows);
}

function writtenBy(entry) {
  const { written } = entry.delivered;
  if (written === null) return '–';
  return [
    bytes(Math.round(written)), entry.unstored
      && el('small', { class: 'faults' }, ' less than the message: durability not exercised'),
  ];
}

const ENDS = { fixed: 'the number was fixed', precise: 'the mean is precise enough', limit: 'the maximum was reached' };

/** How long each row warmed up, how many samples were taken, and how precise their mean is. */
export function samplingTable(figure) {
  const rows = figure.entries.filter(({ sampling }) => sampling);
  if (rows.length === 0) return null;
  const steady = (yes) => (yes === null ? null : el('small', null, yes ? ' steady' : ' not steady'));
  return folded('Warm-up and samples', detailTable('sampling', `Warm-up and samples, ${figure.title}`, [
    ['Row'], ['Warm-up'], ['Samples'], ['Precision of the mean', '± half of its 95 % interval within the run'],
    ['Sampling ended because'],
  ], rows.flatMap((entry) => entry.sampling.map((s) => detailRow(entry, [
    [seconds(s.warmUp), steady(s.steady)], count(s.samples), s.precision === null ? '–' : `± ${share(s.precision)}`,
    [ENDS[s.end] ?? s.end, s.wanted !== null && el('small', null, ` (wanted ± ${share(s.wanted)})`)],
  ])))));
}

/** One row for each value of the setting, one column for each broker. */
export function stepsTable(figure) {
  const entries = figure.entries.filter(({ steps }) => steps.length > 0);
  if (entries.length === 0) return null;
  const side = figure.load.consumers > 0 ? 'consumed' : 'produced';
  const keys = [...new Map(entries.flatMap(({ steps }) => steps.map((step) => [step.key, step])))]
    .map(([, step]) => step);
  const workloadOf = (entry, key) => {
    const step = entry.steps.find((s) => s.key === key);
    const p99 = step && [['end to end', step.endToEnd], ['send', step.send]].filter(([, all]) => all.length > 0)
      .map(([what, all]) => `${what} ${all.map(micros).join(' / ')}`);
    return el('td', { class: 'number', 'data-contender': entry.contender.index }, step ? si(step[side]) : '–',
      step && Number.isFinite(figure.load.message_size_bytes)
        && el('small', null, megabytes(step[side], figure.load.message_size_bytes)),
      step && p99.length > 0 && el('small', null, `p99 ${p99.join(', ')}`));
  };
  return scrolling(`Steps, ${figure.title}`, el('table', { class: 'steps' },
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, 'Step'), entries.map(({ contender }) =>
      el('th', { scope: 'col', class: 'number', 'data-contender': contender.index }, contender.label,
        el('small', null, ` ${side}/s`))))),
    el('tbody', null, keys.map(({ key, setting, value }) => el('tr', null,
      el('th', { scope: 'row' }, `${setting} ${value}`), entries.map((entry) => workloadOf(entry, key)))))));
}

/** What it costs the client to write and read messages with real content, such as price updates. */
export function costsTable(figure) {
  const rows = figure.entries.filter(({ costs }) => costs);
  if (rows.length === 0) return null;
  const numbers = (cost) => (cost
    ? [micros(cost.mean), cost.p50s.map(micros).join(' / '), cost.p99s.map(micros).join(' / ')] : ['–', '–', '–']);
  return detailTable('costs', `Writing and reading a message, ${figure.title}`, [
    ['Writing and reading'], ['Write', 'mean'], ['Write', 'p50'], ['Write', 'p99'], ['Read', 'mean'],
    ['Read', 'p50'], ['Read', 'p99'],
  ], rows.map((entry) => detailRow(entry, [...numbers(entry.costs.write), ...numbers(entry.costs.read)])));
}

/** How many confirmed messages a killed broker lost, next to what it promises. */
export function crashTable(figure) {
  const rows = figure.entries.filter(({ crash }) => crash);
  if (rows.length === 0) return null;
  return detailTable('crash', `After the kill, ${figure.title}`, [
    ['Killed broker'], ['Confirmed', 'before the kill'], ['Lost', 'of these'], ['Delivered twice'],
    ['Unconfirmed', 'but delivered'], ['Served again', 'after'],
  ], rows.map((entry) => {
    const { confirmed, lost, duplicated, unconfirmed, recovery } = entry.crash;
    return detailRow(entry, [count(confirmed), el('strong', { class: lost > 0 ? 'faults' : null }, count(lost)),
      count(duplicated), count(unconfirmed),
      recovery === null ? 'never' : seconds(recovery)]);
  }));
}
