// The way to two rows beside each other: chosen in a line, and back to all of them.
import { answerOf, loadsOf, withShortNames } from './ahead.js';
import { el } from './dom.js';
import { allRows, onlyRows } from './filter.js';
import { machinesOf } from './machines.js';
import { unrunNotes } from './unrun.js';

/** Two rows that people compare: a broker with itself over another protocol; otherwise the first two. */
function usualPair(rows) {
  const first = rows.find((row) => rows.some((other) => other !== row && other.broker.name === row.broker.name));
  if (!first) return rows.slice(0, 2);
  return [first, rows.find((other) => other !== first && other.broker.name === first.broker.name)];
}

function choiceOf(rows, chosen, label) {
  return el('select', { 'aria-label': label },
    rows.map((row) => el('option', { value: row.key, selected: row === chosen }, row.label)));
}

/** Two different rows are compared at once. */
function answerFor(app, pair) {
  const loads = pair[0] === pair[1] ? [] : loadsOf({ ...app, contenders: pair });
  return loads.length > 0 ? answerOf(loads, withShortNames(pair), app.view) : [];
}

/** @param app `view`, `state`, `contenders` and `figures` (those shown), and `choose`
  * @returns the line with which two rows are chosen, the answer for these, and what of their brokers was not run; null
  * where no more than two are shown, or those of several machines
  */
export function pairingOf(app) {
  const { view, state, contenders: rows, choose } = app;
  if (rows.length < 3 || machinesOf(rows).length > 1) return null;
  const [first, second] = usualPair(rows);
  const choices = [choiceOf(rows, first, 'One row'), choiceOf(rows, second, 'The other row')];
  const form = el('form', { class: 'pairing' }, el('strong', null, 'Compare two rows: '), choices[0],
    ' against ', choices[1], ' ', el('button', { type: 'submit' }, 'load by load'));
  const answer = el('div', { class: 'between', 'aria-live': 'polite' });
  const tell = () => {
    const pair = choices.map(({ value }) => rows.find(({ key }) => key === value));
    answer.replaceChildren(...[...answerFor(app, pair), ...unrunNotes(pair, view.contenders)].filter(Boolean));
  };
  form.addEventListener('change', tell);
  tell();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    choose({ ...onlyRows(view.contenders, state, choices.map(({ value }) => value)), at: '' });
  });
  return el('div', null, form, answer);
}

/** The way back, below two rows that are compared. */
export function backToAll({ view, state, choose }) {
  if (view.contenders.filter(({ broker }) => broker.available).length < 3) return null;
  const button = el('button', { type: 'button' }, 'show all rows again');
  button.addEventListener('click', () => choose({ ...allRows(state), at: '' }));
  return el('p', null, button);
}
