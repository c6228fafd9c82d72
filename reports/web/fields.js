// One field of the overview: the value, and all about it when one points at it or focuses it.
import { el } from './dom.js';
import { bytes, count, factor, micros, share, si, words } from './format.js';
import { ownMarks, sayMark } from './marks.js';
import { intervalOf, measureOf } from './measures.js';
import { percentileInWords } from './percentiles.js';
import { payloadIn } from './shown.js';
import { hideTip, showTip, tipOwner } from './tips.js';

/** A factor from which on a field has no colour left. */
const COLD = 12;

/** What stands in a place without a number, where the status itself would not be understood. */
const SAID = { measured: 'nothing delivered', missing: 'not run', foreign: '–' };

/** 1 for the best, 0 for what is `COLD` times worse, or is alone. */
function warmth(times) {
  return times === null ? '0' : Math.max(0, 1 - Math.log(times) / Math.log(COLD)).toFixed(3);
}

/** What is said where there is no number. */
function wordFor({ entry, state }) {
  if (state === 'uncertain') return 'uncertain';
  if (state === 'beyond') return entry.climb.beyond ? '–' : 'not held';
  if (state === 'few') return 'too few';
  if (state === 'measured') return '–';
  return SAID[entry.status] ?? words(entry.status);
}

/** @param common marks that all fields have, which are said once
  * @param linkTo the address of a cell and a row (`cellLinks`)
  */
export function fieldOf({ figure }, cell, { state }, common, linkTo) {
  const { entry, text, factor: times, bad } = cell;
  const quiet = text === null;
  const letters = ownMarks(entry.marks, common).map(({ letter }) => letter).join('');
  const chosen = figure.id === state.cell && entry.contender.key === state.row;
  return el('td',
    { 'data-cell': figure.id, 'data-row': entry.contender.key, style: quiet ? null : `--heat: ${warmth(times ?? null)}`,
    class: ['number', quiet && 'quiet', !quiet && times === 1 && 'best',
      (bad || (quiet && entry.status === 'failed')) && 'failed', chosen && 'looked'].filter(Boolean).join(' ') },
  el('a', { href: linkTo(figure.id, entry.contender.key) }, text ?? wordFor(cell)),
  (times > 1 || letters) && el('small', null, times > 1 && factor(times), letters && [' ', el('b', null, letters)]));
}

/** How far a row is behind the best of its machine, and what that has. */
function behindIn(cells, { factor: times, entry: { contender } }) {
  const best = cells.find((one) => one.factor === 1 && one.entry.contender.machine === contender.machine);
  return best && times > 1 ? `${factor(times)}: ${best.text ? `${best.text} of ` : ''}${best.entry.contender.label}`
    : factor(times);
}

const SHOWN = ['us_p50', 'us_p95', 'us_p99'];

/** Everything about a field, as pairs of a term and what it is. */
export function tellField({ figure, cells }, cell) {
  const { entry } = cell;
  const head = [entry.contender.label, figure.name];
  if (entry.status !== 'measured') return [head, [wordFor(cell), entry.climb?.because ?? entry.reason ?? '']];
  const { what, read, few, more } = measureOf(figure);
  const show = more ? si : micros;
  const number = read(entry);
  const { delivered } = entry;
  const latency = entry.latencies[measureOf(figure).latency ?? 'end_to_end'];
  return [
    head,
    number
      && [what, `${more ? number.value.toLocaleString('en-US', { maximumFractionDigits: 1 }) : micros(number.value)} `
      + `(${number.guess ? 'a guess, for there is one repetition' : '95 % interval'}: ${intervalOf(number, show)})`],
    few(entry) && [what, 'not known, of too few messages'],
    payloadIn(entry, figure) && ['payload', payloadIn(entry, figure)],
    cell.factor !== null && cell.factor > 0 && ['behind the best', behindIn(cells, cell)],
    entry.climb?.held === false && ['not held', entry.climb.because ?? ''],
    figure.load.open_loop && entry.rates.produced && ['sent', `${si(entry.rates.produced.mean)}/s`],
    latency && ['p50, p95, p99', `${SHOWN.map((quantile) => percentileInWords(latency, quantile)).join(', ')} `
      + `of ${count(latency.count)} messages`],
    delivered.cpu.mean !== null && [
      'CPU', `${micros(delivered.cpu.mean)} of the broker for each message ${delivered.of}`,
    ],
    delivered.undelivered?.never > 0 && ['undelivered', `${count(delivered.undelivered.never)} of `
      + `${count(delivered.undelivered.owed)}, ${share(delivered.undelivered.share)}`],
    delivered.written !== null && ['written', `${bytes(Math.round(delivered.written))} for each message`],
    entry.contender.file.driver && ['client library', entry.contender.file.driver],
    ...entry.marks.map((mark) => [mark.letter, sayMark(mark)]),
  ].filter(Boolean);
}

/** Shows what one points at, and what has the focus. The arrow keys go from field to field. */
export function watchFields(table, columnOf, { contenders }) {
  const show = (target) => {
    const td = target.closest?.('td[data-cell]');
    if (td && td !== tipOwner()) {
      const column = columnOf(td.dataset.cell);
      showTip(td, tellField(column, column.cells[contenders.findIndex(({ key }) => key === td.dataset.row)]));
    } else if (!td) hideTip();
  };
  table.addEventListener('mouseover', ({ target }) => show(target));
  table.addEventListener('focusin', ({ target }) => show(target));
  for (const event of ['mouseleave', 'focusout']) table.addEventListener(event, hideTip);
  table.addEventListener('keydown', (event) => move(event, table));
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function move(event, table) {
  if (event.key === 'Escape') hideTip();
  const td = event.target.closest('td[data-cell]');
  if (!td || !STEPS[event.key]) return;
  const [down, right] = STEPS[event.key];
  const row = table.tBodies[0].rows[td.parentElement.sectionRowIndex + down];
  const link = row?.cells[td.cellIndex + right]?.querySelector('a');
  if (!link) return;
  event.preventDefault();
  link.focus();
}
