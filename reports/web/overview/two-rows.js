// Two rows compared, workload by workload: which is ahead, by how much, and at what cost.
import { stepInWords } from '../charts/rate-sweeps.js';
import { allRows, onlyRows } from '../filters/state.js';
import { shellQuoted } from '../lib/commands.js';
import { button, el, scrolling, select } from '../lib/dom.js';
import { counted, digits } from '../lib/format.js';
import { meanOf, sumOf } from '../lib/rules.js';
import { columnOf, measureNamed, payloadIn } from '../lib/standings.js';
import { machinesOf, runsInWords } from '../lib/view-model.js';
import { flagsOf, ownFlags } from '../tables/flags.js';

/** @param rows those that are compared
  * @param contenders all rows
  * @returns for each of their brokers with protocols that were not run: `title`, `protocols` (`name` and `title` of
  * each) and `options`, which compare the first of these with what is here. Older files do not list protocols
  */
export function notRunOf(rows, contenders) {
  const firsts = rows.filter((row, i) => rows.findIndex(({ broker }) => broker.name === row.broker.name) === i);
  return firsts.map((row) => {
    const ran = contenders.filter(({ broker }) => broker.name === row.broker.name);
    const spoken = ran.map(({ file }) => file.protocols).find((list) => Array.isArray(list) && list.length > 0) ?? [];
    const protocols = spoken.filter(({ name }) => ran.every(({ protocol }) => protocol !== name));
    return {
      title: row.brokerTitle, protocols,
      options: `--brokers ${shellQuoted(row.broker.name)} --protocols ${[row.protocol, protocols[0]?.name].join(',')}`,
    };
  }).filter(({ protocols }) => protocols.length > 0);
}

/** A line for each broker. */
const notRunNotes = (rows, contenders) => notRunOf(rows, contenders).map(({ title, protocols, options }) =>
  el('p', { class: 'note unrun' }, el('strong', null, `Protocols of ${title} that were not run: `),
    protocols.map((one, i) => [i > 0 && ', ', el('code', { title: one.title }, one.name)]),
    '. To compare, add: ', el('code', null, options)));

const TRIED = ['measured', 'too_few', 'still', 'beyond', 'left', 'failed'];

/** @param app `state`, `figures`, and two `contenders`
  * @returns for each load that both tried:
  * - `figure`, `what` (what is compared), `more` (whether more is better)
  * - `fields` as in the overview, and the same for CPU time in `cpu`
  * - `unlike`: only one of them stored its messages
  * - `factor`: how far the first is ahead of the second (below 1: behind); null if `unlike`, or if a number is missing
  * - `apart`: whether the difference is larger than the 95% intervals of both
  */
export function commonLoads(app) {
  return app.figures.map((figure) => {
    const { fields, more, what } = columnOf(figure, app, measureNamed(''));
    const [a, b] = fields.map(({ value }) => value);
    const known = a > 0 && b > 0;
    const unlike = known && fields.filter(({ unstored }) => unstored).length === 1;
    const factor = !known || unlike ? null : more ? a / b : b / a;
    return {
      figure, what, more, fields, factor, unlike, cpu: columnOf(figure, app, measureNamed('cpu')).fields,
      apart: factor !== null && Math.abs(Math.log(factor)) > Math.hypot(...fields.map(({ half }) => half)),
    };
  }).filter(({ fields }) => fields.some(({ value }) => value > 0) && fields
    .every(({ state }) => TRIED.includes(state)));
}

/** Half of the interval of a geometric mean, as a logarithm, by the rule in Ranking.scala. Guesses are about a broker's
  * start, which all loads share, so they do not shrink with the number of loads.
  */
function halfOf(numbers) {
  return numbers.some(({ guess }) => guess) ? meanOf(numbers.map(({ half }) => half))
    : Math.sqrt(sumOf(numbers.map(({ half }) => half * half))) / numbers.length;
}

const geometric = (factors) => Math.exp(meanOf(factors.map(Math.log)));

/** @param loads with a factor each
  * @returns `factor`, `low` and `high` of its interval, and how many `loads`; null if there are none
  */
export function meanOver(loads) {
  if (loads.length === 0) return null;
  const factor = geometric(loads.map((load) => load.factor));
  const reach = Math.exp(Math.hypot(...[0, 1].map((i) => halfOf(loads.map(({ fields }) => fields[i])))));
  return { factor, low: factor / reach, high: factor * reach, loads: loads.length };
}

/** The same, from the view of the other row. */
const turned = (mean) => mean && { ...mean, factor: 1 / mean.factor, low: 1 / mean.high, high: 1 / mean.low };

const times = (factor) => `${digits(factor)}×`;
const range = ({ low, high }) => `(${digits(low)}–${digits(high)}×)`;
const isSure = ({ low, high }) => low > 1 || high < 1;

/** Broker CPU per message of the first as a multiple of the second's; null if no load has both. */
function cpuOver(loads) {
  const known = loads.map(({ cpu }) => cpu.map(({ value }) => value)).filter(([a, b]) => a > 0 && b > 0);
  return known.length > 0 ? { factor: geometric(known.map(([a, b]) => a / b)), loads: known.length } : null;
}

