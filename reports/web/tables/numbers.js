// The numbers of one workload, in a table that can be sorted by each column.
import { dots, highestOf } from '../charts/bars.js';
import { consumedBy, consumerGroupsOf } from '../charts/time-graphs.js';
import { button, dataTable, el, folded, gridOf, scrolling } from '../lib/dom.js';
import { count, isKnown, megabytes, micros, QUANTILES, share, si, tooFew, words } from '../lib/format.js';
import { deviationOf, LATENCIES, maxOf, meanOf, minOf } from '../lib/rules.js';
import { standingsShown } from '../lib/standings.js';
import { rowName } from '../overview/ranking.js';
import { commonFlags, commonOf, flagsOf, ownFlags } from './flags.js';

/** Each sortable head, with the index of its cells in a row. */
const columnsOf = ({ tHead }) => gridOf([...tHead.rows]).flatMap((row) => row.map((cell, at) => [cell, at]))
  .filter(([cell]) => cell.dataset.sort);

function valueIn(row, at, by) {
  const cell = row.cells[at];
  if (by === 'text') return cell?.textContent ?? '';
  return cell?.dataset.value === undefined ? NaN : Number(cell.dataset.value);
}

function compareBy(by, back) {
  const sign = (by === 'most' ? -1 : 1) * (back ? -1 : 1);
  return (a, b) => {
    if (by === 'text') return sign * a.value.localeCompare(b.value, 'en');
    return Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value)) || sign * (a.value - b.value) || 0;
  };
}

/** Turns the marked heads into buttons. A second click reverses the order, but rows without a number stay last. */
function sortable(table) {
  for (const [head, at] of columnsOf(table)) {
    head.append(button([...head.childNodes], () => {
      const by = head.dataset.sort;
      const back = head.hasAttribute('aria-sort') && !head.dataset.back;
      for (const other of table.tHead.querySelectorAll('[aria-sort]')) other.removeAttribute('aria-sort');
      head.dataset.back = back ? '1' : '';
      head.setAttribute('aria-sort', (by === 'most') === back ? 'ascending' : 'descending');
      const rows = [...table.tBodies[0].rows].map((row) => ({ row, value: valueIn(row, at, by) }));
      table.tBodies[0].append(...rows.sort(compareBy(by, back)).map(({ row }) => row));
    }, { class: 'sort' }));
  }
  return table;
}

/** The rates of a workload's table: heading, and the rate of an entry. */
function ratesOf({ load, entries }) {
  const of = (name, heading) => ({ name, heading, read: (entry) => entry.rates[name] });
  if (load.request_reply) return [of('produced', 'Requests')];
  const groups = consumerGroupsOf(entries);
  return [
    load.producers > 0 && of('produced', 'Produced'),
    load.consumers > 0 && of('consumed', 'Consumed'),
    ...(groups.length > 1
      ? groups.map((name) => ({ name: null, heading: `by ${name}`, read: (entry) => groupRate(entry, name) })) : []),
  ].filter(Boolean);
}

/** Files have no summary of client groups, so this is the only mean that the page computes. */
function groupRate({ workloads }, name) {
  const rates = workloads.filter(({ status }) => status === 'measured')
    .flatMap((workload) => consumedBy(workload, name))
    .filter(Number.isFinite);
  if (rates.length === 0) return null;
  return { mean: meanOf(rates), stdev: deviationOf(rates), range: [minOf(rates), maxOf(rates)] };
}

/** The latency of a workload's table: which one, which percentiles, and what kind it is. */
function latencyOf(figure) {
  const name = figure.load.request_reply ? 'round_trip' : 'end_to_end';
  const known = figure.entries.map((entry) => entry.latencies[name]).find(Boolean);
  if (!known) return null;
  return {
    name, quantiles: name === 'round_trip' ? ['us_p50', 'us_p90', 'us_p95', 'us_p99', 'us_p999']
      : ['us_p50', 'us_p95', 'us_p99', 'us_p999'], kind: words(known.kind),
  };
}

