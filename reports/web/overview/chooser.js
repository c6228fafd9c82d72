// Which rows meet what the reader needs: a rate, a message size, a durability and a p99.
import { rowLink } from '../filters/state.js';
import { optionsFor, runTogether, shellQuoted } from '../lib/commands.js';
import { commands, dataTable, el, folded, listOf, note, numberCell, rowHead, select, strong } from '../lib/dom.js';
import { bytes, counted, digits, micros, si } from '../lib/format.js';
import { minOf, rules } from '../lib/rules.js';
import { entryOfRow } from '../lib/view-model.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { rowName } from './ranking.js';

const USUAL = { rate: 2000, bytes: 1024, p99Ms: 20 };

export function parseNeed(text) {
  const [rate, size, keep, p99] = text.split('-');
  const need = { rate: Number(rate), bytes: Number(size), keep, p99Ms: Number(p99) };
  return Object.hasOwn(rules.kept, keep ?? '') && need.rate > 0 && need.bytes > 0 && need.p99Ms > 0 ? need : null;
}

export const printNeed = ({ rate, bytes: size, keep, p99Ms }) => [rate, size, keep, p99Ms].join('-');

const keyOf = ({ group, id }) => JSON.stringify([group, id]);

/** `made`: the results of rows under a load, by contender; `rows`: what each promises. */
export function needsIn({ loads, rows, made }, rowOf) {
  const all = loads.map((load, place) => ({ ...load, place, made: new Map() }));
  for (const one of made) all[one.load].made.set(rowOf(one.file), one);
  return {
    loads: new Map(all.map((load) => [keyOf(load), load])), rows: new Map(rows.map((row) => [rowOf(row.file), row])),
  };
}

const loadsOf = (figures, { loads }) => figures.filter((figure) => loads.has(keyOf(figure)))
  .map((figure) => ({ ...loads.get(keyOf(figure)), figure }));

function answering(loads, { bytes: size, keep }) {
  const fit = loads.filter((load) =>
    load.persistent === (keep !== 'none') && load.bytes !== null && load.bytes >= size);
  const least = minOf(fit.map((load) => load.bytes));
  const near = fit.filter((load) => load.bytes === least);
  const queues = near.filter(({ queue }) => queue);
  return queues.length > 0 ? queues : near;
}

const loadsFor = (need, paced, { figures, needs }) =>
  answering(loadsOf(figures, needs).filter((load) => load.paced === paced), need);

export function usualNeed(figures, needs) {
  const worth = ({ paced, persistent }) => 2 * Number(paced) + Number(persistent);
  const [from] = loadsOf(figures, needs).sort((a, b) => worth(b) - worth(a));
  const synced = figures.some(({ entries }) => entries.some(({ contender }) => contender.synced));
  const keep = from?.persistent === false ? 'none' : synced ? 'fsync' : 'persistent';
  return { ...USUAL, bytes: from?.bytes ?? USUAL.bytes, keep };
}

const madeOf = (loads, contender) => loads.filter(({ made }) => made.has(contender))
  .sort((a, b) => a.place - b.place)
  .map(({ made, figure }) => ({ ...made.get(contender), figure, entry: entryOfRow(figure, contender) }))
  .sort((a, b) => a.rate - b.rate);

export const perSecond = (rate) => `${si(rate).replace(/\.0+(?=\D|$)/, '')}/s`;

const within = ({ p99_us: us }, { p99Ms }) => us !== null && us <= 1000 * p99Ms;
const clearlyWithin = ({ p99_us_at_most: us }, { p99Ms }) => us !== null && us <= 1000 * p99Ms;
const reaches = (one, { rate }) => one.rate >= rules.rate_near * rate;
const exceeds = (one, { rate }) => one.rate > rate / rules.rate_near;

/** If a rate was held with too few messages for a p99, the next rate decides. */
function byRates(rates, need) {
  const telling = rates.filter(({ few }) => !few);
  const untold = rates.find((one) => one.few && reaches(one, need)) ?? (telling.length === 0 ? rates.at(-1) : null);
  const found = telling.length > 0 ? byKnown(telling, need) : { state: 'open' };
  return found.state === 'open' && untold ? isOpen(untold, `holds ${perSecond(untold.rate)}, ${untold.why}`) : found;
}

const isOpen = (one, because) => ({ ...one, state: 'open', because });
const cannot = (one) => ({ ...one, state: 'no', because: `${one.why} at ${perSecond(one.rate)}` });

function byKnown(rates, need) {
  const lower = rates.filter((one) => !reaches(one, need));
  const [here, ...higher] = rates.slice(lower.length);
  if (here && within(here, need)) return able(lower, here, higher, need);
  if (here && !exceeds(here, need)) return cannot(here);
  const broken = lower.find((one) => !within(one, need));
  if (broken) return cannot(broken);
  const held = lower.at(-1);
  const does = held ? `does ${perSecond(held.rate)}` : 'no lower rate was tried';
  return isOpen(here ?? held, here ? `${does}, but not ${perSecond(here.rate)}: ${here.why}`
    : `${does}, the highest that was tried`);
}