/** Adds `short` names, which leave out what the two rows have in common. */
export function withShortNames([a, b]) {
  const part = a.broker.name === b.broker.name ? 'protocolTitle' : a.protocol === b.protocol ? 'brokerTitle' : 'label';
  return [a, b].map((row) => ({ ...row, short: a[part] === b[part] ? row.label : row[part] }));
}

/** Which of two rows (with short names) is faster, by how much, and at what cost. Adds the durability of both if it
  * differs, and when each was measured if they are of separate runs, or of one that was added to.
  */
function pairAnswer(loads, rows, { environments }) {
  const apart = runsInWords(rows.map(({ label }) => label), environments);
  return [
    el('p', { class: 'ahead' }, answerIn(loads, ...rows)),
    rows[0].durability !== rows[1].durability && el('p', { class: 'note promises' },
      el('strong', null, 'Different durability: '),
      `${rows.map((row) => `${row.short} ${row.durability}`).join(', ')}.`),
    apart && el('p', { class: 'note apart' }, el('strong', null, 'Separate runs: '), apart),
  ];
}

function answerIn(loads, first, second) {
  const both = loads.filter(({ factor }) => factor !== null);
  const [rates, tails] = [meanOver(both.filter(({ more }) => more)), meanOver(both.filter(({ more }) => !more))];
  const main = rates ?? tails;
  if (!main) return ['No load has a number for both rows.'];
  const [ahead, behind] = main.factor >= 1 ? [first, second] : [second, first];
  const seen = (mean) => (main.factor >= 1 ? mean : turned(mean));
  const uncertain = both.filter(({ fields }) => fields.some(({ entry }) => entry.uncertain)).length;
  return [
    rates ? rateWords(seen(rates), ahead, behind) : tailWords(seen(tails), ahead, `${ahead.short}: p99`),
    costWords(cpuOver(both), main, rates ? 'at' : 'It takes'),
    rates && tails && ['; ', tailWords(seen(tails), ahead, 'its p99')], '. ',
    heldByOne(loads, [first, second]).map((text) => el('strong', null, text)),
    uncertain > 0 && `${uncertain} of these ${counted(both.length, 'load')} ${uncertain === 1 ? 'has' : 'have'} `
      + 'an uncertain number.',
  ];
}

function rateWords(mean, ahead, behind) {
  const by = `${times(mean.factor)} ${range(mean)} as many messages a second`;
  const over = ` as ${behind.short}, geometric mean of ${counted(mean.loads, 'load')} at full speed`;
  return isSure(mean) ? [el('strong', null, `${ahead.short} is faster: ${by}`), over]
    : [el('strong', null, 'Neither is surely faster'), `: ${ahead.short} has ${by}`, over];
}

/** @param whose the p99 of the `row`, as the sentence calls it */
function tailWords(mean, row, whose) {
  const word = mean.factor >= 1 ? 'lower' : 'higher';
  const by = `${times(Math.max(mean.factor, 1 / mean.factor))} ${range(mean.factor >= 1 ? mean : turned(mean))}`;
  const over = `over ${counted(mean.loads, 'load')} at given rates or of round trips`;
  return isSure(mean) ? `${whose} is ${by} ${word} ${over}`
    : `p99 ${over} is a tie: that of ${row.short} is ${by} ${word}`;
}

/** This covers more loads than the message rate does, because loads at given rates also have a CPU time. */
function costWords(cpu, main, verb) {
  if (!cpu) return null;
  const said = `${verb} ${times(main.factor >= 1 ? cpu.factor : 1 / cpu.factor)} the broker CPU per message`;
  return [', ', el('strong', null, said), cpu.loads !== main.loads && ` (of ${counted(cpu.loads, 'load')})`];
}

/** The lowest rate that only one of them held, in words: a ratio cannot express that. */
export function heldByOne(loads, rows) {
  return [[0, 1], [1, 0]].flatMap(([a, b]) => {
    const load = loads.find(({ fields }) => fields[a].value > 0 && fields[b].state === 'beyond');
    return load ? [`${rows[a].short} holds ${stepInWords(load.figure)}, ${rows[b].short} does not. `] : [];
  });
}

const asFactor = (factor) => `${digits(factor)}×`;

/** @param app `state`, `view`, and the `figures` and `contenders` that are shown
  * @returns null unless the contenders are two, on one machine
  */
