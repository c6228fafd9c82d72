// Which rows meet what the reader needs: a rate, a message size, a durability and a p99.
import { rowLink } from '../filters/state.js';
import { optionsFor, runTogether, shellQuoted } from '../lib/commands.js';
import { commands, dataTable, el, folded, select } from '../lib/dom.js';
import { bytes, counted, digits, micros, si } from '../lib/format.js';
import { durabilityNeeds, rules } from '../lib/rules.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { rowName } from './ranking.js';

const P99_MS = 20;
const USUAL = { rate: 2000, bytes: 1024 };

/** @param text as `printNeed` returns it
  * @returns null if it is no need
  */
export function parseNeed(text) {
  const [rate, size, keep, p99] = text.split('-');
  const need = { rate: Number(rate), bytes: Number(size), keep, p99Ms: Number(p99) };
  const known = Object.hasOwn(durabilityNeeds(), keep ?? '');
  return known && need.rate > 0 && need.bytes > 0 && need.p99Ms > 0 ? need : null;
}

export const printNeed = ({ rate, bytes: size, keep, p99Ms }) => [rate, size, keep, p99Ms].join('-');

const keyOf = ({ group, id }) => JSON.stringify([group, id]);

/** Connects what the page holds with its rows.
  * @param rowOf returns the contender of a file, which is given by index
  * @returns `loads` by group and id, each with its `place` among them and the results that rows `made`; `rows`: what
  * each promises
  */
export function needsIn({ loads, rows, made }, rowOf) {
  const all = loads.map((load, place) => ({ ...load, place, made: new Map() }));
  for (const one of made) all[one.load].made.set(rowOf(one.file), one);
  return {
    loads: new Map(all.map((load) => [keyOf(load), load])), rows: new Map(rows.map((row) => [rowOf(row.file), row])),
  };
}

/** The loads of these workloads, except those that are slowed down on purpose; each with its `figure`. */
const loadsOf = (figures, { loads }) => figures.filter((figure) => loads.has(keyOf(figure)))
  .map((figure) => ({ ...loads.get(keyOf(figure)), figure }));

/** The loads that can answer: those with the persistence that is asked for, and with the smallest message size that is
  * large enough. Queues are preferred.
  */
function answering(loads, { bytes: size, keep }) {
  const fit = loads.filter((load) =>
    load.persistent === (keep !== 'none') && load.bytes !== null && load.bytes >= size);
  const least = Math.min(...fit.map((load) => load.bytes));
  const near = fit.filter((load) => load.bytes === least);
  const queues = near.filter(({ queue }) => queue);
  return queues.length > 0 ? queues : near;
}

/** The loads that can answer: those with a rate of their own, and those at full speed. */
function loadsFor(need, figures, needs) {
  const loads = loadsOf(figures, needs);
  return {
    paced: answering(loads.filter(({ paced }) => paced), need),
    full: answering(loads.filter(({ paced }) => !paced), need),
  };
}

/** The question before the reader asks one: a load that this result can answer, and the disk if a row promises it. */
export function usualNeed(figures, needs) {
  const loads = loadsOf(figures, needs);
  const paced = loads.filter((load) => load.paced);
  const from = paced.find(({ persistent }) => persistent) ?? paced[0]
    ?? loads.find(({ persistent }) => persistent) ?? loads[0];
  const kept = figures.some(({ entries }) => entries.some(({ contender }) => contender.synced))
    ? 'fsync' : 'persistent';
  return {
    rate: USUAL.rate, bytes: from?.bytes ?? USUAL.bytes, keep: from?.persistent === false ? 'none' : kept,
    p99Ms: P99_MS,
  };
}

/** The results of a row under these loads, from low to high rates. */
function madeOf(loads, contender) {
  return loads.filter(({ made }) => made.has(contender)).sort((a, b) => a.place - b.place)
    .map(({ made, figure }) => ({
      ...made.get(contender), figure, entry: figure.entries?.find((entry) => entry.contender === contender),
    }))
    .sort((a, b) => a.rate - b.rate);
}

export const perSecond = (rate) => `${si(rate).replace(/\.0+(?=\D|$)/, '')}/s`;

const within = ({ p99_us: us }, { p99Ms }) => us !== null && us <= 1000 * p99Ms;
const clearlyWithin = ({ p99_us_at_most: us }, { p99Ms }) => us !== null && us <= 1000 * p99Ms;
const reaches = (one, { rate }) => one.rate >= rules.rate_near * rate;
const exceeds = (one, { rate }) => one.rate > rate / rules.rate_near;

