// The groups of the page, with their graphs and workloads. An opened workload shows everything known about it.
import { nearBar } from '../charts/bars.js';
import { drawIn, emptyGraph, graphOf, scaleInWords } from '../charts/graph.js';
import { hasOwnRates, isRateSweep, rateSweepEnds, withLimit } from '../charts/rate-sweeps.js';
import { percentilePanels, settingPanels } from '../charts/setting-graphs.js';
import { swatch } from '../charts/line-styles.js';
import { drawnEntries, mainPanels, mainPlaces, timePanels } from '../charts/time-graphs.js';
import { openIn, printState } from '../filters/state.js';
import { commandAlone, commandsFor, declarationsOf } from '../lib/commands.js';
import { block, button, code, commands, el, facts, folded, note, small, strong, warning } from '../lib/dom.js';
import { micros, si } from '../lib/format.js';
import { lazily, whenLoaded } from '../lib/lazy.js';
import { maxOf, rules, unique } from '../lib/rules.js';
import { bestFields, intervalOf, fieldsOf } from '../lib/standings.js';
import { configurationOf } from '../overview/about.js';
import { factsOfField, hasFailed, wordFor } from '../overview/matrix.js';
import { costsTable, crashTable, dueTable, resourcesTable, samplingTable, stepsTable } from './details.js';
import { latencyTable, numbersTable } from './numbers.js';

function howToRead({ phased }, figures) {
  if (phased) return 'The loads run one after the other on the same queue. The depth is the number of messages in it.';
  if (figures.some(({ crashes }) => crashes)) {
    return 'Speed does not count here, only what a killed broker still had and how soon it served again.';
  }
  const judged = unique(figures.map(({ criterion: { what, more } }) =>
    `${what} (${more ? 'higher' : 'lower'} is better)`));
  return [
    `Judged by ${judged.join(' or ')}.`,
    figures.some(hasOwnRates) && 'Each row is sent shares of its own maximum, so compare a row only with itself.',
    figures.some(isRateSweep) && 'Every row is sent the same rates. One that does not hold a rate gets no higher ones.',
  ].filter(Boolean).join(' ');
}

export function groupOf(group, app) {
  const figures = app.figures.filter((figure) => figure.group === group.name);
  if (figures.length === 0 && !group.error) return null;
  const body = el('div', { class: 'body' }, group.sections.map((section) => sectionOf(group, section, figures, app)));
  return el('section', { class: 'group', id: `group-${group.name}`, 'aria-labelledby': `title-${group.name}` },
    el('h2', { id: `title-${group.name}` }, group.title,
      linkTo({ ...app.state, at: group.name, workload: '' }, group.title)),
    group.error ? warning(group.error)
      : el('p', null, group.about, ' ', el('span', { class: 'note' }, howToRead(group, figures))),
    body);
}

const TWO_CARDS = 1260;

function sectionOf(group, section, figures, app) {
  const here = section.figures.filter((figure) => figures.includes(figure));
  if (here.length === 0) return null;
  const made = el('div', {
    class: here.length > 1 ? 'section' : 'section single',
    id: `section/${group.name}/${group.sections.indexOf(section)}`,
    style: `min-height: ${60 + 440 * Math.ceil(here.length / (window.innerWidth < TWO_CARDS ? 1 : 2))}px`,
  });
  lazily(made, () => {
    made.append(...sectionContent(group, section, here, app).filter(Boolean));
    made.removeAttribute('style');
  });
  return made;
}

const sectionContent = (group, section, here, app) => [
  section.title && el('h3', null, section.title),
  sweepsOf(group, section, app),
  ...rateSweepEnds(here, app.contenders),
  el('div', { class: 'multiples' },
    here.map((figure) => figureOf(figure, section.title ? 'h4' : 'h3', app))),
];

/** The graphs over a setting. Those of linked phases need samples. Until these are there, their place is empty. */
function sweepsOf(group, section, app) {
  const sweeps = el('div', { class: 'sweeps' });
  if (group.phased) {
    sweeps.append(...[1, 2, 3].map((i) =>
      emptyGraph({ name: `phases-${i}`, title: 'Linked phases', along: 'seconds' })));
    lazily(sweeps, () => whenLoaded(group.name, sweeps, app, (lack) => {
      sweeps.replaceChildren(lack ?? '');
      if (!lack) fillSweeps(sweeps, group, section, app);
      drawIn(sweeps);
    }));
  } else {
    fillSweeps(sweeps, group, section, app);
    lazily(sweeps, () => drawIn(sweeps));
  }
  return sweeps;
}

