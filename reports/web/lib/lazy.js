// Builds parts of the page when they come near the window, and keeps the scroll position meanwhile.
import { warning } from './dom.js';

const waiting = new Map();

/** Builds what is in the window first; what is only near waits until that is drawn. */
let seen = null;

const observerOf = () => new IntersectionObserver((entries) => {
  const outside = ({ boundingClientRect: { top, bottom } }) => Number(bottom < 0 || top > window.innerHeight);
  const near = entries.filter(({ isIntersecting }) => isIntersecting)
    .sort((a, b) => outside(a) - outside(b));
  for (const [i, entry] of near.entries()) {
    if (i === 0 && !outside(entry)) makeNow(entry.target);
    else setTimeout(makeNow, 0, entry.target);
  }
}, { rootMargin: '500px 0px' });

export function makeNow(place) {
  const render = waiting.get(place);
  waiting.delete(place);
  seen?.unobserve(place);
  if (!render || !place.isConnected) return;
  try {
    render(place);
  } catch ({ message }) {
    place.replaceChildren(warning(`This part cannot be shown: ${message}`));
  }
  openAgain(place);
}

export function lazily(place, render) {
  waiting.set(place, render);
  seen ??= observerOf();
  seen.observe(place);
}

export function makeAll(root) {
  const within = () => [...waiting.keys()].filter((place) => root.contains(place));
  for (let found = within(); found.length > 0; found = within()) found.forEach(makeNow);
}

export function makeIdly(selector) {
  requestAnimationFrame(() => setTimeout(makeNext, 0, selector));
}

/** Runs while the browser is idle, but after a second at the latest: on a busy machine it may never be idle. */
function makeNext(selector) {
  const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 50));
  idle(() => {
    for (const place of waiting.keys()) if (!place.isConnected) waiting.delete(place);
    const next = [...waiting.keys()].find((place) => place.matches(selector));
    if (!next) return;
    makeNow(next);
    makeNext(selector);
  }, { timeout: 1000 });
}

const LONGEST_MS = 4000;
let letGo = null;

/** Keeps an element in view while parts above it grow, until the reader scrolls. Meanwhile, the browser
  * may not scroll on its own.
  */
export function stayAt(element) {
  letGo?.();
  const { style } = document.documentElement;
  let left = 0;
  const again = new ResizeObserver(() => {
    moved();
    if (letGo && element.isConnected) element.scrollIntoView();
    left = window.scrollY;
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

export function keepOpen() {
  document.addEventListener('toggle', ({ target }) => {
    if (target.open && target.closest('.part')) opened.add(keyOf(target));
    else if (target.isConnected) opened.delete(keyOf(target));
  }, { capture: true });
}

export function openAgain(root) {
  for (const details of root.querySelectorAll('.part details:not([open], .menu)')) {
    if (opened.has(keyOf(details))) details.open = true;
  }
}

const TOOLBAR = 80;

function madeNow(id) {
  const element = document.getElementById(id);
  if (element) makeNow(element);
  return element;
}

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
    const found = marks.map(({ id, before }) => ({ element: madeNow(id), before }))
      .findLast(({ element }) => element);
    if (found) window.scrollBy(0, found.element.getBoundingClientRect().top - found.before);
  };
}

/** Returns a function that gives the focus to the successor of the element that has it now. */
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

/** Calls `make` once the details of a group are there, at once if they are. Without them, it gets a warning. */
export function whenLoaded(group, place, app, make) {
  const made = () => make(app.lack(group) && warning(app.lack(group)));
  const coming = app.need(group);
  if (!coming) return made();
  return coming.then(() => place.isConnected && made())
    .catch((error) => place.replaceChildren(warning(`This cannot be shown: ${error.message}`)));
}
