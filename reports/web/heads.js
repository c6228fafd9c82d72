// Keeps the heads of a long table below the filters while its rows scroll, with the page or by themselves.

let box = null;
let wide = null;

/** Where the filters end, which stay on top of the window. */
function topOfPage() {
  const bar = document.getElementById('part-toolbar');
  return bar && getComputedStyle(bar).position === 'sticky' ? Math.max(0, bar.getBoundingClientRect().bottom) : 0;
}

/** A table that fits sticks to the page; one that scrolls sideways has its heads moved to where they would be. That is
  * set on the heads alone: tens of thousands of fields would inherit a property of the box, and the style of each would
  * be made anew whenever the page scrolls.
  */
function place() {
  if (!box?.isConnected) return;
  const top = topOfPage();
  const heads = box.querySelector('thead');
  heads.style.top = `${wide ? Math.max(0, top - box.getBoundingClientRect().top) : top}px`;
}

const measured = new ResizeObserver(() => {
  wide = box.firstChild.offsetWidth > box.clientWidth;
  box.classList.toggle('fits', !wide);
  place();
});

/** @param made what `scrolling` (dom.js) made of the table; it takes the place of the one before */
export function keepHeads(made) {
  if (box === null) for (const event of ['scroll', 'resize']) window.addEventListener(event, place, { passive: true });
  measured.disconnect();
  box = made;
  measured.observe(made);
  return made;
}
