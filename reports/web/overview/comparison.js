// Comparisons: any two contenders, and what a protocol, variant or setting changes on the same broker.
// Every factor here says how many times as good the first one is: above 1 it is better, below 1 worse.
import { versusBar } from '../charts/bars.js';
import { stepInWords } from '../charts/rate-sweeps.js';
import { printState, rowLink } from '../filters/state.js';
import { dataTable, el, foldedLater, note, numberCell, rowHead, select, small, strong } from '../lib/dom.js';
import { axisValue, counted, digits, words } from '../lib/format.js';
import { groupBy, rules, unique } from '../lib/rules.js';
import { columnOf, measureNamed } from '../lib/standings.js';
import { runsInWords } from '../lib/view-model.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { BATCH_NUMBERS } from './batches.js';
import { wordFor } from './matrix.js';
import { rowName } from './ranking.js';

const KINDS = [
  { name: 'At full speed', where: 'At full speed, ' },
  { name: 'p99 at equal rates', where: 'By the p99 at equal rates, ' },
];

/** The generator's factors are whole numbers: their logarithms times this (PairsJson.scala). */
const LOGARITHM = 10000;

/** @param pairs the generator's comparison of every two contenders of a machine (PairsJson.scala)
  * @returns how many times as good the first is: `means` over all loads of each kind of work, and which one is
  * `better` (1: surely the first, -1: the second); `loads`: the factor of each load by its place, or null
  */
export function comparedBy(pairs, [first, second], sure) {
  const { files, all, certain, loads } = pairs
    .find((one) => one.files.includes(first.place) && one.files.includes(second.place));
  const sign = files[0] === first.place ? 1 : -1;
  const unscaled = (logarithm) => Math.exp(logarithm / LOGARITHM);
  const factorOf = ([logarithm, half]) => ({
    factor: unscaled(sign * logarithm), low: unscaled(sign * logarithm - half), high: unscaled(sign * logarithm + half),
  });
  const means = (sure ? certain : all).map((given, i) => {
    const [, , number, guess, better, cpu] = given ?? [];
    return given && {
      ...KINDS[i], mean: { ...factorOf(given), loads: number, guess: guess === 1 }, better: sign * better,
      cpu: cpu === null ? null : unscaled(sign * cpu),
    };
  });
  return { means: means.filter(Boolean), loads: loads.map((one) => one && factorOf(one)) };
}

export function commonLoads(app, factors) {
  const hasNumber = ({ value }) => value > 0;
  return app.figures.map((figure) => {
    const { fields, what } = columnOf(figure, app, measureNamed(''));
    return {
      figure, what, fields, factor: fields.every(hasNumber) ? factors[figure.place] : null,
      cpu: columnOf(figure, app, measureNamed('cpu')).fields,
    };
  }).filter(({ fields }) => fields.some(hasNumber) && fields.every(({ state }) => rules.states[state].ran));
}

const isSure = ({ low, high }) => low > 1 || high < 1;

const short = (value) => (value >= 0.0995 ? digits(value) : String(Number(value.toPrecision(2))));
const times = (value) => `${short(value)}×`;
const range = ({ low, high, guess }) => `${short(low)}–${short(high)}×${guess ? '?' : ''}`;

function factorCell(one) {
  if (!one) return numberCell('–');
  return el('td', {
    class: isSure(one) ? 'number' : 'number within', title: one.loads && `over ${counted(one.loads, 'load')}`,
  }, times(one.factor), small(range(one)));
}

const SCALE = 'worse | better';

export function withShortNames([a, b]) {
  const part = a.broker.name === b.broker.name ? 'protocolTitle' : a.protocol === b.protocol ? 'brokerTitle' : 'label';
  return [a, b].map((row) => ({ ...row, short: a[part] === b[part] ? row.label : row[part] }));
}

/** The lowest rate that only one of them sustained, in words: a factor cannot express that. */
export const heldByOne = (loads, pair) => [[0, 1], [1, 0]].flatMap(([a, b]) => {
  const load = loads.find(({ fields }) => fields[a].value > 0 && fields[b].state === 'beyond');
  return load ? [`${pair[a].short} holds ${stepInWords(load.figure)}, ${pair[b].short} does not.`] : [];
});

/** The pair that the address names; else one broker over two protocols, or the first two rows. */
export function pairOf({ state, contenders: rows }) {
  const [first, second] = state.pair.split(',').map((key) => rows.find((row) => row.key === key));
  if (first && second && first !== second && first.machine === second.machine) return [first, second];
  const near = (same) => rows.map((row) => [row, rows.find((other) => other !== row && same(row, other))])
    .find(([, other]) => other);
  return near((a, b) => a.machine === b.machine && a.broker.name === b.broker.name)
    ?? near((a, b) => a.machine === b.machine);
}

