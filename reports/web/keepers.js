// The reader's place stays while parts of the page are made anew: where one looks, what has the focus, how far a table
// is scrolled.
import { makeNow } from './lazy.js';

/** Pixels that the filters take on top of the window. */
const TOOLBAR = 60;

/** A part of the page by its id, with everything in it. */
function made(id) {
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
    const element = made(id);
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
    const again = made(part) && made(inside.id)?.querySelectorAll(element.localName)[index];
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

/** A table that is made anew stays scrolled to where it was. */
export function keepSideways(selector, make) {
  const scrolled = scrolledIn(selector);
  make();
  document.querySelector(selector)?.scrollTo(...scrolled);
}
