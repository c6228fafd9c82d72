// The report: reads the results that the page carries, and builds its parts. A choice rebuilds only what it changes.
import { moveLimits, redraw, watchPointer } from './charts/graph.js';
import { isRateSweep } from './charts/rate-sweeps.js';
import { looksOf, openIn, parseState, printState, shownOf, showsOther } from './filters/state.js';
import { closeMenus, toolbarOf } from './filters/toolbar.js';
import { detailsOf, unzipped } from './lib/data.js';
import { el, watchTheme } from './lib/dom.js';
import {
  focusKeeper, keepOpen, keepSideways, lazily, makeAll, makeIdly, makeNow, openAgain, placeKeeper, scrolledIn, stayAt,
} from './lib/lazy.js';
import { setRules } from './lib/rules.js';
import { buildView } from './lib/view-model.js';
import { brokerCards, guideOf } from './overview/about.js';
import { batchesOf } from './overview/batches.js';
import { comparisonOf, costsIn } from './overview/comparison.js';
import { headerOf } from './overview/header.js';
import { highlightChosen, matrixSection } from './overview/matrix.js';
import { needsIn, questionOf, updateAnswer } from './overview/chooser.js';
import { judgementsFor, onEachMachine, rankingOf, withRows } from './overview/ranking.js';
import { answersOf, doubtsOf } from './overview/verdict.js';
import { closeWorkload, figureOfPanel, groupOf, groupOfSweep, openWorkload } from './tables/workloads.js';

/** Estimated pixels of parts that are built later, to reserve their place. */
const COMPARISON_HEIGHT = 600;
const OVERVIEW_HEIGHT = 300;
const ROW_HEIGHT = 40;

/** What the parts of the page are built from. */
let app = null;

/** The address keeps each choice, so the browser's back button undoes it. The question is taken from the current state:
  * the parts below it are not rebuilt when it changes, so their own state may hold an older one.
  */
function choose(next) {
  location.hash = printState({ ...next, need: app.state.need });
}

/** The same for filters. What is open or only looks different may have changed since their part was built. */
function filter(next) {
  choose({ ...next, ...looksOf(app.state) });
}

function ask(need) {
  location.hash = printState({ ...app.state, need });
}

/** Does the same as `choose` for links. Those of the header and of the menu only say where to look: they are not
  * rebuilt when the state changes. A link to another workload closes the open ones.
  */
function keepChoices({ target }) {
  const link = target.closest?.('a[href^="#"][href*="="]');
  if (!link || link.closest('#question')) return;
  const to = parseState(link.getAttribute('href'));
  const next = link.closest('header, .contents') ? { ...app.state, at: to.at, workload: '' } : to;
  const { need, log } = app.state;
  const open = openIn(app.state);
  const also = next.workload && !open.includes(next.workload) ? [] : open.filter((id) => id !== next.workload);
  link.setAttribute('href', printState({ ...next, need, log, also }));
}

/** What the parts are built from under the state in the address.
  * @param page what the state does not change: `view`, `judgements`, `costs`, `pairs`, `needs`, and the functions of
  * lib/data.js
  */
function appOf(page) {
  const state = parseState(location.hash);
  return { ...page, page, state, ...shownOf(page.view, state), verdicts: judgementsFor(page.judgements, state) };
}

