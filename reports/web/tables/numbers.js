// The numbers of one workload, in a table that can be sorted by each column.
import { dots, highestOf } from '../charts/bars.js';
import { consumedBy, consumerGroupsOf } from '../charts/time-graphs.js';
import {
  button, dataTable, el, folded, gridOf, note, numberCell, rowHead, scrolling, small, strong,
} from '../lib/dom.js';
import { count, megabytes, micros, percentileIn, percentileOf, QUANTILES, share, si, words } from '../lib/format.js';
import { deviationOf, maxOf, meanOf, minOf, rules } from '../lib/rules.js';
import { fieldsOf } from '../lib/standings.js';
import { rowName } from '../overview/ranking.js';
import { commonFlags, commonOf, flagsOf, ownFlags } from './flags.js';

function compareBy(at, by, back) {
  const sign = (by === 'most' ? -1 : 1) * (back ? -1 : 1);
  const value = ({ cells }) => Number(cells[at]?.dataset.value ?? NaN);
  return (a, b) => {
    if (by === 'text') return sign * a.cells[at].textContent.localeCompare(b.cells[at].textContent, 'en');
    const [x, y] = [value(a), value(b)];
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || sign * (x - y) || 0;
  };
}

function sortable(table) {
  const heads = gridOf([...table.tHead.rows]).flatMap((row) => row.map((head, at) => [head, at]));
  for (const [head, at] of heads.filter(([{ dataset }]) => dataset.sort)) {
    const by = head.dataset.sort;
    head.append(button([...head.childNodes], () => {
      const back = head.hasAttribute('aria-sort') && !head.dataset.back;
      for (const other of table.tHead.querySelectorAll('[aria-sort]')) other.removeAttribute('aria-sort');
      head.dataset.back = back ? '1' : '';
      head.setAttribute('aria-sort', (by === 'most') === back ? 'ascending' : 'descending');
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compareBy(at, by, back)));
    }, { class: 'sort' }));
  }
  return table;
}

function ratesOf({ load, entries }) {
  const of = (name, heading) => ({ name, heading, read: (entry) => entry.rates[name] });
  if (load.request_reply) return [of('produced', 'Requests')];
  const groups = consumerGroupsOf(entries);
  return [
    load.producers > 0 && of('produced', 'Produced'),
    load.consumers > 0 && of('consumed', 'Consumed'),
    ...(groups.length > 1 ? groups : [])
      .map((name) => ({ name: null, heading: `by ${name}`, read: (entry) => groupRate(entry, name) })),
  ].filter(Boolean);
}

function groupRate({ workloads }, name) {
  const rates = workloads.filter(({ status }) => status === 'measured')
    .flatMap((workload) => consumedBy(workload, name))
    .filter(Number.isFinite);
  if (rates.length === 0) return null;
  return { mean: meanOf(rates), stdev: deviationOf(rates), range: [minOf(rates), maxOf(rates)] };
}

function latencyOf({ load, entries }) {
  const [name, title] = load.request_reply ? ['round_trip', 'Round trip'] : ['end_to_end', 'End to end'];
  const known = entries.map((entry) => entry.latencies[name]).find(Boolean);
  const quantiles = ['us_p50', ...(load.request_reply ? ['us_p90'] : []), 'us_p95', 'us_p99', 'us_p999'];
  return known && { name, title, quantiles, kind: words(known.kind) };
}

export function numbersTable(figure, row = '') {
  const { entries } = figure;
  const columns = columnsOf(figure);
  const list = fieldsOf(figure, entries.map(({ contender }) => contender));
  const common = commonOf(entries);
  const made = el('table', { class: 'numbers' }, headOfNumbers(columns),
    el('tbody', null, entries.map((entry, i) => el('tr', rowAttributes(entry, figure, list[i].factor === 1, row),
      rowHead(rowName(entry.contender),
        flagsOf(ownFlags(entry.flags, common), entry.contender.label)),
      entry.status === 'measured' ? columns.map(({ cell }) => cell(entry))
        : el('td', { class: 'status', colspan: columns.length },
          strong(entry.status === 'missing' || entry.sweep?.beyond ? 'not run' : words(entry.status)),
          entry.reason && `: ${entry.reason}`)))));
  return el('div', { class: 'boxed' }, scrolling(`Numbers, ${figure.title}`, sortable(made)),
    note(commonFlags(entries)));
}

