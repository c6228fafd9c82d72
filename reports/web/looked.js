// The row of a cell that one came for: what it did there, beside the best, and the command for it alone.
import { commandFor } from './again.js';
import { block, el } from './dom.js';
import { tellField } from './fields.js';
import { standings } from './ranking.js';
import { printState } from './state.js';
import { swatch } from './strokes.js';

/** The entries to look at: that of the row, and of the best one on its machine. */
export function entriesBeside(figure, app) {
  const list = standings(figure, app.contenders, false);
  const machine = list.find(({ entry }) => entry.contender.key === app.state.row)?.entry.contender.machine;
  const best = ({ entry, factor }) => factor === 1 && (!machine || entry.contender.machine === machine);
  return list.filter((one) => one.entry.contender.key === app.state.row || best(one)).map(({ entry }) => entry);
}

/** @param figure with the entries of all rows that are shown; null if the row is not among them */
export function lookedOf(figure, app) {
  const found = standings(figure, app.contenders, false).find(({ entry }) => entry.contender.key === app.state.row);
  if (!found) return null;
  const { contender, reason, notes } = found.entry;
  const [, ...facts] = tellField({ figure }, found);
  return el('div', { class: 'of-row', 'data-row': contender.key },
    el('p', null, swatch(contender), ' ', el('strong', null, contender.label), ' here, beside the best. ', el('a', { href: printState({ ...app.state, row: '' }) }, 'Show all rows')),
    el('dl', { class: 'facts' }, facts.map(([term, text]) => el('div', null, el('dt', null, term), el('dd', null, text)))),
    [...(reason ? [reason] : []), ...notes].map((text) => el('p', { class: 'note' }, text)),
    el('p', { class: 'subhead' }, 'This row alone, again:'),
    block(`${commandFor(figure, [contender])} --out reports/again`));
}
