// The verdict: who wins, by how much, how sure that is, and what failed.
import { nearBar } from '../charts/bars.js';
import { swatch } from '../charts/strokes.js';
import { allRows, isShown, printState } from '../filters/state.js';
import { commandAlone } from '../lib/commands.js';
import { commands, el, folded, scrolling, unfolding } from '../lib/dom.js';
import { counted, factor, share } from '../lib/format.js';
import { rules } from '../lib/rules.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { idOf, promiseOf } from './ranking.js';

const ROWS_SHOWN = 3;

/** The id of the list of failures, for links to it. */
export const FAILURES = 'failures';

/** @param app `view`, `state`, `judged` (see overview/ranking.js), and the number of the machine (`nth`) */
function failuresOf(app) {
  const all = app.judged.failures;
  const title = el('strong', null, 'Failures and outliers');
  if (all.length === 0) return el('p', { id: idOf(FAILURES, app) }, title,
    `: none. No load failed, nothing was lost, no row left more than ${share(rules.left_share)} of its messages `
      + `undelivered or missed most of the rates that others held, and none is ${rules.outlier} `
      + 'times slower than the median row of a load.');
  const items = all.map((one) => itemOf(one, app));
  return el('div', { id: idOf(FAILURES, app), class: 'collapses' },
    el('p', null, title, ', worst first. ', el('span', { class: 'note' },
      'The best row is the one of the same load, as in the tables below, not counting rows with flag D.')),
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
    el('a', { href: printState({ ...from, workload: workload.id, row: contender.key, at: '' }) },
      el('strong', null, contender.label), `: ${what}`), ' ',
    entry && flagsOf(ownFlags(entry.flags), contender.label),
    ` under ${workload.title}`, beside && `; ${beside}`, '.',
    entry && folded('measure this row again', commands(commandAlone(figure, contender))),
  ];
}

const WINNERS_SHOWN = 3;

/** The words that the generator prints on a terminal. */
const EARLY = 'Delivered before it was stored (flag D), and counted all the same in verdicts that are not about '
  + 'storing: ';

