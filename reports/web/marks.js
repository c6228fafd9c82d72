// The letters beside numbers that should be doubted; the reasons are a look, a touch or a key away.
import { el } from './dom.js';

const MARK_NAMES = {
  generator_bound: 'generator-bound',
  noisy: 'noisy',
  errors: 'errors',
  rate_missed: 'rate not reached',
  single: 'single repetition',
  shared: 'shared machine',
  busy: 'busy machine',
  load_share: 'load share',
};

/** Three digits that count, and no zeros behind them. */
const short = (value) => Number(value.toPrecision(3));

/** What a mark says, without its letter. */
export function sayMark({ mark, reasons }) {
  const why = reasons.map(({ because, measured, threshold }) =>
    `${because}${Number.isFinite(measured) && Number.isFinite(threshold) ? ` (measured ${short(measured)}, threshold ${short(threshold)})` : ''}`);
  return `${MARK_NAMES[mark] ?? mark}: ${why.join('; ')}`;
}

/** One button for all letters of a row; null without any. */
export function marksOf(marks, whose) {
  if (!marks || marks.length === 0) return null;
  const said = marks.map((mark) => [mark.letter, sayMark(mark)]);
  const label = `${marks.map(({ letter }) => letter).join('')}, marks of ${whose}. ${said.map(([letter, text]) => `${letter}, ${text}`).join('. ')}`;
  const button = el('button', { type: 'button', class: 'marks', 'aria-label': label }, marks.map(({ letter }) => el('span', null, letter)));
  for (const event of ['focus', 'mouseenter', 'click']) button.addEventListener(event, () => showTip(button, said));
  for (const event of ['blur', 'mouseleave']) button.addEventListener(event, hideTip);
  button.addEventListener('keydown', ({ key }) => key === 'Escape' && hideTip());
  return button;
}

const EDGE = 8;
let tipOf = null;

function hideTip() {
  document.getElementById('tip')?.remove();
  window.removeEventListener('scroll', placeTip, true);
}

/** Fixed on the screen: inside a scrolling table it would be cut off. The button's label says the same to screen readers. */
function showTip(button, said) {
  hideTip();
  tipOf = button;
  document.body.append(el('div', { id: 'tip', 'aria-hidden': 'true' }, said.map(([letter, text]) => el('p', null, el('b', null, letter), text))));
  placeTip();
  window.addEventListener('scroll', placeTip, true);
}

/** Focus may scroll the button into view: the tip goes with it. */
function placeTip() {
  const tip = document.getElementById('tip');
  const at = tipOf.getBoundingClientRect();
  const below = at.bottom + EDGE;
  const top = below + tip.offsetHeight < window.innerHeight ? below : Math.max(EDGE, at.top - tip.offsetHeight - EDGE);
  tip.style.left = `${Math.max(EDGE, Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - EDGE))}px`;
  tip.style.top = `${top}px`;
}
