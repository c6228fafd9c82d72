// Latency against the offered rate: cells whose rate is a share of what another cell reached.
import { el, scrolling } from './dom.js';
import { digits, micros, si } from './format.js';
import { marksOf } from './marks.js';
import { nameOf } from './summary.js';
import { QUANTILES } from './tables.js';

/** Rows by the cell that measured the maximum: share, broker, rates and latency. */
export function offeredOf(figures) {
  const tables = new Map();
  for (const figure of figures) {
    for (const entry of figure.entries.filter(({ offered, status }) => offered && status === 'measured')) {
      const { maximum_cell: id, share, target_per_s: target } = entry.offered;
      if (!tables.has(id)) tables.set(id, { id, rows: [] });
      tables.get(id).rows.push({ entry, share, target, latency: entry.latencies.end_to_end ?? entry.latencies.send });
    }
  }
  for (const { rows } of tables.values()) rows.sort((a, b) => a.share - b.share || a.entry.contender.index - b.entry.contender.index);
  return [...tables.values()];
}

export function offeredTables(figures) {
  return offeredOf(figures).map(({ id, rows }) => [
    el('h3', null, 'Latency at shares of the maximum ', el('small', null, 'the maximum was measured by ', el('code', null, id))),
    scrolling(`Latency at shares of the maximum of ${id}`, el('table', { class: 'offered' },
      el('thead', null, el('tr', null, ['Offered', 'Broker', 'Asked for', 'Sent', ...Object.values(QUANTILES), 'Marks']
        .map((text, i) => el('th', { scope: 'col', class: i !== 1 && i < 10 ? 'number' : null }, text)))),
      el('tbody', null, rows.map(offeredRow)))),
  ]);
}

function offeredRow({ entry, share, target, latency }) {
  const number = (value) => el('td', { class: 'number' }, value);
  return el('tr', { 'data-contender': entry.contender.index },
    number(`${digits(100 * share)} %`), el('th', { scope: 'row' }, nameOf(entry.contender)), number(si(target)), number(si(entry.rates.produced?.mean)),
    Object.keys(QUANTILES).map((q) => number(micros(latency?.[q]))), el('td', null, marksOf(entry.marks, entry.contender.label)));
}
