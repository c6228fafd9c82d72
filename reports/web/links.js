// Links to places of the page: a state, a graph over a setting, a graph over time.
import { el } from './dom.js';
import { printState } from './state.js';

/** A link to a state of the page. */
export function linkTo(state, title) {
  return el('a', { class: 'link', href: printState(state), 'aria-label': `Link to ${title}` }, '#');
}

/** A graph that can be found by its link. */
export function linked(graph, id, title, app, cell = '') {
  graph.id = id;
  graph.firstChild.append(linkTo({ ...app.state, at: id, cell }, title));
  return graph;
}

export const sweepId = (group, section, panel) =>
  `graph/${group.name}/${group.sections.indexOf(section)}/${panel.name}`;

export const panelId = ({ id }, { name }) => `time/${id}/${name}`;

/** The cell whose graph over time this is; undefined of another text. */
export function figureOfPanel(figures, id) {
  return figures.find((figure) => id.startsWith(panelId(figure, { name: '' })));
}

/** The name of the group whose graph over a setting this is; undefined of another text. */
export function groupOfSweep(id) {
  return /^graph\/([^/]*)\//.exec(id)?.[1];
}
