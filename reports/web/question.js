// The question on top: so many messages a second, of this size, this safe, this quick: which rows can, at what cost,
// with what to spare?
import { quoted, runTogether } from './again.js';
import { askingOf } from './asking.js';
import { commands, el, folded, scrolling } from './dom.js';
import { bytes, digits, micros } from './format.js';
import { judging } from './known.js';
import { marksOf, ownMarks } from './marks.js';
import { answersTo, loadsFor, parseNeed, perSecond, printNeed, scenarioFor, usualNeed } from './need.js';
import { printState } from './state.js';
import { nameOf } from './summary.js';

/** The question that stands in the page, so that an answer may change below its form. */
let standing = null;

/** @param app `state`, `contenders` and `figures` (those shown), `needs` (need.js), and `ask`, which puts a question
  * into the address
  */
export function questionOf(app) {
  const need = needOf(app);
  const answers = el('div', { class: 'answers' });
  let answered = '';
  const answer = (asked) => {
    const text = printNeed(asked);
    // what is right already stays, for somebody may be about to click on it
    if (text !== answered) {
      answers.replaceChildren(...answersOf(asked, { ...standing.app, state: { ...standing.app.state, need: text } }));
    }
    answered = text;
  };
  const { form, setTo } = askingOf(need, {
    answer, keep: (asked) => app.ask(printNeed(asked)),
  });
  standing = { app, answer, setTo };
  answer(need);
  return el('section', { id: 'question', 'aria-labelledby': 'title-question' },
    el('h2', { id: 'title-question' }, 'Which can do what I need?'), form, answers);
}

/** Answers the question that the address has now, below the form that is there. */
export function answerAgain(app) {
  const need = needOf(app);
  standing.app = app;
  standing.setTo(need);
  standing.answer(need);
}

const needOf = ({ state, figures, needs }) => parseNeed(state.need) ?? usualNeed(figures, needs);

function answersOf(need, app) {
  const rows = answersTo(need, app, app.state.sure);
  const can = rows.filter(({ state }) => state === 'yes').sort((a, b) => cpuOf(a) - cpuOf(b));
  return [
    el('p', { class: 'answered' }, sentenceOf(can, rows, need)),
    loadUsed(need, can, app),
    can.length > 0 && yesTable(can, app),
    others('Fall short', rows.filter(({ state }) => state === 'no'), app),
    others('Not known', rows.filter(({ state }) => state === 'open'), app),
    tellingOf(rows.filter(({ state }) => state === 'open'), need),
  ].filter(Boolean);
}

const cpuOf = (row) => row.cpu_us_per_message ?? Infinity;

/** A number and its unit stand on one line. */
const GLUE = '\u00a0';

/** What was measured below the rate that is asked for, if it was not measured itself, and at or above it. */
const around = (row) => (row.below ? [row.below, row] : [row]);

/** A number at each of these rates, from low to high: `379 µs and 154 µs`. */
const span = (row, read) => [...new Set(around(row).map((one) => read(one).replaceAll(' ', GLUE)))].join(`${GLUE}and `);

const ratesOf = (row) => around(row).map(({ rate }) => perSecond(rate)).join(' and ');
const cpuSpan = (row) => span(row, (one) => micros(one.cpu_us_per_message ?? NaN));

function coresSpan(row) {
  const cores = span(row, (one) => digits(one.cpu_cores ?? NaN));
  return cores === '–' ? cores : `${cores}${GLUE}cores`;
}

function sentenceOf(can, rows, need) {
  const open = rows.filter(({ state }) => state === 'open').length;
  const unknown = open > 0 && ` Of ${open} ${open === 1 ? 'row' : 'rows'} it is not known.`;
  if (can.length === 0) return [
    el('strong', null, open === rows.length ? 'Not measured.' : 'None was measured to do it.'), unknown,
  ];
  const most = [...can].sort((a, b) => b.margin - a.margin)[0];
  const equal = can.filter(({ upTo }) => upTo === most.upTo).length;
  return [el('strong', null, `${can.length} of ${rows.length} can. `), leastOf(can),
    `Most to spare: ${equal > 1 ? `${equal} rows` : most.contender.label}, up to ${perSecond(most.upTo)}, `
      + `${digits(most.upTo / need.rate)} times what you ask.`, unknown];
}

/** Who takes the least processor time: one row, or, where another one does below the rate that is asked for, both. */
function leastOf(can) {
  const [first] = can;
  if (!(cpuOf(first) < Infinity)) return null;
  const lower = can.filter(({ below }) => below).sort((a, b) => cpuOf(a.below) - cpuOf(b.below))[0];
  const name = ({ contender }, ...told) => [el('strong', null, contender.label), doubtsIn(told)];
  if (!lower || lower === first) return [
    'Least processor time: ', name(first, first.below, first), `, ${coresSpan(first)}, measured at ${ratesOf(first)}. `,
  ];
  return [
    'Least processor time: at ', `${perSecond(first.rate)} `, name(first, first),
    `, ${micros(cpuOf(first))} a message; at ${perSecond(lower.below.rate)} `, name(lower, lower.below),
    `, ${micros(cpuOf(lower.below))}. `,
  ];
}

