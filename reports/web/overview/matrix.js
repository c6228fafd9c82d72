// All rows and all workloads on one screen. The colour of a number shows how near it is to the best.
import { printState, rowLinks } from '../filters/state.js';
import { button, el, hideTip, note, scrolling, showTip, small, tipOwner, warning } from '../lib/dom.js';
import { bytes, count, factor, micros, percentileInWords, share, si, words } from '../lib/format.js';
import { bestFirst, columnOf, intervalOf, measureNamed, MEASURES, payloadIn } from '../lib/standings.js';
import { machinesOf } from '../lib/view-model.js';
import { commonFlags, commonOf, lettersOf, ownFlags, sayFlag } from '../tables/flags.js';
import { rowName } from './ranking.js';

const COLD = 12;

const WORDS = { uncertain: 'uncertain', too_few: 'too few', measured: '–' };
const STATUSES = { measured: 'nothing delivered', missing: 'not run', foreign: '–' };

export function wordFor({ entry: { status, sweep, delivered }, state }) {
  if (state === 'beyond') return sweep.beyond ? '–' : 'not held';
  if (state === 'left') return `${share(delivered.undelivered.share)} undelivered`;
  return WORDS[state] ?? STATUSES[status] ?? words(status);
}

export const hasFailed = ({ entry, state }) => entry.status === 'failed' || state === 'left';

function fieldOf({ figure }, field, { state }, common, linkTo) {
  const { entry, text, factor: times, bad } = field;
  const { contender } = entry;
  const quiet = text === null;
  const warmth = times === null ? 0 : Math.max(0, 1 - Math.log(times) / Math.log(COLD)).toFixed(3);
  const letters = ownFlags(entry.flags, common).map(({ letter }) => letter).join('');
  const classes = ['number', quiet && 'quiet', !quiet && times === 1 && 'best',
    (bad || (quiet && hasFailed(field))) && 'failed',
    figure.id === state.workload && contender.key === state.row && 'chosen'];
  return el('td', { 'data-workload': figure.id, 'data-row': contender.key, class: classes.filter(Boolean).join(' '),
    style: !quiet && `--heat: ${warmth}` },
  el('a', { href: linkTo(figure, contender) }, text ?? wordFor(field)),
  (times > 1 || letters) && small(times > 1 && factor(times), letters && [' ', el('b', null, letters)]));
}

function behindIn(fields, { factor: times, entry: { contender } }) {
  const best = fields.find((one) => one.factor === 1 && one.entry.contender.machine === contender.machine);
  return best && times > 1 ? `${factor(times)}: ${best.text} of ${best.entry.contender.label}` : factor(times);
}

const PERCENTILES = ['us_p50', 'us_p95', 'us_p99'];

export function factsOfField({ figure, fields }, field) {
  const { entry } = field;
  const { delivered, number, contender, rates, sweep } = entry;
  const head = [contender.label, figure.name];
  if (entry.status !== 'measured') return [head, [wordFor(field), sweep?.because ?? entry.reason]];
  const { what, more, latency: kind } = figure.criterion;
  const latency = entry.latencies[kind ?? 'end_to_end'];
  const payload = payloadIn(entry, figure);
  const value = number
    && (more ? number.value.toLocaleString('en-US', { maximumFractionDigits: 1 }) : micros(number.value));
  return [
    head,
    number && [what, `${value} (${number.guess ? 'a guess from one repetition' : '95 % interval'}: `
      + `${intervalOf(number, more ? si : micros)})`],
    entry.state === 'too_few' && [what, 'not known: too few messages'],
    payload && ['payload', payload],
    field.factor > 0 && ['behind the best', behindIn(fields, field)],
    sweep?.held === false && ['not held', sweep.because],
    figure.load.open_loop && rates.produced && ['sent', `${si(rates.produced.mean)}/s`],
    latency && ['p50, p95, p99', `${PERCENTILES.map((quantile) => percentileInWords(latency, quantile)).join(', ')} `
      + `of ${count(latency.count)} messages`],
    delivered.cpu.mean !== null && [
      'CPU', `${micros(delivered.cpu.mean)} of the broker per message ${delivered.of}`,
    ],
    delivered.undelivered?.never > 0 && ['undelivered', `${count(delivered.undelivered.never)} of `
      + `${count(delivered.undelivered.owed)}, ${share(delivered.undelivered.share)}`],
    delivered.written !== null && ['written', `${bytes(delivered.written)} per message`],
    contender.file.driver && ['client library', contender.file.driver],
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
  for (const event of ['mouseover', 'focusin']) table.addEventListener(event, ({ target }) => show(target));
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
    note(number.about, several(app) && !number.neutral && SEVERAL,
      ' Click a header to sort by it, or a number to open it. ', commonFlags(entries), ' ', lettersOf(entries)),
    columns.length > 0 && !number.bad && !number.neutral && scaleOf(),
    columns.length > 0 ? scrolling('All rows, all loads', matrixOf(columns, app, commonOf(entries)))
      : warning('No load fits these filters.'));
}

