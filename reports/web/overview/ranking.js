// The table of ranks.
import { logBar } from '../charts/bars.js';
import { swatch } from '../charts/line-styles.js';
import { printState } from '../filters/state.js';
import { checkbox, el, folded, note, numberCell, rowHead, scrolling, small } from '../lib/dom.js';
import { counted, digits, factor, share } from '../lib/format.js';
import { maxOf, rules } from '../lib/rules.js';

export function judgementsFor(judgements, { sure, common, machine }) {
  const chosen = judgements.filter((one) => one.certain_only === sure && one.common_only === common);
  return chosen.filter((one) => chosen.length === 1 || machine.length === 0 || machine.includes(one.machine));
}

/** Calls `make` for each machine, with its judgement (`judged`) and its number among them (`nth`). */
export const onEachMachine = (app, make) =>
  el('div', null, app.verdicts.map((judged, nth) => make({ ...app, judged, nth })));

export const titleOn = (title, { judged: { machine } }) =>
  (machine ? `${title} on ${machine}` : title);

export const idOf = (name, { nth }) => (nth > 0 ? `${name}-${nth + 1}` : name);

export function withRows(value, rowOf) {
  if (Array.isArray(value)) return value.map((item) => withRows(item, rowOf));
  if (value === null || typeof value !== 'object') return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRows(item, rowOf)]));
  return value.row ? { ...made, contender: rowOf(value.row.file) } : made;
}

export const rowName = (contender, version, more) => el('span', { class: 'contender' },
  swatch(contender),
  el('span', { class: 'name' }, contender.label, ' '),
  el('small', { class: 'durability' },
    [version, contender.durability, contender.discontinued && 'discontinued'].filter(Boolean).join(', '),
    promiseOf(contender),
    more?.length > 0 && el('span', { class: 'trouble' }, ', ', more)));

export const promiseOf = ({ promisesLess }) =>
  (promisesLess && [' ', el('span', { class: 'less' }, 'not synced')]);

export function rankingOf(app) {
  const { rankings, machine } = app.judged;
  const isShown = ({ contender }) => app.contenders.includes(contender);
  const chosen = rankings.find(({ division }) => division === app.state.by) ?? rankings[0];
  const others = rankings.filter((one) => one !== chosen);
  return el('section', { id: idOf('summary', app) },
    el('h2', null, titleOn('Ranking', app)),
    tabs(rankings, chosen, app),
    note(chosen.about, ' The factor says how many times worse a row is than the best row of each load, as a '
      + 'geometric mean. 1.00× is the best everywhere.'),
    choices(app, chosen.workloads),
    rankingTable(chosen.rows.filter(isShown), others),
    note('Mind the durability below each name: what a broker does before it confirms a persistent message decides '
      + 'how fast it can be.'),
    folded('How ranks are computed', note(
      'A rank is one more than the number of rows that are surely better. Unsupported loads are not scored. With ',
      `less than ${share(rules.coverage)} of the loads, a row has no rank. Factors are capped at ${rules.worst}×, `,
      'which is also the score of a failure, or of a rate that was not held. Ranks are among all rows and loads of ',
      `the ${machine ? 'machine' : 'run'}. Filters hide rows, but change no rank. Two choices change the ranks: `,
      'hide uncertain, and only loads that every row measured.')));
}

function tabs(rankings, chosen, app) {
  return el('nav', { class: 'tabs', 'aria-label': titleOn('Rank by', app) }, rankings.map((one) =>
    el('a', { href: printState({ ...app.state, by: one.division }), 'aria-current': one === chosen ? 'true' : null },
      titleOf(one))));
}

const titleOf = ({ division, title }) => (division === '' ? 'All' : title);

function choices({ state, choose }, workloads) {
  const input = checkbox(state.common, (common) => choose({ ...state, common }));
  return el('div', { class: 'choices' },
    el('span', null, `${counted(workloads, 'load')} ${workloads === 1 ? 'counts' : 'count'}`),
    el('label', null, input, 'only loads that every row measured'));
}

function rankingTable(rows, others) {
  const most = Math.min(rules.worst, maxOf(rows.map(({ ratio }) => ratio?.high ?? 0), 2));
  const head = (kind, ...content) => el('th', { scope: 'col', class: kind }, ...content);
  return scrolling('Ranking', el('table', { class: 'ranking' },
    el('thead', null, el('tr', null,
      head('number', 'Rank'), head(null, 'Row'), head('number', 'Factor'),
      head('scale', el('span', null, 'best'), el('span', { 'aria-hidden': 'true' }, `${digits(most)}×`)),
      head('number', 'Loads'), others.map((one) => head('number other', titleOf(one))))),
    el('tbody', null, rows.map((row) => rankingRow(row, most, others)))));
}

function rankingRow(row, most, others) {
  const { contender, place, ratio, interval, guess, states } = row;
  return el('tr',
    { 'data-row': contender.key, class: place === null ? 'unranked' : null },
    el('td', { class: 'number rank' }, place ?? el('span', { title: row.why }, '–')),
    rowHead(rowName(contender, contender.broker.version, troubleOf(row))),
    el('td', { class: 'number overall', 'data-field': 'overall' }, factor(ratio?.factor),
      ratio && small(` ${interval}${guess ? '?' : ''}`)),
    el('td', { class: 'scale' }, ratio && logBar({ ...ratio, guess }, most, contender.style.colour)),
    numberCell(`${states.measured ?? 0}/${row.workloads}`),
    others.map(({ rows }) => otherScore(rows.find((other) => other.contender === contender))));
}

function otherScore(row) {
  if (!row) return el('td', { class: 'number other' }, '–');
  const { place, ratio, workloads } = row;
  return el('td', { class: `number other ${place === 1 ? 'best' : ''}` }, workloads > 0 ? factor(ratio?.factor) : '–',
    place !== null && small(` #${place}`));
}

const troubleOf = ({ notes, faults }) => notes.flatMap((text, i) =>
  [i > 0 && ', ', faults.includes(text) ? el('strong', { class: 'faults' }, text) : text]);
