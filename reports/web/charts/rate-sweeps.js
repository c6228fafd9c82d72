// Rate sweeps: latency over the rate, which rates each row sustains, and where it ends.
import { rowLink } from '../filters/state.js';
import { dataTable, el, folded } from '../lib/dom.js';
import {
  axisOf, axisOrder, axisValue, isKnown, messagesInWords, micros, percentileOf, si, tooFew,
} from '../lib/format.js';
import { needOf, printNeed } from '../overview/chooser.js';
import { rowName } from '../overview/ranking.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { swatch } from './line-styles.js';

/** Whether each row was sent a share of its own maximum. */
export function hasOwnRates({ entries }) {
  return entries.some(({ offered }) => Number.isFinite(offered?.share));
}

/** Whether it belongs to a rate sweep, in which a row gets higher rates as long as it holds the lower ones. */
export function isRateSweep({ entries }) {
  return entries.some(({ sweep }) => sweep);
}

const axisIn = ({ entries }) => entries.find(({ sweep }) => sweep)?.sweep.axis;
const placeOf = (figure) => axisOf(figure.sample, axisIn(figure));

/** The rate of a workload on the axis of its sweep, as a number. */
const rateOfStep = (figure) => axisOrder(placeOf(figure));

/** The rate as people read it: 20,000/s. */
export const stepInWords = (figure) => axisValue(axisIn(figure), placeOf(figure));

/** The sweeps among these workloads: each is a list from low to high rates, with equal values on all other axes. */
export function rateSweepsOf(figures) {
  const found = new Map();
  for (const figure of figures.filter(isRateSweep)) {
    const axis = axisIn(figure);
    const key = JSON.stringify([figure.group, Object.entries(figure.sample.axes).filter(([name]) => name !== axis)]);
    found.set(key, [...(found.get(key) ?? []), figure]);
  }
  return [...found.values()].map((sweep) => sweep.sort((a, b) => rateOfStep(a) - rateOfStep(b)));
}

export const entryOfRow = (figure, contender) => figure.entries.find((entry) => entry.contender === contender);

const isHeld = (entry) => entry?.status === 'measured' && entry.sweep?.held === true;

/** Whether a row took part in a rate sweep: it has a number there, or failed. */
const tookPart = (sweep, contender) =>
  sweep.some((figure) => ['measured', 'failed'].includes(entryOfRow(figure, contender)?.status));

/** Where a row ends in a rate sweep: the highest workload that it `held`, and the one above, which it did `not` hold,
  * with the reason `why`. The latter are null if it held the highest that was tried.
  */
export function endOf(sweep, contender) {
  const held = sweep.filter((figure) => isHeld(entryOfRow(figure, contender))).at(-1) ?? null;
  const above = sweep.slice(held ? sweep.indexOf(held) + 1 : 0);
  const not = above.find((figure) => {
    const entry = entryOfRow(figure, contender);
    return entry && (entry.sweep?.held === false || entry.status === 'failed');
  }) ?? null;
  return { held, not, why: not ? whyNot(entryOfRow(not, contender)) : null };
}

/** Why a rate was not held, in words. */
function whyNot(entry) {
  return entry.status === 'failed' ? `failed: ${entry.reason}` : entry.sweep?.because ?? entry.reason;
}

const PERCENTILES = [['us_p50', 'p50'], ['us_p95', 'p95'], ['us_p99', 'p99'], ['us_p999', 'p99.9']];

/** The percentiles that are drawn, with the widths of their lines. The first has whiskers and names. */
const DRAWN = [{ key: 'us_p99', quantile: 'p99', width: 3 }, { key: 'us_p50', quantile: 'p50', width: 1 }];

/** The graph is large, so it has room for more rows than others. */
const ROWS_MAX = 12;

const latencyOf = (figure, entry) => entry?.latencies[figure.criterion.latency] ?? null;

