// The groups of the page: what each asks, its graphs over settings, and its cells, each with everything about it behind a click.
import { cellOf } from './cell.js';
import { el } from './dom.js';
import { cutNote, keysOf } from './drawn.js';
import { climbTables } from './ladder.js';
import { drawIn, emptyGraph, graphOf } from './graphs.js';
import { lazily } from './lazy.js';
import { entriesBeside } from './looked.js';
import { drawnEntries, panelsOf, plannedPanels } from './panels.js';
import { climbs, ownRates } from './families.js';
import { printState } from './state.js';
import { sweepsOf } from './sweeps.js';

/** One sentence on how to read a group, from what its cells are. */
function howToRead({ phased }, figures) {
  const any = (f) => figures.some((figure) => f(figure));
  if (phased) return 'The cells run one after the other on the same queue; the depth is what lies in it.';
  if (any(({ crashes }) => crashes)) return 'Not a race: what counts is what a killed broker still had, and how soon it served again.';
  if (any(({ load }) => load.request_reply)) return 'Judged by the p99 of round trips: lower is better.';
  if (any(ownRates)) return 'Each row is sent shares of its own maximum, so compare a row with itself; between rows the rates differ. They are judged by the p99 response time, stalls included: lower is better. Maxima are judged by messages per second.';
  if (any(climbs)) return 'Every row is sent the same rates, and judged by the p99 response time at each, stalls included: lower is better. A row that does not hold a rate ends there, and is not asked for more.';
  if (any(({ load }) => load.open_loop)) return 'Rates are fixed and judged by the p99 response time, stalls included: lower is better. Maxima are judged by messages per second.';
  return 'Messages per second: higher is better.';
}

/** @param app `state`, `view`, `contenders` (those shown), `figures` (those shown), `need` (reads the samples of a group), and `choose`
  * @returns the section, whose body is made when it comes near; null if no cell of the group is shown
  */
export function groupOf(group, app) {
  const figures = app.figures.filter((figure) => figure.group === group.name);
  if (figures.length === 0) return null;
  const body = el('div', { class: 'body' }, group.sections.map((section) => sectionOf(group, section, figures, app)));
  return el('section', { class: 'group', id: `group-${group.name}`, 'aria-labelledby': `title-${group.name}` },
    el('h2', { id: `title-${group.name}` }, group.title, linkTo({ ...app.state, at: group.name, cell: '' }, group.title)),
    el('p', null, group.about, ' ', el('span', { class: 'note' }, howToRead(group, figures))),
    body);
}

/** A section whose content is made when it comes near; until then it is about as high as it will be, so that nothing jumps. */
function sectionOf(group, section, figures, app) {
  const here = section.places.flatMap((place) => place.figures).filter((figure) => figures.includes(figure));
  if (here.length === 0) return null;
  const made = el('div', { class: here.length > 1 ? 'section' : 'section single', id: `section/${group.name}/${group.sections.indexOf(section)}`, style: `min-height: ${60 + 76 * Math.ceil(here.length / 3)}px` });
  lazily(made, () => {
    made.append(...contentOf(group, section, here, app).filter(Boolean));
    made.removeAttribute('style');
  });
  return made;
}

/** A link to a state of the page. */
export function linkTo(state, title) {
  return el('a', { class: 'link', href: printState(state), 'aria-label': `Link to ${title}` }, '#');
}

function contentOf(group, section, here, app) {
  const sweeps = el('div', { class: 'sweeps' }, plannedSweeps(group, section, app));
  lazily(sweeps, () => fillSweeps(sweeps, group, section, app));
  return [
    section.title && el('h3', null, section.title),
    sweeps,
    ...climbTables(here, app),
    el('div', { class: 'multiples' }, section.places.map((place) => placeOf(place, here, section.title ? 'h4' : 'h3', app))),
  ];
}

/** So many names find room beside the lines of a graph; with more, the legend below has them all. */
const ENDS_MAX = 12;

/** Places for the graphs over a setting, so that nothing jumps when they come; linked phases have three, which need their samples. */
function plannedSweeps(group, section, app) {
  const title = 'Linked phases';
  if (group.phased) return [1, 2, 3].map((i) => emptyGraph({ name: `phases-${i}`, title, along: 'seconds' }));
  return sweepsOf(group, section, app.contenders, app.state.all).map((panel) => {
    const place = emptyGraph(panel);
    const note = noteOf(panel, app);
    if (note) place.append(note);
    return place;
  });
}