/** A part that cannot be built shows the reason in its place. The other parts are still shown. */
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
  const view = buildView(data.results, data.rows, data.standings);
  const byFile = new Map(view.contenders.map((contender) => [contender.place, contender]));
  const rowOf = (file) => byFile.get(file);
  const judgements = withRows(data.judged, rowOf);
  app = appOf({
    view, judgements, costs: costsIn(data.costs, rowOf), pairs: data.pairs, needs: needsIn(data.needs, rowOf),
    ...detailsOf(data.results, data.beside), choose, filter, ask, current: () => app.state, print,
  });
  document.getElementById('report').replaceChildren(
    contents(view, judgements),
    el('div', null,
      guarded('The header', () => headerOf(view, data.problems, judgements)),
      ['toolbar', 'answer', 'groups', 'batches', 'question', 'summary', 'comparison', 'doubts', 'overview']
        .map((name) => part(name)),
      guarded('The guide', () => guideOf(view.contenders.map(({ file }) => file.thresholds).find(Boolean))),
      guarded('The brokers', () => brokerCards(view))));
  document.title =
    `Broker shootout on ${[...new Set(view.environments.map(({ environment }) => environment.host))].join(', ')}`;
  makeParts();
}

/** Charts of latency over throughput come first. */
const groupsInOrder = ({ groups, figures }) => {
  const sweeps = new Set(figures.filter(isRateSweep).map(({ group }) => group));
  return [...groups].sort((a, b) => Number(sweeps.has(b.name)) - Number(sweeps.has(a.name)));
};

/** The menu of sections. It stays in sight. */
function contents(view, judgements) {
  const batches = judgements.some((one) => one.batches?.length > 0);
  const sections = [
    ['part-answer', 'Answers'],
    ...groupsInOrder(view).map(({ name, title }) => [name, title]),
    batches && ['part-batches', 'Batches'], ['part-question', 'Your needs'], ['part-summary', 'Ranking'],
    ['part-comparison', 'Compare'], ['part-doubts', 'Failures'], ['part-overview', 'All numbers'], ['guide', 'Guide'],
    ['brokers', 'Brokers'],
  ].filter(Boolean);
  return el('nav', { 'aria-label': 'Sections', class: 'contents' },
    sections.map(([at, title]) => el('a', { href: `#at=${encodeURIComponent(at)}`, 'data-at': at }, title)));
}

/** Marks the section near the top of the window in the menu. */
const menuMarker = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = document.querySelector(`.contents [data-at="${CSS.escape(target.id.replace(/^group-/, ''))}"]`);
    if (!link || !isIntersecting) continue;
    document.querySelector('.contents [aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'location');
    link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.clientWidth / 2;
  }
}, { rootMargin: '-20% 0px -79% 0px' });

/** Rebuilds everything that depends on the state. Scroll position and focus are kept if their elements still exist. */
function makeParts() {
  const [goBack, focus] = [placeKeeper(), focusKeeper()];
  // read before anything changes: reading it later would force a layout of the whole page
  const scrolled = scrolledIn('#part-overview .scrolling');
  fill('toolbar', () => toolbarOf(app));
  fill('question', () => questionOf(app));
  fill('answer', () => onEachMachine(app, answersOf));
  fill('doubts', () => onEachMachine(app, doubtsOf));
  fill('batches', () => onEachMachine(app, batchesOf));
  fill('summary', () => onEachMachine({ ...app, choose: filter }, rankingOf));
  fillLater('overview', () => matrixSection(app), OVERVIEW_HEIGHT + ROW_HEIGHT * app.contenders.length, scrolled);
  fillLater('comparison', () => comparisonOf(app), COMPARISON_HEIGHT);
  const groups = document.getElementById('part-groups');
  groups.replaceChildren(...groupsInOrder(app.view).map((group) => guarded(group.title, () => groupOf(group, app)))
    .filter(Boolean));
  if (groups.childElementCount === 0) groups.append(el('p', { class: 'warning' }, 'No load matches these filters.'));
  redraw(app.state.log);
  openAgain(document.body);
  goBack?.();
  focus?.();
  document.querySelectorAll('.part, .group, #guide, #brokers').forEach((section) => menuMarker.observe(section));
  makeIdly('.section, #part-overview, #part-comparison');
}

function fill(name, make) {
  const place = document.getElementById(`part-${name}`);
  place.replaceChildren(guarded(`The ${name}`, make));
  place.style.contentVisibility = '';
}

