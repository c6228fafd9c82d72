// The p99 limit of the reader's question, as a line in a graph. It can be dragged, and moved with arrow keys.
import { el } from '../lib/dom.js';
import { micros } from '../lib/format.js';
import { needOf, printNeed } from '../overview/chooser.js';

/** Milliseconds without a move before the question is asked. */
const PAUSE_MS = 250;

const KEYS = {
  ArrowUp: 1.1, ArrowRight: 1.1, PageUp: 2, End: Infinity, ArrowDown: 1 / 1.1, ArrowLeft: 1 / 1.1, PageDown: 0.5,
  Home: 0,
};

/** A panel whose graph has the line. */
export function withLimit(panel, app) {
  const asked = () => needOf({ ...app, state: app.current() });
  const limit = () => 1000 * asked().p99Ms;
  const ask = (us) => app.ask(printNeed({ ...asked(), p99Ms: us / 1000 }));
  const drawn = (place, graph) =>
    show(place.parentElement.querySelector('.limit') ?? lineOn(place, graph, ask), graph, limit());
  return { ...panel, limit, drawn };
}

/** The ends of the axis in microseconds. */
const endsOf = ({ plot }) => ['min', 'max'].map((end) => 10 ** plot.getAxes().yaxis[end]);

function show(line, { plot }, us) {
  const [low, high] = endsOf({ plot });
  const [place, { left, top }] = [plot.getPlaceholder()[0], plot.getPlotOffset()];
  const y = plot.getAxes().yaxis.p2c(Math.log10(Math.max(low, Math.min(high, us))));
  Object.assign(line.style, { top: `${place.offsetTop + top + y}px`, left: `${place.offsetLeft + left}px`,
    width: `${plot.width()}px` });
  line.firstChild.textContent = `your limit: p99 ${micros(us)}`;
  const values = { min: low / 1000, max: high / 1000, now: us / 1000, text: micros(us) };
  for (const [name, value] of Object.entries(values)) line.setAttribute(`aria-value${name}`, value);
}

function lineOn(place, graph, ask) {
  const line = el('div', { class: 'limit', role: 'slider', tabindex: '0', 'aria-orientation': 'vertical',
    'aria-label': 'Your limit for the p99, in milliseconds', title: 'Drag this line, or press the arrow keys' },
    el('span'));
  let waiting = null;
  const move = (to) => {
    const [low, high] = endsOf(graph);
    const us = Number(Math.max(low, Math.min(high, to)).toPrecision(2));
    show(line, graph, us);
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE_MS, us);
  };
  line.addEventListener('pointerdown', ({ pointerId }) => line.setPointerCapture(pointerId));
  line.addEventListener('pointermove', ({ pointerId, clientY }) => {
    const y = clientY - place.getBoundingClientRect().top - graph.plot.getPlotOffset().top;
    if (line.hasPointerCapture(pointerId)) move(10 ** graph.plot.getAxes().yaxis.c2p(y));
  });
  line.addEventListener('keydown', (event) => {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    move(1000 * line.getAttribute('aria-valuenow') * KEYS[event.key]);
  });
  place.after(line);
  return line;
}
