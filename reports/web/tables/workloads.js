// The groups of the page, with their graphs and workloads. An opened workload shows everything known about it.
import { nearBar } from '../charts/bars.js';
import { drawIn, emptyGraph, graphOf, scaleInWords } from '../charts/graph.js';
import { hasOwnRates, isRateSweep, rateSweepTables, withLimit } from '../charts/rate-sweeps.js';
import { percentilePanels, settingPanels } from '../charts/setting-graphs.js';
import { swatch } from '../charts/line-styles.js';
import { drawnEntries, mainPanels, mainPlaces, plannedPanels, timePanels } from '../charts/time-graphs.js';
import { openIn, printState } from '../filters/state.js';
import { commandAlone, commandsFor, declarationsOf, yamlOf } from '../lib/commands.js';
import { block, button, commands, el, folded } from '../lib/dom.js';
import { micros, si } from '../lib/format.js';
import { lazily, missingNote, whenLoaded } from '../lib/lazy.js';
import { maxOf, stateOf } from '../lib/rules.js';
import { bestFields, intervalOf, standingsShown } from '../lib/standings.js';
import { configurationOf } from '../overview/about.js';
import { factsOfField, hasFailed, wordFor } from '../overview/matrix.js';
import { costsTable, crashTable, dueTable, resourcesTable, samplingTable, stepsTable } from './details.js';
import { latencyTable, numbersTable } from './numbers.js';

/** How to read a group; this depends on the kind of its workloads. */
function howToRead({ phased }, figures) {
  const any = (f) => figures.some((figure) => f(figure));
  if (phased) return 'The loads run one after the other on the same queue. The depth is the number of messages in it.';
  if (any(({ crashes }) =>
    crashes)) return 'Speed does not count here, only what a killed broker still had and how soon it served again.';
  if (any(({ load }) => load.request_reply && !load.open_loop)) {
    return 'Judged by requests per second: higher is better.';
  }
  if (any(hasOwnRates)) return 'Each row is sent shares of its own maximum, so compare a row only with itself: rates '
    + 'differ between rows. They are judged by the p99 response time, stalls included: lower is better. Maxima are '
    + 'judged by messages per second.';
  if (any(isRateSweep)) return 'Every row is sent the same rates and judged by the p99 response time at each, stalls '
    + 'included: lower is better. A row that does not hold a rate ends there and gets no higher ones.';
  if (any(({ load }) => load.open_loop)) return 'Rates are fixed and judged by the p99 response time, stalls included: '
    + 'lower is better. Maxima are judged by messages per second.';
  return 'Messages per second: higher is better.';
}

/** @param app `state`, `view`, `contenders` (those shown), `figures` (those shown), `need` and `lack` (of a group: see
  * lib/data.js), and `choose`
  * @returns the section, whose body is built when it comes near the window; null if no workload of the group is shown
  */
export function groupOf(group, app) {
  const figures = app.figures.filter((figure) => figure.group === group.name);
  if (figures.length === 0) return null;
  const body = el('div', { class: 'body' }, group.sections.map((section) => sectionOf(group, section, figures, app)));
  return el('section', { class: 'group', id: `group-${group.name}`, 'aria-labelledby': `title-${group.name}` },
    el('h2', { id: `title-${group.name}` }, group.title,
      linkTo({ ...app.state, at: group.name, workload: '' }, group.title)),
    el('p', null, group.about, ' ', el('span', { class: 'note' }, howToRead(group, figures))),
    body);
}

/** From this width of the window on, two workloads are next to each other. */
const TWO_CARDS = 1260;

/** A section whose content is built when it comes near the window. Until then, it has about its final height, so that
  * nothing jumps.
  */