/** If a rate was held with too few messages for a p99, the next rate decides. If the answer is then still open, the
  * missing p99 is the reason.
  */
function byRates(rates, need) {
  const telling = rates.filter(({ few }) => !few);
  const untold = rates.find((one) => one.few && reaches(one, need)) ?? (telling.length === 0 ? rates.at(-1) : null);
  const found = telling.length > 0 ? byKnown(telling, need) : { state: 'open' };
  return found.state === 'open' && untold
    ? { ...untold, state: 'open', because: `holds ${perSecond(untold.rate)}, ${untold.why}` } : found;
}

const cannot = (one) => ({ ...one, state: 'no', because: `${one.why} at ${perSecond(one.rate)}` });

/** The lowest rate at or above the one that is asked for decides. */
function byKnown(rates, need) {
  const lower = rates.filter((one) => !reaches(one, need));
  const [here, ...higher] = rates.slice(lower.length);
  if (here && within(here, need)) return able(lower, here, higher, need);
  if (here && !exceeds(here, need)) return cannot(here);
  const broken = lower.find((one) => !within(one, need));
  if (broken) return cannot(broken);
  const held = lower.at(-1);
  const does = held ? `does ${perSecond(held.rate)}` : 'no lower rate was tried';
  return {
    ...(here ?? held), state: 'open', because: here ? `${does}, but not ${perSecond(here.rate)}: ${here.why}`
      : `${does}, the highest that was tried`,
  };
}

function able(lower, here, higher, need) {
  const below = exceeds(here, need) ? lower.findLast(({ held }) => held) ?? null : null;
  if (below && !within(below, need)) return {
    ...here, state: 'open',
    because: `${below.why} at ${perSecond(below.rate)}, though ${here.why} at ${perSecond(here.rate)}`,
  };
  const end = higher.findIndex((one) => !clearlyWithin(one, need));
  const next = end < 0 ? null : higher[end];
  const upTo = [here, ...higher.slice(0, end < 0 ? higher.length : end)].at(-1).rate;
  return {
    ...here, state: 'yes', below, upTo, breaks: next?.rate ?? null, barely: next !== null && within(next, need),
    tooSlow: next !== null && next.held && !within(next, need),
  };
}

/** A load at full speed shows how much a row can carry, but no latency at a lower rate. */
function byFullSpeed(loads, contender, { rate }) {
  const [best] = madeOf(loads, contender).sort((a, b) => b.rate - a.rate);
  if (!best) return { state: 'open', because: 'not measured with this load' };
  return {
    ...best, state: 'open', because: best.rate >= rate
      ? `carries ${perSecond(best.rate)} at full speed; its latency at ${perSecond(rate)} was not measured`
      : `at full speed ${perSecond(best.rate)} with these clients`,
  };
}

/** For each row: `state` (`yes`, `no` or `open`: not known), `because`, and what the generator says of the load that
  * decides, with its `figure` and `entry`. `unstored`: it promises the disk, but wrote less than the messages hold.
  *
  * If the row can, also:
  * - `below`: the same for the highest rate held below the one asked for; null if that one was measured itself, or none
  * - `upTo`: the highest rate that it clearly meets
  * - `breaks`: the next rate, if it was tried
  * - `barely`: it meets that rate too, but another start may lift its p99 above the limit
  * - `tooSlow`: it held that rate with a p99 that is too high
  *
  * @param app `needs` (see `needsIn`), and the `figures` and `contenders` that are shown
  * @param sure leaves out uncertain numbers
  */
export function answersTo(need, app, sure = false) {
  const found = allAnswers(need, app);
  return sure ? found.map(sureOf) : found;
}

/** Without uncertain numbers, an answer that rests on one becomes open. */
function sureOf(row) {
  const doubted = row.state !== 'open' && [row.below, row].find((one) => one?.uncertain);
  return doubted ? {
    ...row, state: 'open',
    because: `the number at ${perSecond(doubted.rate)} is uncertain, and those are hidden`,
  } : row;
}

function allAnswers(need, { needs, figures, contenders }) {
  const { paced, full } = loadsFor(need, figures, needs);
  return contenders.map((contender) => {
    const { keeps, less } = needs.rows.get(contender);
    if (!keeps.includes(need.keep)) return { contender, state: 'no', because: less };
    const rates = madeOf(paced, contender);
    const found = rates.length > 0 ? byRates(rates, need) : byFullSpeed(full, contender, need);
    const unstored = found.state === 'yes' && found.unstored !== null;
    if (unstored && need.keep === 'fsync') return { ...found, contender, state: 'open', because: found.unstored };
    return { ...found, contender, unstored };
  });
}