/** The number of names that have room next to the lines of a graph. With more, the legend below has all of them. */
const ENDS_MAX = 12;

function fillSweeps(sweeps, group, section, app) {
  const title = [group.title, section.title].filter(Boolean).join(', ');
  const all = new Set();
  for (const panel of settingPanels(group, section, app.contenders, app.state.all)) {
    const drawn = unique(panel.lines.map(({ key }) => key));
    const graph = linked(graphOf(panel.limited ? withLimit(panel, app) : panel, title),
      sweepId(group, section, panel), `${panel.title}, ${title}`, app);
    graph.append(undrawnNote(drawn.length, panel.of, app.state) || '');
    sweeps.append(graph);
    drawn.forEach((key) => all.add(key));
  }
  if (all.size > 0) sweeps.append(
    el('p', { class: group.phased || all.size > ENDS_MAX ? 'keys needed' : 'keys' },
      app.contenders.filter(({ key }) => all.has(key))
        .map((contender) => el('span', null, swatch(contender), contender.label))));
}

function figureOf(figure, heading, app) {
  const made = el('figure', { 'data-workload': figure.id, id: `workload-${figure.id}` },
    el('figcaption', null, el(heading, null, figure.title,
      linkTo({ ...app.state, at: figure.id, workload: '', row: '' }, figure.title)), code(figure.id)),
    el('p', { class: 'load' }, figure.facts),
    glanceOf(figure, app),
    openButton(figure, app),
    el('div', { class: 'more' }));
  const now = { ...app, state: app.current() };
  if (openIn(now.state).includes(figure.id)) openWorkload(made, figure, now);
  return made;
}

function glanceOf(figure, app) {
  const entries = drawnEntries(figure, app.contenders, true);
  const places = entries.length > 0 ? mainPlaces(figure, entries) : [];
  const graph = el('div', { class: places.length > 1 ? 'graph apart' : 'graph' },
    places.length > 1 && el('p', { class: 'axis' }, places[0].kind.title), places.map(emptyGraph));
  const bars = barsOf(figure, app);
  const made = el('div', { class: 'glance', style: `--rows: ${bars.rows}` }, graph, bars.made);
  lazily(made, () => {
    bars.fill();
    whenLoaded(figure.group, graph, app, (lack) => {
      graph.replaceChildren(...(lack ? [lack] : mainGraphs(figure, entries, app)));
      drawIn(graph);
    });
  });
  return made;
}

const SWATCH_WIDTH = 22;

const isRun = ({ state }) => rules.states[state].ran;

function barsOf(figure, { contenders, state: { sure } }) {
  const entries = figure.entries.filter(({ contender }) => contenders.includes(contender));
  const others = entries.filter((entry) => !isRun(entry)).map(({ contender }) => contender.label);
  const place = el('ol', { class: 'standing bars' });
  const unit = figure.crashes ? 'Lost messages' : figure.criterion.more ? 'msg/s' : 'p99';
  return {
    rows: entries.length - others.length,
    fill: () => place.append(
      ...barRows(figure, bestFields(figure, contenders, sure).filter(({ entry }) => isRun(entry)))),
    made: el('div', null, el('p', { class: 'axis' }, unit, small(' best first')), place,
      others.length > 0 && note(`Not run: ${others.join(', ')}.`)),
  };
}

