// The verdict: who wins for which kind of work, by how much, how sure that is, and what collapses. Every sentence is generated.
import { heldUpTo } from './climbs.js';
import { el, folded, scrolling } from './dom.js';
import { si } from './format.js';
import { minOf } from './numbers.js';
import { attempts } from './ranking.js';
import { printState } from './state.js';
import { swatch } from './strokes.js';
import { cellsInWords, certaintyOf, COLLAPSE, collapseInWords, collapsesOf, comparedAt, inWords, syncedWinner, timesOf, winnersOf } from './verdict.js';

const SHOWN = 4;
const EXAMPLES = 3;

/** @param app `state`, `contenders`, `figures` and `counting` (those shown), `standing` */
export function answerOf(app) {
  const winners = winnersOf(app.standing, app.contenders);
  return el('section', { id: 'answer', 'aria-label': 'Verdict' },
    winners.length === 0 ? el('p', { class: 'verdict' }, nobody(app)) : [el('p', { class: 'verdict' }, sentenceOf(winners[0])), winnersTable(withSynced(winners, app), app)],
    collapses(app),
    el('p', null, certainty(certaintyOf(app.standing), app)));
}

function nobody({ contenders, standing }) {
  if (contenders.length === 1) return ['Only ', el('strong', null, contenders[0].label), ' is shown, and it has no numbers in these cells.'];
  return standing.size === 0 ? 'No cell counts: nobody got through any.' : 'No row that is shown has enough numbers in the cells that are shown.';
}

/** Rows by name, and how many of the cells they have, if not all. */
const named = (rows) => rows.slice(0, SHOWN).map(({ contender, measured, cells }, i) => [
  i > 0 && (i === rows.length - 1 ? ' and ' : ', '), el('strong', null, contender.label), measured < cells && ` (in ${measured})`]);

/** The headline: over everything that can be compared across cells. */
function sentenceOf({ name, title, best, next, by, cells, thin }) {
  const over = `Over ${cellsInWords(cells)}${name === '' ? '' : ` (${title.toLowerCase()})`} `;
  if (thin) return `${over}nobody can be said to win: ${thin}.`;
  const others = best.length > SHOWN && ` and ${best.length - SHOWN} more`;
  const behind = next && by.length > 0 && timesOf(by);
  if (best.length > 1) return [over, named(best), others, ' are level: their intervals overlap.', behind && ` The next, ${next.contender.label}, is ${behind} behind ${best.length === 2 ? 'them' : 'these'}.`];
  return next ? [over, named(best), ' wins', behind ? `: ${behind} better than the next, ${next.contender.label}, over the ${cellsInWords(by[0].cells)} that both measured.` : '.']
    : [over, named(best), ': nothing to compare with.'];
}

/** Behind the persistent loads the same among rows that promise the same. */
function withSynced(winners, { counting, contenders, state }) {
  const synced = syncedWinner(winners, counting, contenders, state);
  return winners.flatMap((winner) => (winner.name === 'persistent' && synced ? [winner, synced] : [winner]));
}

/** The state in which the ranking shows what this line of the verdict says. */
function stateOf({ name, others = [] }, state) {
  return { ...state, by: name, without: [...new Set([...state.without, ...others.map(({ key }) => key)])], at: 'summary' };
}

function winnersTable(winners, app) {
  return scrolling('Who wins', el('table', { class: 'winners' },
    el('thead', null, el('tr', null, ['For', 'First', 'By', 'Before', 'How sure'].map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', null, winners.map((winner) => winnerRow(winner, app)))));
}

function winnerRow(winner, { state, standing, figures }) {
  const { name, title, best, next, by, cells, others } = winner;
  return el('tr', { 'data-family': `${name || 'all'}${others ? '-synced' : ''}` },
    el('th', { scope: 'row' }, el('a', { href: printState(stateOf(winner, state)) }, title), el('small', null, ` ${cellsInWords(cells)}${span(comparedAt(standing, name), ', at ')}`)),
    el('td', null, best.slice(0, SHOWN).map((row) => el('span', { class: 'winner' }, swatch(row.contender), row.contender.label, el('small', null, factsOf(row, name, figures)))),
      best.length > SHOWN && el('small', null, `and ${best.length - SHOWN} more`)),
    el('td', { class: 'by' }, inWords(winner) || '–', by.length > 0 && minOf(by.map((one) => one.cells)) < cells && el('small', null, ` over ${cellsInWords(minOf(by.map((one) => one.cells)))} in common`)),
    el('td', null, next ? [next.contender.label, ' ', el('small', null, heldBy(next, name, figures))] : '–'),
    el('td', { class: 'sure' }, winner.sure));
}

/** What a first place rests on: a promise, as many of the cells, how much the row holds. */
function factsOf(row, family, figures) {
  return [row.contender.durability, row.measured < row.cells && `${row.measured} of ${cellsInWords(row.cells)}`, heldBy(row, family, figures)].filter(Boolean).join(', ');
}

/** Latencies are of rates, so the highest that a row holds stands beside them. */
function heldBy({ contender }, family, figures) {
  return family === 'latency' ? span(heldUpTo(figures, contender), 'holds up to ') : '';
}

/** A range of rates in words; nothing of none. */
function span(rates, before) {
  if (!rates) return '';
  const [low, high] = rates.map(short);
  return `${before}${low === high ? low : `${low} to ${high}`} msg/s`;
}

/** 5k, not 5.00k. */
const short = (rate) => si(rate).replace(/\.0+(?=\D|$)/, '');

function collapses(app) {
  const tried = attempts(app.counting, app.contenders, app.state);
  if (tried.size === 0) return null;
  const all = collapsesOf(tried, app.contenders, app.figures);
  if (all.length === 0) return el('p', null, el('strong', null, 'What collapses: '), `nothing; no cell failed, nothing was lost, and no row is ${COLLAPSE} times slower than the middle one of a cell.`);
  const items = all.map((one) => el('li', null, el('strong', null, one.contender.label), ` ${collapseInWords(one).join('; ')}`, examplesOf(one, app)));
  return el('div', { class: 'collapses' }, el('p', null, el('strong', null, 'What collapses')),
    el('ul', null, items.slice(0, SHOWN)), items.length > SHOWN && folded(`${items.length - SHOWN} more ${items.length === SHOWN + 1 ? 'row' : 'rows'}`, el('ul', null, items.slice(SHOWN))));
}

function examplesOf({ contender, failed, still, slow }, { state }) {
  const all = [...failed, ...still, ...slow];
  const cells = all.slice(0, EXAMPLES);
  return cells.length > 0 && [': ', cells.map(({ figure }, i) => [i > 0 && ', ', el('a', { href: printState({ ...state, cell: figure.id, row: contender.key, at: '' }) }, figure.name)]), all.length > EXAMPLES && ' …'];
}

function certainty({ numbers, doubtful, letters, guesses }, { state }) {
  const why = letters.map(({ letter, mark, times }) => `${letter} ${mark}: ${times}`).join(', ');
  return [
    numbers > 0 && el('strong', null, 'How sure: '),
    numbers > 0 && (doubtful > 0 ? `${doubtful} of ${numbers} numbers are uncertain (${why}); ` : `none of ${numbers} numbers is uncertain. `),
    doubtful > 0 && [el('a', { href: printState({ ...state, sure: !state.sure }) }, state.sure ? 'count them' : 'hide them'), '. '],
    guesses > 0 && `${guesses} rest on one repetition, so their intervals are guesses of at least ±10 % (p99: ±25 %): --repeat 3 gives real ones.`,
  ];
}
