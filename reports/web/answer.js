// The verdict: who wins for which kind of work, by how much, how sure that is, and what collapses. Every sentence is generated.
import { el, folded, scrolling } from './dom.js';
import { digits } from './format.js';
import { printState } from './state.js';
import { swatch } from './strokes.js';
import { certaintyOf, COLLAPSE, collapseInWords, collapsesOf, inWords, syncedWinner, winnersOf } from './verdict.js';

const SHOWN = 4;
const EXAMPLES = 3;

/** @param app `state`, `contenders` and `figures` (those shown), `standing` */
export function answerOf(app) {
  const winners = winnersOf(app.standing, app.contenders);
  return el('section', { id: 'answer', 'aria-label': 'Verdict' },
    winners.length === 0 ? el('p', null, 'No row that is shown has enough numbers in the cells that are shown.') : [el('p', { class: 'verdict' }, sentenceOf(winners[0])), winnersTable(withSynced(winners, app), app)],
    collapses(app),
    el('p', null, certainty(certaintyOf(app.standing), app)));
}

const named = (rows) => rows.slice(0, SHOWN).map(({ contender }, i) => [i > 0 && (i === rows.length - 1 ? ' and ' : ', '), el('strong', null, contender.label)]);

/** The headline: over everything that counts. */
function sentenceOf({ best, next, by, cells }) {
  const others = best.length > SHOWN && ` and ${best.length - SHOWN} more`;
  if (best.length > 1) return ['Over ', `${cells} cells `, named(best), others, ' are level: their intervals overlap.', next && by && ` The next, ${next.contender.label}, is ${digits(by.factor)}× behind the first.`];
  return ['Over ', `${cells} cells `, named(best), ' wins', next && by ? `: ${digits(by.factor)}× better than the next, ${next.contender.label}, over the ${by.cells} cells that both measured.` : '.'];
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

function winnersTable(winners, { state }) {
  return scrolling('Who wins', el('table', { class: 'winners' },
    el('thead', null, el('tr', null, ['For', 'First', 'By', 'Before', 'How sure'].map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', null, winners.map((winner) => el('tr', { 'data-family': `${winner.name || 'all'}${winner.others ? '-synced' : ''}` },
      el('th', { scope: 'row' }, el('a', { href: printState(stateOf(winner, state)) }, winner.title), el('small', null, ` ${winner.cells} ${winner.cells === 1 ? 'cell' : 'cells'}`)),
      el('td', null, winner.best.slice(0, SHOWN).map(({ contender }) => el('span', { class: 'winner' }, swatch(contender), contender.label, el('small', null, contender.durability))),
        winner.best.length > SHOWN && el('small', null, `and ${winner.best.length - SHOWN} more`)),
      el('td', { class: 'by' }, inWords(winner) || '–'),
      el('td', null, winner.next ? winner.next.contender.label : '–'),
      el('td', { class: 'sure' }, winner.sure))))));
}

function collapses(app) {
  const all = collapsesOf(app.standing, app.contenders, app.figures);
  if (all.length === 0) return el('p', null, el('strong', null, 'What collapses: '), `nothing; no cell failed, nothing was lost, and no row is ${COLLAPSE} times slower than the best of a cell.`);
  const items = all.map((one) => el('li', null, el('strong', null, one.contender.label), ` ${collapseInWords(one).join('; ')}`, examplesOf(one, app)));
  return el('div', { class: 'collapses' }, el('p', null, el('strong', null, 'What collapses')),
    el('ul', null, items.slice(0, SHOWN)), items.length > SHOWN && folded(`${items.length - SHOWN} more rows`, el('ul', null, items.slice(SHOWN))));
}

function examplesOf({ failed, slow }, { state }) {
  const cells = [...failed, ...slow].slice(0, EXAMPLES);
  return cells.length > 0 && [': ', cells.map(({ figure }, i) => [i > 0 && ', ', el('a', { href: printState({ ...state, cell: figure.id }) }, figure.name)]), failed.length + slow.length > EXAMPLES && ' …'];
}

function certainty({ numbers, doubtful, letters, guesses }, { state }) {
  const why = letters.map(({ letter, mark, times }) => `${letter} ${mark}: ${times}`).join(', ');
  return [
    el('strong', null, 'How sure: '),
    doubtful > 0 ? `${doubtful} of ${numbers} numbers are uncertain (${why}); ` : `none of ${numbers} numbers is uncertain. `,
    doubtful > 0 && [el('a', { href: printState({ ...state, sure: !state.sure }) }, state.sure ? 'count them' : 'hide them'), '. '],
    guesses > 0 && `${guesses} rest on one repetition, so their intervals are guesses of at least ±10 %: --repeat 3 gives real ones.`,
  ];
}
