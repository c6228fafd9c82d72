// Numbers of one cell, readable without hovering.
import { el, folded, scrolling } from './dom.js';
import { count, micros, si, words } from './format.js';
import { marksOf } from './marks.js';
import { consumedIn, consumerGroupsOf } from './panels.js';
import { bestIn, factorsOf } from './ranking.js';
import { nameOf } from './summary.js';

export const QUANTILES = { us_p50: 'p50', us_p90: 'p90', us_p99: 'p99', us_p999: 'p99.9', us_p9999: 'p99.99', us_max: 'max' };
const NAMES = { end_to_end: 'end to end', send: 'send to receipt', round_trip: 'round trip', schedule_delay: 'schedule delay' };

/** The rates of a cell's table: heading, and the rate of an entry. */
function ratesOf({ load, entries }) {
  const of = (name, heading) => ({ name, heading, read: (entry) => entry.rates[name] });
  if (load.request_reply) return [of('produced', 'Requests')];
  const groups = consumerGroupsOf(entries);
  return [
    load.producers > 0 && of('produced', 'Produced'),
    load.consumers > 0 && of('consumed', 'Consumed'),
    ...(groups.length > 1 ? groups.map((name) => ({ name: null, heading: `by ${name}`, read: (entry) => groupRate(entry, name) })) : []),
  ].filter(Boolean);
}

/** Files hold no summary of client groups, so this is the one mean that the page takes itself. */
function groupRate({ cells }, name) {
  const rates = cells.filter(({ status }) => status === 'measured').flatMap(({ samples }) => samples.map((s) => consumedIn(s, name))).filter(Number.isFinite);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return { mean, stdev: Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1)) };
}

/** The latency of a cell's table: which one, which percentiles, and what kind it is. */
function latencyOf(figure) {
  const name = figure.load.request_reply ? 'round_trip' : 'end_to_end';
  const known = figure.entries.map((entry) => entry.latencies[name]).find(Boolean);
  if (!known) return null;
  return { name, quantiles: name === 'round_trip' ? ['us_p50', 'us_p90', 'us_p99', 'us_p999'] : ['us_p50', 'us_p99'], kind: words(known.kind) };
}

export function numbersTable(figure) {
  const rates = ratesOf(figure);
  const latency = latencyOf(figure);
  const best = bestIn(figure, factorsOf(figure, figure.entries));
  const width = rates.length + (latency?.quantiles.length ?? 0) + 1;
  return scrolling(`Numbers, ${figure.title}`, el('table', { class: 'numbers' },
    headOfNumbers(rates, latency),
    el('tbody', null, figure.entries.map((entry, i) => el('tr', rowAttributes(entry, figure, best[i]),
      el('th', { scope: 'row' }, nameOf(entry.contender), marksOf(entry.marks, entry.contender.label)),
      entry.status === 'measured'
        ? [rates.map(({ name, read }) => rateCell(name, read(entry))), latency?.quantiles.map((q) => latencyCell(latency.name, q, entry)), faultsCell(entry)]
        : el('td', { class: 'status', colspan: width }, el('strong', null, words(entry.status)), entry.reason && `: ${entry.reason}`))))));
}

function rowAttributes({ contender, status }, figure, best) {
  return {
    class: `${status} ${best ? 'best' : ''}`,
    'data-contender': contender.index,
    'data-broker': contender.broker.name,
    'data-protocol': contender.protocol,
    'data-cell': figure.id,
    'data-status': status,
  };
}

function headOfNumbers(rates, latency) {
  const latencyTitle = latency && [latency.name === 'round_trip' ? 'Round trip' : 'End to end', el('small', null, ` ${latency.kind}`)];
  return el('thead', null,
    el('tr', null,
      el('th', { scope: 'col', rowspan: 2 }, 'Broker'),
      rates.map(({ heading }) => el('th', { scope: 'col', class: 'number' }, heading)),
      latency && el('th', { scope: 'colgroup', class: 'number', colspan: latency.quantiles.length }, latencyTitle),
      el('th', { scope: 'col', rowspan: 2, class: 'where-wide' }, 'Faults')),
    el('tr', { class: 'units' },
      rates.map(() => el('th', { scope: 'col', class: 'number' }, 'msg/s')),
      latency?.quantiles.map((q) => el('th', { scope: 'col', class: 'number' }, QUANTILES[q]))));
}

function rateCell(name, rate) {
  return el('td', { class: 'number', 'data-field': name },
    rate ? [el('span', { class: 'value' }, si(rate.mean)), el('small', null, rate.half === undefined ? ` ± ${si(rate.stdev)} sd` : ` ± ${si(rate.half)} (95 %)`)] : '–');
}

function latencyCell(name, quantile, entry) {
  return el('td', { class: 'number', 'data-field': `${name}.${quantile}` }, micros(entry.latencies[name]?.[quantile]));
}

function faultsCell({ faults }) {
  return el('td', { 'data-field': 'faults', class: `where-wide ${faults.length > 0 ? 'faults' : 'none'}` }, inWords(faults) || 'none');
}

function inWords(faults) {
  return faults.map(([what, times]) => `${count(times)} ${what}`).join(', ');
}

/** The faults again, where the page is too narrow for their column. */
export function faultNotes(figure) {
  return figure.entries.filter(({ faults }) => faults.length > 0).map(({ contender, faults }) =>
    el('p', { class: 'note where-narrow faults', 'data-contender': contender.index }, el('strong', null, `${contender.label}: `), inWords(faults)));
}

/** Every latency there is, behind a click. */
export function latencyTable(figure) {
  const rows = figure.entries.flatMap((entry) => Object.keys(NAMES).filter((name) => entry.latencies[name])
    .map((name) => ({ entry, name, latency: entry.latencies[name] })));
  if (rows.length === 0) return null;
  const head = ['Broker', 'Latency', ...Object.values(QUANTILES), 'Messages'];
  return folded('All latencies', scrolling(`Latencies, ${figure.title}`, el('table', { class: 'latencies' },
    el('thead', null, el('tr', null, head.map((text, i) => el('th', { scope: 'col', class: i > 1 ? 'number' : null }, text)))),
    el('tbody', null, rows.map(({ entry, name, latency }) => el('tr', { 'data-contender': entry.contender.index },
      el('th', { scope: 'row' }, nameOf(entry.contender)),
      el('td', null, NAMES[name], el('small', null, ` ${words(latency.kind)}`)),
      Object.keys(QUANTILES).map((q) => el('td', { class: 'number' }, micros(latency[q]))),
      el('td', { class: 'number' }, count(latency.count))))))),
  figure.entries.some(({ repetitions, mergedLatencies }) => repetitions > 1 && !mergedLatencies)
    && el('p', { class: 'note' }, 'Of several repetitions, the one with the highest p99 is shown: percentiles cannot be averaged.'));
}
