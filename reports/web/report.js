// The report: reads the results in the page, and makes its parts as far as a choice changes them.
import { redraw, watchPointer } from './charts/graph.js';
import { parseState, printState, shownOf, showsOther } from './filters/state.js';
import { closeMenus, toolbarOf } from './filters/toolbar.js';
import { detailsOf, unzipped } from './lib/data.js';
import { el, watchTheme } from './lib/dom.js';
import {
  focusKeeper, keepSideways, lazily, makeAll, makeIdly, makeNow, placeKeeper, scrolledIn, stayAt,
} from './lib/lazy.js';
import { setRules } from './lib/rules.js';
import { buildSafely, noteMachines } from './lib/view-model.js';
import { brokerCards, guideOf } from './overview/about.js';
import { batchesOf } from './overview/batches.js';
import { costsIn, costsOf } from './overview/costs.js';
import { headerOf } from './overview/header.js';
import { highlightChosen, matrixSection } from './overview/matrix.js';
import { needsIn, questionOf, updateAnswer } from './overview/chooser.js';
import { judgementsFor, judgementsOf, onEachMachine, rankingOf } from './overview/ranking.js';
import { pairForm, pairTable } from './overview/two-rows.js';
import { verdictOf } from './overview/verdict.js';
import { closeWorkload, figureOfPanel, groupOf, groupOfSweep, openWorkload } from './tables/workloads.js';

/** The first stops of the keyboard: over the head and the filters to what one came for. They leave the address as it
  * is.
  */
function skipLinks() {
  const to = { 'part-summary': 'To the ranking', 'part-overview': 'To the overview', 'part-groups': 'To the graphs' };
  return el('div', { class: 'skip' }, Object.entries(to).map(([id, text]) => {
    const link = el('a', { href: `#${id}` }, text);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const target = document.getElementById(id);
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      target.scrollIntoView();
    });
    return link;
  }));
}

/** Pixels of the overview without its rows, and of each row. */
const OVERVIEW_HEIGHT = 300;
const ROW_HEIGHT = 40;

/** What the parts of the page are made from. */
let app = null;

/** The address remembers each choice, so the browser's back button takes it back. What is asked stays, for the parts
  * below the question are not made again when it changes, and know an older one.
  */
function choose(next) {
  location.hash = printState({ ...next, need: app.state.need });
}

function ask(need) {
  location.hash = printState({ ...app.state, need });
}

/** As `choose`, for links. */
function keepAsked({ target }) {
  const link = target.closest?.('a[href^="#"][href*="="]');
  if (!link || link.closest('#question')) return;
  link.setAttribute('href', printState({ ...parseState(link.getAttribute('href')), need: app.state.need }));
}

/** @param details `need`, `coming` and `lack` (lib/data.js) */
function appOf(view, details, judgements, costs, needs) {
  const state = parseState(location.hash);
  return {
    view, state, ...shownOf(view, state), judgements, verdicts: judgementsFor(judgements, state), costs, needs, details,
    ...details, choose, ask, current: () => app.state, print,
  };
}

/** A part that cannot be made says so in its place, and the others are there all the same. */
function guarded(name, make) {
  try {
    return make();
  } catch (error) {
    return el('p', { class: 'warning' }, `${name} cannot be shown: ${error.message}`);
  }
}

const part = (name) => el('div', { id: `part-${name}`, class: 'part' });

/** @param data see Page.scala */
function show(data) {
  setRules(data.known);
  noteMachines(data.results, data.machines);
  const { view, problems } = buildSafely(data.results, data.standings);
  const judgements = judgementsOf(data.judged, data.results, view.contenders);
  app = appOf(view, detailsOf(data.results, data.beside), judgements,
    costsIn(data.costs, data.results, view.contenders), needsIn(data.needs, data.results, view.contenders));
  document.getElementById('report').replaceChildren(
    skipLinks(),
    guarded('The head', () => headerOf(view, [...data.problems, ...problems], judgements)),
    ...['toolbar', 'pairing', 'versus', 'question', 'answer', 'batches', 'summary', 'overview', 'costs']
      .map((name) => part(name)),
    guarded('The guide', () => guideOf(view.contenders.map(({ file }) => file.thresholds).find(Boolean))),
    contents(view),
    part('groups'),
    guarded('The brokers', () => brokerCards(view)));
  document.title =
    `Broker shootout on ${[...new Set(view.environments.map(({ environment }) => environment.host))].join(', ')}`;
  makeParts();
}

function contents(view) {
  return el('nav', { 'aria-label': 'Sections', class: 'contents' }, view.groups
    .map(({ name, title }) => el('a', { href: `#at=${encodeURIComponent(name)}`, 'data-group': name }, title)));
}

/** Makes everything that the state decides. The reader's place and the keyboard's stay where they were, if that is
  * still there.
  */
function makeParts() {
  const [goBack, focus] = [placeKeeper(), focusKeeper()];
  // asked before anything changes: afterwards the whole page would have to be laid out for the answer
  const scrolled = scrolledIn('#part-overview .scrolling');
  fill('toolbar', () => toolbarOf(app));
  fill('versus', () => el('div', null, pairTable(app)));
  fill('question', () => questionOf(app));
  fill('pairing', () => el('div', null, pairForm(app)));
  fill('answer', () => onEachMachine(app, verdictOf));
  fill('batches', () => onEachMachine(app, batchesOf));
  fill('summary', () => onEachMachine(app, rankingOf));
  fillLater('overview', () => matrixSection(app), OVERVIEW_HEIGHT + ROW_HEIGHT * app.contenders.length, scrolled);
  fill('costs', () => costsOf(app));
  for (const link of document.querySelectorAll('.contents a, header a[data-group]')) {
    link.setAttribute('href', printState({ ...app.state, at: link.dataset.group, workload: '' }));
  }
  const groups = document.getElementById('part-groups');
  groups.replaceChildren(...app.view.groups.map((group) => guarded(group.title, () => groupOf(group, app)))
    .filter(Boolean));
  if (groups.childElementCount === 0) groups.append(el('p', { class: 'warning' }, 'No load fits these filters.'));
  redraw(app.state.log);
  goBack?.();
  focus?.();
  makeIdly('.section, #part-overview');
}

