// The row of a cell that one came for: what it did there, beside the best, and the command for it alone.
import { commandAlone } from './again.js';
import { commands, el } from './dom.js';
import { tellField } from './fields.js';
import { standingsShown } from './shown.js';
import { printState } from './state.js';
import { swatch } from './strokes.js';

/** The entries to look at: that of the row, and of the best one on its machine; of the best one, and of the one behind
  * it.
  */
export function entriesBeside(figure, app) {
  const list = standingsShown(figure, app.contenders);
  const machine = list.find(({ entry }) => entry.contender.key === app.state.row)?.entry.contender.machine;
  const here = list.filter(({ entry }) => !machine || entry.contender.machine === machine);
  const own = ({ entry }) => entry.contender.key === app.state.row;
  const best = here.filter((one) => one.factor === 1 && !own(one));
  const [next] = here.filter((one) => one.factor !== null && !own(one)).sort((a, b) => a.factor - b.factor);
  const beside = best.length > 0 || !here.some((one) => own(one) && one.factor === 1) ? best : [next];
  return list.filter((one) => own(one) || beside.includes(one)).map(({ entry }) => entry);
}

const BESIDE = {
  best: ' here, beside the best. ', next: ' here, the best, beside the runner-up. ',
  alone: ' here, alone: no other row has a number. ',
};

/** @param figure with the entries of all rows that are shown; null if the row is not among them */
export function lookedOf(figure, app) {
  const cells = standingsShown(figure, app.contenders);
  const found = cells.find(({ entry }) => entry.contender.key === app.state.row);
  if (!found) return null;
  const { contender, reason, notes } = found.entry;
  const [, ...facts] = tellField({ figure, cells }, found);
  const beside = entriesBeside(figure, app).length < 2 ? 'alone' : found.factor === 1 ? 'next' : 'best';
  return el('div', { class: 'of-row', 'data-row': contender.key },
    el('p', null, swatch(contender), ' ', el('strong', null, contender.label), BESIDE[beside],
      el('a', { href: printState({ ...app.state, row: '' }) }, 'Show all rows')),
    el('dl', { class: 'facts' },
      facts.map(([term, text]) => el('div', null, el('dt', null, term), el('dd', null, text)))),
    [...(reason ? [reason] : []), ...notes].map((text) => el('p', { class: 'note' }, text)),
    el('p', { class: 'subhead' }, 'This row alone, again:'),
    commands(commandAlone(figure, contender)));
}