function sectionOf(group, section, figures, app) {
  const here = section.places.flatMap((place) => place.figures).filter((figure) => figures.includes(figure));
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

function sectionContent(group, section, here, app) {
  const sweeps = el('div', { class: 'sweeps' }, plannedSweeps(group, section, app));
  lazily(sweeps, () => fillSweeps(sweeps, group, section, app));
  return [
    section.title && el('h3', null, section.title),
    sweeps,
    ...rateSweepTables(here, app),
    el('div', { class: 'multiples' }, section.places.map(({ figures }) =>
      figures.filter((figure) => here.includes(figure))
        .map((figure) => figureOf(figure, section.title ? 'h4' : 'h3', app)))),
  ];
}

/** The number of names that have room next to the lines of a graph. With more, the legend below has all of them. */
const ENDS_MAX = 12;

/** Places for the graphs over a setting, so that nothing jumps when they are drawn. Linked phases have three graphs,
  * which need samples.
  */
function plannedSweeps(group, section, app) {
  const title = 'Linked phases';
  if (group.phased) return [1, 2, 3].map((i) => emptyGraph({ name: `phases-${i}`, title, along: 'seconds' }));
  return settingPanels(group, section, app.contenders, app.state.all)
    .map((panel) => withNote(emptyGraph(panel), panel, app));
}

/** Says below a graph how many of the rows it shows, if these are not all. */
function withNote(graph, { lines, of }, { state }) {
  const drawn = new Set(lines.filter(({ ideal }) => !ideal).map(({ key }) => key)).size;
  const note = undrawnNote(drawn, of, state);
  if (note) graph.append(note);
  return graph;
}

function fillSweeps(sweeps, group, section, app) {
  if (group.phased) whenLoaded(group.name, sweeps, app, () => drawSweeps(sweeps, group, section, app));
  else drawSweeps(sweeps, group, section, app);
}

/** Draws the graphs over a setting, each with a link to it. */
function drawSweeps(sweeps, group, section, app) {
  const title = [group.title, section.title].filter(Boolean).join(', ');
  const drawn = new Set();
  const lack = group.phased && missingNote(group.name, app);
  if (lack) return sweeps.replaceChildren(lack);
  sweeps.replaceChildren();
  for (const panel of settingPanels(group, section, app.contenders, app.state.all)) {
    const made = graphOf(panel.limited ? withLimit(panel, app) : panel, title);
    sweeps.append(withNote(linked(made, sweepId(group, section, panel), `${panel.title}, ${title}`, app), panel, app));
    for (const { key, ideal } of panel.lines) if (!ideal) drawn.add(key);
  }
  const keys = legendLine(app.contenders.filter(({ key }) => drawn.has(key)));
  if (keys) sweeps.append(keys);
  if (keys && (group.phased || drawn.size > ENDS_MAX)) keys.classList.add('needed');
  return drawIn(sweeps);
}

function figureOf(figure, heading, app) {
  const made = el('figure', { 'data-workload': figure.id, id: `workload-${figure.id}` },
    el('figcaption', null, el(heading, null, figure.title,
      linkTo({ ...app.state, at: figure.id, workload: '', row: '' }, figure.title)), el('code', null, figure.id)),
    el('p', { class: 'load' }, figure.facts),
    glanceOf(figure, app),
    openButton(figure, app),
    el('div', { class: 'more' }));
  const now = { ...app, state: app.current() };
  if (openIn(now.state).includes(figure.id)) openWorkload(made, figure, now);
  return made;
}

/** What a workload shows without a click: what decides over time, and the bars of its rows. It has its height before it
  * is drawn.
  */
function glanceOf(figure, app) {
  const entries = drawnEntries(figure, app.contenders, true);
  const places = entries.length > 0 ? mainPlaces(figure, entries) : [];
  const graph = el('div', { class: places.length > 1 ? 'graph apart' : 'graph' },
    places.length > 1 && el('p', { class: 'axis' }, places[0].kind.title), places.map(emptyGraph));
  const bars = barsOf(figure, app);
  const made = el('div', { class: 'glance', style: `--rows: ${bars.rows}` }, graph, bars.made);
  lazily(made, () => {
    bars.fill();
    whenLoaded(figure.group, graph, app, () => fillGraph(graph, figure, entries, app));
  });
  return made;
}

const SWATCH_WIDTH = 22;

const isRun = ({ state }) => stateOf(state).ran;

/** @returns `made`: a place with the height of the bars, and the names of the rows without one; `fill` adds the bars;
  * `rows` is their number
  */
function barsOf(figure, { contenders, state: { sure } }) {
  const entries = figure.entries.filter(({ contender }) => contenders.includes(contender));
  const others = entries.filter((entry) => !isRun(entry)).map(({ contender }) => contender.label);
  const place = el('div', { class: 'bars' });
  const unit = figure.crashes ? 'Lost messages' : figure.criterion.more ? 'msg/s' : 'p99';
  const shown = () => bestFields(figure, contenders, sure).filter(({ entry }) => isRun(entry));
  return {
    rows: entries.length - others.length,
    fill: () => place.append(barList(figure, shown())),
    made: el('div', null, el('p', { class: 'axis' }, unit, el('small', null, ' best first')), place, others.length > 0
      && el('p', { class: 'note' }, `Not run: ${others.join(', ')}.`)),
  };
}

function barList(figure, fields) {
  const { crashes, criterion: { more } } = figure;
  const speed = ({ value }) => (more ? value : 1 / value);
  // the longest interval ends at the right edge
  const most = maxOf(fields.filter(({ value }) => value > 0).map((field) => speed(field) * Math.exp(field.half ?? 0)));
  const barOf = (field) => {
    const [factor, spread] = [most / speed(field), Math.exp(field.half)];
    return nearBar({ factor, low: factor / spread, high: factor * spread, guess: field.guess },
      field.entry.contender.style.colour);
  };
  return el('ol', { class: 'standing' },
    fields.map((field) => barRow(field, more ? si : micros, !crashes && field.value > 0 && barOf)));
}

function barRow(field, show, barOf) {
  const { entry: { contender, sweep }, text, bad, unstored, guess } = field;
  const paler = contender.discontinued || contender.promisesLess || unstored;
  const failed = bad || (text === null && hasFailed(field));
  const word = sweep?.beyond ? 'lower rate not held' : wordFor(field);
  return el('li', { 'data-row': contender.key, class: failed ? 'failed' : paler && 'paler',
    title: barOf && `${contender.label}, ${guess ? 'a guess' : '95 % interval'}: ${intervalOf(field, show)}` },
  swatch(contender, SWATCH_WIDTH), el('span', null, contender.label), el('b', null, text ?? word),
  barOf && barOf(field));
}

function fillGraph(graph, figure, entries, app) {
  const lack = missingNote(figure.group, app);
  if (lack) return graph.replaceChildren(lack);
  const panels = mainPanels(figure, entries);
  const apart = panels.some(({ broker }) => broker);
  graph.replaceChildren(...panels.map((panel) => (panel.broker
    ? graphOf({ ...panel, title: panel.broker, unit: '' }, `${figure.title}, ${panel.title}`)
    : timeGraph(panel, figure, app))));
  if (apart) graph.prepend(el('p', { class: 'axis' }, panels[0].title, scaleInWords(panels[0])));
  if (panels.length === 0) graph.append(el('p', { class: 'note' }, 'Nothing to draw: no row here has a sample.'));
  return drawIn(graph);
}

const timeGraph = (panel, figure, app) =>
  linked(graphOf(panel, figure.title), panelId(figure, panel), `${panel.title}, ${figure.title}`, app, figure.id);

/** A link to a state of the page. */
export function linkTo(state, title) {
  return el('a', { class: 'link', href: printState(state), 'aria-label': `Link to ${title}` }, '#');
}

/** Gives a graph an id, and a link to it. */
export function linked(graph, id, title, app, workload = '') {
  graph.id = id;
  graph.firstChild.append(linkTo({ ...app.state, at: id, workload }, title));
  return graph;
}

const sweepId = (group, section, panel) =>
  `graph/${group.name}/${group.sections.indexOf(section)}/${panel.name}`;

const panelId = ({ id }, { name }) => `time/${id}/${name}`;

/** The workload to which the graph over time with this id belongs; undefined for any other text. */
export function figureOfPanel(figures, id) {
  return figures.find((figure) => id.startsWith(panelId(figure, { name: '' })));
}

/** The name of the group to which the graph over a setting with this id belongs; undefined for any other text. */
export function groupOfSweep(id) {
  return /^graph\/([^/]*)\//.exec(id)?.[1];
}

/** A legend in one line, for the rows that the graphs above show. */
function legendLine(contenders) {
  return contenders.length > 0
    && el('p', { class: 'keys' }, contenders.map((contender) => el('span', null, swatch(contender), contender.label)));
}

/** Says that not all rows are drawn, with a link that draws all; false if all are. */
export function undrawnNote(drawn, of, state) {
  return of > drawn && el('p', { class: 'note rest' }, `The best ${drawn} of ${of} rows are drawn. `,
    el('a', { href: printState({ ...state, all: true }) }, 'Draw all'));
}

/** The entries to compare: that of the chosen row, and the best one on its machine. If the chosen row is the best, the
  * runner-up.
  */
export function entriesToCompare(figure, app) {
  const list = standingsShown(figure, app.contenders);
  const machine = list.find(({ entry }) => entry.contender.key === app.state.row)?.entry.contender.machine;
  const here = list.filter(({ entry }) => !machine || entry.contender.machine === machine);
  const own = ({ entry }) => entry.contender.key === app.state.row;
  const best = here.filter((one) => one.factor === 1 && !own(one));
  const [next] = here.filter((one) => one.factor !== null && !own(one)).sort((a, b) => a.factor - b.factor);
  const beside = best.length > 0 || !here.some((one) => own(one) && one.factor === 1) ? best : [next];
  return list.filter((one) => own(one) || beside.includes(one)).map(({ entry }) => entry);
}

const COMPARED = {
  best: ' here, next to the best. ', next: ' here: the best, next to the runner-up. ',
  alone: ' here, alone: no other row has a number. ',
};

/** @param figure with the entries of all rows that are shown; null if the row is not among them */
function chosenRow(figure, app) {
  const fields = standingsShown(figure, app.contenders);
  const found = fields.find(({ entry }) => entry.contender.key === app.state.row);
  if (!found) return null;
  const { contender, reason, notes } = found.entry;
  const [, ...facts] = factsOfField({ figure, fields }, found);
  const beside = entriesToCompare(figure, app).length < 2 ? 'alone' : found.factor === 1 ? 'next' : 'best';
  return el('div', { class: 'of-row', 'data-row': contender.key },
    el('p', null, swatch(contender), ' ', el('strong', null, contender.label), COMPARED[beside],
      el('a', { href: printState({ ...app.state, row: '' }) }, 'Show all rows')),
    el('dl', { class: 'facts' },
      facts.map(([term, text]) => el('div', null, el('dt', null, term), el('dd', null, text)))),
    [...(reason ? [reason] : []), ...notes].map((text) => el('p', { class: 'note' }, text)),
    el('p', { class: 'subhead' }, 'To measure this row again:'),
    commands(commandAlone(figure, contender)));
}

/** @param app `state`, `contenders` (those shown)
  * @param graphs of the workload over time, which come after its numbers
  */
export function contentOf(whole, app, graphs) {
  const row = app.state.row ? chosenRow(whole, app) : null;
  const figure = {
    ...whole, entries: row ? entriesToCompare(whole, app)
      : whole.entries.filter(({ contender }) => app.contenders.includes(contender)),
  };
  const rows = figure.entries.map(({ contender }) => contender);
  const sorted = { ...figure, entries: bestFields(figure, rows).map(({ entry }) => entry) };
  const drawn = drawnEntries(figure, app.contenders, app.state.all);
  const curves = percentilePanels(drawn);
  return [
    row,
    el('div', { class: 'overview' }, numbersTable(sorted, app.state.row),
      curves.length > 0 && el('div', { class: 'sweeps' }, curves.map((panel) => graphOf(panel, figure.title)))),
    graphs,
    undrawnNote(drawn.length, drawnEntries(figure, app.contenders, true).length, app.state),
    stepsTable(sorted),
    costsTable(sorted),
    crashTable(figure),
    figure.entries.filter(({ notes }) => notes.length > 0)
      .map(({ contender, notes }) =>
        el('p', { class: 'note' }, el('strong', null, `${contender.label}: `), notes.join(' '))),
    latencyTable(sorted),
    dueTable(sorted),
    resourcesTable(sorted),
    samplingTable(sorted),
    figure.entries.filter(({ logTail }) => logTail.length > 0)
      .map(({ contender, logTail }) => folded(`${contender.label}: last log lines`, block(logTail.join('\n')))),
    folded('The scenario, and the command that runs this load again', againOf(figure)),
    folded('Configuration of the brokers', figure.entries.map(({ contender }) => [
      el('p', { class: 'subhead' }, contender.label),
      contender.broker.configuration.length + Number(Boolean(contender.broker.command)) === 0
        ? el('p', { class: 'note' }, 'Not known.') : configurationOf(contender.broker)])),
  ].flat(Infinity).filter(Boolean);
}

function againOf(figure) {
  const { axes, load, timing } = figure.sample;
  const rows = figure.entries.map(({ contender }) => contender);
  const declared = declarationsOf(figure.group, rows);
  return [
    commands(commandsFor(figure, rows)),
    declared.map(({ file, yaml, rows: own }) => [
      el('p', { class: 'note' }, 'The scenario file ', el('code', null, file),
        own.length < rows.length && ` of ${own.map(({ label }) => label).join(', ')}`, ':'),
      block(yaml),
    ]),
    declared.length > 1 && el('p', { class: 'warning' },
      'The scenario files differ. Check what changed before you compare these rows.'),
    el('p', { class: 'note' }, 'What it says for this load:'),
    block(yamlOf({ group: figure.group, id: figure.id, axes, load, timing: timing ?? {} })),
  ];
}

/** The graphs over time that are not shown without a click. */
function panelsPlace(whole, app) {
  const main = mainPlaces(whole, drawnEntries(whole, app.contenders, true));
  const figure = shownIn(whole, app);
  const further = ({ name }) => main.every((place) => place.name !== name);
  const panels = el('div', { class: 'panels' }, plannedPanels(figure).filter(further).map(emptyGraph));
  lazily(panels, () => fillPanels(panels, figure, further, app));
  return panels;
}

/** The workload with the rows to show. */
function shownIn(figure, app) {
  const among = app.contenders.some(({ key }) => key === app.state.row);
  return among ? { ...figure, entries: entriesToCompare(figure, app) } : figure;
}

function fillPanels(panels, figure, further, app) {
  const lack = missingNote(figure.group, app);
  if (lack) return panels.replaceChildren(lack);
  const entries = drawnEntries(figure, app.contenders, app.state.all);
  panels.replaceChildren(...timePanels(figure, entries).filter(further).map((panel) => timeGraph(panel, figure, app)));
  return drawIn(panels);
}

function openButton(figure, { choose, current }) {
  const act = (made) => choose({
    ...current(), also: openIn(current()).filter((id) => id !== figure.id),
    workload: made.getAttribute('aria-expanded') === 'true' ? '' : figure.id, row: '', at: '',
  });
  return button('Numbers, percentiles, CPU, configuration, log', act,
    { class: 'open', 'aria-expanded': 'false' });
}

/** Shows everything about a workload below its graphs. */
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
  whenLoaded(figure.group, more, app, () => {
    // the reader may have chosen something else meanwhile
    if (element.classList.contains('opened') && element.dataset.chosen === app.state.row) fillFigure(more, figure, app);
  });
}

function fillFigure(more, figure, app) {
  more.replaceChildren(...contentOf(figure, app, panelsPlace(figure, app)));
  lazily(more, () => drawIn(more));
}

export function closeWorkload(element) {
  element.classList.remove('opened');
  element.querySelector('.open').setAttribute('aria-expanded', 'false');
  element.querySelector('.more').replaceChildren();
}