function barRows({ crashes, criterion: { more } }, fields) {
  const isDrawn = ({ value }) => !crashes && value > 0;
  const speed = ({ value }) => (more ? value : 1 / value);
  // the longest interval ends at the right edge
  const most = maxOf(fields.filter(isDrawn).map((field) => speed(field) * Math.exp(field.half)));
  return fields.map((field) => {
    const { entry, text, bad, unstored, half, guess } = field;
    const { contender, sweep } = entry;
    const paler = contender.discontinued || contender.promisesLess || unstored;
    const failed = bad || (text === null && hasFailed(field));
    const [factor, spread] = [most / speed(field), Math.exp(half)];
    return el('li', { 'data-row': contender.key, class: failed ? 'failed' : paler && 'paler',
      title: isDrawn(field) && `${contender.label}, ${guess ? 'a guess' : '95 % interval'}: ${
        intervalOf(field, more ? si : micros)}` },
    swatch(contender, SWATCH_WIDTH), el('span', null, contender.label),
    el('b', { title: sweep?.beyond && entry.reason }, text ?? (sweep?.beyond ? 'lower rate not held' : wordFor(field))),
    isDrawn(field) && nearBar({ factor, low: factor / spread, high: factor * spread, guess }, contender.style.colour));
  });
}

function mainGraphs(figure, entries, app) {
  const panels = mainPanels(figure, entries);
  if (panels.length === 0) return [note('Nothing to draw: no row here has a sample.')];
  if (!panels[0].broker) return panels.map((panel) => timeGraph(panel, figure, app));
  return [el('p', { class: 'axis' }, panels[0].title, scaleInWords(panels[0])), ...panels.map((panel) =>
    graphOf({ ...panel, title: panel.broker, unit: '' }, `${figure.title}, ${panel.title}`))];
}

const timeGraph = (panel, figure, app) =>
  linked(graphOf(panel, figure.title), panelId(figure, panel), `${panel.title}, ${figure.title}`, app, figure.id);

const linkTo = (state, title) =>
  el('a', { class: 'link', href: printState(state), 'aria-label': `Link to ${title}` }, '#');

function linked(graph, id, title, app, workload = '') {
  graph.id = id;
  graph.firstChild.append(linkTo({ ...app.state, at: id, workload }, title));
  return graph;
}

const sweepId = (group, section, panel) =>
  `graph/${group.name}/${group.sections.indexOf(section)}/${panel.name}`;

const panelId = ({ id }, { name }) => `time/${id}/${name}`;

export const figureOfPanel = (figures, id) =>
  figures.find((figure) => id.startsWith(panelId(figure, { name: '' })));

export const groupOfSweep = (id) => /^graph\/([^/]*)\//.exec(id)?.[1];

const undrawnNote = (drawn, of, state) => of > drawn && el('p', { class: 'note rest' },
  `The best ${drawn} of ${of} rows are drawn. `, el('a', { href: printState({ ...state, all: true }) }, 'Draw all'));

/** The chosen row and the best one on its machine, or the runner-up; all if no row is chosen. */
export function entriesToCompare(figure, { contenders, state: { row } }) {
  const list = fieldsOf(figure, contenders);
  const own = list.find(({ entry }) => entry.contender.key === row);
  if (!own) return list.map(({ entry }) => entry);
  const rivals = list.filter((one) => one !== own && one.factor !== null
    && one.entry.contender.machine === own.entry.contender.machine).sort((a, b) => a.factor - b.factor);
  const beside = rivals.filter((one, i) => one.factor === 1 || (own.factor === 1 && i === 0));
  return list.filter((one) => one === own || beside.includes(one)).map(({ entry }) => entry);
}

const COMPARED = {
  best: ' here, next to the best. ', next: ' here: the best, next to the runner-up. ',
  alone: ' here. There is no other row to compare it with. ',
};

function chosenRow(figure, app, entries) {
  const fields = fieldsOf(figure, app.contenders);
  const found = fields.find(({ entry }) => entry.contender.key === app.state.row);
  if (!found) return null;
  const { contender, reason, notes } = found.entry;
  const [, ...known] = factsOfField({ figure, fields }, found);
  const beside = entries.length < 2 ? 'alone' : found.factor === 1 ? 'next' : 'best';
  return el('div', { class: 'of-row', 'data-row': contender.key },
    el('p', null, swatch(contender), ' ', strong(contender.label), COMPARED[beside],
      el('a', { href: printState({ ...app.state, row: '' }) }, 'Show all rows')),
    facts(known),
    [reason, ...notes].filter(Boolean).map((text) => note(text)),
    el('p', { class: 'subhead' }, 'To measure this row again:'),
    commands(commandAlone(figure, contender)));
}

