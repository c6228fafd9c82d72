// The table that ranks, and the choice of what it ranks by.
import { el, scrolling } from './dom.js';
import { FAMILIES, familiesOf } from './families.js';
import { digits, factor } from './format.js';
import { maxOf } from './numbers.js';
import { COVERAGE, highOf, rank, WORST } from './ranking.js';
import { printState } from './state.js';
import { logBar } from './strips.js';
import { swatch } from './strokes.js';

/** A row's name, its line and what its persistent messages survive; with its version if that is asked for. */
export function nameOf(contender, version) {
  return el('span', { class: 'contender' },
    swatch(contender),
    el('span', { class: 'name' }, contender.label, ' '),
    el('small', { class: 'durability' }, [version, contender.durability].filter(Boolean).join(', ')));
}

/** @param app `state`, `contenders` (those shown), `counting` (cells), `standing`, and `choose` */
export function summaryOf(app) {
  const families = FAMILIES.filter(({ name }) => [...app.standing.keys()].some((figure) => familiesOf(figure).includes(name)));
  const by = families.some(({ name }) => name === app.state.by) ? app.state.by : '';
  const chosen = families.find(({ name }) => name === by);
  const others = [{ name: '', title: 'All' }, ...families].filter(({ name }) => name !== by);
  const rows = rank(app.standing, app.contenders, by);
  const scores = new Map(others.map(({ name }) => [name, rank(app.standing, app.contenders, name)]));
  return el('section', { id: 'summary' },
    el('h2', null, 'Ranking'),
    tabs(families, by, app),
    el('p', { class: 'note' }, chosen ? chosen.about : 'All kinds of load together, without latencies at fixed rates that climb or are shares of each row’s own maximum.', ' How many times worse than the best row of each cell, as a geometric mean; 1.00× is the best everywhere.'),
    choices(app, maxOf(rows.map((row) => row.cells), 0)),
    rankingTable(rows, others, scores),
    el('p', { class: 'note' }, 'The line on a bar is the 95 % interval, dashed where it is a guess because there is one repetition. A rank is one more than the number of rows that are surely better: rows that nobody is surely better than share the first. ',
      `What a row does not support costs nothing and shows in "cells"; with less than ${100 * COVERAGE} % of them it has no rank. No cell counts for more than ${WORST}×, and one that failed, in which nothing moved, or whose rate was not held, for as much. `,
      'Mind the durability below each name: what a broker does before it confirms a persistent message decides how fast it can be.'));
}

function tabs(families, by, { state }) {
  return el('nav', { class: 'tabs', 'aria-label': 'Rank by' }, [{ name: '', title: 'All' }, ...families].map(({ name, title }) =>
    el('a', { href: printState({ ...state, by: name }), 'aria-current': name === by ? 'true' : null }, title)));
}

/** How many cells count, and how to count others. */
function choices({ state, counting, figures, choose }, cells) {
  const box = (name, text) => {
    const input = el('input', { type: 'checkbox', checked: state[name] });
    input.addEventListener('change', () => choose({ ...state, [name]: input.checked }));
    return el('label', null, input, text);
  };
  const again = el('button', { type: 'button' }, 'count all again');
  again.addEventListener('click', () => choose({ ...state, x: [] }));
  return el('div', { class: 'choices' },
    el('span', null, cells === 1 ? '1 cell counts' : `${cells} cells count`, counting.length < figures.length && [` (${figures.length - counting.length} switched off in the tables below) `, again]),
    box('common', 'only cells that every row measured'));
}

function rankingTable(rows, others, scores) {
  const most = Math.max(2, maxOf(rows.filter(({ factor: f }) => Number.isFinite(f)).map(highOf), 1));
  return scrolling('Ranking', el('table', { class: 'ranking' },
    el('thead', null, el('tr', null,
      el('th', { scope: 'col', class: 'number' }, 'Rank'), el('th', { scope: 'col' }, 'Row'),
      el('th', { scope: 'col', class: 'number' }, 'Factor'),
      el('th', { scope: 'col', class: 'scale' }, el('span', null, 'best'), el('span', { 'aria-hidden': 'true' }, `${digits(most)}×`)), el('th', { scope: 'col', class: 'number' }, 'Cells'),
      others.map(({ title }) => el('th', { scope: 'col', class: 'number other' }, title)))),
    el('tbody', null, rows.map((row) => rankingRow(row, most, others, scores)))));
}

function rankingRow(row, most, others, scores) {
  const { contender, place, factor: times, cells, measured } = row;
  return el('tr', { 'data-contender': contender.index, 'data-row': contender.key, class: place === null ? 'unranked' : null },
    el('td', { class: 'number rank' }, place ?? el('span', { title: row.why }, '–')),
    el('th', { scope: 'row' }, nameOf(contender, contender.broker.version), el('small', { class: 'trouble' }, troubleOf(row))),
    el('td', { class: 'number overall', 'data-field': 'overall' }, factor(times), measured > 0 && el('small', null, ` ± ${digits(times * Math.sinh(row.half))}${row.guess ? '?' : ''}`)),
    el('td', { class: 'scale' }, measured > 0 && logBar(row, most, contender.style.colour)),
    el('td', { class: 'number' }, `${measured}/${cells}`),
    others.map(({ name }) => otherScore(scores.get(name).find((other) => other.contender === contender))));
}

function otherScore({ place, factor: times, cells }) {
  return el('td', { class: `number other ${place === 1 ? 'best' : ''}` }, cells > 0 ? factor(times) : '–', place !== null && el('small', null, ` #${place}`));
}

function troubleOf({ failed, still, beyond, unsupported, absent, doubtful, uncertain, faulty, why, contender }) {
  const said = [
    failed > 0 && el('strong', { class: 'faults' }, `${failed} failed`),
    still > 0 && el('strong', { class: 'faults' }, `nothing moved in ${still}`),
    beyond > 0 && `does not hold the rate of ${beyond}`,
    contender.crash?.lost > 0 && el('strong', { class: 'faults' }, 'loses confirmed messages'),
    faulty > 0 && `faults in ${faulty}`,
    unsupported > 0 && `${unsupported} unsupported`,
    absent > 0 && `${absent} not run`,
    doubtful > 0 && `${doubtful} doubtful left out`,
    uncertain > 0 && `${uncertain} uncertain`,
    why && `no rank: ${why}`,
  ].filter(Boolean);
  return said.flatMap((part, i) => (i > 0 ? [', ', part] : [part]));
}
