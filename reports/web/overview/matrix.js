// All rows and all workloads on one screen. The colour of a number shows how near it is to the best.
import { workloadLinks, printState } from '../filters/state.js';
import { button, el, hideTip, scrolling, showTip, tipOwner } from '../lib/dom.js';
import { bytes, count, factor, micros, percentileInWords, share, si, words } from '../lib/format.js';
import { bestFirst, columnOf, intervalOf, measureNamed, MEASURES, payloadIn } from '../lib/standings.js';
import { machinesOf } from '../lib/view-model.js';
import { commonFlags, commonOf, lettersOf, ownFlags, sayFlag } from '../tables/flags.js';
import { rowName } from './ranking.js';

/** From this factor on, a field has no colour. */
const COLD = 12;

/** Words for statuses that a reader would not understand. */
const SAID = { measured: 'nothing delivered', missing: 'not run', foreign: '–' };

/** 1 for the best; 0 for a number that is `COLD` times worse, or has no rival. */
function warmth(times) {
  return times === null ? '0' : Math.max(0, 1 - Math.log(times) / Math.log(COLD)).toFixed(3);
}

/** The text of a field without a number. */
export function wordFor({ entry, state }) {
  if (state === 'uncertain') return 'uncertain';
  if (state === 'beyond') return entry.sweep.beyond ? '–' : 'not held';
  if (state === 'too_few') return 'too few';
  if (state === 'left') return `${share(entry.delivered.undelivered.share)} undelivered`;
  if (state === 'measured') return '–';
  return SAID[entry.status] ?? words(entry.status);
}

export const hasFailed = ({ entry, state }) => entry.status === 'failed' || state === 'left';

/** @param common flags that all fields have: they are named once, above the table
  * @param linkTo the address of a workload and a row (`workloadLinks`)
  */
function fieldOf({ figure }, workload, { state }, common, linkTo) {
  const { entry, text, factor: times, bad } = workload;
  const quiet = text === null;
  const letters = ownFlags(entry.flags, common).map(({ letter }) => letter).join('');
  const chosen = figure.id === state.workload && entry.contender.key === state.row;
  return el('td',
    { 'data-workload': figure.id, 'data-row': entry.contender.key, style: quiet ? null
      : `--heat: ${warmth(times ?? null)}`,
    class: ['number', quiet && 'quiet', !quiet && times === 1 && 'best',
      (bad || (quiet && hasFailed(workload))) && 'failed', chosen && 'chosen'].filter(Boolean).join(' ') },
  el('a', { href: linkTo(figure.id, entry.contender.key) }, text ?? wordFor(workload)),
  (times > 1 || letters) && el('small', null, times > 1 && factor(times), letters && [' ', el('b', null, letters)]));
}

/** How far a row is behind the best of its machine, and the number of the best. */
function behindIn(fields, { factor: times, entry: { contender } }) {
  const best = fields.find((one) => one.factor === 1 && one.entry.contender.machine === contender.machine);
  return best && times > 1 ? `${factor(times)}: ${best.text ? `${best.text} of ` : ''}${best.entry.contender.label}`
    : factor(times);
}

const SHOWN = ['us_p50', 'us_p95', 'us_p99'];