function fill(name, make) {
  const place = document.getElementById(`part-${name}`);
  place.replaceChildren(guarded(`The ${name}`, make));
  place.style.contentVisibility = '';
}

/** As `fill`, but only when it comes near; until then it is about as high as it will be. What stood there is hidden and
  * goes only then: to take away tens of thousands of elements costs as much as all else that a choice changes.
  */
function fillLater(name, make, height, scrolled) {
  const place = document.getElementById(`part-${name}`);
  if (CSS.supports('content-visibility', 'hidden')) place.style.contentVisibility = 'hidden';
  else place.replaceChildren();
  place.style.minHeight = `${height}px`;
  lazily(place, () => {
    place.style.minHeight = '';
    fill(name, make);
    // to nowhere it would have the table laid out, which can wait until it is drawn
    if (scrolled.some(Boolean)) place.querySelector('.scrolling')?.scrollTo(...scrolled);
  });
}

/** For scripts that wait until a choice is drawn: the address alone changes before. */
function sayShown() {
  document.body.dataset.shown = location.hash;
}

function follow() {
  const before = app.state;
  app = appOf(app.view, app.details, app.judgements, app.costs, app.needs);
  if (showsOther(before, app.state)) makeParts();
  else makeChanged((name) => before[name] !== app.state[name]);
  if (['workload', 'at', 'row'].some((name) => before[name] !== app.state[name])) lookAt();
  sayShown();
}

/** What a choice changes that is of one part only. */
function makeChanged(differs) {
  const focus = focusKeeper();
  if (differs('need')) updateAnswer(app);
  if (['show', 'sort', 'dense'].some(differs)) {
    keepSideways('#part-overview .scrolling', () => fill('overview', () => matrixSection(app)));
  }
  highlightChosen(app.state);
  focus?.();
}

/** Opens the workload that the address names, and goes to it, or to the group or graph that it names. */
function lookAt() {
  const { workload, at } = app.state;
  const shown = figureOfPanel(app.view.figures, at);
  // a graph over time is there only while its workload is open
  if (shown && workload !== shown.id) return choose({ ...app.state, workload: shown.id });
  for (const opened of document.querySelectorAll('figure.opened')) {
    if (opened.dataset.workload !== workload) closeWorkload(opened);
  }
  const figure = app.view.figures.find(({ id }) => id === (workload || at));
  const group = figure?.group ?? groupOfSweep(at);
  if (group !== undefined) document.querySelectorAll(`#group-${CSS.escape(group)} .section`).forEach(makeNow);
  if (!figure && group !== undefined) document.querySelectorAll(`#group-${CSS.escape(group)} .sweeps`).forEach(makeNow);
  const place = figure ? document.getElementById(`workload-${figure.id}`) : document.getElementById(`group-${at}`)
    ?? (at ? document.getElementById(at) : null);
  if (place && workload) guarded(figure.title, () => openWorkload(place, figure, app));
  if (place && shown) makeNow(place.querySelector('.panels'));
  const element = (shown && document.getElementById(at)) ?? place;
  if (element) stayAt(element);
  if (shown || groupOfSweep(at)) lookAgain(group);
  return undefined;
}

/** A graph that needs what is still on its way is gone to when it is there, if the reader has not chosen something
  * else.
  */
function lookAgain(group) {
  const hash = location.hash;
  app.coming(group)?.then(() => location.hash === hash && lookAt());
}

/** Everything on paper, the graphs too. */
function drawAll() {
  makeAll(document.getElementById('report'));
}

/** First what graphs in sight need: those of linked phases, and those of the open workload, which is on its way
  * already. */
async function print() {
  await Promise.all(app.view.groups.map(({ name, phased }) => (phased ? app.need(name) : app.coming(name))));
  drawAll();
  window.print();
}

/** What the reader goes to must not lie below the filters, which stay on top where the window is wide enough. */
function padTop() {
  const bar = document.getElementById('part-toolbar');
  const height = getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
  document.documentElement.style.scrollPaddingTop = `${height + 12}px`;
}

async function begin() {
  // before anything is painted
  watchTheme(() => app && redraw(app.state.log));
  const data = await unzipped(document.querySelector('script.data').textContent);
  show(data);
  new ResizeObserver(padTop).observe(document.getElementById('part-toolbar'));
  padTop();
  watchPointer();
  closeMenus();
  lookAt();
  sayShown();
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', keepAsked, { capture: true });
  window.addEventListener('beforeprint', drawAll);
  // what stands in the page is there when the browser prints; what lies next to it is read when it is needed
  if (!data.beside) {
    requestAnimationFrame(() => setTimeout(() => app.view.groups.forEach(({ name }) => app.need(name)), 0));
  }
}

begin().catch((error) => {
  document.getElementById('report').replaceChildren(
    el('p', { class: 'warning' }, `This page cannot be shown: ${error.message}`));
});
