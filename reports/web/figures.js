// The groups of the page: what each asks, its graphs over settings, and its cells, each with everything about it behind
// a click.
import { lackOf, whenThere } from './coming.js';
import { el } from './dom.js';
import { cutNote, keysOf } from './drawn.js';
import { climbs, ownRates } from './families.js';
import { drawIn, emptyGraph, graphOf } from './graphs.js';
import { climbTables } from './ladder.js';
import { lazily } from './lazy.js';
import { linked, linkTo, sweepId } from './links.js';
import { openButton, openFigure } from './opened.js';
import { sweepsOf } from './sweeps.js';

/** One sentence on how to read a group, from what its cells are. */
function howToRead({ phased }, figures) {
  const any = (f) => figures.some((figure) => f(figure));
  if (phased) return 'The loads run one after the other on the same queue; the depth is what lies in it.';
  if (any(({ crashes }) =>
    crashes)) return 'Not a race: what counts is what a killed broker still had, and how soon it served again.';
  if (any(({ load }) => load.request_reply)) return 'Judged by the p99 of round trips: lower is better.';
  if (any(ownRates)) return 'Each row is sent shares of its own maximum, so compare a row with itself; between rows '
    + 'the rates differ. They are judged by the p99 response time, stalls included: lower is better. Maxima are judged '
    + 'by messages per second.';
  if (any(climbs)) return 'Every row is sent the same rates, and judged by the p99 response time at each, stalls '
    + 'included: lower is better. A row that does not hold a rate ends there, and is not asked for more.';
  if (any(({ load }) => load.open_loop)) return 'Rates are fixed and judged by the p99 response time, stalls included: '
    + 'lower is better. Maxima are judged by messages per second.';
  return 'Messages per second: higher is better.';
}

/** @param app `state`, `view`, `contenders` (those shown), `figures` (those shown), `need` and `lack` (of a group: see
  * beside.js), and `choose`
  * @returns the section, whose body is made when it comes near; null if no cell of the group is shown
  */
export function groupOf(group, app) {
  const figures = app.figures.filter((figure) => figure.group === group.name);
  if (figures.length === 0) return null;
  const body = el('div', { class: 'body' }, group.sections.map((section) => sectionOf(group, section, figures, app)));
  return el('section', { class: 'group', id: `group-${group.name}`, 'aria-labelledby': `title-${group.name}` },
    el('h2', { id: `title-${group.name}` }, group.title,
      linkTo({ ...app.state, at: group.name, cell: '' }, group.title)),
    el('p', null, group.about, ' ', el('span', { class: 'note' }, howToRead(group, figures))),
    body);
}

/** A section whose content is made when it comes near; until then it is about as high as it will be, so that nothing
  * jumps.
  */
function sectionOf(group, section, figures, app) {
  const here = section.places.flatMap((place) => place.figures).filter((figure) => figures.includes(figure));
  if (here.length === 0) return null;
  const made = el('div', {
    class: here.length > 1 ? 'section' : 'section single',
    id: `section/${group.name}/${group.sections.indexOf(section)}`,
    style: `min-height: ${60 + 76 * Math.ceil(here.length / 3)}px`,
  });
  lazily(made, () => {
    made.append(...contentOf(group, section, here, app).filter(Boolean));
    made.removeAttribute('style');
  });
  return made;
}

function contentOf(group, section, here, app) {
  const sweeps = el('div', { class: 'sweeps' }, plannedSweeps(group, section, app));
  lazily(sweeps, () => fillSweeps(sweeps, group, section, app));
  return [
    section.title && el('h3', null, section.title),
    sweeps,
    ...climbTables(here, app),
    el('div', { class: 'multiples' }, section.places
      .map((place) => placeOf(place, here, section.title ? 'h4' : 'h3', app))),
  ];
}

/** So many names find room beside the lines of a graph; with more, the legend below has them all. */
const ENDS_MAX = 12;

/** Places for the graphs over a setting, so that nothing jumps when they come; linked phases have three, which need
  * their samples.
  */
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

function fillSweeps(sweeps, group, section, app) {
  if (group.phased) whenThere(group.name, sweeps, app, () => drawSweeps(sweeps, group, section, app));
  else drawSweeps(sweeps, group, section, app);
}

/** Graphs over a setting; each has a link of its own. */
function drawSweeps(sweeps, group, section, app) {
  const title = [group.title, section.title].filter(Boolean).join(', ');
  const drawn = new Set();
  const lack = group.phased && lackOf(group.name, app);
  if (lack) return sweeps.replaceChildren(lack);
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
  return drawIn(sweeps);
}

function placeOf({ figures }, here, heading, app) {
  return figures.filter((figure) => here.includes(figure)).map((figure) => figureOf(figure, heading, app));
}

function figureOf(figure, heading, app) {
  const made = el('figure', { 'data-cell': figure.id, id: `cell-${figure.id}` },
    el('figcaption', null, el(heading, null, figure.title,
      linkTo({ ...app.state, at: figure.id, cell: '', row: '' }, figure.title)), el('code', null, figure.id)),
    el('p', { class: 'load' }, figure.facts),
    openButton(figure, app),
    el('div', { class: 'more' }));
  if (app.state.cell === figure.id) openFigure(made, figure, app);
  return made;
}