/** Everything about a field, as pairs of a term and its value. */
export function factsOfField({ figure, fields }, workload) {
  const { entry } = workload;
  const head = [entry.contender.label, figure.name];
  if (entry.status !== 'measured') return [head, [wordFor(workload), entry.sweep?.because ?? entry.reason ?? '']];
  const { what, more, latency: kind } = figure.criterion;
  const show = more ? si : micros;
  const { delivered, number } = entry;
  const latency = entry.latencies[kind ?? 'end_to_end'];
  return [
    head,
    number
      && [what, `${more ? number.value.toLocaleString('en-US', { maximumFractionDigits: 1 }) : micros(number.value)} `
      + `(${number.guess ? 'a guess from one repetition' : '95 % interval'}: ${intervalOf(number, show)})`],
    entry.state === 'too_few' && [what, 'not known: too few messages'],
    payloadIn(entry, figure) && ['payload', payloadIn(entry, figure)],
    workload.factor !== null && workload.factor > 0 && ['behind the best', behindIn(fields, workload)],
    entry.sweep?.held === false && ['not held', entry.sweep.because ?? ''],
    figure.load.open_loop && entry.rates.produced && ['sent', `${si(entry.rates.produced.mean)}/s`],
    latency && ['p50, p95, p99', `${SHOWN.map((quantile) => percentileInWords(latency, quantile)).join(', ')} `
      + `of ${count(latency.count)} messages`],
    delivered.cpu.mean !== null && [
      'CPU', `${micros(delivered.cpu.mean)} of the broker per message ${delivered.of}`,
    ],
    delivered.undelivered?.never > 0 && ['undelivered', `${count(delivered.undelivered.never)} of `
      + `${count(delivered.undelivered.owed)}, ${share(delivered.undelivered.share)}`],
    delivered.written !== null && ['written', `${bytes(Math.round(delivered.written))} per message`],
    entry.contender.file.driver && ['client library', entry.contender.file.driver],
    ...entry.flags.map((flag) => [flag.letter, sayFlag(flag)]),
  ].filter(Boolean);
}