function able(lower, here, higher, need) {
  const below = exceeds(here, need) ? lower.findLast(({ held }) => held) ?? null : null;
  if (below && !within(below, need)) {
    return isOpen(here, `${below.why} at ${perSecond(below.rate)}, though ${here.why} at ${perSecond(here.rate)}`);
  }
  const end = higher.findIndex((one) => !clearlyWithin(one, need));
  const next = end < 0 ? null : higher[end];
  const upTo = [here, ...higher.slice(0, end < 0 ? higher.length : end)].at(-1).rate;
  return {
    ...here, state: 'yes', below, upTo, breaks: next?.rate ?? null, barely: next !== null && within(next, need),
    tooSlow: next !== null && next.held && !within(next, need),
  };
}

function byFullSpeed(loads, contender, { rate }) {
  const [best] = madeOf(loads, contender).sort((a, b) => b.rate - a.rate);
  if (!best) return isOpen({}, 'not measured with this load');
  return isOpen(best, best.rate >= rate
    ? `carries ${perSecond(best.rate)} at full speed; its latency at ${perSecond(rate)} was not measured`
    : `at full speed ${perSecond(best.rate)} with these clients`);
}

/** For each row: `state` (`yes`, `no` or `open`: not known), `because`, and the result that decides. If it can, also
  * - `below`: the highest rate held below the one asked for, if that one was not measured itself
  * - `upTo`: the highest rate that it clearly meets; `breaks`: the next rate, if it was tried
  * - `barely`: it meets that rate too, but another start may lift its p99 above the limit
  * - `tooSlow`: it held that rate with a p99 that is too high
  */
export function answersTo(need, app, sure = false) {
  const [paced, full] = [true, false].map((withRate) => loadsFor(need, withRate, app));
  return app.contenders.map((contender) => {
    const found = { contender, ...answerOf(need, contender, paced, full, app.needs.rows.get(contender)) };
    return sure ? sureOf(found) : found;
  });
}

function sureOf(row) {
  const doubted = row.state !== 'open' && [row.below, row].find((one) => one?.uncertain);
  return doubted ? isOpen(row, `the number at ${perSecond(doubted.rate)} is uncertain, and those are hidden`) : row;
}

function answerOf(need, contender, paced, full, { keeps, less }) {
  if (!keeps.includes(need.keep)) return { state: 'no', because: less };
  const rates = madeOf(paced, contender);
  const found = rates.length > 0 ? byRates(rates, need) : byFullSpeed(full, contender, need);
  const unstored = found.state === 'yes' && found.unstored !== null;
  if (unstored && need.keep === 'fsync') return isOpen(found, found.unstored);
  return { ...found, unstored };
}

export function scenarioFor({ rate, bytes: size, keep, p99Ms }) {
  return ['group: need', `matrix: {rate: [${rate}/s]}`, `rate_sweep: {axis: rate, p99: ${p99Ms} ms}`, 'scenario:',
    '  destinations: {type: queue}',
    `  producers: {size: ${size} B, persistent: ${keep !== 'none'}, confirm: receipt, window: 1000, rate: $rate}`,
    '  consumers: {}', ''].join('\n');
}

export const PAUSE_MS = 250;

const NUMBERS = [
  { name: 'rate', least: 1, before: '', after: ' messages a second' },
  { name: 'bytes', least: 20, before: 'of ', after: ' bytes,' },
  { name: 'p99Ms', least: 0.001, before: 'p99 below ', after: ' ms' },
];

/** @returns the form, and `setTo`, which puts another question into it, so that the form keeps the focus */
function formOf(need, ask) {
  let waiting = null;
  const choice = select(Object.entries(rules.kept), need.keep, () => {}, { name: 'keep' });
  const inputs = NUMBERS.map(({ name, least }) =>
    el('input', { type: 'number', min: least, step: 'any', value: need[name], name, required: true }));
  const labels = inputs.map((input, i) => el('label', null, NUMBERS[i].before, input, NUMBERS[i].after));
  const form = el('form', { class: 'need' }, labels.slice(0, 2),
    el('label', null, el('span', { class: 'unseen' }, 'durability'), choice), labels[2]);
  const askNow = () => {
    clearTimeout(waiting);
    waiting = null;
    const numbers = Object.fromEntries(inputs.map(({ name, value }) => [name, Number(value)]));
    if (form.checkValidity()) ask(printNeed({ ...numbers, keep: choice.value }));
  };
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(askNow, PAUSE_MS);
  });
  // at once: the next click may be on a link
  form.addEventListener('change', askNow);
  form.addEventListener('submit', (event) => event.preventDefault());
  const setTo = (other) => {
    // do not overwrite what the reader is typing
    if (waiting !== null) return;
    for (const input of inputs) if (Number(input.value) !== other[input.name]) input.value = other[input.name];
    choice.value = other.keep;
  };
  return { form, setTo };
}

let shown = null;

export function questionOf(app) {
  const { form, setTo } = formOf(needOf(app), app.ask);
  shown = { setTo, answers: el('div', { class: 'answers' }) };
  updateAnswer(app);
  return el('section', { id: 'question', 'aria-labelledby': 'title-question' },
    el('h2', { id: 'title-question' }, 'Which brokers meet my needs?'), form, shown.answers);
}