export function pairTable(app) {
  if (app.contenders.length !== 2 || machinesOf(app.contenders).length > 1) return null;
  const [first, second] = withShortNames(app.contenders);
  const loads = commonLoads(app);
  if (loads.length === 0) return null;
  return el('section', { class: 'versus', id: 'versus' },
    el('h2', null, `${first.label} against ${second.label}`),
    pairAnswer(loads, [first, second], app.view), el('p', null, winsInWords(loads, first, second)),
    notRunNotes(app.contenders, app.view.contenders), backToAll(app),
    scrolling(`${first.label} against ${second.label}`, el('table', null,
      el('thead', null,
        el('tr', null, el('th', { scope: 'col' }, 'Load'), el('th', { scope: 'col' }, 'Compared'),
          [first, second].map((row) => el('th', { scope: 'col', class: 'number' }, row.short)),
          el('th', { scope: 'col' }, 'Ahead'),
          [first, second].map((row) =>
            el('th', { scope: 'col', class: 'number' }, `Broker CPU per message, ${row.short}`)))),
      el('tbody', null, loads.map((load) => el('tr', null, el('th', { scope: 'row' }, load.figure.name),
        el('td', null, load.what),
        load.fields.map((workload) => el('td', { class: 'number' }, workload.text ?? WITHOUT[workload.state] ?? '–',
          payloadOf(workload, load.figure),
          flagsOf(ownFlags(workload.entry.flags), `${workload.entry.contender.label}, ${load.figure.title}`))),
        el('td', null, aheadIn(load, first, second)),
        load.cpu.map(({ text }) => el('td', { class: 'number' }, text ?? '–'))))))));
}

/** Shown next to the message rate if all messages have one size. */
function payloadOf({ text, entry }, figure) {
  const payload = text !== null && payloadIn(entry, figure);
  return payload && el('small', { class: 'payload', title: 'payload, 10^6 bytes per second' }, payload);
}

const WITHOUT = { too_few: 'too few messages', still: 'delivered nothing', beyond: 'not held',
  left: 'over 10% undelivered', failed: 'failed' };

function aheadIn({ factor, fields, apart, unlike }, first, second) {
  if (unlike) return `not compared: ${nameIn(fields[0].unstored ? first : second)} did not store its messages`;
  if (factor === null) return `only ${nameIn(fields[0].value > 0 ? first : second)} has a number`;
  if (!apart) return 'tie: within the intervals';
  return `${nameIn(factor > 1 ? first : second)}, ${asFactor(Math.max(factor, 1 / factor))}`;
}

const nameIn = ({ short }) => short;

/** How often each row is ahead. */
function winsInWords(loads, first, second) {
  const both = loads.filter(({ factor }) => factor !== null);
  const unlike = loads.filter((load) => load.unlike).length;
  const ahead = (test) => both.filter(({ factor, apart }) => apart && test(factor)).length;
  const [won, lost] = [ahead((factor) => factor > 1), ahead((factor) => factor < 1)];
  const alone = (i) => loads.filter((load) => load.factor === null && !load.unlike && load.fields[i].value > 0).length;
  const part = (row, count, only) =>
    `${row.short} is ahead in ${count}${only > 0 ? ` and alone has a number in ${only}` : ''}`;
  return `Of ${counted(loads.length, 'load')} that both tried, ${part(first, won, alone(0))}, `
    + `${part(second, lost, alone(1))}; tie, within the intervals: ${both.length - won - lost}.`
    + (unlike > 0 ? ` Not compared, because only one of them stored its messages: ${unlike}.` : '');
}

/** The pair that readers most likely compare: one broker over two protocols, or else the first two rows. */
function usualPair(rows) {
  const first = rows.find((row) => rows.some((other) => other !== row && other.broker.name === row.broker.name));
  if (!first) return rows.slice(0, 2);
  return [first, rows.find((other) => other !== first && other.broker.name === first.broker.name)];
}

/** The answer needs no click if the two rows are different. */
function answerOn(app, pair) {
  const loads = pair[0] === pair[1] ? [] : commonLoads({ ...app, contenders: pair });
  return loads.length > 0 ? pairAnswer(loads, withShortNames(pair), app.view) : [];
}

/** @param app `view`, `state`, `contenders` and `figures` (those shown), and `choose`
  * @returns the form that chooses two rows, the answer for them, and which protocols of their brokers were not run;
  * null if fewer than three rows are shown, or rows of several machines
  */
export function pairForm(app) {
  const { view, state, contenders: rows, choose } = app;
  if (rows.length < 3 || machinesOf(rows).length > 1) return null;
  const [first, second] = usualPair(rows);
  const choices = [[first, 'One row'], [second, 'The other row']].map(([row, label]) =>
    select(rows.map(({ key, label: text }) => [key, text]), row.key, () => {}, { 'aria-label': label }));
  const form = el('form', { class: 'pairing' }, el('strong', null, 'Compare two rows: '), choices[0],
    ' against ', choices[1], ' ', el('button', { type: 'submit' }, 'load by load'));
  const answer = el('div', { class: 'between', 'aria-live': 'polite' });
  const tell = () => {
    const pair = choices.map(({ value }) => rows.find(({ key }) => key === value));
    answer.replaceChildren(...[...answerOn(app, pair), ...notRunNotes(pair, view.contenders)].filter(Boolean));
  };
  form.addEventListener('change', tell);
  tell();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    choose({ ...onlyRows(view.contenders, state, choices.map(({ value }) => value)), at: '' });
  });
  return el('div', null, form, answer);
}

/** The way back from a comparison of two rows. */
function backToAll({ view, state, choose }) {
  if (view.contenders.filter(({ broker }) => broker.available).length < 3) return null;
  return el('p', null, button('show all rows again', () => choose({ ...allRows(state), at: '' })));
}