function pairPart(app) {
  const pair = pairOf(app);
  if (!pair) return note('Only one row is shown.');
  const [first, second] = withShortNames(pair);
  const compared = comparedBy(app.pairs, pair, app.state.sure);
  const { means } = compared;
  const loads = commonLoads({ ...app, contenders: pair }, compared.loads);
  const apart = runsInWords(pair.map(({ label }) => label), app.view.environments);
  return [
    pairForm(app, pair),
    el('p', { class: 'ahead' }, means.length > 0 ? aheadIn(means, loads, [first, second])
      : 'No load has a number for both.'),
    first.durability !== second.durability && el('p', { class: 'note promises' }, strong('Different durability: '),
      `${first.short} ${first.durability}, ${second.short} ${second.durability}.`),
    apart && el('p', { class: 'note apart' }, strong('Separate runs: '), apart),
    means.length > 0 && meansTable(means, [first, second]),
    loads.length > 0 && foldedLater('Load by load', () => loadsTable(loads, [first, second], app)),
  ];
}

function pairForm({ contenders: rows, current, choose }, [first, second]) {
  const choice = (label, among, chosen, pairWith) => select(among.map(({ key, label: text }) => [key, text]),
    chosen.key, (key) => choose({ ...current(), pair: pairWith(key).join(), at: '' }), { 'aria-label': label });
  const others = rows.filter((row) => row !== first && row.machine === first.machine);
  return el('p', { class: 'pairing' },
    choice('One row', rows, first, (key) => [key, key === second.key ? first.key : second.key]), ' against ',
    choice('The other row', others, second, (key) => [first.key, key]));
}

function aheadIn(means, loads, pair) {
  const said = means.map(({ where, better }) => [where, better === 0 ? 'neither is surely better. '
    : [strong(`${pair[better > 0 ? 0 : 1].short} is better`), '. ']]);
  const doubted = loads.filter(({ factor, fields }) => factor && fields.some(({ entry }) => entry.uncertain)).length;
  return [
    said, heldByOne(loads, pair).map((text) => strong(`${text} `)),
    doubted > 0 && `${counted(doubted, 'load')} of ${loads.length} ${doubted === 1 ? 'has' : 'have'} an uncertain `
      + 'number.',
  ];
}

function meansTable(means, [first, second]) {
  const title = `${first.short} against ${second.short}`;
  return dataTable(title, 'versus', ['Geometric mean', title, SCALE, 'Messages per CPU time of the broker'],
    means.map(({ name, mean, cpu }) => el('tr', null,
      rowHead(name, small(counted(mean.loads, 'load'))),
      factorCell(mean), el('td', { class: 'scale' }, versusBar(mean, [first, second])),
      numberCell(cpu === null ? '–' : times(cpu)))));
}

function loadsTable(loads, pair, app) {
  const [first, second] = pair;
  const title = `${first.short} against ${second.short}`;
  return dataTable(`Load by load: ${title}`, 'versus loads',
    ['Load', first.short, second.short, title, SCALE, `CPU per message, ${first.short}`, second.short],
    loads.map((load) => el('tr', { 'data-workload': load.figure.id },
      rowHead(load.figure.name, small(load.what)),
      load.fields.map((field) => fieldCell(field, load.figure, app)),
      load.factor ? [factorCell(load.factor), el('td', { class: 'scale' }, versusBar(load.factor, pair))]
        : el('td', { colspan: 2 }, whyNot(load, pair)),
      load.cpu.map(({ text }) => numberCell(text ?? '–')))));
}

function fieldCell(field, figure, app) {
  const { text, entry } = field;
  return numberCell(el('a', { href: rowLink(app.state, figure, entry.contender) }, text ?? wordFor(field)),
    flagsOf(ownFlags(entry.flags), `${entry.contender.label}, ${figure.title}`));
}

function whyNot({ fields }, pair) {
  if (fields.some(({ value }) => !(value > 0))) return `only ${pair[fields[0].value > 0 ? 0 : 1].short} has a number`;
  return fields[0].unstored === fields[1].unstored ? 'not compared'
    : `not compared: ${pair[fields[0].unstored ? 0 : 1].short} did not store its messages`;
}

/** The generator's list with contenders in place of files. More is better in all factors. */
export function costsIn(all, rowOf) {
  const costIn = (less) => ([file, factor, low, high, loads, guess]) =>
    ({ contender: rowOf(file), loads, ...asGood({ factor, low, high, guess: guess === 1 }, less) });
  return all.map(({ certain_only: sure, steps, siblings }) => ({
    sure,
    steps: steps.map((step) => ({ ...step, rows: step.rows.map(costIn(step.by.endsWith('p99'))) })),
    siblings: siblings.map(({ row, plain, variant }) => ({ row: rowOf(row), plain: rowOf(plain), variant })),
  }));
}

const asGood = ({ factor, low, high, guess }, less) =>
  (less ? { factor: 1 / factor, low: 1 / high, high: 1 / low, guess } : { factor, low, high, guess });

const TITLES = {
  size: 'Message size', mode: 'Persistence', persistent: 'Persistence', n: 'Clients on each side',
  type: 'Queue or topic', ack: 'Acknowledgement', ack_every: 'Acknowledgement', every: 'Acknowledgement',
  message: 'Message type', rate: 'Rate', transaction: 'Messages per transaction',
};

