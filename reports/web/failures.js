// What went wrong, row by row: under which load, the number that decides, what it is compared with, and the command
// that measures it again. The generator judged; here it is drawn.
import { commandAlone } from './again.js';
import { commands, el, folded } from './dom.js';
import { allRows, isShown } from './filter.js';
import { counted, share } from './format.js';
import { idOf } from './judged.js';
import { judging } from './known.js';
import { marksOf, ownMarks } from './marks.js';
import { printState } from './state.js';

const SHOWN = 3;

/** The place of the list, for links to it. */
export const FAILURES = 'failures';

/** @param app `view`, `state`, `judged` (see judged.js), and which of several machines it is of (`nth`) */
export function failuresOf(app) {
  const all = app.judged.failures;
  const title = el('strong', null, 'Failures and outliers');
  if (all.length === 0) return el('p', { id: idOf(FAILURES, app) }, title,
    `: none. No load failed, nothing was lost, no row left more than ${share(judging.left_share)} of its messages `
      + `undelivered or missed most of the rates that others held, and none is ${judging.outlier} `
      + 'times slower than the median row of a load.');
  const items = all.map((one) => itemOf(one, app));
  return el('div', { id: idOf(FAILURES, app), class: 'collapses' },
    el('p', null, title, ', worst first. ', el('span', { class: 'note' },
      'The best is of the same load, as in the tables below, mark D apart.')),
    el('ul', null, items.slice(0, SHOWN)), items.length > SHOWN
      && folded(`and ${counted(items.length - SHOWN, 'more row', 'more rows')}`, el('ul', null, items.slice(SHOWN))));
}

/** The worst of a row, and the rest behind a click. */
function itemOf({ contender, incidents, words }, app) {
  const [worst, ...rest] = incidents;
  if (!worst) return el('li', null, el('strong', null, contender.label), ` ${words.join('; ')}`);
  return el('li', null, incidentOf(worst, contender, app), rest.length > 0
    && folded(`and ${counted(rest.length, 'more load', 'more loads')} of this row`,
      el('ul', null, rest.map((one) => el('li', null, incidentOf(one, contender, app))))));
}

function incidentOf({ cell, what, beside }, contender, { view, state }) {
  const figure = view.figures.find(({ group, id }) => group === cell.group && id === cell.id);
  const entry = figure?.entries.find((one) => one.contender === contender);
  // a row that the filters hide is shown by whoever asks for it
  const from = isShown(contender, state) ? state : allRows(state);
  return [
    el('a', { href: printState({ ...from, cell: cell.id, row: contender.key, at: '' }) },
      el('strong', null, contender.label), `: ${what}`), ' ',
    entry && marksOf(ownMarks(entry.marks), contender.label),
    ` under ${cell.title}`, beside && `; ${beside}`, '.',
    entry && folded('measure this row again', commands(commandAlone(figure, contender))),
  ];
}