/** Fills a part when it comes near the window. Until then, the part has about its final height. Old content is hidden
  * at once but removed only then: removing tens of thousands of elements costs as much as everything else that a choice
  * changes.
  */
function fillLater(name, make, height, scrolled = []) {
  const place = document.getElementById(`part-${name}`);
  if (CSS.supports('content-visibility', 'hidden')) place.style.contentVisibility = 'hidden';
  else place.replaceChildren();
  place.style.minHeight = `${height}px`;
  lazily(place, () => {
    place.style.minHeight = '';
    fill(name, make);
    // scrolling to the start would only force a layout, which can wait until the table is drawn
    if (scrolled.some(Boolean)) place.querySelector('.scrolling')?.scrollTo(...scrolled);
  });
}

/** For scripts that wait until a choice is drawn: the address changes before that. */
function sayShown() {
  document.body.dataset.shown = location.hash;
}

function follow() {
  const before = app.state;
  app = appOf(app.page);
  if (showsOther(before, app.state)) makeParts();
  else makeChanged((name) => before[name] !== app.state[name]);
  if (['also', 'workload', 'at', 'row'].some((name) => String(before[name]) !== String(app.state[name]))) lookAt();
  sayShown();
}

/** Applies choices that concern only one part. */
function makeChanged(differs) {
  const focus = focusKeeper();
  if (differs('need')) {
    updateAnswer(app);
    moveLimits();
  }
  if (differs('pair')) fill('comparison', () => comparisonOf(app));
  if (['show', 'sort'].some(differs)) {
    keepSideways('#part-overview .scrolling', () => fill('overview', () => matrixSection(app)));
  }
  if (differs('log')) {
    document.querySelector('[data-flag=log]').checked = app.state.log;
    redraw(app.state.log);
  }
  highlightChosen(app.state);
  focus?.();
}

/** Opens the workloads that the address names, and scrolls to the last one, or to the group or graph that it names. */
function lookAt() {
  const { workload, at } = app.state;
  const shown = figureOfPanel(app.view.figures, at);
  // a graph over time exists only while its workload is open
  if (shown && workload !== shown.id) return choose({ ...app.state, workload: shown.id });
  for (const opened of document.querySelectorAll('figure.opened')) {
    if (!openIn(app.state).includes(opened.dataset.workload)) closeWorkload(opened);
  }
  for (const id of app.state.also) {
    const also = document.getElementById(`workload-${id}`);
    if (also) openWorkload(also, app.view.figures.find((one) => one.id === id), app);
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

/** Scrolls to a graph once its data has arrived, unless the reader has chosen something else meanwhile. */
function lookAgain(group) {
  const hash = location.hash;
  app.coming(group)?.then(() => location.hash === hash && lookAt());
}

/** Paper needs every part, including the graphs. */
function drawAll() {
  makeAll(document.getElementById('report'));
}

/** First loads the details of the groups that the filters show, which all graphs on paper need. */
async function print() {
  await Promise.all([...new Set(app.figures.map(({ group }) => group))].map(app.need));
  drawAll();
  window.print();
}

/** Keeps scroll targets clear of the filters, which stick to the top where the window is wide enough. */
function padTop() {
  const bar = document.getElementById('part-toolbar');
  const { position, top } = getComputedStyle(bar);
  const height = position === 'sticky' ? parseFloat(top) + bar.offsetHeight : 0;
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
  keepOpen();
  lookAt();
  sayShown();
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', keepChoices, { capture: true });
  window.addEventListener('beforeprint', drawAll);
  // data inside the page must be ready when the browser prints; data in files is read on demand
  if (!data.beside) {
    requestAnimationFrame(() => setTimeout(() => app.view.groups.forEach(({ name }) => app.need(name)), 0));
  }
}

begin().catch((error) => {
  document.getElementById('report').replaceChildren(
    el('p', { class: 'warning' }, `This page cannot be shown: ${error.message}`));
});
