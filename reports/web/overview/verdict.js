// The verdict: who wins, by how much, how sure that is, and what failed.
import { nearBar } from '../charts/bars.js';
import { allRows, isShown, printState, rowLink } from '../filters/state.js';
import { commandAlone } from '../lib/commands.js';
import { commands, el, folded } from '../lib/dom.js';
import { counted, factor, share } from '../lib/format.js';
import { rules } from '../lib/rules.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { idOf } from './ranking.js';

const ROWS_SHOWN = 3;

/** The id of the list of failures, for links to it. */
export const FAILURES = 'failures';

/** @param app `view`, `state`, `judged` (see overview/ranking.js), and the number of the machine (`nth`) */
function failuresOf(app) {
  const all = app.judged.failures;
  if (all.length === 0) return el('p', { id: idOf(FAILURES, app) },
    `None. No load failed, nothing was lost, no row left more than ${share(rules.left_share)} of its messages `
      + `undelivered or missed most of the rates that others held, and none is ${rules.outlier} `
      + 'times slower than the median row of a load.');
  const items = all.map((one) => itemOf(one, app));
  return el('div', { id: idOf(FAILURES, app), class: 'collapses' },
    el('p', null, 'Worst first. ', el('span', { class: 'note' },
      'The best row is the one of the same load, not counting rows with flag D.')),
    el('ul', null, items.slice(0, ROWS_SHOWN)), items.length > ROWS_SHOWN
      && folded(`and ${counted(items.length - ROWS_SHOWN, 'more row', 'more rows')}`,
        el('ul', null, items.slice(ROWS_SHOWN))));
}

/** The worst incident of a row. A click shows the others. */
function itemOf({ contender, incidents, words }, app) {
  const [worst, ...rest] = incidents;
  if (!worst) return el('li', null, el('strong', null, contender.label), ` ${words.join('; ')}`);
  return el('li', null, incidentOf(worst, contender, app), rest.length > 0
    && folded(`and ${counted(rest.length, 'more load', 'more loads')} of this row`,
      el('ul', null, rest.map((one) => el('li', null, incidentOf(one, contender, app))))));
}

function incidentOf({ workload, what, beside }, contender, { view, state }) {
  const figure = view.figures.find(({ group, id }) => group === workload.group && id === workload.id);
  const entry = figure?.entries.find((one) => one.contender === contender);
  // the link also works for a row that the filters hide
  const from = isShown(contender, state) ? state : allRows(state);
  return [
    el('a', { href: rowLink(from, workload, contender) },
      el('strong', null, contender.label), `: ${what}`), ' ',
    entry && flagsOf(ownFlags(entry.flags), contender.label),
    ` under ${workload.title}`, beside && `; ${beside}`, '.',
    entry && folded('measure this row again', commands(commandAlone(figure, contender))),
  ];
}

/** The words that the generator prints on a terminal. */
const EARLY = 'Delivered before it was stored (flag D), and counted all the same in verdicts that are not about '
  + 'storing: ';

/** @param app `state`, `judged` (see overview/ranking.js), and the number of the machine (`nth`) */
export function answersOf(app) {
  const { headline, machine } = app.judged;
  return el('section', { id: idOf('answer', app), 'aria-label': machine ? `Answers on ${machine}` : 'Answers' },
    machine && el('h2', { class: 'machine' }, `On ${machine}`),
    ofAll(app),
    kindsOf(app) || el('p', { class: 'verdict' }, inWords(headline)));
}

/** What failed, and how certain the numbers are. */
export function doubtsOf(app) {
  const { machine } = app.judged;
  return el('section', null,
    el('h2', null, machine ? `Failures and doubts on ${machine}` : 'Failures and doubts'),
    noted(notesOf(app.judged)),
    failuresOf(app),
    el('p', null, confidence(app)));
}