/** Says of how many rows a graph shows the best; false if of all. */
const noteOf = (panel, { state }) => cutNote(panel.lines.filter(({ ideal }) => !ideal).length, panel.of, state);

/** Graphs over a setting; each has a link of its own. */
function fillSweeps(sweeps, group, section, app) {
  const title = [group.title, section.title].filter(Boolean).join(', ');
  const drawn = new Set();
  if (group.phased) app.need(group.name);
  sweeps.replaceChildren();
  for (const panel of sweepsOf(group, section, app.contenders, app.state.all)) {
    const graph = linked(graphOf(panel, title), sweepId(group, section, panel), `${panel.title}, ${title}`, app);
    const note = noteOf(panel, app);
    if (note) graph.append(note);
    sweeps.append(graph);
    for (const { key, ideal } of panel.lines) if (!ideal) drawn.add(key);
  }
  const keys = keysOf(app.contenders.filter(({ key }) => drawn.has(key)));
  if (keys) sweeps.append(keys);
  if (keys && (group.phased || drawn.size > ENDS_MAX)) keys.classList.add('needed');
  drawIn(sweeps);
}

/** A graph that can be found by its link. */
function linked(graph, id, title, app, cell = '') {
  graph.id = id;
  graph.firstChild.append(linkTo({ ...app.state, at: id, cell }, title));
  return graph;
}

const sweepId = (group, section, panel) => `graph/${group.name}/${group.sections.indexOf(section)}/${panel.name}`;

const panelId = ({ id }, { name }) => `time/${id}/${name}`;

/** The cell whose graph over time this is; undefined of another text. */
export function figureOfPanel(figures, id) {
  return figures.find((figure) => id.startsWith(panelId(figure, { name: '' })));
}

/** The name of the group whose graph over a setting this is; undefined of another text. */
export function groupOfSweep(id) {
  return /^graph\/([^/]*)\//.exec(id)?.[1];
}

function placeOf({ figures }, here, heading, app) {
  return figures.filter((figure) => here.includes(figure)).map((figure) => figureOf(figure, heading, app));
}

function figureOf(figure, heading, app) {
  const made = el('figure', { 'data-cell': figure.id, id: `cell-${figure.id}` },
    el('figcaption', null, el(heading, null, figure.title, linkTo({ ...app.state, at: figure.id, cell: '', row: '' }, figure.title)), el('code', null, figure.id)),
    el('p', { class: 'load' }, figure.facts),
    openButton(figure, app),
    el('div', { class: 'more' }));
  if (app.state.cell === figure.id) openFigure(made, figure, app);
  return made;
}

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
  app.need(figure.group);
  const entries = drawnEntries(shownIn(figure, app), app.contenders, app.state.all);
  const graphs = panelsOf(figure, entries);
  panels.replaceChildren(...graphs.map((panel) => linked(graphOf(panel, figure.title), panelId(figure, panel), `${panel.title}, ${figure.title}`, app, figure.id)));
  if (graphs.length === 0) panels.append(el('p', { class: 'note' }, 'Nothing to draw: no row here has a sample.'));
  drawIn(panels);
}

/** The legend of a cell's graphs. It is there before them, so that nothing jumps when they come. */
function belowPanels(whole, app) {
  const { contenders, state } = app;
  const figure = shownIn(whole, app);
  const drawn = drawnEntries(figure, contenders, state.all).map(({ contender }) => contender);
  return [keysOf(drawn), cutNote(drawn.length, drawnEntries(figure, contenders, true).length, state)];
}

function openButton(figure, { choose, current }) {
  const button = el('button', { type: 'button', class: 'open', 'aria-expanded': 'false' }, 'Graphs, numbers, percentiles, configuration');
  button.addEventListener('click', () => choose({ ...current(), cell: button.getAttribute('aria-expanded') === 'true' ? '' : figure.id, row: '', at: '' }));
  return button;
}

/** Shows everything about a cell below its graphs. */
export function openFigure(element, figure, app) {
  if (element.classList.contains('opened') && element.dataset.looked === app.state.row) return;
  element.dataset.looked = app.state.row;
  app.need(figure.group);
  element.classList.add('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'true');
  const more = element.querySelector('.more');
  const [graphs, below] = [panelsPlace(figure, app), belowPanels(figure, app)];
  more.replaceChildren(...cellOf(figure, app, el('div', null, graphs, below)));
  lazily(more, () => drawIn(more));
}

export function closeFigure(element) {
  element.classList.remove('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'false');
  element.querySelector('.more').replaceChildren();
}
