// Makes parts of the page when they come near the window, and keeps the reader’s place meanwhile.
import { el } from './dom.js';

const MARGIN = '500px';
const waiting = new Map();

/** What is in the window is made first, and each by itself, so that the browser can show one before the next is made.
  * What is only near it waits until the window is drawn.
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
  if (render && place.isConnected) render(place);
}

/** @param render fills the place; called once, soon after the place came near */
export function lazily(place, render) {
  waiting.set(place, render);
  seen ??= observerOf();
  seen.observe(place);
}

/** Makes what waits inside `root`, and what comes to wait there meanwhile. */
export function makeAll(root) {
  for (let found = within(root); found.length > 0; found = within(root)) found.forEach(makePlace);
}

/** Makes one place, if it still waits. */
export function makeNow(place) {
  if (waiting.has(place)) makePlace(place);
}

function within(root) {
  for (const place of waiting.keys()) if (!place.isConnected) waiting.delete(place);
  return [...waiting.keys()].filter((place) => root.contains(place));
}

/** Makes places that match `selector` one by one, once what is there is drawn: the browser may find itself idle before
  * that, and what it made then would have to be drawn, too.
  */
export function makeIdly(selector) {
  requestAnimationFrame(() => setTimeout(makeNext, 0, selector));
}

/** While the browser has nothing else to do, or after a second: on a machine that is busy with something else it may
  * not become idle.
  */
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

/** The browser would move the page by itself when something above grows; meanwhile it must not, so that whatever moves
  * it is the reader.
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

/** Pixels that the filters take on top of the window. */
const TOOLBAR = 60;

/** A part of the page by its id, with everything in it. */
function madeNow(id) {
  const element = document.getElementById(id);
  if (element) makeNow(element);
  return element;
}

/** A function that scrolls until what stands on top of the window now stands there again. */
export function placeKeeper() {
  const below = (element) => element.getBoundingClientRect().bottom > TOOLBAR;
  const outer = [...document.querySelectorAll('.group, #part-question, #part-answer, #part-summary, #part-overview')]
    .find(below);
  if (!outer || window.scrollY === 0) return null;
  const top = [...outer.querySelectorAll('.section')].find(below) ?? outer;
  const [id, before] = [top.id, top.getBoundingClientRect().top];
  return () => {
    const element = madeNow(id);
    if (element) window.scrollBy(0, element.getBoundingClientRect().top - before);
  };
}

/** A function that gives the focus back to the element that takes the place of the one that has it, and moves the page
  * so that it stands where the other one stood, if that was in sight.
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

/** How far a table is scrolled, sideways and down. */
export function scrolledIn(selector) {
  const { scrollLeft = 0, scrollTop = 0 } = document.querySelector(selector) ?? {};
  return [scrollLeft, scrollTop];
}

/** A table that is made again stays scrolled to where it was. */
export function keepSideways(selector, make) {
  const scrolled = scrolledIn(selector);
  make();
  document.querySelector(selector)?.scrollTo(...scrolled);
}

const warning = (text) => el('p', { class: 'warning' }, text);

/** Makes what shows details of a group in its place: at once if they are there, or else when they have come. */
export function whenLoaded(group, place, app, make) {
  const coming = app.need(group);
  if (!coming) return make();
  coming.then(() => place.isConnected && make())
    .catch((error) => place.replaceChildren(warning(`This cannot be shown: ${error.message}`)));
  return undefined;
}

/** A sentence in place of graphs whose samples are missing. */
export const missingNote = (group, app) => app.lack(group) && warning(app.lack(group));
