// A graph on the page: its title, its drawing, and behind a click its numbers as a table and as files.
import { drawChart } from './charts.js';
import { el, scrolling } from './dom.js';
import { graphCsv, graphJson, saveText, tableOf } from './exporting.js';
import { lazily } from './lazy.js';
import { describe, nameOfLine } from './panels.js';
import { savePicture } from './picture.js';
import { swatch } from './strokes.js';

/** Drawn graphs by their element: panel, title, plot, axes and width. */
export const graphs = new Map();

let logarithmic = false;

const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (graphs.has(target) && graphs.get(target).width !== target.clientWidth) draw(target);
  }
});

/** @param panel see charts.js
  * @param title of what the graph belongs to
  */
export function graphOf(panel, title) {
  const place = el('div', { class: 'chart', role: 'img', tabindex: '0', 'aria-label': describe(panel, title) });
  graphs.set(place, { panel, title });
  const tools = el('details', { class: 'tools' },
    el('summary', { 'aria-label': `Numbers of the graph: ${panel.title}, ${title}` }, 'numbers'));
  tools.addEventListener('toggle', () => tools.open && tools.childElementCount === 1
    && tools.append(toolsOf(place, panel, title)));
  return el('div', { class: 'panel', 'data-panel': panel.name },
    el('p', { class: 'axis' }, panel.title, panel.unit && el('small', null, ` ${panel.unit}`)),
    place, panel.along && el('p', { class: 'along' }, panel.along), tools);
}

/** A place of a graph that is not there yet, as high as the graph will be. */
export function emptyGraph({ name, title, along }) {
  return el('div', { class: 'panel', 'data-panel': name }, el('p', { class: 'axis' }, title),
    el('div', { class: 'chart empty' }), along && el('p', { class: 'along' }, along), el('p', { class: 'tools' }, ' '));
}

function draw(place) {
  const graph = graphs.get(place);
  Object.assign(graph, drawChart(place, graph.panel, logarithmic) ?? { plot: null }, { width: place.clientWidth });
}

/** Draws the graphs inside `root` for the first time: the first of them at once, and each of the others by itself when
  * it is near, so that the browser can show one before it draws the next.
  */
export function drawIn(root) {
  const [first, ...others] = root.querySelectorAll('.chart[role=img]');
  if (first) drawFirst(first);
  for (const place of others) lazily(place, drawFirst);
}

function drawFirst(place) {
  draw(place);
  sized.observe(place);
}

/** Draws all that are drawn anew; forgets those that are gone. */
export function redraw(log) {
  logarithmic = log;
  for (const [place, { plot }] of graphs) {
    if (!place.isConnected) forget(place);
    else if (plot !== undefined) draw(place);
  }
}

function forget(place) {
  sized.unobserve(place);
  graphs.delete(place);
}

function toolsOf(place, panel, title) {
  const name = `${title} ${panel.title}`.replaceAll(/[^\w.-]+/g, '_');
  const button = (text, act) => {
    const made = el('button', { type: 'button', 'aria-label': `${text}: ${panel.title}, ${title}` }, text);
    made.addEventListener('click', act);
    return made;
  };
  const { head, rows } = tableOf(panel);
  return el('div', null,
    el('p', { class: 'buttons' },
      button('CSV', () => saveText(`${name}.csv`, graphCsv(panel), 'text/csv')),
      button('JSON', () => saveText(`${name}.json`, graphJson(panel, title), 'application/json')),
      button('PNG', () => savePicture(`${name}.png`, graphs.get(place), title))),
    scrolling(`Numbers: ${panel.title}, ${title}`, el('table', { class: 'points' },
      el('thead', null, el('tr', null, el('th', { scope: 'col', class: 'number' }, head), panel.lines.map((line) =>
        el('th', { scope: 'col', class: 'number' }, line.style && swatch(line), nameOfLine(line))))),
      el('tbody', null, rows.map(({ x, values }) => el('tr', null, el('th', { scope: 'row', class: 'number' }, x),
        values.map((value) => el('td', { class: 'number' }, value === null ? '–' : panel.show(value)))))))));
}