/** Of numbers that are uncertain, why. */
function doubtsIn(told) {
  const letters = told.filter((one) => one?.uncertain).flatMap(({ entry }) => entry?.marks ?? [])
    .filter(({ mark }) => judging.uncertain.includes(mark)).map(({ letter }) => letter);
  return letters.length > 0 && ` (uncertain: ${[...new Set(letters)].sort().join(', ')})`;
}

/** On what the answer rests. */
function loadUsed(need, can, { figures, needs }) {
  const { paced, full } = loadsFor(need, figures, needs);
  const [used, how] = paced.length > 0 ? [paced, 'at fixed rates'] : [full, 'at full speed only'];
  if (used.length === 0) return el('p', { class: 'note' },
    `Nothing here has `
      + `messages of ${bytes(need.bytes)} or more, ${need.keep === 'none' ? 'non-persistent' : 'persistent'}.`);
  const { bytes: size, figure } = used[0];
  return el('p', { class: 'note' },
    `From ${used.length} measured ${used.length === 1 ? 'load' : 'loads'} ${how}: ${figure.facts}.`,
    size > need.bytes && ` ${bytes(need.bytes)} was not measured; this is the next larger size.`,
    can.some(({ below }) => below)
      && ` ${perSecond(need.rate)} was not measured: the numbers are those at the next lower and the next `
        + `higher rate.`);
}

const HEAD = [
  'Row', 'p99', 'measured at', 'Broker CPU', 'Broker CPU per message', 'Written per message', 'does it up to',
  'times what you ask',
];

function yesTable(can, app) {
  return scrolling('Which can', el('table', { class: 'can' },
    el('thead', null,
      el('tr', null, HEAD.map((text, i) => el('th', { scope: 'col', class: i > 0 ? 'number' : null }, text)))),
    el('tbody', null, can.map((row) => yesRow(row, app)))));
}

const linkTo = ({ figure, contender }, state, text) =>
  (figure ? el('a', { href: printState({ ...state, cell: figure.id, row: contender.key, at: '' }) }, text) : text);

const p95In = (one) => micros(one.p95_us ?? NaN);

/** Letters of the number at each rate; where there are two rates, on a line of their own, each behind its rate. */
function lettersIn(row) {
  const all = around(row).map(({ entry, figure, rate }) =>
    ({ rate, letters: marksOf(ownMarks(entry.marks), `${entry.contender.label}, ${figure.title}`) }))
    .filter(({ letters }) => letters);
  if (all.length === 0 || around(row).length === 1) return all.map(({ letters }) => letters);
  return el('small', { class: 'letters' },
    all.map(({ rate, letters }) => el('span', null, `at ${perSecond(rate)}`, letters)));
}

/** What became of the next rate. */
export const beyond = ({ barely, tooSlow }) => (barely ? 'just so' : tooSlow ? 'held, but slower' : 'not held');

function yesRow(row, { state }) {
  const { contender, upTo, breaks, margin, tried, unstored } = row;
  const written = (one) =>
    (one.written_bytes_per_message === null ? '–' : bytes(Math.round(one.written_bytes_per_message)));
  return el('tr', { 'data-contender': contender.index, 'data-row': contender.key },
    el('th', { scope: 'row' }, nameOf(contender),
      lettersIn(row),
      unstored && el('small', { class: 'trouble' }, `wrote ${written(row)} a message: delivered before it was stored`)),
    [
      [
        linkTo(row, state, span(row, ({ p99_us: us }) => micros(us ?? NaN))),
        el('small', { class: 'below' }, 'p95 ', span(row, p95In)),
      ], ratesOf(row), coresSpan(row), cpuSpan(row),
      span(row, written),
      [tried && el('small', null, 'at least '), perSecond(upTo),
        breaks && el('small', { class: 'below' }, `${perSecond(breaks)} ${beyond(row)}`)],
      `${digits(margin)}×`,
    ]
        .map((value) => el('td', { class: 'number' }, value)));
}

function others(title, rows, { state }) {
  const many = ` (${rows.length} ${rows.length === 1 ? 'row' : 'rows'}): `;
  return rows.length > 0 && folded([el('strong', null, title), many,
    rows.map(({ contender }) => contender.label).join(', ')],
    el('ul', null,
      rows.map((row) =>
        el('li', null, el('strong', null, row.contender.label), ': ', linkTo(row, state, row.because)))));
}

/** The load that would tell, and the commands that run it for exactly the rows that are open. */
function tellingOf(open, need) {
  if (open.length === 0) return null;
  const names = (rows, f) => [...new Set(rows.map(f))].map(quoted).join(',');
  const profile = open[0].contender.file.settings?.profile;
  const lists = runTogether(open.map(({ contender }) => contender));
  const runs = lists.map((rows, i) => ['bin/benchmark-all', profile && `--profile ${quoted(profile)}`,
    `--brokers ${names(rows, ({ broker }) => broker.name)}`, `--protocols ${names(rows, ({ protocol }) => protocol)}`,
    '--scenarios need.yaml', `--out reports/need-${i + 1}`].filter(Boolean).join(' '));
  const draw = ['bin/benchmark-report', ...lists.map((_, i) => `reports/need-${i + 1}`), '--out reports/need']
    .join(' ');
  return folded('What would tell: this load, and how to run it',
    commands(`cat > need.yaml <<'END'\n${scenarioFor(need)}END\n${[...runs, draw].join('\n')}`));
}
