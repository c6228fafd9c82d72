// How far one row is ahead of another over the loads that both tried, as geometric means with their intervals: rates
// and latencies apart, and what a message costs either of them.
import { rungInWords } from './climbs.js';
import { el } from './dom.js';
import { runsInWords } from './environments.js';
import { counted, digits } from './format.js';
import { meanOf, sumOf } from './numbers.js';
import { columnOf, numberOf } from './shown.js';

const TRIED = ['measured', 'few', 'still', 'beyond', 'failed'];

/** @param app `state`, `figures`, and two `contenders`
  * @returns of each load that both tried: `figure`, `what` (what is compared), `more` (is better), `cells` (as the
  * overview has them), `cpu` (the same of processor time), `factor` (how far the first is ahead of the second, below 1:
  * behind; null where one of them has no number, or where it is `unlike`: one of them did not store what the other one
  * did), `apart` (whether by more than the 95 % intervals of both leave open)
  */
export function loadsOf(app) {
  return app.figures.map((figure) => {
    const { cells, more, what } = columnOf(figure, app, numberOf(''));
    const [a, b] = cells.map(({ value }) => value);
    const known = a > 0 && b > 0;
    const unlike = known && cells.filter(({ unstored }) => unstored).length === 1;
    const factor = !known || unlike ? null : more ? a / b : b / a;
    return {
      figure, what, more, cells, factor, unlike, cpu: columnOf(figure, app, numberOf('cpu')).cells,
      apart: factor !== null && Math.abs(Math.log(factor)) > Math.hypot(...cells.map(({ half }) => half)),
    };
  }).filter(({ cells }) => cells.some(({ value }) => value > 0) && cells.every(({ state }) => TRIED.includes(state)));
}

/** Half of the interval of a geometric mean, as a logarithm, by the judge's rule (Ranking.scala): guesses are about a
  * broker's start, which all loads share, so they do not shrink with the number of loads.
  */
function halfOf(numbers) {
  return numbers.some(({ guess }) => guess) ? meanOf(numbers.map(({ half }) => half))
    : Math.sqrt(sumOf(numbers.map(({ half }) => half * half))) / numbers.length;
}

const geometric = (factors) => Math.exp(meanOf(factors.map(Math.log)));

/** @param loads with a factor each
  * @returns `factor`, `low` and `high` of its interval, and how many `loads`; null of none
  */
export function meanOver(loads) {
  if (loads.length === 0) return null;
  const factor = geometric(loads.map((load) => load.factor));
  const reach = Math.exp(Math.hypot(...[0, 1].map((i) => halfOf(loads.map(({ cells }) => cells[i])))));
  return { factor, low: factor / reach, high: factor * reach, loads: loads.length };
}

/** As seen from the other row. */
const turned = (mean) => mean && { ...mean, factor: 1 / mean.factor, low: 1 / mean.high, high: 1 / mean.low };

const times = (factor) => `${digits(factor)}×`;
const range = ({ low, high }) => `(${digits(low)}–${digits(high)}×)`;
const isSure = ({ low, high }) => low > 1 || high < 1;

/** Broker CPU per message of the first as a multiple of the second's; null where no load tells. */
function cpuOver(loads) {
  const known = loads.map(({ cpu }) => cpu.map(({ value }) => value)).filter(([a, b]) => a > 0 && b > 0);
  return known.length > 0 ? { factor: geometric(known.map(([a, b]) => a / b)), loads: known.length } : null;
}

/** What two rows have in common need not stand in each of their names: in `short` it does not. */
export function withShortNames([a, b]) {
  const part = a.broker.name === b.broker.name ? 'protocolTitle' : a.protocol === b.protocol ? 'brokerTitle' : 'label';
  return [a, b].map((row) => ({ ...row, short: a[part] === b[part] ? row.label : row[part] }));
}

/** Which of two rows (with short names) is faster, by how much, and at what cost; what either promises, if that is not
  * the same; and where they are of separate runs, or of one that was added to, when each was.
  */
export function answerOf(loads, rows, { environments }) {
  const apart = runsInWords(rows.map(({ label }) => label), environments);
  return [
    el('p', { class: 'ahead' }, answerIn(loads, ...rows)),
    rows[0].durability !== rows[1].durability && el('p', { class: 'note promises' },
      el('strong', null, 'Not the same promise: '),
      `${rows.map((row) => `${row.short} ${row.durability}`).join(', ')}.`),
    apart && el('p', { class: 'note apart' }, el('strong', null, 'Separate runs: '), apart),
  ];
}

function answerIn(loads, first, second) {
  const both = loads.filter(({ factor }) => factor !== null);
  const [rates, tails] = [meanOver(both.filter(({ more }) => more)), meanOver(both.filter(({ more }) => !more))];
  const main = rates ?? tails;
  if (!main) return ['No load has a number of both.'];
  const [ahead, behind] = main.factor >= 1 ? [first, second] : [second, first];
  const seen = (mean) => (main.factor >= 1 ? mean : turned(mean));
  const uncertain = both.filter(({ cells }) => cells.some(({ entry }) => entry.uncertain)).length;
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
  return isSure(mean) ? `${whose} is ${by} ${word} ${over}` : `p99 ${over} is a tie: of ${row.short} ${by} ${word}`;
}

/** Of more loads than the messages a second, for those at given rates tell it, too. */
function costWords(cpu, main, verb) {
  if (!cpu) return null;
  const said = `${verb} ${times(main.factor >= 1 ? cpu.factor : 1 / cpu.factor)} the broker CPU per message`;
  return [', ', el('strong', null, said), cpu.loads !== main.loads && ` (of ${counted(cpu.loads, 'load')})`];
}

/** The lowest rate that one of them held and the other one did not, in words: no ratio tells that. */
export function heldByOne(loads, rows) {
  return [[0, 1], [1, 0]].flatMap(([a, b]) => {
    const load = loads.find(({ cells }) => cells[a].value > 0 && cells[b].state === 'beyond');
    return load ? [`${rows[a].short} holds ${rungInWords(load.figure)}, ${rows[b].short} does not. `] : [];
  });
}