/** If filters hide rows, says that the verdict still counts them. */
function ofAll({ view, contenders }) {
  const all = view.contenders.filter(({ broker }) => broker.available).length;
  return contenders.length < all && el('p', { class: 'note' },
    `The verdict and the ranks are among all ${all} rows; the filters show ${contenders.length} of them.`);
}

/** A chart for each kind of work: all contenders, best first. */
function kindsOf(app) {
  const { rankings, machine } = app.judged;
  const charts = rankings.map((ranking) => kindOf(ranking, app)).filter(Boolean);
  return charts.length > 0 && el('div', { class: 'card kinds', role: 'group',
    'aria-label': machine ? `Best contenders on ${machine}` : 'Best contenders' }, charts,
  el('p', { class: 'note' }, 'A full bar is the best contender of each load. Half a bar is half as many '
    + 'messages per second, or twice the p99. Lines are 95% intervals, dashed if a contender was measured once.'));
}

function kindOf({ division, title, about, rows }, app) {
  const shown = rows.filter(({ contender }) => app.contenders.includes(contender));
  const placed = shown.filter(({ place }) => place !== null);
  const others = shown.filter(({ place }) => place === null).map(({ contender }) => contender.label);
  if (placed.length < 2) return null;
  const answer = app.judged.verdicts.find((one) => one.division === division);
  return el('div', { class: 'kind', 'data-kind': division || 'all' },
    el('p', { class: 'title', title: about },
      el('a', { href: printState({ ...app.state, by: division, at: idOf('summary', app) }) }, title)),
    el('p', { 'data-outcome': answer?.outcome }, answer ? inWords(answer.words) : 'No row has enough numbers.'),
    answer?.apart && el('p', { class: 'note' }, answer.apart),
    el('table', null, el('thead', { class: 'unseen' }, el('tr', null,
      ['Row', 'Near to the best', 'Factor'].map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', null, placed.map(barOf))),
    others.length > 0 && el('p', { class: 'note' }, `No rank: ${others.join(', ')}`));
}

const inWords = (parts) => parts.map(({ text, strong }) => (strong ? el('strong', null, text) : text));

function barOf({ contender, ratio, guess, interval }) {
  return el('tr', { class: contender.discontinued || contender.promisesLess ? 'paler' : null },
    el('th', { scope: 'row', title: contender.label }, contender.label),
    el('td', { class: 'bar', title: `${factor(ratio.factor)} (${interval}${guess ? ', a guess' : ''})` },
      nearBar({ ...ratio, guess }, contender.style.colour)),
    el('td', { class: 'number' }, factor(ratio.factor)));
}

function noted(sentences) {
  const said = sentences.filter(Boolean);
  return said.length > 0 && el('p', { class: 'note' }, said.map((one, i) => [i > 0 && ' ', one]));
}

/** Rows that delivered messages before they stored them, and which verdicts still count them. */
const notesOf = ({ unexercised, early }) => [
  rowsNamed('Not in the verdict of persistent loads: ', unexercised), rowsNamed(EARLY, early),
];

/** Rows, each with its reason. */
function rowsNamed(title, rows) {
  const each = ({ contender, words: why }, i) => [i > 0 && '; ', el('strong', null, contender.label), ` (${why})`];
  return rows.length > 0 && [title, rows.map(each), '.'];
}

function confidence({ judged: { certainty: { numbers, uncertain, flags_words: why, guesses, measured } }, state }) {
  return [
    numbers > 0 && el('strong', null, 'Confidence: '),
    numbers > 0 && (uncertain > 0 ? `${uncertain} of ${numbers} numbers are uncertain (${why}); `
      : `none of ${numbers} numbers is uncertain. `),
    uncertain > 0 && [
      el('a', { href: printState({ ...state, sure: !state.sure }) }, state.sure ? 'count them' : 'hide them'), '. ',
    ],
    guesses > 0 && [
      `${guesses} rest on one start of the broker, so their intervals rest on how much other brokers differ: `,
      el('code', { class: 'unbroken' }, '--repeat 3'), ' gives their own. ',
    ],
    measured,
  ];
}
