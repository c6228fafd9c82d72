// The bars of a workload: each row with the number that decides and its interval, best first. They are also the legend.
import { nearBar } from '../charts/bars.js';
import { swatch } from '../charts/strokes.js';
import { el } from '../lib/dom.js';
import { micros, si } from '../lib/format.js';
import { maxOf, stateOf } from '../lib/rules.js';
import { bestFields, intervalOf } from '../lib/standings.js';
import { hasFailed, wordFor } from '../overview/matrix.js';

const SWATCH_WIDTH = 22;

const isRun = ({ state }) => stateOf(state).ran;

/** @returns `made`: a place with the height of the bars, and the names of the rows without one; `fill` adds the bars;
  * `rows` is their number
  */
export function barsOf(figure, { contenders, state: { sure } }) {
  const entries = figure.entries.filter(({ contender }) => contenders.includes(contender));
  const others = entries.filter((entry) => !isRun(entry)).map(({ contender }) => contender.label);
  const place = el('div', { class: 'bars' });
  const unit = figure.crashes ? 'Lost messages' : figure.criterion.more ? 'msg/s' : 'p99';
  const shown = () => bestFields(figure, contenders, sure).filter(({ entry }) => isRun(entry));
  return {
    rows: entries.length - others.length,
    fill: () => place.append(listOf(figure, shown())),
    made: el('div', null, el('p', { class: 'axis' }, unit, el('small', null, ' best first')), place, others.length > 0
      && el('p', { class: 'note' }, `Not run: ${others.join(', ')}.`)),
  };
}

function listOf(figure, fields) {
  const { crashes, criterion: { more } } = figure;
  const speed = ({ value }) => (more ? value : 1 / value);
  // the longest interval ends at the right edge
  const most = maxOf(fields.filter(({ value }) => value > 0).map((field) => speed(field) * Math.exp(field.half ?? 0)));
  const barOf = (field) => {
    const [factor, spread] = [most / speed(field), Math.exp(field.half)];
    return nearBar({ factor, low: factor / spread, high: factor * spread, guess: field.guess },
      field.entry.contender.style.colour);
  };
  return el('ol', { class: 'standing' },
    fields.map((field) => rowOf(field, more ? si : micros, !crashes && field.value > 0 && barOf)));
}

function rowOf(field, show, barOf) {
  const { entry: { contender, sweep }, text, bad, unstored, guess } = field;
  const paler = contender.discontinued || contender.promisesLess || unstored;
  const failed = bad || (text === null && hasFailed(field));
  const word = sweep?.beyond ? 'lower rate not held' : wordFor(field);
  return el('li', { 'data-row': contender.key, class: failed ? 'failed' : paler && 'paler',
    title: barOf && `${contender.label}, ${guess ? 'a guess' : '95 % interval'}: ${intervalOf(field, show)}` },
  swatch(contender, SWATCH_WIDTH), el('span', null, contender.label), el('b', null, text ?? word),
  barOf && barOf(field));
}
