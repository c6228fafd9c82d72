// The first screen: for each kind of work the answer and a bar for each contender. Then: what failed.
import { nearBar } from '../charts/bars.js';
import { allRows, isShown, printState, rowLink } from '../filters/state.js';
import { commandAlone } from '../lib/commands.js';
import { commands, el, folded, listOf, note, numberCell, strong } from '../lib/dom.js';
import { counted, factor, share } from '../lib/format.js';
import { rules } from '../lib/rules.js';
import { entryOfRow } from '../lib/view-model.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { idOf, titleOn } from './ranking.js';

const ROWS_SHOWN = 3;

export const FAILURES = 'failures';

function failuresOf(app) {
  const all = app.judged.failures;
  if (all.length === 0) return el('p', { id: idOf(FAILURES, app) },
    `None. No load failed, nothing was lost, no row left more than ${share(rules.left_share)} of its messages `
      + `undelivered or missed most of the rates that others held, and none is ${rules.outlier} `
      + 'times slower than the median row of a load.');
  const items = all.map((one) => failuresIn(one, app));
  const further = items.slice(ROWS_SHOWN);
  return el('div', { id: idOf(FAILURES, app), class: 'collapses' },
    el('p', null, 'Worst first. ', el('span', { class: 'note' },
      'The best row is the one of the same load, not counting rows with flag D.')),
    listOf(items.slice(0, ROWS_SHOWN)),
    further.length > 0 && folded(`and ${counted(further.length, 'more row')}`, listOf(further)));
}

function failuresIn({ contender, incidents, words }, app) {
  if (incidents.length === 0) return [strong(contender.label), ` ${words.join('; ')}`];
  const [worst, ...others] = incidents.map((one) => incidentOf(one, contender, app));
  return [worst, others.length > 0
    && folded(`and ${counted(others.length, 'more load')} of this row`, listOf(others))];
}

function incidentOf({ workload, what, beside }, contender, { view, state }) {
  const figure = view.figures.find(({ group, id }) => group === workload.group && id === workload.id);
  // the link also works for a row that the filters hide
  const from = isShown(contender, state) ? state : allRows(state);
  return [
    el('a', { href: rowLink(from, workload, contender) }, strong(contender.label), `: ${what}`), ' ',
    figure && flagsOf(ownFlags(entryOfRow(figure, contender).flags), contender.label),
    ` under ${workload.title}`, beside && `; ${beside}`, '.',
    folded('measure this row again', commands(commandAlone(workload, contender))),
  ];
}

export function answersOf(app) {
  const { headline, machine } = app.judged;
  const all = app.view.contenders.filter(({ broker }) => broker.available).length;
  return el('section', { id: idOf('answer', app), 'aria-label': titleOn('Answers', app) },
    machine && el('h2', { class: 'machine' }, `On ${machine}`),
    app.contenders.length < all && note(`The verdict and the ranks are among all ${all} rows; the filters show `
      + `${app.contenders.length} of them.`),
    kindsOf(app) || el('p', { class: 'verdict' }, inWords(headline)));
}

const EARLY = 'Delivered before it was stored (flag D), and counted all the same in verdicts that are not about '
  + 'storing: ';

export function doubtsOf(app) {
  const { unexercised, early } = app.judged;
  const notes = [rowsNamed('Not in the verdict of persistent loads: ', unexercised), rowsNamed(EARLY, early)]
    .filter(Boolean);
  return el('section', null,
    el('h2', null, titleOn('Failures and doubts', app)),
    notes.length > 0 && note(notes.map((one, i) => [i > 0 && ' ', one])),
    failuresOf(app),
    el('p', null, confidence(app)));
}

function kindsOf(app) {
  const charts = app.judged.rankings.map((ranking) => kindOf(ranking, app)).filter(Boolean);
  return charts.length > 0 && el('div', { class: 'card kinds', role: 'group',
    'aria-label': titleOn('Best contenders', app) }, charts,
  note('A full bar is the best contender of each load. Half a bar is half as many messages per second, or twice the '
    + 'p99. Lines are 95% intervals, dashed if a contender was measured once.'));
}

function kindOf({ division, title, about, rows }, app) {
  const shown = rows.filter(({ contender }) => app.contenders.includes(contender));
  const placed = shown.filter(({ place }) => place !== null);
  const others = shown.filter(({ place }) => place === null).map(({ contender }) => contender.label);
  if (placed.length < 2) return null;
  const answer = app.judged.verdicts.find((one) => one.division === division);
  return el('div', { class: 'kind' },
    el('p', { class: 'title', title: about },
      el('a', { href: printState({ ...app.state, by: division, at: idOf('summary', app) }) }, title)),
    el('p', { 'data-outcome': answer?.outcome }, answer ? inWords(answer.words) : 'No row has enough numbers.'),
    answer?.apart && note(answer.apart),
    el('table', null, el('thead', { class: 'unseen' }, el('tr', null,
      ['Row', 'Near to the best', 'Factor'].map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', null, placed.map(barOf))),
    others.length > 0 && note(`No rank: ${others.join(', ')}`));
}

const inWords = (parts) =>
  parts.map(({ text, strong: isStrong }) => (isStrong ? strong(text) : text));

function barOf({ contender, ratio, guess, interval }) {
  return el('tr', { class: contender.discontinued || contender.promisesLess ? 'paler' : null },
    el('th', { scope: 'row', title: contender.label }, contender.label),
    el('td', { class: 'bar', title: `${factor(ratio.factor)} (${interval}${guess ? ', a guess' : ''})` },
      nearBar({ ...ratio, guess }, contender.style.colour)),
    numberCell(factor(ratio.factor)));
}

function rowsNamed(title, rows) {
  const each = ({ contender, words: why }, i) => [i > 0 && '; ', strong(contender.label), ` (${why})`];
  return rows.length > 0 && [title, rows.map(each), '.'];
}

const confidence = ({ judged: { certainty: { numbers, uncertain, flags_words: why, guesses, measured } }, state }) => [
  numbers > 0 && strong('Confidence: '),
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
