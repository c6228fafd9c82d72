// The question on top: so many messages a second, of this size, this safe, this quick: which rows can, at what cost, with what to spare?
import { quoted, runTogether } from './again.js';
import { block, el, folded, scrolling } from './dom.js';
import { bytes, digits, micros } from './format.js';
import { marksOf, ownMarks } from './marks.js';
import { answersTo, cellsFor, KEEP, parseNeed, perSecond, printNeed, scenarioFor, usualNeed } from './need.js';
import { printState } from './state.js';
import { nameOf } from './summary.js';

/** The shortest body there is: the stamp takes it. */
const SHORTEST = 20;

/** @param app `state`, `contenders` and `figures` (those shown), `choose` */
export function questionOf(app) {
  const need = parseNeed(app.state.need) ?? usualNeed(app.figures);
  const rows = answersTo(need, app.figures, app.contenders);
  const can = rows.filter(({ state }) => state === 'yes').sort((a, b) => cpuOf(a) - cpuOf(b));
  return el('section', { id: 'question', 'aria-labelledby': 'title-question' },
    el('h2', { id: 'title-question' }, 'Which can do what I need?'),
    formOf(need, app),
    el('p', { class: 'answered' }, sentenceOf(can, rows, need)),
    loadUsed(need, app),
    can.length > 0 && yesTable(can, need, app),
    others('Fall short: ', rows.filter(({ state }) => state === 'no'), app),
    others('Not known: ', rows.filter(({ state }) => state === 'open'), app),
    tellingOf(rows.filter(({ state }) => state === 'open'), need));
}

const cpuOf = ({ entry }) => entry.delivered.cpu.mean ?? Infinity;

/** Every change is in the address, so the question can be kept and sent. */
function formOf(need, { state, choose }) {
  const change = (part) => choose({ ...state, need: printNeed({ ...need, ...part }) });
  const number = (name, value, least, before, after) => {
    const input = el('input', { type: 'number', min: least, step: 'any', value, name, required: true });
    input.addEventListener('change', () => input.checkValidity() && change({ [name]: Number(input.value) }));
    return el('label', null, before, input, after);
  };
  const keep = el('select', { name: 'keep' }, Object.entries(KEEP).map(([value, text]) => el('option', { value, selected: value === need.keep }, text)));
  keep.addEventListener('change', () => change({ keep: keep.value }));
  const form = el('form', { class: 'need' },
    number('rate', need.rate, 1, '', ' messages a second'), number('bytes', need.bytes, SHORTEST, 'of ', ' bytes,'), el('label', null, el('span', { class: 'unseen' }, 'how safe'), keep),
    number('p99Ms', need.p99Ms, 0.001, 'p99 below ', ' ms'));
  form.addEventListener('submit', (event) => event.preventDefault());
  return form;
}

function sentenceOf(can, rows, need) {
  const open = rows.filter(({ state }) => state === 'open').length;
  const unknown = open > 0 && ` Of ${open} no cell tells.`;
  if (can.length === 0) return [el('strong', null, open === rows.length ? 'Not measured.' : 'None was measured to do it.'), unknown];
  const most = [...can].sort((a, b) => b.margin - a.margin)[0];
  const equal = can.filter(({ upTo }) => upTo === most.upTo).length;
  return [el('strong', null, `${can.length} of ${rows.length} can. `), cpuOf(can[0]) < Infinity && ['Least processor time: ', el('strong', null, can[0].contender.label), `, ${micros(cpuOf(can[0]))} a message. `],
    `Most to spare: ${equal > 1 ? `${equal} rows` : most.contender.label}, up to ${perSecond(most.upTo)}, ${digits(most.upTo / need.rate)} times as much.`, unknown];
}

/** On which cells the answer rests. */
function loadUsed(need, { figures }) {
  const { paced, full } = cellsFor(figures, need);
  const [used, how] = paced.length > 0 ? [paced, 'at fixed rates'] : [full, 'at full speed only'];
  if (used.length === 0) return el('p', { class: 'note' }, `No cell here has messages of ${bytes(need.bytes)} or more, ${need.keep === 'none' ? 'non-persistent' : 'persistent'}.`);
  const size = used[0].load.message_size_bytes;
  return el('p', { class: 'note' }, `From ${used.length} measured ${used.length === 1 ? 'cell' : 'cells'} ${how}: ${used[0].facts}.`,
    size > need.bytes && ` ${bytes(need.bytes)} was not measured; this is the next larger size.`);
}

function yesTable(can, need, app) {
  const head = ['Row', 'p99', 'measured at', 'CPU', 'CPU a message', 'Written a message', 'does it up to', 'times as much'];
  return scrolling('Which can', el('table', { class: 'can' },
    el('thead', null, el('tr', null, head.map((text, i) => el('th', { scope: 'col', class: i > 0 ? 'number' : null }, text)))),
    el('tbody', null, can.map((row) => yesRow(row, need, app)))));
}

const linkTo = ({ figure, contender }, state, text) => (figure ? el('a', { href: printState({ ...state, cell: figure.id, row: contender.key, at: '' }) }, text) : text);

function yesRow(row, need, { state }) {
  const { contender, entry, figure, rate, p99, upTo, margin, tried } = row;
  const { cpu, written } = entry.delivered;
  const cores = entry.resources?.broker.cores ?? null;
  return el('tr', { 'data-contender': contender.index, 'data-row': contender.key },
    el('th', { scope: 'row' }, nameOf(contender), marksOf(ownMarks(entry.marks), `${contender.label}, ${figure.title}`)),
    [linkTo(row, state, micros(p99)), perSecond(rate), cores === null ? '–' : `${digits(cores)} cores`, micros(cpu.mean ?? NaN), written === null ? '–' : bytes(Math.round(written)),
      [tried && el('small', null, 'at least '), perSecond(upTo)], `${digits(margin)}×`].map((value) => el('td', { class: 'number' }, value)));
}

function others(title, rows, { state }) {
  return rows.length > 0 && folded([el('strong', null, title), `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${rows.map(({ contender }) => contender.label).join(', ')}`],
    el('ul', null, rows.map((row) => el('li', null, el('strong', null, row.contender.label), ': ', linkTo(row, state, row.because)))));
}

/** The cell that would tell, and the commands that run it for exactly the rows that are open. */
function tellingOf(open, need) {
  if (open.length === 0) return null;
  const names = (rows, f) => [...new Set(rows.map(f))].map(quoted).join(',');
  const profile = open[0].contender.file.settings?.profile;
  const lists = runTogether(open.map(({ contender }) => contender));
  const commands = lists.map((rows, i) => ['bin/benchmark-all', profile && `--profile ${quoted(profile)}`, `--brokers ${names(rows, ({ broker }) => broker.name)}`, `--protocols ${names(rows, ({ protocol }) => protocol)}`,
    '--scenarios need.yaml', `--out reports/need-${i + 1}`].filter(Boolean).join(' '));
  const draw = ['bin/benchmark-report', ...lists.map((_, i) => `reports/need-${i + 1}`), '--out reports/need'].join(' ');
  return folded('What would tell: this cell, and how to run it', block(`cat > need.yaml <<'END'\n${scenarioFor(need)}END\n${[...commands, draw].join('\n')}`));
}
