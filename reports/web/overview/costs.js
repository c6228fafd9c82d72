// What a setting, a protocol or a variant costs on the same broker.
import { el, scrolling } from '../lib/dom.js';
import { axisValue, digits, words } from '../lib/format.js';
import { rowName } from './ranking.js';

const ABOUT = 'Each row is compared with itself: a load with the one that differs only in this setting, at the '
  + 'plainest value. 0.50× of a rate is half as many messages. 2.00× of a p99 is twice the latency. Grey numbers are '
  + 'within the intervals.';
const NONE = 'No two loads here differ in one setting only, and no broker has two rows. --profile standard has many '
  + 'such loads.';

/** Up to this many parts start open. */
const FEW = 3;

/** Titles for axes whose own names say too little. */
const TITLES = {
  size: 'Message size', mode: 'Persistence', persistent: 'Persistence', n: 'Clients on each side',
  type: 'Queue or topic', ack: 'Acknowledgement', ack_every: 'Acknowledgement', every: 'Acknowledgement',
  message: 'Message type', rate: 'Rate', transaction: 'Messages per transaction',
};

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const titleOf = ({ axis }) => TITLES[axis] ?? capital(words(axis));

/** @param all as the generator wrote it: for all numbers, and for those that are certain
  * @param files parsed result files, in the order in which it counts them
  * @returns the same with rows in place of the numbers of files, without rows that cannot be drawn
  */
export function costsIn(all, files, contenders) {
  const rows = new Map(contenders.map((contender) => [contender.file, contender]));
  const rowOf = (i) => rows.get(files[i]) ?? null;
  return all.map(({ certain_only: sure, steps, siblings }) => ({
    sure,
    steps: steps.map((step) => ({
      ...step,
      rows: step.rows.map(([file, factor, low, high, loads, guess]) =>
        ({ contender: rowOf(file), factor, low, high, loads, guess: guess === 1 }))
        .filter(({ contender }) => contender),
    })),
    siblings: siblings.map(({ row, plain, ...others }) => ({ ...others, row: rowOf(row), plain: rowOf(plain) }))
      .filter(({ row, plain }) => row && plain),
  }));
}

/** @param app `costs`, `state`, `view`, `contenders` and `figures` (those shown) */
export function costsOf(app) {
  const { steps, siblings } = app.costs.find(({ sure }) => sure === app.state.sure);
  const groups = new Set(app.figures.map(({ group }) => group));
  const shown = steps.filter(({ group }) => groups.has(group))
    .map((step) => ({ ...step, rows: step.rows.filter(({ contender }) => app.contenders.includes(contender)) }))
    .filter(({ rows }) => rows.length > 0);
  const beside = siblings.filter(({ row }) => app.contenders.includes(row));
  const titles = [...new Set(shown.map(titleOf))];
  const parts = [
    siblingsIn('Durability, replication, other variants', beside.filter(({ variant }) => variant)),
    siblingsIn('Protocol and client library', beside.filter(({ variant }) => !variant)),
    ...titles.map((title) => stepsIn(title, shown.filter((step) => titleOf(step) === title), app)),
  ].filter(Boolean);
  const few = parts.length <= FEW;
  return el('section', { id: 'costs', 'aria-labelledby': 'title-costs' },
    unfolding(el('h2', { id: 'title-costs' }, 'Cost of settings, protocols and variants on the same broker'),
      el('small', null, parts.map(({ title }) => title).join(', ')), () => [
        el('p', { class: 'note' }, parts.length > 0 ? ABOUT : NONE),
        parts.map(({ title, more, make }) => unfolding(el('strong', null, title), more, make, few)),
      ]));
}

/** Content that a click opens. It is built only then, because there may be thousands of numbers. */
function unfolding(title, more, make, open = false) {
  const content = el('div', null);
  const fill = () => made.open && content.childElementCount === 0 && content.append(el('div', null, make()));
  const made = el('details', { open }, el('summary', null, title, more), content);
  made.addEventListener('toggle', fill);
  fill();
  return made;
}

function stepsIn(title, steps, app) {
  const plain = [...new Set(steps.map((step) => axisValue(step.axis, step.plain)))].join(' or ');
  const values = [...new Set(steps.map((step) => axisValue(step.axis, step.value)))].join('; ');
  return { title, more: `: ${values} against ${plain}`, make: () => stepsTable(title, steps, app) };
}

function stepsTable(title, steps, { contenders, view }) {
  const groupOf = (step) => view.groups.find(({ name }) => name === step.group)?.title ?? step.group;
  const loads = ({ rows }) => Math.max(...rows.map((row) => row.loads));
  const rows = contenders.filter((contender) => steps.some((step) => costOf(step, contender)));
  return scrolling(`Cost: ${title}`, el('table', { class: 'costs' },
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, 'Row'),
      steps.map((step) => el('th', { scope: 'col', class: 'number' },
        `${axisValue(step.axis, step.value)} against ${axisValue(step.axis, step.plain)}`,
        el('small', null, [step.by, groupOf(step), KEPT[step.persistent], loads(step) > 1 && `${loads(step)} loads`]
          .filter(Boolean).join(', ')))))),
    el('tbody', null, rows.map((contender) => el('tr', { 'data-row': contender.key },
      el('th', { scope: 'row' }, rowName(contender)),
      steps.map((step) => numberOf(costOf(step, contender))))))));
}

const KEPT = { true: 'persistent', false: 'non-persistent' };
const costOf = ({ rows }, contender) => rows.find((row) => row.contender === contender);

/** Small factors also keep two significant digits. */
const number = (value) => (value >= 0.0995 ? digits(value) : String(Number(value.toPrecision(2))));
const short = (value) => number(value).replace(/\.0+$/, '');

/** A factor with its interval. It is grey if the interval includes 1, so that the direction is open. */
function numberOf(cost) {
  if (!cost) return el('td', { class: 'number' }, '–');
  const { factor, low, high, loads, guess } = cost;
  return el('td', {
    class: low <= 1 && high >= 1 ? 'number within' : 'number', title: `over ${loads} ${loads === 1 ? 'load' : 'loads'}`,
  }, `${number(factor)}×`, el('small', null, `${short(low)}–${short(high)}×${guess ? '?' : ''}`));
}

function siblingsIn(title, siblings) {
  const more = `: ${siblings.length} ${siblings.length === 1 ? 'row' : 'rows'}`;
  return siblings.length > 0 && { title, more, make: () => siblingsTable(title, siblings) };
}

function siblingsTable(title, siblings) {
  return scrolling(`Cost: ${title}`, el('table', { class: 'costs' },
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, 'Row'), el('th', { scope: 'col' }, 'Against'),
      el('th', { scope: 'col', class: 'number' }, 'At full speed', el('small', null, 'times as good')),
      el('th', { scope: 'col', class: 'number' }, 'p99 at equal rates', el('small', null, 'times as good')))),
    el('tbody', null, siblings.map(({ row, plain, leads }) => el('tr', { 'data-row': row.key },
      el('th', { scope: 'row' }, rowName(row)), el('td', null, rowName(plain)),
      numberOf(leadIn(leads.full_speed)), numberOf(leadIn(leads.latency)))))));
}

const leadIn = (lead) => lead && { factor: lead[0], low: lead[1], high: lead[2], loads: lead[3], guess: false };
