// The report: reads the results that the page carries, and builds its parts. A choice rebuilds only what it changes.
import { moveLimits, redraw, watchPointer } from './charts/graph.js';
import { isRateSweep } from './charts/rate-sweeps.js';
import { looksOf, openIn, parseState, printState, shownOf, showsOther } from './filters/state.js';
import { closeMenus, toolbarOf } from './filters/toolbar.js';
import { detailsOf, unzipped } from './lib/data.js';
import { el, warning, watchTheme } from './lib/dom.js';
import {
  focusKeeper, keepOpen, lazily, makeAll, makeIdly, makeNow, openAgain, placeKeeper, scrolledIn, stayAt,
} from './lib/lazy.js';
import { setRules, unique } from './lib/rules.js';
import { buildView } from './lib/view-model.js';
import { brokerCards, guideOf } from './overview/about.js';
import { batchesOf } from './overview/batches.js';
import { comparisonOf, costsIn } from './overview/comparison.js';
import { headerOf } from './overview/header.js';
import { highlightChosen, matrixSection } from './overview/matrix.js';
import { needsIn, questionOf, updateAnswer } from './overview/chooser.js';
import { judgementsFor, onEachMachine, rankingOf, withRows } from './overview/ranking.js';
import { answersOf, doubtsOf } from './overview/first-screen.js';
import { closeWorkload, figureOfPanel, groupOf, groupOfSweep, openWorkload } from './tables/workloads.js';

let app = null;

/** The address keeps each choice. Parts that hold an older question must not bring it back. */
function choose(next) {
  location.hash = printState({ ...next, need: app.state.need });
}

const filter = (next) => choose({ ...next, ...looksOf(app.state) });

function ask(need) {
  location.hash = printState({ ...app.state, need });
}

/** Does the same for links. Those of the header and of the menu only say where to look. A link to
  * another workload closes the open ones.
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

function appOf(page) {
  const state = parseState(location.hash);
  return { ...page, page, state, ...shownOf(page.view, state), verdicts: judgementsFor(page.judgements, state) };
}

function guarded(name, make) {
  try {
    return make();
  } catch (error) {
    return warning(`${name} cannot be shown: ${error.message}`);
  }
}

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
        .map((name) => el('div', { id: `part-${name}`, class: 'part' })),
      guarded('The guide', () => guideOf(view.contenders[0].file.thresholds)),
      guarded('The brokers', () => brokerCards(view))));
  const hosts = unique(view.environments.map(({ environment }) => environment.host));
  document.title = `Broker shootout on ${hosts.join(', ')}`;
  makeParts();
}

const groupsInOrder = ({ groups, figures }) => {
  const sweeps = new Set(figures.filter(isRateSweep).map(({ group }) => group));
  return [...groups].sort((a, b) => Number(sweeps.has(b.name)) - Number(sweeps.has(a.name)));
};

function contents(view, judgements) {
  const batches = judgements.some((one) => one.batches.length > 0);
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

const menuMarker = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = document.querySelector(`.contents [data-at="${CSS.escape(target.id.replace(/^group-/, ''))}"]`);
    if (!link || !isIntersecting) continue;
    document.querySelector('.contents [aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'location');
    link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.clientWidth / 2;
  }
}, { rootMargin: '-20% 0px -79% 0px' });

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
  fillLater('overview', () => matrixSection(app), 300 + 40 * app.contenders.length, scrolled);
  fillLater('comparison', () => comparisonOf(app), 600);
  const groups = document.getElementById('part-groups');
  groups.replaceChildren(...groupsInOrder(app.view).map((group) => guarded(group.title, () => groupOf(group, app)))
    .filter(Boolean));
  if (groups.childElementCount === 0) groups.append(warning('No load matches these filters.'));
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

/** Fills a part when it comes near the window. Until then, old content is only hidden, because
  * removing tens of thousands of elements is slow.
  */
function fillLater(name, make, height, scrolled = [0, 0]) {
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
  const differs = (name) => String(before[name]) !== String(app.state[name]);
  if (showsOther(before, app.state)) makeParts();
  else makeChanged(differs);
  if (['also', 'workload', 'at', 'row'].some(differs)) lookAt();
  sayShown();
}

function makeChanged(differs) {
  const focus = focusKeeper();
  if (differs('need')) {
    updateAnswer(app);
    moveLimits();
  }
  if (differs('pair')) fill('comparison', () => comparisonOf(app));
  if (['show', 'sort'].some(differs)) {
    const scrolled = scrolledIn('#part-overview .scrolling');
    fill('overview', () => matrixSection(app));
    document.querySelector('#part-overview .scrolling')?.scrollTo(...scrolled);
  }
  if (differs('log')) {
    document.querySelector('[data-flag=log]').checked = app.state.log;
    redraw(app.state.log);
  }
  highlightChosen(app.state);
  focus?.();
}

function lookAt() {
  const { state, view: { figures } } = app;
  const { workload, at } = state;
  const shown = figureOfPanel(figures, at);
  // a graph over time exists only while its workload is open
  if (shown && workload !== shown.id) return choose({ ...state, workload: shown.id });
  for (const opened of document.querySelectorAll('figure.opened')) {
    if (!openIn(state).includes(opened.dataset.workload)) closeWorkload(opened);
  }
  const figure = figures.find(({ id }) => id === (workload || at));
  const group = figure?.group ?? groupOfSweep(at);
  if (group !== undefined) {
    const kinds = figure ? ['.section'] : ['.section', '.sweeps'];
    for (const kind of kinds) document.querySelectorAll(`#group-${CSS.escape(group)} ${kind}`).forEach(makeNow);
  }
  for (const id of openIn(state)) {
    const opened = document.getElementById(`workload-${id}`);
    if (opened) openWorkload(opened, figures.find((one) => one.id === id), app);
  }
  const place = document.getElementById(figure ? `workload-${figure.id}` : `group-${at}`)
    ?? document.getElementById(at);
  const element = (shown && document.getElementById(at)) ?? place;
  if (element) stayAt(element);
  // a graph may be there only once its data has arrived
  const { hash } = location;
  const late = shown || app.view.groups.find(({ name }) => name === group)?.phased;
  if (late) app.need(group)?.then(() => location.hash === hash && lookAt());
  return undefined;
}

const drawAll = () => makeAll(document.getElementById('report'));

async function print() {
  await Promise.all(unique(app.figures.map(({ group }) => group)).map(app.need));
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
  document.getElementById('report').replaceChildren(warning(`This page cannot be shown: ${error.message}`));
});