/** A p99 of too few messages comes after all that are known. */
const p99Of = (figure, entry) => percentileOf(latencyOf(figure, entry), 'us_p99') ?? Infinity;

/** Compares two numbers. For an infinite one, the difference to itself would be NaN. */
const lower = (a, b) => (a === b ? 0 : a - b);

/** The rows of a rate sweep by the highest rate that they hold, and at equal rates by their p99 there. */
function bestRows(sweep, contenders) {
  const worth = (contender) => {
    const { held } = endOf(sweep, contender);
    return held ? [rateOfStep(held), p99Of(held, entryOfRow(held, contender))] : [0, Infinity];
  };
  return contenders.filter((contender) => tookPart(sweep, contender))
    .map((contender) => ({ contender, worth: worth(contender) }))
    .sort((a, b) => b.worth[0] - a.worth[0] || lower(a.worth[1], b.worth[1]) || a.contender.index - b.contender.index)
      .map(({ contender }) => contender);
}

/** The throughput-latency curves of the rate sweeps among these workloads: a graph for each, with lines for each row up
  * to its highest rate.
  */
export function rateSweepPanels(figures, contenders, all) {
  return rateSweepsOf(figures).map((sweep) => {
    const rows = bestRows(sweep, contenders).map((contender) => linesOf(sweep, contender))
      .filter((lines) => lines.length > 0);
    const { down } = sweep[0].at;
    return {
      name: `sweep-${sweep[0].id}`, title: `p99 (thick) and p50 (thin) over the offered rate${down ? `, ${down}` : ''}`,
      unit: '', x: 'settings', along: 'offered rate, messages per second, the same for all', showX: si, show: micros,
      log: true, ends: true, limited: true, large: true, places: sweep.map(rateOfStep), of: rows.length,
      lines: (all ? rows : rows.slice(0, ROWS_MAX)).flat(),
    };
  }).filter(({ lines }) => lines.some(({ points }) => points.length > 1));
}

/** The lines of a row. The first of them has its name, its whiskers, and why it `ended`. */
function linesOf(sweep, contender) {
  const held = sweep.map((figure) => ({ figure, entry: entryOfRow(figure, contender) }))
    .filter(({ entry }) => isHeld(entry));
  const { not, why } = endOf(sweep, contender);
  return DRAWN.map(({ key, quantile, width }) => ({
    key: contender.key, label: contender.label, style: contender.style, quantile, width,
    points: held.filter(({ figure, entry }) => percentileOf(latencyOf(figure, entry), key) > 0)
      .map(({ figure, entry }) => [rateOfStep(figure), latencyOf(figure, entry)[key]]),
  })).filter(({ points }) => points.length > 0).map((line, i) => (i > 0 ? { ...line, unnamed: true } : {
    ...line, ended: not && `${stepInWords(not)}: ${why}`, whiskers: held.filter(({ entry }) => entry.number?.half > 0)
      .map(({ figure, entry: { number: { value, half, guess } } }) => ({
        rate: rateOfStep(figure), low: value * Math.exp(-half), high: value * Math.exp(half), guess,
      })),
  }));
}

/** Which curves and rows are missing, and why; null if all are drawn. */
export function undrawn(sweep, rows) {
  const lines = rows.flatMap((contender) => linesOf(sweep, contender));
  const missing = DRAWN.filter(({ quantile }) => !lines.some((line) => line.quantile === quantile
    && line.points.length > 1));
  const none = rows.filter((contender) => !endOf(sweep, contender).held).map(({ label }) => label);
  return [
    ...missing.map(({ key, quantile }) => `No curve of ${quantile}: no row has it at two rates (it needs `
      + `${messagesInWords(key)} at each). The tables have what is known.`),
    ...(none.length > 0 ? [`Without a line, because they hold none of these rates: ${none.join(', ')}.`] : []),
  ].join(' ') || null;
}