const scaleOf = () => el('p', { class: 'heat-scale' }, 'best of its column ',
  [1, 0.75, 0.5, 0.25, 0].map((heat) => el('span', { style: `--heat: ${heat}` })), ' 12× worse, or more');

function matrixOf(columns, app, common) {
  const { state, contenders } = app;
  const linkTo = rowLinks(state);
  const order = orderOf(columns, state.sort || (several(app) ? 'name' : ''), contenders);
  const groupHead = ({ group, groupTitle }) =>
    el('a', { href: printState({ ...state, at: group, workload: '' }) }, groupTitle);
  const made = el('table', { class: 'heat matrix' },
    el('thead', null,
      el('tr', null,
        el('th', { scope: 'col', rowspan: 3, 'aria-sort': sortedBy(state, 'name') }, sortButton('Row', 'name', app)),
        spans(columns, ({ group }) => group, groupHead)),
      el('tr', null,
        spans(columns, ({ group, section }) => JSON.stringify([group, section]), ({ section }) => section)),
      el('tr', null, columns.map(({ figure, what }) =>
        el('th', { scope: 'col', class: 'number', title: figure.name, 'aria-sort': sortedBy(state, figure.id) },
          sortButton(figure.title, figure.id, app), small(what))))),
    el('tbody', null, order.map((i) => {
      const { key, file } = contenders[i];
      return el('tr', { 'data-row': key, class: key === state.row && 'chosen' },
        el('th', { scope: 'row', title: file.driver }, rowName(contenders[i])),
        columns.map((column) => fieldOf(column, column.fields[i], app, common, linkTo)));
    })));
  watchFields(made, (id) => columns.find(({ figure }) => figure.id === id), app);
  return made;
}

export function highlightChosen({ workload, row }) {
  for (const element of document.querySelectorAll('.matrix .chosen')) element.classList.remove('chosen');
  if (!row) return;
  for (const element of document.querySelectorAll(`.matrix tr[data-row="${CSS.escape(row)}"], .matrix `
      + `td[data-row="${CSS.escape(row)}"][data-workload="${CSS.escape(workload)}"]`)) {
    element.classList.add('chosen');
  }
}

function orderOf(columns, sort, contenders) {
  const back = sort.startsWith('-');
  const name = sort.replace(/^-/, '');
  const all = [...contenders.keys()];
  if (name === 'name') return back ? all.reverse() : all;
  const column = columns.find(({ figure }) => figure.id === name);
  if (!column) {
    const races = columns.filter(({ figure }) => !figure.crashes).map(({ fields }) => fields);
    return races.length > 0 ? bestFirst(races) : all;
  }
  const valueOf = (i) => column.fields[i].value;
  const sign = Boolean(column.more) === back ? 1 : -1;
  return [
    ...all.filter((i) => valueOf(i) !== null).sort((a, b) => sign * (valueOf(a) - valueOf(b))),
    ...all.filter((i) => valueOf(i) === null),
  ];
}

const sortedBy = ({ sort }, name) =>
  (sort === name ? 'descending' : sort === `-${name}` ? 'ascending' : null);

/** The first click sorts by a column, the second reverses the order, the third sorts as before. */
function sortButton(text, name, { state, choose, current }) {
  const next = { [name]: `-${name}`, [`-${name}`]: '' }[state.sort] ?? name;
  const arrow = { descending: ' ▾', ascending: ' ▴' }[sortedBy(state, name)];
  return button([text, arrow], () => choose({ ...current(), sort: next, at: '' }), { class: 'sort' });
}

function spans(columns, keyOf, titleOf) {
  const runs = [];
  for (const { figure } of columns) {
    if (runs.at(-1)?.key === keyOf(figure)) runs.at(-1).length += 1;
    else runs.push({ key: keyOf(figure), length: 1, title: titleOf(figure) });
  }
  return runs.map(({ length, title }) =>
    el(title ? 'th' : 'td', { scope: title ? 'colgroup' : null, colspan: length, class: 'span' }, title));
}