export function updateAnswer(app) {
  const need = needOf(app);
  shown.setTo(need);
  shown.answers.replaceChildren(...answersOf(need, { ...app, state: { ...app.state, need: printNeed(need) } }));
}

export const needOf = ({ state, figures, needs }) =>
  parseNeed(state.need) ?? usualNeed(figures, needs);

function answersOf(need, app) {
  const rows = answersTo(need, app, app.state.sure);
  const [can, short, open] = ['yes', 'no', 'open'].map((answer) => rows.filter(({ state }) => state === answer));
  can.sort((a, b) => cpuOf(a) - cpuOf(b));
  return [
    el('p', { class: 'answered' }, sentenceOf(can, rows, open, need)),
    loadUsed(need, can, app),
    can.length > 0 && dataTable('Rows that can', 'can', HEAD, can.map((row) => yesRow(row, app))),
    others('Fall short', short, app),
    others('Not known', open, app),
    open.length > 0 && howToMeasure(open, need),
  ].filter(Boolean);
}

const cpuOf = (row) => row.cpu_us_per_message ?? Infinity;

function sentenceOf(can, rows, open, need) {
  const unknown = open.length > 0 && ` For ${counted(open.length, 'row')}, it is not known.`;
  if (can.length === 0) return [
    strong(open.length === rows.length ? 'Not measured.' : 'No measured row can.'), unknown,
  ];
  const [least] = can;
  const [most, next] = [...can].sort((a, b) => b.upTo - a.upTo);
  return [
    strong(`${can.length} of ${rows.length} can. `),
    cpuOf(least) < Infinity && ['Least CPU time: ', strong(least.contender.label),
      `, ${coresIn(least)} at ${perSecond(least.rate)}. `],
    next?.upTo !== most.upTo && `Most headroom: ${most.contender.label}, up to ${perSecond(most.upTo)}, `
      + `${digits(most.upTo / need.rate)} times your rate.`, unknown,
  ];
}

const coresIn = ({ cpu_cores: cores }) => (cores === null ? '–' : `${digits(cores)} cores`);

function loadUsed(need, can, app) {
  const paced = loadsFor(need, true, app);
  const [used, how] = paced.length > 0 ? [paced, 'at fixed rates']
    : [loadsFor(need, false, app), 'at full speed only'];
  if (used.length === 0) return note(`No load here has ${need.keep === 'none' ? 'non-persistent' : 'persistent'} `
    + `messages of ${bytes(need.bytes)} or more.`);
  const { bytes: size, figure } = used[0];
  return note(`Based on ${counted(used.length, 'measured load')} ${how}: ${figure.facts}.`,
    size > need.bytes && ` ${bytes(need.bytes)} was not measured; this is the next larger size.`,
    can.some((row) => exceeds(row, need)) && ` ${perSecond(need.rate)} was not measured. The numbers are those at the `
      + 'next higher rate.');
}

const HEAD = ['Row', 'p99', 'measured at', 'Broker CPU', 'Written per message', 'can do up to', 'next rate'];

const linkTo = ({ figure, contender }, state, text) =>
  (figure ? el('a', { href: rowLink(state, figure, contender) }, text) : text);

export const beyond = ({ barely, tooSlow }) =>
  (barely ? 'borderline' : tooSlow ? 'held, but slower' : 'not held');

function yesRow(row, { state }) {
  const { contender, entry, figure, upTo, breaks, unstored } = row;
  const written = bytes(row.written_bytes_per_message);
  return el('tr', { 'data-row': contender.key },
    rowHead(rowName(contender),
      flagsOf(ownFlags(entry.flags), `${contender.label}, ${figure.title}`),
      unstored && el('small', { class: 'trouble' }, `wrote ${written} per message: delivered before it was stored`)),
    [
      linkTo(row, state, micros(row.p99_us)), perSecond(row.rate), coresIn(row), written, perSecond(upTo),
      breaks ? `${perSecond(breaks)} ${beyond(row)}` : 'not tried',
    ].map((value) => numberCell(value)));
}

const others = (title, rows, { state }) => rows.length > 0 && folded(
  [strong(title), ` (${counted(rows.length, 'row')}): `, rows.map(({ contender }) => contender.label).join(', ')],
  listOf(rows.map((row) => [strong(row.contender.label), ': ', linkTo(row, state, row.because)])));

function howToMeasure(open, need) {
  const { profile } = open[0].contender.file.settings;
  const lists = runTogether(open.map(({ contender }) => contender));
  const runs = lists.map((rows, i) => ['bin/benchmark-all', `--profile ${shellQuoted(profile)}`,
    ...optionsFor(rows), '--scenarios need.yaml', `--out reports/need-${i + 1}`].join(' '));
  const draw = ['bin/benchmark-report', ...lists.map((_, i) => `reports/need-${i + 1}`), '--out reports/need'];
  return folded('How to measure this load for the rows that are not known',
    commands(`cat > need.yaml <<'END'\n${scenarioFor(need)}END\n${[...runs, draw.join(' ')].join('\n')}`));
}
