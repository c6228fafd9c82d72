// All rows and all cells on one screen: a matrix with the value in each field, coloured by how near it is to the best
// of its column.
import { el, scrolling } from './dom.js';
import { fieldOf, watchFields } from './fields.js';
import { keepHeads } from './heads.js';
import { machinesOf } from './machines.js';
import { commonMarks, commonOf, lettersOf } from './marks.js';
import { bestFirst } from './order.js';
import { columnOf, NUMBERS, numberOf } from './shown.js';
import { cellLinks, printState } from './state.js';
import { nameOf } from './summary.js';

/** With more columns than this there is a switch for colours alone. */
const MANY = 16;

const several = ({ contenders }) => machinesOf(contenders).length > 1;
const SEVERAL =
  ' Colours and factors are to the best row of the same machine; the same row of each machine stands together.';

const STEPS = [1, 0.75, 0.5, 0.25, 0];

/** @param app `state`, `view`, `contenders` and `figures` (those shown), `choose` */
export function overviewOf(app) {
  const number = numberOf(app.state.show);
  const columns = app.figures.map((figure) => columnOf(figure, app, number));
  const entries = columns.flatMap(({ cells }) => cells.map(({ entry }) => entry));
  return el('section', { id: 'overview', 'aria-labelledby': 'title-overview' },
    el('h2', { id: 'title-overview' }, 'All rows, all loads'),
    el('nav', { class: 'chips', 'aria-label': 'Number to show' },
      NUMBERS.map(({ name, title }) => el('a',
        { href: printState({ ...app.state, show: name, at: '' }),
          'aria-current': name === number.name ? 'true' : null }, title))),
    el('p', { class: 'note' }, number.about, several(app) && !number.neutral && SEVERAL,
      ' A click on a head sorts by it, one on a number opens it. ', commonMarks(entries), ' ',
      lettersOf(entries)),
    columns.length > 0 && !number.bad && !number.neutral && scaleOf(),
    columns.length > MANY && denseSwitch(app),
    columns.length > 0 ? keepHeads(scrolling('All rows, all loads', matrixOf(columns, app, commonOf(entries))))
      : el('p', { class: 'warning' }, 'No load fits these filters.'));
}

/** The colours, as they are in this light or dark page. */
const scaleOf = () => el('p', { class: 'heat-scale' }, 'best of its column ',
  STEPS.map((heat) => el('span', { style: `--heat: ${heat}` })), ' 12× behind, or further');

/** @param common marks that all of its numbers have */
function matrixOf(columns, app, common) {
  const { sort } = app.state;
  const order = orderOf(columns, sort || (several(app) ? 'name' : ''), app.contenders);
  const linkTo = cellLinks(app.state);
  const made = el('table', { class: `heat matrix ${app.state.dense && columns.length > MANY ? 'dense' : ''}` },
    el('thead', null,
      el('tr', null,
        el('th', { scope: 'col', rowspan: 3, 'aria-sort': sortedBy(sort, 'name') }, sortButton('Row', 'name', app)),
        spans(columns, ({ figure }) => figure.group, (figure) => groupHead(figure, app))),
      el('tr', null,
        spans(columns, ({ figure }) => JSON.stringify([figure.group, figure.section]), ({ section }) => section)),
      el('tr', null, columns.map((column) => cellHead(column, app)))),
    el('tbody', null,
      order.map((i) => el('tr', { 'data-contender': app.contenders[i].index, 'data-row': app.contenders[i].key,
        class: app.contenders[i].key === app.state.row ? 'looked' : null },
      el('th', { scope: 'row', title: app.contenders[i].file.driver }, nameOf(app.contenders[i])),
      columns.map((column) => fieldOf(column, column.cells[i], app, common, linkTo))))));
  watchFields(made, (id) => columns.find(({ figure }) => figure.id === id), app);
  return made;
}

/** Marks the row, and the field, that the address names. */
export function markLooked({ cell, row }) {
  for (const element of document.querySelectorAll('.matrix .looked')) element.classList.remove('looked');
  if (!row) return;
  for (const element of document.querySelectorAll(`.matrix tr[data-row="${CSS.escape(row)}"], .matrix `
      + `td[data-row="${CSS.escape(row)}"][data-cell="${CSS.escape(cell)}"]`)) {
    element.classList.add('looked');
  }
}

/** Best first; or by a column: its best first, or, with a minus, its worst; whoever has no number there comes last. */
function orderOf(columns, sort, contenders) {
  const back = sort.startsWith('-');
  const name = sort.replace(/^-/, '');
  const all = [...contenders.keys()];
  const turned = (list) => (back ? list.reverse() : list);
  if (name === 'name') return turned(all);
  const column = columns.find(({ figure }) => figure.id === name);
  if (!column) return bestOf(columns, all);
  const known = all.filter((i) => column.cells[i].value !== null);
  const sign = (column.more ? -1 : 1) * (back ? -1 : 1);
  return [
    ...known.sort((a, b) => sign * (column.cells[a].value - column.cells[b].value)),
    ...all.filter((i) => !known.includes(i)),
  ];
}

function denseSwitch({ state, choose }) {
  const box = el('input', { type: 'checkbox', checked: state.dense, 'data-flag': 'dense' });
  box.addEventListener('change', () => choose({ ...state, dense: box.checked, at: '' }));
  return el('p', { class: 'dense-switch' },
    el('label', null, box, 'colours alone, so that all loads fit on the screen; point at one for its numbers'));
}

function bestOf(columns, all) {
  const races = columns.filter(({ figure }) => !figure.crashes).map(({ cells }) => cells);
  return races.length > 0 ? bestFirst(races) : all;
}

const sortedBy = (sort, name) => (sort === name ? 'descending' : sort === `-${name}` ? 'ascending' : null);

/** A click sorts by a column, the next one turns it round, the third leaves it. */
function sortButton(text, name, { state, choose }) {
  const next = { [name]: `-${name}`, [`-${name}`]: '' }[state.sort] ?? name;
  const made = el('button', { type: 'button', class: 'sort' }, text,
    state.sort === name ? ' ▾' : state.sort === `-${name}` ? ' ▴' : '');
  made.addEventListener('click', () => choose({ ...state, sort: next, at: '' }));
  return made;
}

/** Heads over as many columns as have the same key. */
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
  el('a', { href: printState({ ...state, at: group, cell: '' }) }, groupTitle);

function cellHead({ figure, what }, app) {
  const { state } = app;
  return el('th', { scope: 'col', class: 'number', title: figure.name, 'aria-sort': sortedBy(state.sort, figure.id) },
    sortButton(figure.title, figure.id, app), el('small', null, what));
}
