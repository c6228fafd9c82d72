// The sections of the page: groups, their small multiples, and under each chart its numbers.
import { el, folded } from './dom.js';
import { crashTable, resourcesTable, stepsTable } from './details.js';
import { offeredTables } from './offered.js';
import { describe } from './panels.js';
import { faultNotes, latencyTable, numbersTable } from './tables.js';

/** @param register called with each chart's element and panel, so that it is drawn when it comes into view */
export function groupOf(group, register) {
  return el('section', { class: 'group', id: `group-${group.name}` },
    el('h2', null, group.title),
    group.about && el('p', null, group.about),
    offeredTables(group.sections.flatMap(({ places }) => places.flatMap(({ figures }) => figures))),
    group.sections.map((section) => [
      section.title && el('h3', null, section.title),
      el('div', { class: `multiples columns-${Math.min(section.columns, 5)}` }, section.places.map((place) => placeOf(place, register))),
    ]));
}

function placeOf({ figures }, register) {
  return figures.length === 0
    ? el('div', { class: 'place empty', 'aria-hidden': 'true' })
    : el('div', { class: 'place' }, figures.map((figure) => figureOf(figure, register)));
}

function figureOf(figure, register) {
  return el('figure', { 'data-cell': figure.id },
    el('figcaption', null, el('h4', null, figure.title), el('code', null, figure.id)),
    el('p', { class: 'load' }, figure.facts),
    el('div', { class: 'panels' }, figure.panels.map((panel) => panelPlace(figure, panel, register))),
    numbersTable(figure),
    stepsTable(figure),
    crashTable(figure),
    faultNotes(figure),
    figure.entries.filter(({ notes }) => notes.length > 0).map(({ contender, notes }) => el('p', { class: 'note', 'data-contender': contender.index },
      el('strong', null, `${contender.label}: `), notes.join(' '))),
    figure.entries.filter(({ logTail }) => logTail.length > 0).map(({ contender, logTail }) =>
      el('div', { 'data-contender': contender.index }, folded(`${contender.label}: last log lines`, el('pre', null, logTail.join('\n'))))),
    latencyTable(figure),
    resourcesTable(figure));
}

function panelPlace(figure, panel, register) {
  const chart = el('div', { class: 'chart', role: 'img', 'aria-label': describe(panel, figure.title) });
  register(chart, panel);
  return el('div', { class: 'panel', 'data-panel': panel.name },
    el('p', { class: 'axis' }, panel.title, panel.unit && el('small', null, ` ${panel.unit}`)), chart);
}