/** The scenario that would answer the question: it has exactly this load. */
export function scenarioFor({ rate, bytes: size, keep, p99Ms }) {
  return ['group: need', `matrix: {rate: [${rate}/s]}`, `rate_sweep: {axis: rate, p99: ${p99Ms} ms}`, 'scenario:',
    '  destinations: {type: queue}',
    `  producers: {size: ${size} B, persistent: ${keep !== 'none'}, confirm: receipt, window: 1000, rate: $rate}`,
    '  consumers: {}', ''].join('\n');
}

/** The shortest body, in bytes: it holds only the stamp. */
const SHORTEST = 20;

/** Milliseconds without typing before the question is answered. */
const PAUSE_MS = 250;

const NUMBERS = [
  { name: 'rate', least: 1, before: '', after: ' messages a second' },
  { name: 'bytes', least: SHORTEST, before: 'of ', after: ' bytes,' },
  { name: 'p99Ms', least: 0.001, before: 'p99 below ', after: ' ms' },
];

/** @param ask puts a question into the address
  * @returns the form, and `setTo`, which puts another question into it, so that the form keeps the focus
  */
function formOf(need, ask) {
  let waiting = null;
  const choice = select(Object.entries(durabilityNeeds()), need.keep, () => {}, { name: 'keep' });
  const inputs = NUMBERS.map(({ name, least }) =>
    el('input', { type: 'number', min: least, step: 'any', value: need[name], name, required: true }));
  const labels = inputs.map((input, i) => el('label', null, NUMBERS[i].before, input, NUMBERS[i].after));
  const form = el('form', { class: 'need' }, labels.slice(0, 2),
    el('label', null, el('span', { class: 'unseen' }, 'durability'), choice), labels[2]);
  const now = () => {
    clearTimeout(waiting);
    waiting = null;
    const numbers = Object.fromEntries(inputs.map(({ name, value }) => [name, Number(value)]));
    if (form.checkValidity()) ask(printNeed({ ...numbers, keep: choice.value }));
  };
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(now, PAUSE_MS);
  });
  form.addEventListener('change', now);
  form.addEventListener('submit', (event) => event.preventDefault());
  const setTo = (other) => {
    // do not overwrite what the reader is typing
    if (waiting !== null) return;
    for (const input of inputs) if (Number(input.value) !== other[input.name]) input.value = other[input.name];
    choice.value = other.keep;
  };
  return { form, setTo };
}

/** The question on the page. Kept, so that the answer can change without rebuilding the form. */
let shown = null;

/** @param app `state`, `contenders` and `figures` (those shown), `needs` (`needsIn`), and `ask`, which puts a
  * question into the address
  */
export function questionOf(app) {
  const { form, setTo } = formOf(needOf(app), app.ask);
  shown = { setTo, answers: el('div', { class: 'answers' }) };
  updateAnswer(app);
  return el('section', { id: 'question', 'aria-labelledby': 'title-question' },
    el('h2', { id: 'title-question' }, 'Which brokers meet my needs?'), form, shown.answers);
}

/** Answers the question in the address without rebuilding the form. */
export function updateAnswer(app) {
  const need = needOf(app);
  shown.setTo(need);
  shown.answers.replaceChildren(...answersOf(need, { ...app, state: { ...app.state, need: printNeed(need) } }));
}

/** The question in the address, or the usual one. */
export const needOf = ({ state, figures, needs }) => parseNeed(state.need) ?? usualNeed(figures, needs);

function answersOf(need, app) {
  const rows = answersTo(need, app, app.state.sure);
  const can = rows.filter(({ state }) => state === 'yes').sort((a, b) => cpuOf(a) - cpuOf(b));
  return [
    el('p', { class: 'answered' }, sentenceOf(can, rows, need)),
    loadUsed(need, can, app),
    can.length > 0 && dataTable('Rows that can', 'can', HEAD, can.map((row) => yesRow(row, app))),
    others('Fall short', rows.filter(({ state }) => state === 'no'), app),
    others('Not known', rows.filter(({ state }) => state === 'open'), app),
    tellingOf(rows.filter(({ state }) => state === 'open'), need),
  ].filter(Boolean);
}

const cpuOf = (row) => row.cpu_us_per_message ?? Infinity;

