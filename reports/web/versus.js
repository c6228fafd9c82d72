// Two rows beside each other, load by load, where exactly two are shown: which is ahead, by how much, and at what cost.
import { answerOf, loadsOf, withShortNames } from './ahead.js';
import { el, scrolling } from './dom.js';
import { counted, digits } from './format.js';
import { machinesOf } from './machines.js';
import { marksOf, ownMarks } from './marks.js';
import { backToAll } from './pairing.js';
import { payloadIn } from './shown.js';
import { unrunNotes } from './unrun.js';

const times = (factor) => `${digits(factor)}×`;

/** @param app `state`, `view`, `figures` and `contenders`, those that are shown
  * @returns null, unless these are two of one machine
  */
export function versusOf(app) {
  if (app.contenders.length !== 2 || machinesOf(app.contenders).length > 1) return null;
  const [first, second] = withShortNames(app.contenders);
  const loads = loadsOf(app);
  if (loads.length === 0) return null;
  return el('section', { class: 'versus', id: 'versus' },
    el('h2', null, `${first.label} against ${second.label}`),
    answerOf(loads, [first, second], app.view), el('p', null, counts(loads, first, second)),
    unrunNotes(app.contenders, app.view.contenders), backToAll(app),
    scrolling(`${first.label} against ${second.label}`, el('table', null,
      el('thead', null,
        el('tr', null, el('th', { scope: 'col' }, 'Load'), el('th', { scope: 'col' }, 'Compared'),
          [first, second].map((row) => el('th', { scope: 'col', class: 'number' }, row.short)),
          el('th', { scope: 'col' }, 'Ahead'),
          [first, second].map((row) =>
            el('th', { scope: 'col', class: 'number' }, `Broker CPU per message, ${row.short}`)))),
      el('tbody', null, loads.map((load) => el('tr', null, el('th', { scope: 'row' }, load.figure.name),
        el('td', null, load.what),
        load.cells.map((cell) => el('td', { class: 'number' }, cell.text ?? WITHOUT[cell.state] ?? '–',
          payloadOf(cell, load.figure),
          marksOf(ownMarks(cell.entry.marks), `${cell.entry.contender.label}, ${load.figure.title}`))),
        el('td', null, aheadIn(load, first, second)),
        load.cpu.map(({ text }) => el('td', { class: 'number' }, text ?? '–'))))))));
}

/** Beside messages a second, where all are of one size. */
function payloadOf({ text, entry }, figure) {
  const payload = text !== null && payloadIn(entry, figure);
  return payload && el('small', { class: 'payload', title: 'payload, 10^6 bytes a second' }, payload);
}

const WITHOUT = { few: 'too few messages', still: 'delivered nothing', beyond: 'not held', failed: 'failed' };

function aheadIn({ factor, cells, apart, unlike }, first, second) {
  if (unlike) return `not compared: ${nameIn(cells[0].unstored ? first : second)} did not store it`;
  if (factor === null) return `only ${nameIn(cells[0].value > 0 ? first : second)} has a number`;
  if (!apart) return 'tie: within the intervals';
  return `${nameIn(factor > 1 ? first : second)}, ${times(Math.max(factor, 1 / factor))}`;
}

const nameIn = ({ short }) => short;

/** Who is ahead how often. */
function counts(loads, first, second) {
  const both = loads.filter(({ factor }) => factor !== null);
  const unlike = loads.filter((load) => load.unlike).length;
  const ahead = (test) => both.filter(({ factor, apart }) => apart && test(factor)).length;
  const [won, lost] = [ahead((factor) => factor > 1), ahead((factor) => factor < 1)];
  const alone = (i) => loads.filter((load) => load.factor === null && !load.unlike && load.cells[i].value > 0).length;
  const part = (row, count, only) =>
    `${row.short} is ahead in ${count}${only > 0 ? ` and alone has a number in ${only}` : ''}`;
  return `Of ${counted(loads.length, 'load')} that both tried, ${part(first, won, alone(0))}, `
    + `${part(second, lost, alone(1))}; tie, within the intervals: ${both.length - won - lost}.`
    + (unlike > 0 ? ` Not compared, as one of them did not store its messages: ${unlike}.` : '');
}
