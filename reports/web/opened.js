// An opened cell: everything about it, and its graphs over time.
import { cellOf } from './cell.js';
import { lackOf, whenThere } from './coming.js';
import { el } from './dom.js';
import { cutNote, keysOf } from './drawn.js';
import { drawIn, emptyGraph, graphOf } from './graphs.js';
import { lazily } from './lazy.js';
import { linked, panelId } from './links.js';
import { entriesBeside } from './looked.js';
import { drawnEntries, panelsOf, plannedPanels } from './panels.js';

function panelsPlace(figure, app) {
  const panels = el('div', { class: 'panels' }, plannedPanels(figure).map(emptyGraph));
  lazily(panels, () => fillPanels(panels, figure, app));
  return panels;
}

/** The cell with the rows that are looked at. */
function shownIn(figure, app) {
  const among = app.contenders.some(({ key }) => key === app.state.row);
  return among ? { ...figure, entries: entriesBeside(figure, app) } : figure;
}

function fillPanels(panels, figure, app) {
  const lack = lackOf(figure.group, app);
  if (lack) return panels.replaceChildren(lack);
  const entries = drawnEntries(shownIn(figure, app), app.contenders, app.state.all);
  const graphs = panelsOf(figure, entries);
  panels.replaceChildren(...graphs.map((panel) =>
    linked(graphOf(panel, figure.title), panelId(figure, panel), `${panel.title}, ${figure.title}`, app, figure.id)));
  if (graphs.length === 0) panels.append(el('p', { class: 'note' }, 'Nothing to draw: no row here has a sample.'));
  return drawIn(panels);
}

/** The legend of a cell's graphs. It is there before them, so that nothing jumps when they come. */
function belowPanels(whole, app) {
  const { contenders, state } = app;
  const figure = shownIn(whole, app);
  const drawn = drawnEntries(figure, contenders, state.all).map(({ contender }) => contender);
  return [keysOf(drawn), cutNote(drawn.length, drawnEntries(figure, contenders, true).length, state)];
}

export function openButton(figure, { choose, current }) {
  const button = el('button', { type: 'button', class: 'open', 'aria-expanded': 'false' },
    'Graphs, numbers, percentiles, configuration');
  button.addEventListener('click', () =>
    choose({ ...current(), cell: button.getAttribute('aria-expanded') === 'true' ? '' : figure.id, row: '', at: '' }));
  return button;
}

/** Shows everything about a cell below its graphs. */
export function openFigure(element, figure, app) {
  if (element.classList.contains('opened') && element.dataset.looked === app.state.row) return;
  element.dataset.looked = app.state.row;
  element.classList.add('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'true');
  const more = element.querySelector('.more');
  if (more.childElementCount === 0) more.append(el('p', { class: 'note loading' }, 'Reading …'));
  whenThere(figure.group, more, app, () => {
    // the reader may have gone on meanwhile
    if (element.classList.contains('opened') && element.dataset.looked === app.state.row) fillFigure(more, figure, app);
  });
}

function fillFigure(more, figure, app) {
  const [graphs, below] = [panelsPlace(figure, app), belowPanels(figure, app)];
  more.replaceChildren(...cellOf(figure, app, el('div', null, graphs, below)));
  lazily(more, () => drawIn(more));
}

export function closeFigure(element) {
  element.classList.remove('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'false');
  element.querySelector('.more').replaceChildren();
}