/** The parts below the graphs: which curves are missing, where each row ends, and a table for each rate. */
export function rateSweepTables(figures, app) {
  return rateSweepsOf(figures)
    .map((sweep) => el('div', { class: 'rate-sweep' }, undrawnNote(sweep, app), endsOf(sweep, app),
      sweep.map((figure) => rateTable(sweep, figure, app)).filter(Boolean)));
}

function undrawnNote(sweep, { contenders }) {
  const rows = bestRows(sweep, contenders);
  const said = rows.length > 0 && undrawn(sweep, rows);
  return said && el('p', { class: 'note undrawn' }, said);
}

function endsOf(sweep, { contenders }) {
  const rows = bestRows(sweep, contenders);
  const { down } = sweep[0].at;
  return rows.length > 0 && [
    folded(`Highest rate of each row, and why it ends there${down ? `, ${down}` : ''}`,
        el('ul', { class: 'ends' }, rows.map((contender) => {
      const { held, not, why } = endOf(sweep, contender);
      return el('li', null, swatch(contender),
        el('span', null, el('strong', null, contender.label),
          held ? ` holds ${stepInWords(held)}` : ' holds none of these rates',
        not ? [el('span', { class: 'end' }, ' ✕ '), `${stepInWords(not)}: ${why}`] : ', the highest that was tried'));
    })))];
}

/** The rows that sustain a rate, best first, and those that do not. */
function rateTable(sweep, figure, app) {
  const rows = bestRows(sweep, app.contenders).map((contender) => ({ contender, entry: entryOfRow(figure, contender) }))
    .filter(({ entry }) => entry);
  const held = rows.filter(({ entry }) => isHeld(entry))
    .sort((a, b) => lower(p99Of(figure, a.entry), p99Of(figure, b.entry)));
  const not = rows.filter(({ entry }) => !isHeld(entry) && (entry.sweep || entry.status === 'failed'));
  if (held.length + not.length === 0) return null;
  return folded(summaryOf(figure, held, not), dataTable(`At ${stepInWords(figure)}, ${figure.title}`, 'rate',
    ['Row', ...PERCENTILES.map(([, name]) => name)],
    [held.map(({ contender, entry }) => heldRow(figure, contender, entry, app)),
      not.map(({ contender, entry }) => notRow(sweep, figure, contender, entry))]));
}

const isEarly = ({ entry }) => entry.flags.some(({ flag }) => flag === 'unstored');

/** The `first` of the rows without flag D, and the `early` rows before it, which delivered before they stored. If all
  * have flag D, the first of all.
  * @param held the rows that hold a rate, lowest p99 first
  */
export function lowestOf(held) {
  const at = held.findIndex((one) => !isEarly(one));
  return { first: held[Math.max(0, at)], early: held.slice(0, Math.max(0, at)) };
}

function summaryOf(figure, held, not) {
  const { first, early } = lowestOf(held);
  const all = held.length + not.length;
  if (!first) return [`At ${stepInWords(figure)}: `, 'no row holds it'];
  const p99 = p99Of(figure, first.entry);
  const holding = `${held.length} of ${all} ${all === 1 ? 'row holds' : 'rows hold'} it`;
  return [`At ${stepInWords(figure)}: `, p99 === Infinity ? `${holding}; a p99 needs ${messagesInWords('us_p99')}`
    : [el('strong', null, first.contender.label), !first.contender.synced && ` (${first.contender.durability})`,
      ` has the lowest p99${early.length > 0 ? ' of the rows that did not deliver before storing' : ''}, `
        + `${micros(p99)}; ${holding}`,
      early.map(({ contender, entry }) =>
        `; ${contender.label}, ${micros(p99Of(figure, entry))}, delivered before it was stored`)]];
}

const doubts = ({ flags }) => ownFlags(flags);

