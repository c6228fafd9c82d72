// The heat table of a section: a row for each broker over a protocol, best first, and a column for each cell; value, factor to the
// best, marks.
import { el, scrolling } from './dom.js';
import { count, factor, megabytes, micros, seconds, si, words } from './format.js';
import { marksOf } from './marks.js';
import { measureOf } from './measures.js';
import { bestFirst } from './order.js';
import { standings } from './ranking.js';
import { printState } from './state.js';
import { nameOf } from './summary.js';

/** A factor from which on a cell has no warmth left. */
const COLD = 12;

/** What stands in a place without a number, where the status itself would not be understood. */
const SAID = { measured: 'delivered nothing', missing: 'not run', foreign: '–' };

const WHOLE_RUN = ['single', 'shared'];

/** @param title of what the cells belong to
  * @param app `state`, `contenders` (those shown), */
export function heatTable(title, figures, app) {
  const columns = figures.map((figure) => ({ figure, ...measureOf(figure), list: standings(figure, app.contenders, app.state.sure) }));
  const races = columns.filter(({ figure }) => !figure.crashes).map(({ list }) => list);
  const order = races.length > 0 ? bestFirst(races) : [...app.contenders.keys()];
  const down = columns.some(({ figure }) => figure.at.down);
  return scrolling(`${title}: rates and latencies`, el('table', { class: 'heat' },
    el('thead', null,
      down && el('tr', null, el('th', { rowspan: 2, scope: 'col' }, 'Row'), spans(columns)),
      el('tr', null, !down && el('th', { scope: 'col' }, 'Row'), columns.map(({ figure, what }) => columnHead(figure, figure.crashes ? 'lost of the confirmed' : what)))),
    el('tbody', null, order.map((i) => el('tr', { 'data-contender': app.contenders[i].index },
      el('th', { scope: 'row' }, nameOf(app.contenders[i])), columns.map((column) => heatCell(column, column.list[i], app)))))));
}

/** Values of the second axis above as many columns as have them. */
function spans(columns) {
  const runs = [];
  for (const { figure } of columns) {
    if (runs.at(-1)?.down === figure.at.down) runs.at(-1).length += 1;
    else runs.push({ down: figure.at.down, length: 1 });
  }
  return runs.map(({ down, length }) => el('th', { scope: 'colgroup', colspan: length, class: 'span' }, down));
}

function columnHead(figure, what) {
  return el('th', { scope: 'col', class: 'number' }, el('span', { class: 'column' }, figure.at.across || figure.title), el('small', null, what));
}

/** What is sent at a fixed rate is a share of the row's own maximum, so each cell says how much that is. */
function heatCell({ figure, more, side, latency, read }, { entry, state: standing, value, factor: times }, app) {
  const link = (text) => el('a', { href: printState({ ...app.state, cell: figure.id, at: '' }) }, text);
  const data = { 'data-cell': figure.id, 'data-row': entry.contender.key };
  if (standing === 'doubtful') return el('td', { ...data, class: 'number quiet', title: entry.climb?.because }, link('uncertain'), marksOf(doubts({ marks: entry.marks.length > 0 ? entry.marks : entry.climb?.ended ?? [] }), `${entry.contender.label}, ${figure.title}`));
  if (entry.crash) return crashCell(data, entry, link);
  if (standing === 'beyond') return el('td', { ...data, class: 'number quiet beyond', title: entry.climb.because }, entry.climb.beyond ? link('–') : link('not held'), !entry.climb.beyond && entry.latencies[latency] && el('small', null, `p99 ${micros(entry.latencies[latency].us_p99)}`));
  if (standing !== 'measured') return el('td', { ...data, class: `number quiet ${entry.status}`, title: entry.reason }, link(SAID[entry.status] ?? words(entry.status)));
  const number = read(entry);
  return el('td', { ...data, class: `number ${times === 1 ? 'best' : ''}`, style: `--heat: ${warmth(times)}` },
    link(more ? si(value) : micros(value)), el('small', null, factor(times), number.guess ? '' : ` ± ${Math.round(100 * number.half)} %`),
    more && Number.isFinite(figure.load.message_size_bytes) && el('small', { title: 'payload, 10^6 bytes a second' }, megabytes(entry.rates[side]?.mean, figure.load.message_size_bytes)),
    figure.load.open_loop && !entry.climb && entry.rates.produced && el('small', null, `at ${si(entry.rates.produced.mean)}/s`),
    latency === 'round_trip' && [el('small', null, `p99.9 ${micros(entry.latencies.round_trip?.us_p999)}`), el('small', null, `${si(entry.rates.produced?.mean)}/s`)],
    marksOf(doubts(entry), `${entry.contender.label}, ${figure.title}`));
}

/** What a killed broker lost of what it had confirmed, and how soon it served again. */
function crashCell(data, { crash: { lost, confirmed, recovery } }, link) {
  return el('td', { ...data, class: `number ${lost > 0 ? 'failed' : ''}` }, link(`${count(lost)} of ${count(confirmed)}`),
    el('small', null, recovery === null ? 'did not serve again' : `back after ${seconds(recovery)}`));
}

/** Marks that hold for the whole run are said once, on top of the page. */
const doubts = ({ marks }) => marks.filter(({ mark }) => !WHOLE_RUN.includes(mark));

/** 1 for the best, 0 for what is `COLD` times worse, or is alone. */
function warmth(times) {
  return times === null ? '0' : Math.max(0, 1 - Math.log(times) / Math.log(COLD)).toFixed(3);
}
