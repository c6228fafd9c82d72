// Builds parts of the page when they come near the window, and keeps the scroll position meanwhile.
import { el } from './dom.js';

const MARGIN = '500px';
const waiting = new Map();

/** Builds what is in the window first, one part at a time, so that the browser can show one before the next is built.
  * Parts that are only near the window wait until it is drawn.
  */
let seen = null;

const observerOf = () => new IntersectionObserver((entries) => {
  const outside = ({ boundingClientRect: { top, bottom } }) => Number(bottom < 0 || top > window.innerHeight);
  const near = entries.filter(({ isIntersecting }) => isIntersecting).sort((a, b) => outside(a) - outside(b));
  for (const [i, entry] of near.entries()) {
    if (i === 0 && !outside(entry)) makePlace(entry.target);
    else setTimeout(makePlace, 0, entry.target);
  }
}, { rootMargin: `${MARGIN} 0px` });

function makePlace(place) {
  const render = waiting.get(place);
  waiting.delete(place);
  seen.unobserve(place);
  if (!render || !place.isConnected) return;
  render(place);
  openAgain(place);
}

/** @param render fills the place; called once, soon after the place comes near the window */
export function lazily(place, render) {
  waiting.set(place, render);
  seen ??= observerOf();
  seen.observe(place);
}

/** Builds all waiting places inside `root`, and those that this adds. */
export function makeAll(root) {
  for (let found = within(root); found.length > 0; found = within(root)) found.forEach(makePlace);
}

/** Builds one place if it still waits. */
export function makeNow(place) {
  if (waiting.has(place)) makePlace(place);
}

function within(root) {
  for (const place of waiting.keys()) if (!place.isConnected) waiting.delete(place);
  return [...waiting.keys()].filter((place) => root.contains(place));
}

/** Builds places that match `selector` one by one, after the current page is drawn. The browser may be idle before
  * that, but would then also have to draw what it builds.
  */
export function makeIdly(selector) {
  requestAnimationFrame(() => setTimeout(makeNext, 0, selector));
}

/** Runs while the browser is idle, but after a second at the latest: on a busy machine it may never be idle. */
function makeNext(selector) {
  const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 50));
  idle(() => {
    const next = [...waiting.keys()].find((place) => place.isConnected && place.matches(selector));
    if (!next) return;
    makePlace(next);
    makeNext(selector);
  }, { timeout: 1000 });
}

const LONGEST_MS = 4000;
let letGo = null;

/** Keeps an element in view while parts above it grow, until the reader scrolls or `LONGEST_MS` have passed. The
  * browser's scroll anchoring is off meanwhile, so that any other movement comes from the reader.
  */
export function stayAt(element) {
  letGo?.();
  const { style } = document.documentElement;
  let left = 0;
  const again = new ResizeObserver(() => {
    if (window.scrollY !== left) return letGo?.();
    if (element.isConnected) element.scrollIntoView();
    left = window.scrollY;
    return undefined;
  });
  const moved = () => window.scrollY !== left && letGo?.();
  const late = setTimeout(() => letGo?.(), LONGEST_MS);
  letGo = () => {
    clearTimeout(late);
    again.disconnect();
    window.removeEventListener('scroll', moved);
    style.overflowAnchor = '';
    letGo = null;
  };
  style.overflowAnchor = 'none';
  element.scrollIntoView();
  left = window.scrollY;
  again.observe(document.getElementById('report'));
  window.addEventListener('scroll', moved, { passive: true });
}

const opened = new Set();

const keyOf = (details) => {
  const summary = details.querySelector('summary');
  return `${details.closest('[id]').id} ${summary.getAttribute('aria-label') ?? summary.textContent}`;
};

/** Remembers which details the reader has opened, because parts of the page are rebuilt. */
export function keepOpen() {
  document.addEventListener('toggle', ({ target }) => {
    if (target.open && target.closest('.part')) opened.add(keyOf(target));
    else if (target.isConnected) opened.delete(keyOf(target));
  }, { capture: true });
}

/** Opens them in a part that was rebuilt. */
export function openAgain(root) {
  if (opened.size === 0) return;
  for (const details of root.querySelectorAll('.part details:not([open], .menu)')) {
    if (opened.has(keyOf(details))) details.open = true;
  }
}

/** Pixels that the menu and the filters cover at the top of the window. */
const TOOLBAR = 80;

/** A part of the page by its id; built if it still waits. */
function madeNow(id) {
  const element = document.getElementById(id);
  if (element) makeNow(element);
  return element;
}

/** Returns a function that scrolls back to what is at the top of the window now. */
export function placeKeeper() {
  const below = (element) => element.getBoundingClientRect().bottom > TOOLBAR;
  const outer = [...document.querySelectorAll('.group, .part:not(#part-toolbar, #part-groups)')].find(below);
  if (!outer || window.scrollY === 0) return null;
  const section = [...outer.querySelectorAll('.section')].find(below);
  const figure = [...section?.querySelectorAll('figure') ?? []].find(below);
  const marks = [outer, section, figure].filter(Boolean)
    .map((element) => ({ id: element.id, before: element.getBoundingClientRect().top }))
    .filter(({ before }) => before < window.innerHeight / 2);
  return () => {
    const found = marks.map(({ id, before }) => ({ element: madeNow(id), before })).findLast(({ element }) => element);
    if (found) window.scrollBy(0, found.element.getBoundingClientRect().top - found.before);
  };
}

/** Returns a function that gives the focus to the successor of the element that has it now. If that was in sight, the
  * page is scrolled so that the successor is at the same place.
  */
export function focusKeeper() {
  const { activeElement: element } = document;
  const inside = element?.closest('.part [id], .part');
  if (!inside) return null;
  const index = [...inside.querySelectorAll(element.localName)].indexOf(element);
  const part = element.closest('.part').id;
  const { top, bottom } = element.getBoundingClientRect();
  return () => {
    const again = madeNow(part) && madeNow(inside.id)?.querySelectorAll(element.localName)[index];
    again?.focus({ preventScroll: true });
    if (again && bottom > TOOLBAR && top < window.innerHeight) {
      window.scrollBy(0, again.getBoundingClientRect().top - top);
    }
  };
}

export function scrolledIn(selector) {
  const { scrollLeft = 0, scrollTop = 0 } = document.querySelector(selector) ?? {};
  return [scrollLeft, scrollTop];
}

/** Keeps the scroll position of a table that is rebuilt. */
export function keepSideways(selector, make) {
  const scrolled = scrolledIn(selector);
  make();
  document.querySelector(selector)?.scrollTo(...scrolled);
}

const warning = (text) => el('p', { class: 'warning' }, text);

/** Calls `make` at once if the details of a group are there, or else when they have arrived. */
export function whenLoaded(group, place, app, make) {
  const coming = app.need(group);
  if (!coming) return make();
  coming.then(() => place.isConnected && make())
    .catch((error) => place.replaceChildren(warning(`This cannot be shown: ${error.message}`)));
  return undefined;
}

/** A warning in place of graphs whose samples are missing; null without one. */
export const missingNote = (group, app) => app.lack(group) && warning(app.lack(group));