function contentOf(whole, app, lack) {
  const figure = { ...whole, entries: entriesToCompare(whole, app) };
  const rows = figure.entries.map(({ contender }) => contender);
  const sorted = { ...figure, entries: bestFields(figure, rows).map(({ entry }) => entry) };
  const drawn = drawnEntries(figure, app.contenders, app.state.all);
  const curves = percentilePanels(drawn);
  return [
    chosenRow(whole, app, figure.entries),
    el('div', { class: 'overview' }, numbersTable(sorted, app.state.row),
      curves.length > 0 && el('div', { class: 'sweeps' }, curves.map((panel) => graphOf(panel, figure.title)))),
    el('div', { class: 'panels' }, lack ?? furtherGraphs(whole, drawn, figure, app)),
    undrawnNote(drawn.length, drawnEntries(figure, app.contenders, true).length, app.state),
    stepsTable(sorted),
    costsTable(sorted),
    crashTable(figure),
    figure.entries.filter(({ notes }) => notes.length > 0)
      .map(({ contender, notes }) => note(strong(`${contender.label}: `), notes.join(' '))),
    latencyTable(sorted),
    dueTable(sorted),
    resourcesTable(sorted),
    samplingTable(sorted),
    figure.entries.filter(({ logTail }) => logTail.length > 0)
      .map(({ contender, logTail }) => folded(`${contender.label}: last log lines`, block(logTail.join('\n')))),
    folded('The scenario, and the command that runs this load again', againOf(figure)),
    folded('Configuration of the brokers', figure.entries.map(({ contender }) => [
      el('p', { class: 'subhead' }, contender.label),
      contender.broker.command || contender.broker.configuration.length > 0 ? configurationOf(contender.broker)
        : note('Not known.')])),
  ].flat().filter(Boolean);
}

function againOf(figure) {
  const { axes, load, timing } = figure.sample;
  const rows = figure.entries.map(({ contender }) => contender);
  const declared = declarationsOf(figure.group, rows);
  return [
    commands(commandsFor(figure, rows)),
    declared.map(({ file, yaml, rows: own }) => [
      note('The scenario file ', code(file),
        own.length < rows.length && ` of ${own.map(({ label }) => label).join(', ')}`, ':'),
      block(yaml),
    ]),
    declared.length > 1 && warning('The scenario files differ. Check what changed before you compare these rows.'),
    note('What it says for this load:'),
    block(JSON.stringify({ group: figure.group, id: figure.id, axes, load, timing }, null, 2)),
  ];
}

function furtherGraphs(whole, drawn, figure, app) {
  const main = mainPlaces(whole, drawnEntries(whole, app.contenders, true));
  return timePanels(figure, drawn).filter(({ name }) => main.every((place) => place.name !== name))
    .map((panel) => timeGraph(panel, figure, app));
}

function openButton(figure, { choose, current }) {
  const act = (made) => choose({
    ...current(), also: openIn(current()).filter((id) => id !== figure.id),
    workload: made.getAttribute('aria-expanded') === 'true' ? '' : figure.id, row: '', at: '',
  });
  return button('Numbers, percentiles, CPU, configuration, log', act, { class: 'open', 'aria-expanded': 'false' });
}

export function openWorkload(element, figure, given) {
  // the chosen row is one of the last opened workload
  const { state } = given;
  const app = figure.id === state.workload ? given : { ...given, state: { ...state, row: '' } };
  if (element.classList.contains('opened') && element.dataset.chosen === app.state.row) return;
  element.dataset.chosen = app.state.row;
  element.classList.add('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'true');
  const more = element.querySelector('.more');
  if (more.childElementCount === 0) more.append(el('p', { class: 'note loading' }, 'Loading …'));
  whenLoaded(figure.group, more, app, (lack) => {
    // the reader may have chosen something else meanwhile
    if (!element.classList.contains('opened') || element.dataset.chosen !== app.state.row) return;
    try {
      more.replaceChildren(...contentOf(figure, app, lack));
    } catch ({ message }) {
      more.replaceChildren(warning(`This cannot be shown: ${message}`));
    }
    lazily(more, () => drawIn(more));
  });
}

export function closeWorkload(element) {
  element.classList.remove('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'false');
  element.querySelector('.more').replaceChildren();
}
