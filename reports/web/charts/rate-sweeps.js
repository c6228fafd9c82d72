// Rate sweeps: latency over the rate, which rates each row sustains, and where it ends.
import { el, folded, listOf, note, strong } from '../lib/dom.js';
import { axisOf, axisOrder, axisValue, messagesInWords, micros, percentileOf, si } from '../lib/format.js';
import { groupBy } from '../lib/rules.js';
import { entryOfRow } from '../lib/view-model.js';
import { needOf, PAUSE_MS, printNeed } from '../overview/chooser.js';
import { swatch } from './line-styles.js';

export const hasOwnRates = ({ entries }) => entries.some(({ offered }) => offered);

/** A row gets higher rates as long as it holds the lower ones. */
export const isRateSweep = ({ entries }) => entries.some(({ sweep }) => sweep);

const axisIn = ({ entries }) => entries.find(({ sweep }) => sweep).sweep.axis;
const placeOf = (figure) => axisOf(figure.sample, axisIn(figure));

const rateOfStep = (figure) => axisOrder(placeOf(figure));

export const stepInWords = (figure) => axisValue(axisIn(figure), placeOf(figure));

export function rateSweepsOf(figures) {
  const sweeps = groupBy(figures.filter(isRateSweep), (figure) => JSON.stringify(
    [figure.group, Object.entries(figure.sample.axes).filter(([name]) => name !== axisIn(figure))]));
  return [...sweeps.values()].map((sweep) => sweep.sort((a, b) => rateOfStep(a) - rateOfStep(b)));
}

const isHeld = (entry) => entry?.status === 'measured' && entry.sweep?.held === true;
const isLost = (entry) => entry?.status === 'failed' || entry?.sweep?.held === false;

/** The highest workload that a row `held`, and the one above, which it did `not` hold, with the reason. */
export function endOf(sweep, contender) {
  const held = sweep.findLast((figure) => isHeld(entryOfRow(figure, contender))) ?? null;
  const above = sweep.slice(held ? sweep.indexOf(held) + 1 : 0);
  const not = above.find((figure) => isLost(entryOfRow(figure, contender))) ?? null;
  return { held, not, why: not ? whyNot(entryOfRow(not, contender)) : null };
}

const whyNot = (entry) =>
  (entry.status === 'failed' ? `failed: ${entry.reason}` : entry.sweep.because ?? entry.reason);

const DRAWN = [{ key: 'us_p99', quantile: 'p99', width: 3 }, { key: 'us_p50', quantile: 'p50', width: 1 }];

const ROWS_MAX = 12;

const latencyOf = (figure, entry) => entry.latencies[figure.criterion.latency];

const p99Of = (figure, entry) => percentileOf(latencyOf(figure, entry), 'us_p99') ?? Infinity;

/** Compares two numbers. For an infinite one, the difference to itself would be NaN. */
const lower = (a, b) => (a === b ? 0 : a - b);

function bestRows(sweep, contenders) {
  const worth = (contender) => {
    const { held } = endOf(sweep, contender);
    return held ? [rateOfStep(held), p99Of(held, entryOfRow(held, contender))] : [0, Infinity];
  };
  const tookPart = (contender) => sweep.some((figure) =>
    ['measured', 'failed'].includes(entryOfRow(figure, contender)?.status));
  return contenders.filter(tookPart).map((contender) => ({ contender, worth: worth(contender) }))
    .sort((a, b) => b.worth[0] - a.worth[0] || lower(a.worth[1], b.worth[1]) || a.contender.index - b.contender.index)
    .map(({ contender }) => contender);
}

export const rateSweepPanels = (figures, contenders, all) => rateSweepsOf(figures).map((sweep) => {
  const rows = bestRows(sweep, contenders).map((contender) => linesOf(sweep, contender))
    .filter((lines) => lines.length > 0);
  const { down } = sweep[0].at;
  return {
    name: `sweep-${sweep[0].id}`, title: `p99 (thick) and p50 (thin) over the offered rate${down ? `, ${down}` : ''}`,
    x: 'settings', along: 'offered rate, messages per second, the same for all', showX: si, show: micros,
    log: true, ends: true, limited: true, large: true, places: sweep.map(rateOfStep), of: rows.length,
    lines: rows.slice(0, all ? undefined : ROWS_MAX).flat(),
  };
}).filter(({ lines }) => lines.some(({ points }) => points.length > 1));

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

export function undrawn(sweep, rows) {
  const lines = rows.flatMap((contender) => linesOf(sweep, contender));
  const missing = DRAWN.filter(({ quantile }) => !lines.some((line) => line.quantile === quantile
    && line.points.length > 1));
  const none = rows.filter((contender) => !endOf(sweep, contender).held).map(({ label }) => label);
  return [
    ...missing.map(({ key, quantile }) => `No curve of ${quantile}: no row has it at two rates (it needs `
      + `${messagesInWords(key)} at each). The loads below have what is known.`),
    ...(none.length > 0 ? [`Without a line, because they hold none of these rates: ${none.join(', ')}.`] : []),
  ].join(' ') || null;
}

export const rateSweepEnds = (figures, contenders) => rateSweepsOf(figures)
  .map((sweep) => ({ sweep, rows: bestRows(sweep, contenders) })).filter(({ rows }) => rows.length > 0)
  .map(({ sweep, rows }) => {
    const missing = undrawn(sweep, rows);
    return el('div', { class: 'rate-sweep' }, missing && note(missing), endsOf(sweep, rows));
  });

function endsOf(sweep, rows) {
  const { down } = sweep[0].at;
  return folded(`Highest rate of each row, and why it ends there${down ? `, ${down}` : ''}`,
    listOf(rows.map((contender) => {
      const { held, not, why } = endOf(sweep, contender);
      return [swatch(contender), el('span', null, strong(contender.label),
        held ? ` holds ${stepInWords(held)}` : ' holds none of these rates',
        not ? [el('span', { class: 'end' }, ' ✕ '), `${stepInWords(not)}: ${why}`] : ', the highest that was tried')];
    }), { class: 'ends' }));
}

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

function within({ plot }, us) {
  const { min, max } = plot.getAxes().yaxis;
  return Math.max(10 ** min, Math.min(10 ** max, us));
}

function showLimit(line, { plot }, us) {
  const [low, high] = [0, Infinity].map((end) => within({ plot }, end));
  const [place, { left, top }] = [plot.getPlaceholder()[0], plot.getPlotOffset()];
  const y = plot.getAxes().yaxis.p2c(Math.log10(within({ plot }, us)));
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
    const us = Number(within(graph, to).toPrecision(2));
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
