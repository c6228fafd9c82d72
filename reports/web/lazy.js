// Makes parts of the page when they come near the window, the rest when there is time, and all of them for the printer.

const MARGIN = '500px';
const waiting = new Map();

/** What is in the window is made first, and each by itself, so that the browser can show one before the next is made.
  * What is only near it waits until the window is drawn.
  */
const seen = new IntersectionObserver((entries) => {
  const outside = ({ boundingClientRect: { top, bottom } }) => Number(bottom < 0 || top > window.innerHeight);
  const near = entries.filter(({ isIntersecting }) => isIntersecting).sort((a, b) => outside(a) - outside(b));
  for (const [i, entry] of near.entries()) {
    if (i === 0 && !outside(entry)) make(entry.target);
    else setTimeout(make, 0, entry.target);
  }
}, { rootMargin: `${MARGIN} 0px` });

function make(place) {
  const render = waiting.get(place);
  waiting.delete(place);
  seen.unobserve(place);
  if (render && place.isConnected) render(place);
}

/** @param render fills the place; called once, soon after the place came near */
export function lazily(place, render) {
  waiting.set(place, render);
  seen.observe(place);
}

/** Makes what waits inside `root`, and what comes to wait there meanwhile. */
export function makeAll(root) {
  for (let found = within(root); found.length > 0; found = within(root)) found.forEach(make);
}

/** Makes one place, if it still waits. */
export function makeNow(place) {
  if (waiting.has(place)) make(place);
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
    make(next);
    makeNext(selector);
  }, { timeout: 1000 });
}
