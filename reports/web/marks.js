// The letters beside numbers that should be doubted; the reasons are a look, a touch or a key away.
import { el } from './dom.js';
import { hideTip, showTip } from './tips.js';

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

/** Marks that hold for a whole run: they stand once on top of the page, not beside every number. */
const WHOLE_RUN = ['single', 'shared'];

export const ownMarks = (marks) => marks.filter(({ mark }) => !WHOLE_RUN.includes(mark));

/** What holds for every number of these entries, in a sentence; empty where nothing does. */
export function commonMarks(entries) {
  const measured = entries.filter(({ status }) => status === 'measured');
  const common = WHOLE_RUN.filter((name) => measured.length > 0 && measured.every(({ marks }) => marks.some(({ mark }) => mark === name)));
  const letters = { single: '1 (a single repetition: how far the next would be off is not known)', shared: 'S (load and broker shared a machine)' };
  return common.length > 0 ? `All of these numbers have the ${common.length === 1 ? 'mark' : 'marks'} ${common.map((name) => letters[name]).join(' and ')}.` : '';
}

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