/** Two lines of heads (`head` and `unit`), how a column sorts, and its cells. A head may span columns. */
function columnsOf({ entries, load }) {
  const rates = ratesOf({ entries, load });
  const latency = latencyOf({ entries, load });
  const repeated = rates.findLast(({ name }) => name && entries.some(({ rates: all }) => all[name]?.each.length > 1));
  const most = repeated && highestOf(entries.map((entry) => entry.rates[repeated.name]));
  return [
    ...rates.map(({ name, heading, read }) => ({ head: heading, unit: 'msg/s', sort: 'most',
      cell: (entry) => rateCell(name, read(entry), load.message_size_bytes) })),
    repeated && { head: `${repeated.heading}, each repetition`,
      cell: ({ rates: all, contender }) => el('td', null, all[repeated.name]
        && dots(all[repeated.name], most, contender.style.colour)) },
    ...(latency?.quantiles ?? []).map((q, i) => ({ head: i === 0 && [latency.title, small(` ${latency.kind}`)],
      spans: latency.quantiles.length, unit: QUANTILES[q], cell: (entry) => latencyCell(latency.name, q, entry) })),
    entries.some(({ latencies }) => latencies.commit)
      && { head: 'Commit', unit: 'p99', cell: (entry) => latencyCell('commit', 'us_p99', entry) },
    entries.some(({ delivered }) => delivered.cpu.mean > 0)
      && { head: 'CPU of the broker', unit: `per message ${load.consumers > 0 ? 'delivered' : 'produced'}`,
        cell: cpuCell },
    { head: 'Undelivered', unit: 'messages', cell: undeliveredCell,
      title: 'of the deliveries that were due: lost, or still missing when the drain ended' },
    { head: 'Faults', cell: faultsCell },
  ].filter(Boolean);
}

function headOfNumbers(columns) {
  const upper = ({ head, spans, unit, title }) => head && (spans
    ? el('th', { scope: 'colgroup', class: 'number', colspan: spans }, head)
    : el('th', { scope: 'col', class: unit && 'number', rowspan: unit ? null : 2, title }, head));
  return el('thead', null,
    el('tr', null, el('th', { scope: 'col', rowspan: 2, 'data-sort': 'text' }, 'Row'), columns.map(upper)),
    el('tr', { class: 'units' }, columns.map(({ unit, sort = 'least' }) =>
      unit && el('th', { scope: 'col', class: 'number', 'data-sort': sort }, unit))));
}

const cpuCell = ({ delivered: { cpu } }) => el('td', { class: 'number', 'data-value': cpu.mean },
  micros(cpu.mean), cpu.half !== null && small(` ± ${micros(cpu.half)}`));

function undeliveredCell({ delivered: { undelivered } }) {
  const some = undelivered?.never > 0;
  return el('td', { class: `number ${some ? 'faults' : 'none'}`, 'data-value': undelivered?.share },
    undelivered === null ? '–' : some ? [count(undelivered.never), small(share(undelivered.share))] : '0');
}

const rowAttributes = ({ contender, status }, figure, best, row) => ({
  class: [status, best && 'best', contender.key === row && 'chosen'].filter(Boolean).join(' '),
  'data-broker': contender.broker.name,
  'data-protocol': contender.protocol,
  'data-workload': figure.id,
  'data-status': status,
});

const rateCell = (name, rate, bytesEach) => el('td', { class: 'number', 'data-field': name, 'data-value': rate?.mean },
  rate ? [el('span', { class: 'value' }, si(rate.mean)), spreadOf(rate), bytesEach !== null
    && el('small', { class: 'payload', title: 'payload, 10^6 bytes per second' }, megabytes(rate.mean, bytesEach))]
    : '–');

const WIDE = 0.5;

function spreadOf({ mean, half, stdev, range }) {
  const [width, what] = Number.isFinite(half) ? [half, '(95 %)'] : [stdev, 'sd'];
  if (!Number.isFinite(width)) return null;
  return small(width > WIDE * mean && range ? ` ${range.map(si).join(' to ')}` : ` ± ${si(width)} ${what}`);
}

const latencyCell = (name, quantile, { latencies }) => el('td', { class: 'number', 'data-field': `${name}.${quantile}`,
  'data-value': percentileOf(latencies[name], quantile) }, percentileIn(latencies[name], quantile));

const inWords = (faults) => faults.map(([what, times]) => `${count(times)} ${what}`).join(', ');

/** What the row's promise allows is not a fault, so it is listed separately. */
function faultsCell({ faults, allowed }) {
  return el('td', { 'data-field': 'faults', class: faults.length > 0 ? 'faults' : 'none' }, inWords(faults) || 'none',
    allowed.length > 0 && small(` ${inWords(allowed)}, as its promise allows`));
}

export function latencyTable(figure) {
  const rows = figure.entries.flatMap(({ contender, latencies }) => Object.keys(rules.latencies)
    .filter((name) => latencies[name]).map((name) => ({ contender, name, latency: latencies[name] })));
  if (rows.length === 0) return null;
  const head = ['Row', 'Latency', ...Object.values(QUANTILES), 'Messages'];
  return folded('All latencies', dataTable(`Latencies, ${figure.title}`, 'latencies', head,
    rows.map(({ contender, name, latency }) => el('tr', null,
      rowHead(rowName(contender)),
      el('td', null, rules.latencies[name], small(` ${words(latency.kind)}`)),
      Object.keys(QUANTILES).map((q) => numberCell(percentileIn(latency, q))),
      numberCell(count(latency.count)))), [...head.keys()].slice(2)));
}
