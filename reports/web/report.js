// Puts the page together: reads the results that stand in it, and makes its parts anew as far as the reader's choice changes them.
import { answerOf } from './answer.js';
import { cardsOf } from './cards.js';
import { watchPointer } from './crosshair.js';
import { el } from './dom.js';
import { shownOf } from './filter.js';
import { closeFigure, figureOfPanel, groupOf, groupOfSweep, openFigure } from './figures.js';
import { redraw } from './graphs.js';
import { guideOf } from './guide.js';
import { headOf } from './head.js';
import { holdAt } from './hold.js';
import { judgedBy, judgementsOf } from './judged.js';
import { makeAll, makeIdly, makeNow } from './lazy.js';
import { attachSamples } from './series.js';
import { parseState, printState, showsOther } from './state.js';
import { summaryOf } from './summary.js';
import { watchTheme } from './theme.js';
import { closeMenus, toolbarOf } from './toolbar.js';
import { buildSafely } from './view.js';

/** What the parts of the page are made from. */
let app = null;

/** Pixels that the filters take on top of the window. */
const TOOLBAR = 60;

function embedded(kind) {
  return [...document.querySelectorAll(`script.${kind}`)].map((script) => ({ file: script.dataset.file, json: JSON.parse(script.textContent) }));
}

/** The address remembers each choice, so the browser's back button takes it back. */
function choose(next) {
  location.hash = printState(next);
}

function appOf(view, need, judgements) {
  const state = parseState(location.hash);
  return { view, state, ...shownOf(view, state), judgements, judged: judgedBy(judgements, state), need, choose, current: () => app.state, print };
}

/** A part that cannot be made says so in its place, and the others are there all the same. */
function guarded(name, make) {
  try {
    return make();
  } catch (error) {
    return el('p', { class: 'warning' }, `${name} cannot be shown: ${error.message}`);
  }
}

const part = (name, make) => el('div', { id: `part-${name}`, class: 'part' }, make());

function show() {
  const found = embedded('result').map(({ json, file }) => ({ ...json, file }));
  const { view, problems } = buildSafely(found);
  const need = attachSamples(view.contenders.map(({ file }) => [file, found.indexOf(file)]));
  app = appOf(view, need, judgementsOf(embedded('judged')[0].json, found, view.contenders));
  document.getElementById('report').replaceChildren(
    skipLinks(),
    guarded('The head', () => headOf(view, [...embedded('problems').flatMap(({ json }) => json), ...problems])),
    part('toolbar', () => ''), part('answer', () => ''), part('summary', () => ''),
    guarded('The guide', () => guideOf(view.contenders.map(({ file }) => file.thresholds).find(Boolean))),
    contents(view),
    part('groups', () => ''),
    guarded('The brokers', () => cardsOf(view)));
  document.title = `Broker shootout on ${[...new Set(view.environments.map(({ environment }) => environment.host))].join(', ')}`;
  makeParts();
}

/** The first stops of the keyboard: over the head and the filters to what one came for. They leave the address as it is. */
function skipLinks() {
  const to = { 'part-summary': 'To the ranking', 'part-groups': 'To the cells and graphs' };
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

function contents(view) {
  return el('nav', { 'aria-label': 'Sections', class: 'contents' }, view.groups.map(({ name, title }) => el('a', { href: `#at=${encodeURIComponent(name)}`, 'data-group': name }, title)));
}

/** Makes everything that the state decides. The reader's place and the keyboard's stay where they were, if that is still there. */
function makeParts() {
  const [goBack, focus] = [placeKeeper(), focusKeeper()];
  fill('toolbar', () => toolbarOf(app));
  fill('answer', () => answerOf(app));
  fill('summary', () => summaryOf(app));
  for (const link of document.querySelectorAll('.contents a')) link.setAttribute('href', printState({ ...app.state, at: link.dataset.group, cell: '' }));
  const groups = document.getElementById('part-groups');
  groups.replaceChildren(...app.view.groups.map((group) => guarded(group.title, () => groupOf(group, app))).filter(Boolean));
  if (groups.childElementCount === 0) groups.append(el('p', { class: 'warning' }, 'No cell fits these filters.'));
  redraw(app.state.log);
  goBack?.();
  focus?.();
  makeIdly('.section');
}

function fill(name, make) {
  document.getElementById(`part-${name}`).replaceChildren(guarded(`The ${name}`, make));
}

/** A part of the page by its id, with everything in it. */
function made(id) {
  const element = document.getElementById(id);
  if (element) makeNow(element);
  return element;
}

/** A function that scrolls until what stands on top of the window now stands there again. */
function placeKeeper() {
  const below = (element) => element.getBoundingClientRect().bottom > TOOLBAR;
  const outer = [...document.querySelectorAll('.group, #part-answer, #part-summary')].find(below);
  if (!outer || window.scrollY === 0) return null;
  const top = [...outer.querySelectorAll('.section')].find(below) ?? outer;
  const [id, before] = [top.id, top.getBoundingClientRect().top];
  return () => {
    const element = made(id);
    if (element) window.scrollBy(0, element.getBoundingClientRect().top - before);
  };
}

/** A function that gives the focus back to the element that takes the place of the one that has it. */
function focusKeeper() {
  const { activeElement: element } = document;
  const inside = element?.closest('.part [id], .part');
  if (!inside) return null;
  const index = [...inside.querySelectorAll(element.localName)].indexOf(element);
  return () => made(inside.id)?.querySelectorAll(element.localName)[index]?.focus({ preventScroll: true });
}

function follow() {
  const before = app.state;
  app = appOf(app.view, app.need, app.judgements);
  if (showsOther(before, app.state)) makeParts();
  if (before.cell !== app.state.cell || before.at !== app.state.at) lookAt();
}

/** Opens the cell that the address names, and goes to it, or to the group or graph that it names. */
function lookAt() {
  const { cell, at } = app.state;
  for (const opened of document.querySelectorAll('figure.opened')) if (opened.dataset.cell !== cell) closeFigure(opened);
  const figure = app.view.figures.find(({ id }) => id === (cell || at)) ?? figureOfPanel(app.view.figures, at);
  const group = figure?.group ?? groupOfSweep(at);
  if (group !== undefined) document.querySelectorAll(`#group-${CSS.escape(group)} .section`).forEach(makeNow);
  if (!figure && group !== undefined) document.querySelectorAll(`#group-${CSS.escape(group)} .sweeps`).forEach(makeNow);
  const element = graphNamed(figure, at) ?? document.getElementById(figure ? `cell-${figure.id}` : `group-${at}`) ?? (at ? document.getElementById(at) : null);
  if (element && cell) guarded(figure.title, () => openFigure(element, figure, app));
  if (element) holdAt(element);
}

/** One of the graphs over time of a cell. */
function graphNamed(figure, at) {
  const place = figure && at !== figure.id && document.getElementById(`cell-${figure.id}`);
  if (place) makeNow(place.querySelector('.panels'));
  return place ? document.getElementById(at) : null;
}

/** Everything on paper, the graphs too. */
function drawAll() {
  makeAll(document.getElementById('part-groups'));
}

function print() {
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
window.addEventListener('hashchange', follow);
window.addEventListener('beforeprint', drawAll);
