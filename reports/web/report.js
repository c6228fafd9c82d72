// Puts the page together: reads the results that stand in it, and makes its parts anew as far as the reader's choice
// changes them.
import { answerOf } from './answer.js';
import { batchesOf } from './batches.js';
import { detailsOf } from './beside.js';
import { cardsOf } from './cards.js';
import { costsIn, costsOf } from './costs.js';
import { watchPointer } from './crosshair.js';
import { el } from './dom.js';
import { shownOf } from './filter.js';
import { groupOf } from './figures.js';
import { redraw } from './graphs.js';
import { guideOf } from './guide.js';
import { headOf } from './head.js';
import { holdAt } from './hold.js';
import { judgedBy, judgementsOf, onEach } from './judged.js';
import { focusKeeper, keepSideways, placeKeeper, scrolledIn } from './keepers.js';
import { learn } from './known.js';
import { lazily, makeAll, makeIdly, makeNow } from './lazy.js';
import { figureOfPanel, groupOfSweep } from './links.js';
import { noteMachines } from './machines.js';
import { closeFigure, openFigure } from './opened.js';
import { needsIn } from './need.js';
import { markLooked, overviewOf } from './overview.js';
import { filesOf } from './packed.js';
import { pairingOf } from './pairing.js';
import { answerAgain, questionOf } from './question.js';
import { skipLinks } from './skip.js';
import { parseState, printState, showsOther } from './state.js';
import { summaryOf } from './summary.js';
import { watchTheme } from './theme.js';
import { closeMenus, toolbarOf } from './toolbar.js';
import { versusOf } from './versus.js';
import { buildSafely } from './view.js';

/** Pixels of the overview without its rows, and of each row. */
const OVERVIEW_HEIGHT = 300;
const ROW_HEIGHT = 40;

/** What the parts of the page are made from. */
let app = null;

/** What stands in the page under this name; null without. */
function embedded(kind) {
  const script = document.querySelector(`script.${kind}`);
  return script && JSON.parse(script.textContent);
}

/** The address remembers each choice, so the browser's back button takes it back. What is asked stays, for the parts
  * below the question are not made anew when it changes, and know an older one.
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

/** @param details `need`, `coming` and `lack` (beside.js) */
function appOf(view, details, judgements, costs, needs) {
  const state = parseState(location.hash);
  return {
    view, state, ...shownOf(view, state), judgements, verdicts: judgedBy(judgements, state), costs, needs, details,
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

function show() {
  learn(embedded('known'));
  const found = filesOf(embedded('results'));
  noteMachines(found, embedded('machines') ?? []);
  const { view, problems } = buildSafely(found);
  const judgements = judgementsOf(embedded('judged'), found, view.contenders);
  app = appOf(view, detailsOf(found, embedded('beside')), judgements,
    costsIn(embedded('costs') ?? [], found, view.contenders), needsIn(embedded('needs'), found, view.contenders));
  document.getElementById('report').replaceChildren(
    skipLinks(),
    guarded('The head', () => headOf(view, [...embedded('problems'), ...problems], judgements)),
    ...['toolbar', 'pairing', 'versus', 'question', 'answer', 'batches', 'summary', 'overview', 'costs']
      .map((name) => part(name)),
    guarded('The guide', () => guideOf(view.contenders.map(({ file }) => file.thresholds).find(Boolean))),
    contents(view),
    part('groups'),
    guarded('The brokers', () => cardsOf(view)));
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
  fill('versus', () => el('div', null, versusOf(app)));
  fill('question', () => questionOf(app));
  fill('pairing', () => el('div', null, pairingOf(app)));
  fill('answer', () => onEach(app, answerOf));
  fill('batches', () => onEach(app, batchesOf));
  fill('summary', () => onEach(app, summaryOf));
  fillLater('overview', () => overviewOf(app), OVERVIEW_HEIGHT + ROW_HEIGHT * app.contenders.length, scrolled);
  fill('costs', () => costsOf(app));
  for (const link of document.querySelectorAll('.contents a, header a[data-group]')) {
    link.setAttribute('href', printState({ ...app.state, at: link.dataset.group, cell: '' }));
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
  if (['cell', 'at', 'row'].some((name) => before[name] !== app.state[name])) lookAt();
  sayShown();
}

/** What a choice changes that is of one part only. */
function makeChanged(differs) {
  const focus = focusKeeper();
  if (differs('need')) answerAgain(app);
  if (['show', 'sort', 'dense'].some(differs)) {
    keepSideways('#part-overview .scrolling', () => fill('overview', () => overviewOf(app)));
  }
  markLooked(app.state);
  focus?.();
}

/** Opens the cell that the address names, and goes to it, or to the group or graph that it names. */
function lookAt() {
  const { cell, at } = app.state;
  const shown = figureOfPanel(app.view.figures, at);
  // a graph over time is there only while its cell is open
  if (shown && cell !== shown.id) return choose({ ...app.state, cell: shown.id });
  for (const opened of document.querySelectorAll('figure.opened')) {
    if (opened.dataset.cell !== cell) closeFigure(opened);
  }
  const figure = app.view.figures.find(({ id }) => id === (cell || at));
  const group = figure?.group ?? groupOfSweep(at);
  if (group !== undefined) document.querySelectorAll(`#group-${CSS.escape(group)} .section`).forEach(makeNow);
  if (!figure && group !== undefined) document.querySelectorAll(`#group-${CSS.escape(group)} .sweeps`).forEach(makeNow);
  const place = figure ? document.getElementById(`cell-${figure.id}`) : document.getElementById(`group-${at}`)
    ?? (at ? document.getElementById(at) : null);
  if (place && cell) guarded(figure.title, () => openFigure(place, figure, app));
  if (place && shown) makeNow(place.querySelector('.panels'));
  const element = (shown && document.getElementById(at)) ?? place;
  if (element) holdAt(element);
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

/** First what graphs in sight need: those of linked phases, and those of the open cell, which is on its way already. */
async function print() {
  await Promise.all(app.view.groups.map(({ name, phased }) => (phased ? app.need(name) : app.coming(name))));
  drawAll();
  window.print();
}

/** What one goes to shall not lie below the filters, which stay on top where the window is wide enough. */
function padTop() {
  const bar = document.getElementById('part-toolbar');
  const height = getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
  document.documentElement.style.scrollPaddingTop = `${height + 12}px`;
}

watchTheme(() => redraw(app.state.log));
show();
new ResizeObserver(padTop).observe(document.getElementById('part-toolbar'));
padTop();
watchPointer();
closeMenus();
lookAt();
sayShown();
window.addEventListener('hashchange', follow);
document.addEventListener('click', keepAsked, { capture: true });
window.addEventListener('beforeprint', drawAll);