const titleOf = ({ axis }) =>
  TITLES[axis] ?? words(axis).replace(/^./, (first) => first.toUpperCase());

function settingsPart(app) {
  const { steps, siblings } = app.costs.find(({ sure }) => sure === app.state.sure);
  const shown = steps.filter(({ group, rows }) => app.figures.some((figure) => figure.group === group)
    && rows.some(({ contender }) => app.contenders.includes(contender)));
  const pairs = siblings.filter(({ row }) => app.contenders.includes(row));
  const parts = [
    siblingsFold('Protocol and client library', pairs.filter(({ variant }) => !variant), app),
    siblingsFold('Durability, replication, other variants', pairs.filter(({ variant }) => variant), app),
    pricesFold(app),
    ...[...groupBy(shown, titleOf)].map(([title, list]) => stepsFold(title, list, app)),
  ].filter(Boolean);
  return parts.length > 0 ? parts : note(
    'No two loads here differ in one setting only, and no broker has two rows. '
      + '--profile standard has many such loads.');
}

function settingFold(title, more, make) {
  const made = foldedLater([strong(title), `: ${more}`], make);
  made.dataset.setting = title;
  return made;
}

const siblingsFold = (title, pairs, app) => pairs.length > 0 && settingFold(title, counted(pairs.length, 'pair'), () =>
  dataTable(title, 'costs', ['Row', 'Against', ...KINDS.map(({ name }) => name), ''],
    pairs.map((pair) => siblingRow(pair, app)), [2, 3]));

function siblingRow({ row, plain }, app) {
  const { means } = comparedBy(app.pairs, [row, plain], app.state.sure);
  const pair = [row, plain].map(({ key }) => key).join();
  return el('tr', { 'data-row': row.key },
    rowHead(rowName(row)), el('td', null, rowName(plain)),
    KINDS.map(({ name }) => factorCell(means.find((one) => one.name === name)?.mean)),
    el('td', null, el('a', { href: printState({ ...app.state, pair, at: 'comparison' }) }, 'load by load')));
}

const KEPT = { true: 'persistent', false: 'non-persistent' };

function stepsFold(title, steps, { contenders, view }) {
  const said = (side) => unique(steps.map((step) => axisValue(step.axis, step[side])));
  const groupOf = (step) => view.groups.find(({ name }) => name === step.group).title;
  const costIn = ({ rows }, contender) => rows.find((row) => row.contender === contender);
  const headIn = (step) => [
    `${axisValue(step.axis, step.value)} against ${axisValue(step.axis, step.plain)}`,
    small([step.by, groupOf(step), KEPT[step.persistent]].filter(Boolean).join(', ')),
  ];
  return settingFold(title, `${said('value').join('; ')} against ${said('plain').join(' or ')}`, () =>
    dataTable(title, 'costs', ['Row', ...steps.map(headIn)],
      contenders.filter((contender) => steps.some((step) => costIn(step, contender)))
        .map((contender) => el('tr', { 'data-row': contender.key },
          rowHead(rowName(contender)),
          steps.map((step) => factorCell(costIn(step, contender)))))));
}

function pricesFold({ verdicts, contenders }) {
  const rows = verdicts.flatMap(({ batches }) => batches).flatMap(({ prices }) => prices)
    .flatMap(({ threads, rows: all }) => all.map((row) => ({ threads, ...row })))
    .filter(({ contender }) => contenders.includes(contender))
    .sort((a, b) => a.contender.index - b.contender.index);
  return rows.length > 0 && settingFold('The price of replication', 'several nodes against one', () => [
    note('All nodes share this machine, so this is what replication costs in '
      + 'work. Between machines, the network adds to it, and each node has its own CPU.'),
    dataTable('The price of replication', 'costs price',
      ['Row', 'Threads', ...BATCH_NUMBERS.map(({ title }) => title)], rows.map(priceRow)),
  ]);
}

const priceRow = (row) => el('tr', { 'data-row': row.contender.key, 'data-threads': row.threads },
  rowHead(rowName(row.contender, row.nodes),
    small(`against ${row.single.contender.label}`)),
  numberCell(row.threads),
  BATCH_NUMBERS.map(({ key, less }) => factorCell(row[key] && asGood(row[key], less))));

export const comparisonOf = (app) => el('section', { id: 'comparison', 'aria-labelledby': 'title-comparison' },
  el('h2', { id: 'title-comparison' }, 'Compare'),
  note('Factors say how many times as good the first one is: 2.00× is twice the rate, or half the p99. The 95% '
    + 'interval follows. If it includes 1, neither is surely better. Filters of loads change no mean.'),
  el('h3', null, 'Two contenders'), pairPart(app),
  el('h3', null, 'Settings on one broker'),
  note('Each row is compared with itself: a load with the one that differs only in this '
    + 'setting, at its plainest value.'),
  settingsPart(app));