function heldRow(figure, contender, entry, { state }) {
  const latency = latencyOf(figure, entry);
  const value = ([key]) =>
    el('td', { class: 'number' }, latency && !isKnown(latency, key) ? tooFew(key) : micros(latency?.[key]));
  return el('tr', { 'data-contender': contender.index },
    el('th', { scope: 'row' }, el('a', { href: rowLink(state, figure, contender) }, rowName(contender)),
      flagsOf(doubts(entry), `${contender.label}, ${figure.title}`)),
    PERCENTILES.map(value));
}

function notRow(sweep, figure, contender, entry) {
  const { not } = endOf(sweep, contender);
  const why = not === figure ? whyNot(entry) : not ? `not run: ${stepInWords(not)} was not held` : entry.reason;
  return el('tr', { 'data-contender': contender.index, class: 'lost' },
    el('th', { scope: 'row' }, rowName(contender), flagsOf(doubts(entry), `${contender.label}, ${figure.title}`)),
    el('td', { colspan: PERCENTILES.length }, el('strong', null, not === figure ? 'does not hold it: ' : ''), why));
}

/** Milliseconds without a move before the question is asked. */
const PAUSE_MS = 250;

const LIMIT_KEYS = {
  ArrowUp: 1.1, ArrowRight: 1.1, PageUp: 2, End: Infinity, ArrowDown: 1 / 1.1, ArrowLeft: 1 / 1.1, PageDown: 0.5,
  Home: 0,
};

/** A panel whose graph has the p99 limit of the reader's question as a line. It can be dragged, and moved with keys. */
export function withLimit(panel, app) {
  const asked = () => needOf({ ...app, state: app.current() });
  const limit = () => 1000 * asked().p99Ms;
  const ask = (us) => app.ask(printNeed({ ...asked(), p99Ms: us / 1000 }));
  const drawn = (place, graph) =>
    showLimit(place.parentElement.querySelector('.limit') ?? limitLine(place, graph, ask), graph, limit());
  return { ...panel, limit, drawn };
}

/** The ends of the axis in microseconds. */
const axisEnds = ({ plot }) => ['min', 'max'].map((end) => 10 ** plot.getAxes().yaxis[end]);

function showLimit(line, { plot }, us) {
  const [low, high] = axisEnds({ plot });
  const [place, { left, top }] = [plot.getPlaceholder()[0], plot.getPlotOffset()];
  const y = plot.getAxes().yaxis.p2c(Math.log10(Math.max(low, Math.min(high, us))));
  Object.assign(line.style, { top: `${place.offsetTop + top + y}px`, left: `${place.offsetLeft + left}px`,
    width: `${plot.width()}px` });
  line.firstChild.textContent = `your limit: p99 ${micros(us)}`;
  const values = { min: low / 1000, max: high / 1000, now: us / 1000, text: micros(us) };
  for (const [name, value] of Object.entries(values)) line.setAttribute(`aria-value${name}`, value);
}

function limitLine(place, graph, ask) {
  const line = el('div', { class: 'limit', role: 'slider', tabindex: '0', 'aria-orientation': 'vertical',
    'aria-label': 'Your limit for the p99, in milliseconds', title: 'Drag this line, or press the arrow keys' },
    el('span'));
  let waiting = null;
  const move = (to) => {
    const [low, high] = axisEnds(graph);
    const us = Number(Math.max(low, Math.min(high, to)).toPrecision(2));
    showLimit(line, graph, us);
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE_MS, us);
  };
  line.addEventListener('pointerdown', ({ pointerId }) => line.setPointerCapture(pointerId));
  line.addEventListener('pointermove', ({ pointerId, clientY }) => {
    const y = clientY - place.getBoundingClientRect().top - graph.plot.getPlotOffset().top;
    if (line.hasPointerCapture(pointerId)) move(10 ** graph.plot.getAxes().yaxis.c2p(y));
  });
  line.addEventListener('keydown', (event) => {
    if (!(event.key in LIMIT_KEYS)) return;
    event.preventDefault();
    move(1000 * line.getAttribute('aria-valuenow') * LIMIT_KEYS[event.key]);
  });
  place.after(line);
  return line;
}