/** @param row the key of the row that the reader chose; '' without one */
export function numbersTable(figure, row = '') {
  const rates = ratesOf(figure);
  const latency = latencyOf(figure);
  const list = standingsShown(figure, figure.entries.map(({ contender }) => contender));
  const repeated =
    rates.filter(({ name }) => name && figure.entries.some((entry) => entry.rates[name]?.each.length > 1)).at(-1);
  const parts = {
    rates, latency, repeated, most: repeated && highestOf(figure.entries.map((entry) => entry.rates[repeated.name])),
    commit: figure.entries.some(({ latencies }) => latencies.commit),
    cpu: figure.entries.some(({ delivered }) => delivered.cpu.mean > 0),
  };
  const width = rates.length + (latency?.quantiles.length ?? 0) + 2 + Number(Boolean(repeated)) + Number(parts.commit)
    + Number(parts.cpu);
  const common = commonOf(figure.entries);
  const made = el('table', { class: 'numbers' }, headOfNumbers(parts, figure),
    el('tbody', null, figure.entries.map((entry, i) => el('tr', rowAttributes(entry, figure, list[i].factor === 1, row),
      el('th', { scope: 'row' }, rowName(entry.contender),
        flagsOf(ownFlags(entry.flags, common), entry.contender.label)),
      entry.status === 'measured' ? measuredCells(entry, parts, figure)
        : el('td', { class: 'status', colspan: width },
          el('strong', null, entry.status === 'missing' || entry.sweep?.beyond ? 'not run' : words(entry.status)),
          entry.reason && `: ${entry.reason}`)))));
  return el('div', { class: 'boxed' }, scrolling(`Numbers, ${figure.title}`, sortable(made)),
    el('p', { class: 'note' }, commonFlags(figure.entries)));
}

function measuredCells(entry, { rates, latency, repeated, most, commit, cpu }, figure) {
  return [
    rates.map(({ name, read }) => rateCell(name, read(entry), figure.load.message_size_bytes)),
    repeated && el('td', null, entry.rates[repeated.name]
      && dots(entry.rates[repeated.name], most, entry.contender.style.colour)),
    latency?.quantiles.map((q) => latencyCell(latency.name, q, entry)),
    commit && latencyCell('commit', 'us_p99', entry),
    cpu && cpuCell(entry),
    undeliveredCell(entry), faultsCell(entry)];
}

const cpuCell = ({ delivered: { cpu } }) => el('td', { class: 'number', 'data-value': cpu.mean },
  micros(cpu.mean ?? NaN), cpu.half !== null && el('small', null, ` ± ${micros(cpu.half)}`));

function undeliveredCell({ delivered: { undelivered } }) {
  const some = undelivered?.never > 0;
  return el('td', { class: `number ${some ? 'faults' : 'none'}`, 'data-value': undelivered?.share },
    undelivered === null ? '–' : some ? [count(undelivered.never), el('small', null, share(undelivered.share))] : '0');
}

function rowAttributes({ contender, status }, figure, best, row) {
  return {
    class: [status, best && 'best', contender.key === row && 'chosen'].filter(Boolean).join(' '),
    'data-contender': contender.index,
    'data-broker': contender.broker.name,
    'data-protocol': contender.protocol,
    'data-workload': figure.id,
    'data-status': status,
  };
}

