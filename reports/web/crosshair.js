// A line that follows the pointer, or the arrow keys, in all graphs of a cell at once, and the values at its place.
import { el } from './dom.js';
import { digits } from './format.js';
import { graphs } from './graphs.js';
import { nameOfLine } from './panels.js';
import { placesOf } from './places.js';
import { swatch } from './strokes.js';

const EDGE = 10;
let said = null;

/** The place on the graph's own axis, and in pixels from the left of its element. */
function pixelOf({ plot, axes }, x) {
  return plot.getPlotOffset().left + plot.getAxes().xaxis.p2c(axes.x.at(x));
}

const wheres = (panel) => placesOf(panel).map(({ at }) => at);

function nearest(values, to, place) {
  return values.reduce((best, value) => (Math.abs(place(value) - to) < Math.abs(place(best) - to) ? value : best),
    values[0]);
}

/** Graphs over the same kind of axis: those of the cell, or of the section. */
function companions(place) {
  const scope = place.closest('.panels, .sweeps');
  const { panel } = graphs.get(place);
  return [...scope.querySelectorAll('.chart')]
    .filter((other) => graphs.get(other)?.plot && graphs.get(other).panel.x === panel.x);
}

function hideCrosshair() {
  document.querySelectorAll('.crosshair').forEach((line) => line.remove());
  document.getElementById('readout')?.remove();
}

function showAt(place, x) {
  hideCrosshair();
  for (const other of companions(place)) {
    const graph = graphs.get(other);
    other.append(el('div', { class: 'crosshair', style: `left: ${pixelOf(graph, x)}px`, 'data-x': x }));
  }
  const values = valuesAt(graphs.get(place).panel, x);
  const box = el('div', { id: 'readout', 'aria-hidden': 'true' },
    el('p', null, el('b', null, titleAt(graphs.get(place).panel, x))),
    values.map(({ line, text }) =>
      el('p', null, line.style && swatch(line), el('span', null, nameOfLine(line)), el('b', null, text))));
  document.body.append(box);
  position(box, place, pixelOf(graphs.get(place), x));
  return values;
}

function titleAt({ x: kind, showX, along }, x) {
  return kind === 'time' ? `${digits(x)} s` : `${showX(x)} ${kind === 'percentiles' ? '' : along}`;
}

/** Values of the lines there, highest first; the same as in the graph's table. */
function valuesAt(panel, x) {
  const { values } = placesOf(panel).find(({ at }) => at === x);
  return panel.lines.map((line, i) => ({ line, value: values[i] }))
    .filter(({ line, value }) => !line.ideal && value !== null)
    .map(({ line, value }) => ({ line, value, text: panel.show(value) })).sort((a, b) => b.value - a.value);
}

function position(box, place, pixel) {
  const at = place.getBoundingClientRect();
  const left = at.left + pixel;
  const beside = left + EDGE + box.offsetWidth < document.documentElement.clientWidth ? left + EDGE
    : left - EDGE - box.offsetWidth;
  box.style.left = `${Math.max(EDGE, beside)}px`;
  box.style.top = `${Math.max(EDGE, Math.min(at.top, window.innerHeight - box.offsetHeight - EDGE))}px`;
}

function follow(event) {
  const place = event.target.closest?.('.chart[role=img]');
  const graph = place && graphs.get(place);
  if (!graph?.plot) return hideCrosshair();
  const x = nearest(wheres(graph.panel), event.clientX - place.getBoundingClientRect().left,
    (value) => pixelOf(graph, value));
  showAt(place, x);
}

/** Arrow keys step from point to point, Home and End go to the first and the last, and each place is said aloud. */
function step(event) {
  const place = event.target.closest?.('.chart[role=img]');
  const graph = place && graphs.get(place);
  if (event.key === 'Escape') hideCrosshair();
  if (!graph?.plot || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
  event.preventDefault();
  const places = wheres(graph.panel);
  const now = places.indexOf(Number(place.querySelector('.crosshair')?.dataset.x));
  const next = { Home: 0, End: places.length - 1, ArrowLeft: Math.max(0, now - 1),
    ArrowRight: Math.min(places.length - 1, now + 1) }[event.key];
  const values = showAt(place, places[next]);
  const texts = values.map(({ line, text }) => `${nameOfLine(line)} ${text}`);
  said.textContent = `${titleAt(graph.panel, places[next])}: ${texts.join(', ')}`;
}

export function watchPointer() {
  said = el('p', { class: 'unseen', role: 'status' });
  document.body.append(said);
  document.addEventListener('pointermove', follow);
  document.addEventListener('keydown', step);
  document.addEventListener('focusout', hideCrosshair);
  window.addEventListener('scroll', hideCrosshair, { passive: true });
}