/** @param app `state`, `judged` (see overview/ranking.js), and the number of the machine (`nth`) */
export function verdictOf(app) {
  const { headline, verdict, naming, machine } = app.judged;
  return el('section', { id: idOf('answer', app), 'aria-label': machine ? `Verdict on ${machine}` : 'Verdict' },
    machine && el('h2', { class: 'machine' }, `On ${machine}`),
    ofAll(app),
    kindsOf(app),
    el('p', { class: 'verdict' }, headline.map(({ text, strong, rest }) =>
      (strong ? el('strong', null, text) : rest.length > 0 ? unfolding(text, `, ${rest.join(', ')}`) : text))),
    verdict.length > 0 && folded('Leads, runners-up and confidence', winnersTable(verdict, app)),
    noted([naming, ...notesOf(app.judged)]),
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

function kindOf({ family, title, about, rows }, app) {
  const shown = rows.filter(({ contender }) => app.contenders.includes(contender));
  const placed = shown.filter(({ place }) => place !== null);
  const others = shown.filter(({ place }) => place === null).map(({ contender }) => contender.label);
  if (placed.length < 2) return null;
  const line = app.judged.verdict.find((one) => one.family === family && one.left_out.length === 0);
  return el('div', { class: 'kind', 'data-kind': family || 'all' },
    el('p', { class: 'title', title: about },
      el('a', { href: printState({ ...app.state, by: family, at: idOf('summary', app) }) }, title)),
    el('p', null, answerOf(line)),
    el('table', null, el('thead', { class: 'unseen' }, el('tr', null,
      ['Row', 'Near to the best', 'Factor'].map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', null, placed.map(barOf))),
    others.length > 0 && el('p', { class: 'note' }, `No rank: ${others.join(', ')}`));
}

/** Who wins, in one line. */
function answerOf(line) {
  if (!line || line.winners.length === 0) return 'No winner can be named.';
  const [first] = line.winners;
  const name = el('strong', null, first.contender.label);
  if (line.confidence === 'none') return ['Not decided. Best by the numbers: ', name];
  if (line.winners.length > 1) return [counted(line.winners.length, 'contender'), ' tie, with ', name, ' on top'];
  return [name, line.lead_words && ` ${line.family ? 'has' : 'is'} ${line.lead_words} (${line.lead_interval})`];
}

function barOf({ contender, ratio, guess, interval }) {
  return el('tr', { class: contender.discontinued || contender.promisesLess ? 'paler' : null },
    el('th', { scope: 'row', title: contender.label }, contender.label),
    el('td', { class: 'bar', title: `${factor(ratio.factor)} (${interval}${guess ? ', a guess' : ''})` },
      nearBar({ ...ratio, guess }, contender.style.colour)),
    el('td', { class: 'number' }, factor(ratio.factor)));
}

const loadsInWords = (n) => `${n} ${n === 1 ? 'load' : 'loads'}`;

function winnersTable(verdict, app) {
  return scrolling('Who wins', el('table', { class: 'winners' },
    el('thead', null,
      el('tr', null, ['For', 'Winner', 'Lead', 'Runner-up', 'Confidence']
        .map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', null, verdict.map((line) => winnerRow(line, app)))));
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

/** The state in which the ranking shows the rows of this line. */
function rankingState({ family, left_out: others }, app) {
  const { state } = app;
  return {
    ...state, by: family, without: [...new Set([...state.without, ...others.map(({ contender }) => contender.key)])],
    at: idOf('summary', app),
  };
}

function winnerRow(line, app) {
  const { family, title, workloads, load, rates, winners, runner_up: next, lead, lead_words: by,
    lead_interval: interval,
    confidence: how, why, left_out: others } = line;
  const named = how !== 'none';
  const common = Math.min(...lead.map((one) => one.workloads));
  const names = winners.map((row) => el('span', { class: named ? 'winner' : 'winner candidate' }, nameIn(row)));
  return el('tr', { 'data-family': `${family || 'all'}${others.length > 0 ? '-synced' : ''}` },
    el('th', { scope: 'row' }, el('a', { href: printState(rankingState(line, app)) }, title),
      el('small', null, load ? ` ${load.title}` : ` ${loadsInWords(workloads)}${rates && `, at ${rates}`}`)),
    el('td', null, !named && el('span', { class: 'winner' }, 'none named', el('small', null, 'best by the numbers:')),
      names.slice(0, WINNERS_SHOWN), names.length > WINNERS_SHOWN
        && folded(`and ${names.length - WINNERS_SHOWN} more`, names.slice(WINNERS_SHOWN))),
    el('td', { class: 'by' }, by || '–', interval && el('small', null, ` ${interval}`),
      lead.length > 0 && common < workloads && el('small', null, ` over ${loadsInWords(common)} in common`)),
    el('td', null, next ? nameIn(next).slice(1) : '–'),
    el('td', { class: 'sure', 'data-confidence': how }, el('strong', null, how), `: ${why}`));
}

/** A row with the letters of its flags, and what its place rests on: version, durability, the number of its workloads,
  * its uncertain numbers, and the rate that it holds.
  */
function nameIn({ contender, about, flags, doubt, measured, workloads, holds }) {
  const facts = [
    about, measured < workloads && `${measured} of ${loadsInWords(workloads)}`, doubt, holds && `holds up to ${holds}`,
  ];
  return [swatch(contender), el('span', null, contender.label,
    flags.length > 0 && [' ', el('b', { class: 'letters' }, flags.join(' '))]), ' ',
  el('small', null, facts.filter(Boolean).join(', '), promiseOf(contender))];
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
      `${guesses} rest on one repetition, so their intervals are guesses of at least ±${share(rules.guess)} `
        + `(p99: ±${share(rules.guess_of_tail)}): `, el('code', { class: 'unbroken' }, '--repeat 3'),
      ' gives real ones. ',
    ],
    measured,
  ];
}
