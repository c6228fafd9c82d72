// What stands below graphs: which lines are drawn, and that there are more.
import { el } from './dom.js';
import { printState } from './state.js';
import { swatch } from './strokes.js';

/** A legend in a line: the rows that the graphs above show. */
export function keysOf(contenders) {
  return contenders.length > 0
    && el('p', { class: 'keys' }, contenders.map((contender) => el('span', null, swatch(contender), contender.label)));
}

/** Says that not all rows are drawn, and how to have all of them; false if they are. */
export function cutNote(drawn, of, state) {
  return of > drawn && el('p', { class: 'note rest' }, `The best ${drawn} of ${of} rows are drawn. `,
    el('a', { href: printState({ ...state, all: true }) }, 'Draw all'));
}
