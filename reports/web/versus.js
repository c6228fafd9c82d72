// Two rows beside each other, load by load, where exactly two are shown: which is ahead, by how much, and at what cost.
import { el, scrolling } from './dom.js';
import { digits } from './format.js';
import { machinesOf } from './machines.js';
import { marksOf, ownMarks } from './marks.js';
import { backToAll } from './pairing.js';
import { columnOf, numberOf, payloadIn } from './shown.js';
import { unrunNotes } from './unrun.js';

const times = (factor) => `${digits(factor)}×`;

/** @returns of each load that both tried: `figure`, `what` (what is compared), `cells` (as the overview has them),
  * `cpu` (texts), `factor` (how far the first is ahead of the second, below 1: behind; null where one of them has no
  * number), `apart` (whether by more than the 95 % intervals of both leave open)
  */
export function loadsOf(app) {
  return app.figures.map((figure) => {
    const { cells, more, what } = columnOf(figure, app, numberOf(''));
    const known = cells.every(({ value }) => value > 0);
    const [a, b] = cells.map(({ value }) => value);
    const factor = !known ? null : more ? a / b : b / a;
    return {
      figure, what, cells, factor, cpu: columnOf(figure, app, numberOf('cpu')).cells.map(({ text }) => text),
      apart: known && Math.abs(Math.log(factor)) > Math.hypot(...cells.map(({ half }) => half)),
    };
  }).filter(({ cells }) => cells.some(({ value }) => value > 0) && cells.every(({ state }) => TRIED.includes(state)));
}

const TRIED = ['measured', 'few', 'still', 'beyond', 'failed'];

/** @param app `state`, `figures` and `contenders`, those that are shown
  * @returns null, unless these are two of one machine
  */
export function versusOf(app) {
  if (app.contenders.length !== 2 || machinesOf(app.contenders).length > 1) return null;
  const [first, second] = withShortNames(app.contenders);
  const loads = loadsOf(app);
  if (loads.length === 0) return null;
  return el('section', { class: 'versus', id: 'versus' },
    el('h2', null, `${first.label} against ${second.label}`),
    el('p', null, inShort(loads, first, second)), unrunNotes(app.contenders, app.view.contenders), backToAll(app),
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
        load.cpu.map((text) => el('td', { class: 'number' }, text ?? '–'))))))));
}

/** Beside messages a second, where all are of one size. */
function payloadOf({ text, entry }, figure) {
  const payload = text !== null && payloadIn(entry, figure);
  return payload && el('small', { class: 'payload', title: 'payload, 10^6 bytes a second' }, payload);
}

const WITHOUT = { few: 'too few messages', still: 'delivered nothing', beyond: 'not held', failed: 'failed' };

function aheadIn({ factor, cells, apart }, first, second) {
  if (factor === null) return `only ${nameIn(cells[0].value > 0 ? first : second)} has a number`;
  if (!apart) return 'tie: within the intervals';
  return `${nameIn(factor > 1 ? first : second)}, ${times(Math.max(factor, 1 / factor))}`;
}

const nameIn = ({ short }) => short;

/** What two rows have in common need not stand in each of their names. */
function withShortNames([a, b]) {
  const part = a.broker.name === b.broker.name ? 'protocolTitle' : a.protocol === b.protocol ? 'brokerTitle' : 'label';
  return [a, b].map((row) => ({ ...row, short: a[part] === b[part] ? row.label : row[part] }));
}

/** Who is ahead how often, and by how much on average. */
function inShort(loads, first, second) {
  const both = loads.filter(({ factor }) => factor !== null);
  const ahead = (test) => both.filter(({ factor, apart }) => apart && test(factor)).length;
  const [won, lost] = [ahead((factor) => factor > 1), ahead((factor) => factor < 1)];
  const alone = (i) => loads.filter(({ factor, cells }) => factor === null && cells[i].value > 0).length;
  const mean = Math.exp(both.reduce((sum, { factor }) => sum + Math.log(factor), 0) / both.length);
  const part = (row, count, only) =>
    `${row.short} is ahead in ${count}${only > 0 ? ` and alone has a number in ${only}` : ''}`;
  return `Of ${loads.length} loads that both tried, ${part(first, won, alone(0))}, ${part(second, lost, alone(1))}; `
    + `tie, within the intervals: ${both.length - won - lost}.`
    + (both.length > 0 ? ` On average (geometric mean of ${both.length}) ${nameIn(mean >= 1 ? first : second)} is `
      + `${times(Math.max(mean, 1 / mean))} as good.` : '');
}
