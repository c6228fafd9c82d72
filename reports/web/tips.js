// A box beside what one points at or has focused: fixed on the screen, for inside a scrolling table it would be cut
// off.
import { el } from './dom.js';

const EDGE = 8;
let tipOf = null;

export function hideTip() {
  document.getElementById('tip')?.remove();
  window.removeEventListener('scroll', placeTip, true);
  tipOf = null;
}

/** What owns the box that is shown; null without one. */
export const tipOwner = () => tipOf;

/** @param said pairs of a term and what it is; the element's own label says the same to screen readers */
export function showTip(element, said) {
  hideTip();
  tipOf = element;
  document.body
    .append(el('div', { id: 'tip', 'aria-hidden': 'true' },
      said.map(([term, text]) => el('p', null, el('b', null, term), text))));
  placeTip();
  window.addEventListener('scroll', placeTip, true);
}

/** Focus may scroll the element into view: the tip goes with it. */
function placeTip() {
  const tip = document.getElementById('tip');
  const at = tipOf.getBoundingClientRect();
  const below = at.bottom + EDGE;
  const top = below + tip.offsetHeight < window.innerHeight ? below : Math.max(EDGE, at.top - tip.offsetHeight - EDGE);
  tip.style.left =
    `${Math.max(EDGE, Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - EDGE))}px`;
  tip.style.top = `${top}px`;
}
