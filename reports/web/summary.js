// The table that ranks, and the cards of the brokers.
import { el, facts, folded, scrolling } from './dom.js';
import { count, digits, factor, seconds } from './format.js';
import { placeOfRow, rank } from './ranking.js';
import { swatch } from './strokes.js';

/** A broker's name, its line and what its persistent messages survive. */
export function nameOf(contender) {
  return el('span', { class: 'contender' },
    swatch(contender),
    el('span', { class: 'name' }, contender.label, ' '),
    el('small', { class: 'durability' }, contender.durability));
}

/** @param hidden indices of contenders that do not take part */
export function summaryOf(view, hidden) {
  const available = view.contenders.filter(({ broker }) => broker.available);
  const rows = rank(view.figures, available.filter(({ index }) => !hidden.has(index)));
  const missing = view.contenders.filter(({ broker }) => !broker.available);
  return el('section', { id: 'summary' },
    el('h2', null, 'Who is fastest'),
    el('p', null, 'How many times slower than the best broker, over all cells and by group: 1.00× is the best of every cell. ',
      'A factor is the geometric mean of the ratios to the best broker in each cell (consumed messages per second; produced where nobody ',
      'consumes; p99 latency for request-reply and for loads at a fixed rate). A cell that failed, is unsupported or was not run ',
      'costs its broker twice the worst ratio of that cell. Brokers whose 95 % intervals overlap share a rank.'),
    scrolling('Ranking', rankingTable(view.groups.filter(({ name }) => rows.some(({ groups }) => groups[name]?.cells > 0)), rows)),
    el('p', { class: 'note' }, 'Mind the durability beside each name: what a broker does before it confirms a persistent message decides ',
      'how fast it can be. Page cache: handed to the system, lost with its power; fsync: forced to the disk.'),
    missing.length > 0 && el('ul', { class: 'missing' }, missing.map(({ label, broker }) => el('li', null,
      el('strong', null, label), ` is not ranked. ${broker.reason ?? ''}`,
      broker.remedy && [' Remedy: ', el('code', null, broker.remedy)]))));
}

function rankingTable(groups, rows) {
  const head = ['Rank', 'Broker', 'All cells', 'Cells', ...groups.map(({ title }) => title), 'Trouble'];
  return el('table', { class: 'ranking' },
    el('thead', null, el('tr', null, head.map((text, i) => el('th', { scope: 'col', class: i === 0 || (i > 1 && i < head.length - 1) ? 'number' : null }, text)))),
    el('tbody', null, rows.map((row) => rankingRow(groups, row, placeOfRow(rows, row)))));
}

function rankingRow(groups, row, place) {
  const { overall } = row;
  return el('tr', { 'data-contender': row.contender.index },
    el('td', { class: 'number' }, overall.cells > 0 ? place : '–'),
    el('th', { scope: 'row' }, nameOf(row.contender)),
    el('td', { class: 'number overall', 'data-field': 'overall' }, factor(overall.factor),
      overall.half !== null && el('small', null, spreadOf(overall))),
    el('td', { class: 'number' }, `${overall.measured} of ${overall.cells}`),
    groups.map(({ name }) => groupScore(name, row.groups[name])),
    el('td', null, trouble(row) || 'none'));
}

/** Beyond a factor of e there is nothing to be said by a number. */
function spreadOf({ factor: value, half }) {
  return half < 1 ? ` ± ${digits(value * Math.sinh(half))}` : ' uncertain';
}

function groupScore(name, score) {
  if (!score || score.cells === 0) return el('td', { class: 'number' }, '–');
  if (score.measured === 0) return el('td', { class: 'number', 'data-field': name }, 'none', el('small', null, ` of ${score.cells} cells`));
  const best = score.factor < 1.0005 ? 'best' : '';
  return el('td', { class: `number ${best}`, 'data-field': name },
    factor(score.factor), score.measured < score.cells && el('small', null, ` ${score.measured} of ${score.cells} cells`));
}

function trouble(row) {
  return [
    row.failed > 0 && `${row.failed} failed`,
    row.unsupported > 0 && `${row.unsupported} unsupported`,
    row.absent > 0 && `${row.absent} not run`,
    row.faulty > 0 && `faults in ${row.faulty}`,
    row.contender.crash?.lost > 0 && `lost ${count(row.contender.crash.lost)} confirmed messages when killed`,
  ].filter(Boolean).join(', ');
}

export function cardsOf(view) {
  return el('section', { id: 'brokers' },
    el('h2', null, 'The brokers'),
    el('div', { class: 'cards' }, view.contenders.map(card)));
}

function card(contender) {
  const { broker, file } = contender;
  return el('article', { class: `card ${broker.available ? '' : 'unavailable'}`, 'data-broker': broker.name },
    el('h3', null, swatch(contender), contender.label),
    facts([
      ['Version', broker.version],
      ['Durability', broker.available && contender.durability],
      ['When killed', killed(contender.crash)],
      ['Protocol', file.driver],
      ['Ready after', Number.isFinite(broker.start_s) && seconds(broker.start_s)],
      ['Lifecycle', !broker.managed && 'it already ran; its configuration is not known'],
      ['Result', !contender.complete && 'incomplete: not every planned cell was run'],
    ]),
    !broker.available && el('p', { class: 'warning' }, `Not available. ${broker.reason ?? ''}`),
    broker.remedy && el('p', null, 'Remedy: ', el('code', null, broker.remedy)),
    listed('Set differently from its defaults', broker.deviations),
    listed('Cannot', broker.cannot),
    broker.command && folded('Start command', el('pre', null, broker.command)),
    broker.configuration.map(({ path, text }) => folded(`Configuration: ${path}`, el('pre', null, text))),
    broker.log_tail.length > 0 && folded('Last log lines', el('pre', null, broker.log_tail.join('\n'))));
}

/** What the durability class is worth, as measured. */
function killed(crash) {
  return crash && `${count(crash.lost)} of ${count(crash.confirmed)} confirmed messages lost, ${count(crash.duplicated)} came twice; ${
    crash.recovery === null ? 'did not serve again' : `served again after ${seconds(crash.recovery)}`}`;
}

function listed(heading, items) {
  return items.length > 0 && [el('h4', null, heading), el('ul', null, items.map((item) => el('li', null, item)))];
}