function headOfNumbers({ rates, latency, repeated, commit, cpu }, { load }) {
  const latencyTitle = latency && [
    latency.name === 'round_trip' ? 'Round trip' : 'End to end', el('small', null, ` ${latency.kind}`),
  ];
  const number = (text, title) => el('th', { scope: 'col', class: 'number', title }, text);
  return el('thead', null,
    el('tr', null,
      el('th', { scope: 'col', rowspan: 2, 'data-sort': 'text' }, 'Row'),
      rates.map(({ heading }) => number(heading)),
      repeated && el('th', { scope: 'col', rowspan: 2 }, `${repeated.heading}, each repetition`),
      latency && el('th', { scope: 'colgroup', class: 'number', colspan: latency.quantiles.length }, latencyTitle),
      commit && number('Commit'),
      cpu && number('CPU of the broker'),
      number('Undelivered', 'of the deliveries that were due: lost, or still missing when the drain ended'),
      el('th', { scope: 'col', rowspan: 2 }, 'Faults')),
    el('tr', { class: 'units' },
      rates.map(() => el('th', { scope: 'col', class: 'number', 'data-sort': 'most' }, 'msg/s')),
      latency?.quantiles.map((q) => el('th', { scope: 'col', class: 'number', 'data-sort': 'least' }, QUANTILES[q])),
      commit && el('th', { scope: 'col', class: 'number', 'data-sort': 'least' }, 'p99'),
      cpu && el('th', { scope: 'col', class: 'number', 'data-sort': 'least' },
        `per message ${load.consumers > 0 ? 'delivered' : 'produced'}`),
      el('th', { scope: 'col', class: 'number', 'data-sort': 'least' }, 'messages')));
}

function rateCell(name, rate, bytesEach) {
  return el('td', { class: 'number', 'data-field': name, 'data-value': rate?.mean },
    rate ? [el('span', { class: 'value' }, si(rate.mean)), spreadOf(rate), payload(rate.mean, bytesEach)] : '–');
}

/** Only message bodies, and only if all have one size. */
function payload(perSecond, bytesEach) {
  return Number.isFinite(bytesEach)
    && el('small', { class: 'payload', title: 'payload, 10^6 bytes per second' }, megabytes(perSecond, bytesEach));
}

/** If the spread is more than this share of the mean, the lowest and highest values say more. */
const WIDE = 0.5;

/** A single sample has no spread. */
function spreadOf({ mean, half, stdev, range }) {
  const [width, what] = Number.isFinite(half) ? [half, '(95 %)'] : [stdev, 'sd'];
  if (!Number.isFinite(width)) return null;
  return el('small', null, width > WIDE * mean && range ? ` ${range.map(si).join(' to ')}` : ` ± ${si(width)} ${what}`);
}

function latencyCell(name, quantile, entry) {
  const known = entry.latencies[name];
  const few = known && !isKnown(known, quantile);
  return el('td', { class: 'number', 'data-field': `${name}.${quantile}`,
    'data-value': few ? null : known?.[quantile] }, few ? tooFew(quantile) : micros(known?.[quantile]));
}

/** What the row's promise allows is not a fault, so it is listed separately. */
function faultsCell({ faults, allowed }) {
  return el('td', { 'data-field': 'faults', class: faults.length > 0 ? 'faults' : 'none' }, inWords(faults) || 'none',
    allowed.length > 0 && el('small', null, ` ${inWords(allowed)}, as its promise allows`));
}

function inWords(faults) {
  return faults.map(([what, times]) => `${count(times)} ${what}`).join(', ');
}

export function latencyTable(figure) {
  const rows = figure.entries.flatMap((entry) => Object.keys(LATENCIES).filter((name) => entry.latencies[name])
    .map((name) => ({ entry, name, latency: entry.latencies[name] })));
  if (rows.length === 0) return null;
  const head = ['Row', 'Latency', ...Object.values(QUANTILES), 'Messages'];
  return folded('All latencies', dataTable(`Latencies, ${figure.title}`, 'latencies', head,
    rows.map(({ entry, name, latency }) => el('tr', null,
      el('th', { scope: 'row' }, rowName(entry.contender)),
      el('td', null, LATENCIES[name], el('small', null, ` ${words(latency.kind ?? '')}`)),
      Object.keys(QUANTILES)
        .map((q) => el('td', { class: 'number' }, isKnown(latency, q) ? micros(latency[q]) : tooFew(q))),
      el('td', { class: 'number' }, count(latency.count)))), [...head.keys()].slice(2)));
}
