// The table of ranks.
import { logBar } from '../charts/bars.js';
import { swatch } from '../charts/line-styles.js';
import { printState } from '../filters/state.js';
import { checkbox, el, folded, scrolling } from '../lib/dom.js';
import { digits, factor, share } from '../lib/format.js';
import { maxOf, rules } from '../lib/rules.js';

/** The judgements of a choice: one for each machine that is shown. */
export function judgementsFor(judgements, { sure, common, machine }) {
  const chosen = judgements.filter((one) => one.certain_only === sure && one.common_only === common);
  return chosen.filter((one) => chosen.length === 1 || machine.length === 0 || machine.includes(one.machine));
}

/** Calls `make` for each machine, with its judgement (`judged`) and its number among them (`nth`). */
export const onEachMachine = (app, make) =>
  el('div', null, app.verdicts.map((judged, nth) => make({ ...app, judged, nth })));

/** The id of such a part. The first machine's has no number. */
export const idOf = (name, { nth }) => (nth > 0 ? `${name}-${nth + 1}` : name);

/** Adds its `contender` to everything with a `row` in a judgement.
  * @param rowOf returns the contender of a file, which is given by index
  */
export function withRows(value, rowOf) {
  if (Array.isArray(value)) return value.map((item) => withRows(item, rowOf));
  if (value === null || typeof value !== 'object') return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRows(item, rowOf)]));
  return value.row ? { ...made, contender: rowOf(value.row.file) } : made;
}

/** A row's name, its line and its durability.
  * @param version shown before the durability, such as the broker's version
  * @param more notes, shown after it
  */
export function rowName(contender, version, more) {
  return el('span', { class: 'contender' },
    swatch(contender),
    el('span', { class: 'name' }, contender.label, ' '),
    el('small', { class: 'durability' },
      [version, contender.durability, contender.discontinued && 'discontinued'].filter(Boolean).join(', '),
      promiseOf(contender),
      more?.length > 0 && el('span', { class: 'trouble' }, ', ', more)));
}

/** A label for rows that promise less than the disk or several nodes. */
export const promiseOf = ({ promisesLess }) => (promisesLess && [' ', el('span', { class: 'less' }, 'not synced')]);

/** @param app `state`, `contenders` (those shown), `judged`, the number of the machine (`nth`), and `choose` */
export function rankingOf(app) {
  const { rankings, machine } = app.judged;
  const chosen = rankings.find(({ division }) => division === app.state.by) ?? rankings[0];
  const others = rankings.filter((one) => one !== chosen);
  const rows = chosen.rows.filter(({ contender }) => app.contenders.includes(contender));
  return el('section', { id: idOf('summary', app) },
    el('h2', null, machine ? `Ranking on ${machine}` : 'Ranking'),
    tabs(rankings, chosen, app),
    el('p', { class: 'note' }, chosen.about,
      ' The factor says how many times worse a row is than the best row of each load, as a geometric mean. ',
      '1.00× is the best everywhere.'),
    choices(app, chosen.workloads),
    rankingTable(rows, others),
    el('p', { class: 'note' }, 'Mind the durability below each name: what a broker does before it confirms a '
      + 'persistent message decides how fast it can be.'),
    folded('How ranks are computed', el('p', { class: 'note' },
      'The line on a bar is the 95% interval. It is dashed if it is a guess, because there is only one repetition. A '
        + 'rank is one more than the number of rows that are surely better. All rows that no row surely beats share '
        + 'first place. ',
      `Unsupported loads are not scored. With less than ${share(rules.coverage)} of the loads, a row has no rank. `
        + `Factors are capped at ${rules.worst}×. A failure scores ${rules.worst}×, and so does a load under which `
        + `nothing was delivered, or whose rate was not held. `,
      `Ranks are among all rows and loads of the ${machine ? 'machine' : 'run'}. Filters hide rows, but change no `
        + 'rank. Two choices change the ranks: hide uncertain, and only loads that every row measured.')));
}

function tabs(rankings, chosen, { state, judged: { machine } }) {
  return el('nav', { class: 'tabs', 'aria-label': machine ? `Rank by, on ${machine}` : 'Rank by' },
    rankings.map((one) =>
    el('a', { href: printState({ ...state, by: one.division }), 'aria-current': one === chosen ? 'true' : null },
      titleOf(one))));
}

const titleOf = ({ division, title }) => (division === '' ? 'All' : title);

/** How many workloads count, and the switch that changes this. */
function choices({ state, choose }, workloads) {
  const input = checkbox(state.common, (common) => choose({ ...state, common }));
  return el('div', { class: 'choices' }, el('span', null, workloads === 1 ? '1 load counts'
    : `${workloads} loads count`),
    el('label', null, input, 'only loads that every row measured'));
}

function rankingTable(rows, others) {
  const highest = maxOf(rows.filter(({ ratio }) => ratio).map(({ ratio }) => ratio.high), 1);
  const most = Math.min(rules.worst, Math.max(2, highest));
  return scrolling('Ranking', el('table', { class: 'ranking' },
    el('thead', null, el('tr', null,
      el('th', { scope: 'col', class: 'number' }, 'Rank'), el('th', { scope: 'col' }, 'Row'),
      el('th', { scope: 'col', class: 'number' }, 'Factor'),
      el('th', { scope: 'col', class: 'scale' }, el('span', null, 'best'),
        el('span', { 'aria-hidden': 'true' }, `${digits(most)}×`)),
      el('th', { scope: 'col', class: 'number' }, 'Loads'),
      others.map((one) => el('th', { scope: 'col', class: 'number other' }, titleOf(one))))),
    el('tbody', null, rows.map((row) => rankingRow(row, most, others)))));
}

function rankingRow(row, most, others) {
  const { contender, place, ratio, interval, guess, states } = row;
  const measured = states.measured ?? 0;
  return el('tr',
    { 'data-contender': contender.index, 'data-row': contender.key, class: place === null ? 'unranked' : null },
    el('td', { class: 'number rank' }, place ?? el('span', { title: row.why }, '–')),
    el('th', { scope: 'row' }, rowName(contender, contender.broker.version, troubleOf(row))),
    el('td', { class: 'number overall', 'data-field': 'overall' }, factor(ratio?.factor),
      ratio && el('small', null, ` ${interval}${guess ? '?' : ''}`)),
    el('td', { class: 'scale' }, ratio && logBar({ ...ratio, guess }, most, contender.style.colour)),
    el('td', { class: 'number' }, `${measured}/${row.workloads}`),
    others.map(({ rows }) => otherScore(rows.find((other) => other.contender === contender))));
}

/** @param row undefined if the contender is not in that division */
function otherScore(row) {
  if (!row) return el('td', { class: 'number other' }, '–');
  const { place, ratio, workloads } = row;
  return el('td', { class: `number other ${place === 1 ? 'best' : ''}` }, workloads > 0 ? factor(ratio?.factor) : '–',
    place !== null && el('small', null, ` #${place}`));
}

/** The generator's notes, worst first; those of failures stand out. */
function troubleOf({ notes, faults }) {
  return notes.flatMap((note, i) => [
    i > 0 && ', ', faults.includes(note) ? el('strong', { class: 'faults' }, note) : note,
  ]);
}