function sentenceOf(can, rows, need) {
  const open = rows.filter(({ state }) => state === 'open').length;
  const unknown = open > 0 && ` For ${counted(open, 'row')}, it is not known.`;
  if (can.length === 0) return [
    el('strong', null, open === rows.length ? 'Not measured.' : 'No measured row can.'), unknown,
  ];
  const [least] = can;
  const [most, next] = [...can].sort((a, b) => b.upTo - a.upTo);
  return [
    el('strong', null, `${can.length} of ${rows.length} can. `),
    cpuOf(least) < Infinity && ['Least CPU time: ', el('strong', null, least.contender.label),
      `, ${coresIn(least)} at ${perSecond(least.rate)}. `],
    next?.upTo !== most.upTo && `Most headroom: ${most.contender.label}, up to ${perSecond(most.upTo)}, `
      + `${digits(most.upTo / need.rate)} times your rate.`, unknown,
  ];
}

const coresIn = ({ cpu_cores: cores }) => (cores === null ? '–' : `${digits(cores)} cores`);

/** Which loads the answer rests on. */
function loadUsed(need, can, { figures, needs }) {
  const { paced, full } = loadsFor(need, figures, needs);
  const [used, how] = paced.length > 0 ? [paced, 'at fixed rates'] : [full, 'at full speed only'];
  if (used.length === 0) return el('p', { class: 'note' },
    `No load here has ${need.keep === 'none' ? 'non-persistent' : 'persistent'} `
      + `messages of ${bytes(need.bytes)} or more.`);
  const { bytes: size, figure } = used[0];
  return el('p', { class: 'note' },
    `Based on ${counted(used.length, 'measured load')} ${how}: ${figure.facts}.`,
    size > need.bytes && ` ${bytes(need.bytes)} was not measured; this is the next larger size.`,
    can.some((row) => exceeds(row, need)) && ` ${perSecond(need.rate)} was not measured. The numbers are those at the `
      + 'next higher rate.');
}

const HEAD = ['Row', 'p99', 'measured at', 'Broker CPU', 'Written per message', 'can do up to', 'next rate'];

const linkTo = ({ figure, contender }, state, text) =>
  (figure ? el('a', { href: rowLink(state, figure, contender) }, text) : text);

/** The result at the next rate. */
export const beyond = ({ barely, tooSlow }) => (barely ? 'borderline' : tooSlow ? 'held, but slower' : 'not held');

function yesRow(row, { state }) {
  const { contender, entry, figure, upTo, breaks, unstored, written_bytes_per_message: each } = row;
  const written = each === null ? '–' : bytes(Math.round(each));
  return el('tr', { 'data-contender': contender.index, 'data-row': contender.key },
    el('th', { scope: 'row' }, rowName(contender),
      flagsOf(ownFlags(entry.flags), `${contender.label}, ${figure.title}`),
      unstored && el('small', { class: 'trouble' }, `wrote ${written} per message: delivered before it was stored`)),
    [
      linkTo(row, state, micros(row.p99_us ?? NaN)), perSecond(row.rate), coresIn(row), written, perSecond(upTo),
      breaks ? `${perSecond(breaks)} ${beyond(row)}` : 'not tried',
    ].map((value) => el('td', { class: 'number' }, value)));
}

function others(title, rows, { state }) {
  const many = ` (${counted(rows.length, 'row')}): `;
  return rows.length > 0 && folded([el('strong', null, title), many,
    rows.map(({ contender }) => contender.label).join(', ')],
    el('ul', null,
      rows.map((row) =>
        el('li', null, el('strong', null, row.contender.label), ': ', linkTo(row, state, row.because)))));
}

/** The load that would answer, and the commands that run it for exactly the rows that are open. */
function tellingOf(open, need) {
  if (open.length === 0) return null;
  const profile = open[0].contender.file.settings?.profile;
  const lists = runTogether(open.map(({ contender }) => contender));
  const runs = lists.map((rows, i) => ['bin/benchmark-all', profile && `--profile ${shellQuoted(profile)}`,
    ...optionsFor(rows), '--scenarios need.yaml', `--out reports/need-${i + 1}`].filter(Boolean).join(' '));
  const draw = ['bin/benchmark-report', ...lists.map((_, i) => `reports/need-${i + 1}`), '--out reports/need']
    .join(' ');
  return folded('How to measure this load for the rows that are not known',
    commands(`cat > need.yaml <<'END'\n${scenarioFor(need)}END\n${[...runs, draw].join('\n')}`));
}