/** Shows the facts of the field under the pointer, or with the focus. The arrow keys move between fields. */
function watchFields(table, columnNamed, { contenders }) {
  const show = (target) => {
    const td = target.closest?.('td[data-workload]');
    if (td && td !== tipOwner()) {
      const column = columnNamed(td.dataset.workload);
      showTip(td, factsOfField(column, column.fields[contenders.findIndex(({ key }) => key === td.dataset.row)]));
    } else if (!td) hideTip();
  };
  table.addEventListener('mouseover', ({ target }) => show(target));
  table.addEventListener('focusin', ({ target }) => show(target));
  for (const event of ['mouseleave', 'focusout']) table.addEventListener(event, hideTip);
  table.addEventListener('keydown', (event) => move(event, table));
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function move(event, table) {
  if (event.key === 'Escape') hideTip();
  const td = event.target.closest('td[data-workload]');
  if (!td || !ARROWS[event.key]) return;
  const [down, right] = ARROWS[event.key];
  const row = table.tBodies[0].rows[td.parentElement.sectionRowIndex + down];
  const link = row?.cells[td.cellIndex + right]?.querySelector('a');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

const several = ({ contenders }) => machinesOf(contenders).length > 1;
const SEVERAL =
  ' Colours and factors refer to the best row of the same machine. The same row of each machine is listed together.';

const STEPS = [1, 0.75, 0.5, 0.25, 0];

/** @param app `state`, `view`, `contenders` and `figures` (those shown), `choose` */
export function matrixSection(app) {
  const number = measureNamed(app.state.show);
  const columns = app.figures.map((figure) => columnOf(figure, app, number));
  const entries = columns.flatMap(({ fields }) => fields.map(({ entry }) => entry));
  return el('section', { id: 'overview', 'aria-labelledby': 'title-overview' },
    el('h2', { id: 'title-overview' }, 'All rows, all loads'),
    el('nav', { class: 'chips', 'aria-label': 'Number to show' },
      MEASURES.map(({ name, title }) => el('a',
        { href: printState({ ...app.state, show: name, at: '' }),
          'aria-current': name === number.name ? 'true' : null }, title))),
    el('p', { class: 'note' }, number.about, several(app) && !number.neutral && SEVERAL,
      ' Click a header to sort by it, or a number to open it. ', commonFlags(entries), ' ',
      lettersOf(entries)),
    columns.length > 0 && !number.bad && !number.neutral && scaleOf(),
    columns.length > 0 ? scrolling('All rows, all loads', matrixOf(columns, app, commonOf(entries)))
      : el('p', { class: 'warning' }, 'No load fits these filters.'));
}

const scaleOf = () => el('p', { class: 'heat-scale' }, 'best of its column ',
  STEPS.map((heat) => el('span', { style: `--heat: ${heat}` })), ' 12× worse, or more');

/** @param common flags that all of its numbers have */
function matrixOf(columns, app, common) {
  const { sort } = app.state;
  const order = orderOf(columns, sort || (several(app) ? 'name' : ''), app.contenders);
  const linkTo = workloadLinks(app.state);
  const made = el('table', { class: 'heat matrix' },
    el('thead', null,
      el('tr', null,
        el('th', { scope: 'col', rowspan: 3, 'aria-sort': sortedBy(sort, 'name') }, sortButton('Row', 'name', app)),
        spans(columns, ({ figure }) => figure.group, (figure) => groupHead(figure, app))),
      el('tr', null,
        spans(columns, ({ figure }) => JSON.stringify([figure.group, figure.section]), ({ section }) => section)),
      el('tr', null, columns.map((column) => cellHead(column, app)))),
    el('tbody', null,
      order.map((i) => el('tr', { 'data-contender': app.contenders[i].index, 'data-row': app.contenders[i].key,
        class: app.contenders[i].key === app.state.row ? 'chosen' : null },
      el('th', { scope: 'row', title: app.contenders[i].file.driver }, rowName(app.contenders[i])),
      columns.map((column) => fieldOf(column, column.fields[i], app, common, linkTo))))));
  watchFields(made, (id) => columns.find(({ figure }) => figure.id === id), app);
  return made;
}

/** Highlights the row and the field that the address names. */
export function highlightChosen({ workload, row }) {
  for (const element of document.querySelectorAll('.matrix .chosen')) element.classList.remove('chosen');
  if (!row) return;
  for (const element of document.querySelectorAll(`.matrix tr[data-row="${CSS.escape(row)}"], .matrix `
      + `td[data-row="${CSS.escape(row)}"][data-workload="${CSS.escape(workload)}"]`)) {
    element.classList.add('chosen');
  }
}

/** Best first, or by a column: with a minus, its worst first. Rows without a number there come last. */
function orderOf(columns, sort, contenders) {
  const back = sort.startsWith('-');
  const name = sort.replace(/^-/, '');
  const all = [...contenders.keys()];
  const turned = (list) => (back ? list.reverse() : list);
  if (name === 'name') return turned(all);
  const column = columns.find(({ figure }) => figure.id === name);
  if (!column) return bestOf(columns, all);
  const known = all.filter((i) => column.fields[i].value !== null);
  const sign = (column.more ? -1 : 1) * (back ? -1 : 1);
  return [
    ...known.sort((a, b) => sign * (column.fields[a].value - column.fields[b].value)),
    ...all.filter((i) => !known.includes(i)),
  ];
}

function bestOf(columns, all) {
  const races = columns.filter(({ figure }) => !figure.crashes).map(({ fields }) => fields);
  return races.length > 0 ? bestFirst(races) : all;
}

const sortedBy = (sort, name) => (sort === name ? 'descending' : sort === `-${name}` ? 'ascending' : null);

/** The first click sorts by a column, the second reverses the order, the third sorts as before. */
function sortButton(text, name, { state, choose, current }) {
  const next = { [name]: `-${name}`, [`-${name}`]: '' }[state.sort] ?? name;
  const arrow = state.sort === name ? ' ▾' : state.sort === `-${name}` ? ' ▴' : '';
  return button([text, arrow], () => choose({ ...current(), sort: next, at: '' }), { class: 'sort' });
}

/** Heads that span all adjacent columns with the same key. */
function spans(columns, keyOf, titleOf) {
  const runs = [];
  for (const column of columns) {
    if (runs.at(-1)?.key === keyOf(column)) runs.at(-1).length += 1;
    else runs.push({ key: keyOf(column), length: 1, figure: column.figure });
  }
  return runs.map(({ length, figure }) => {
    const title = titleOf(figure);
    return el(title ? 'th' : 'td', { scope: title ? 'colgroup' : null, colspan: length, class: 'span' }, title);
  });
}

const groupHead = ({ group, groupTitle }, { state }) =>
  el('a', { href: printState({ ...state, at: group, workload: '' }) }, groupTitle);

function cellHead({ figure, what }, app) {
  const { state } = app;
  return el('th', { scope: 'col', class: 'number', title: figure.name, 'aria-sort': sortedBy(state.sort, figure.id) },
    sortButton(figure.title, figure.id, app), el('small', null, what));
}
