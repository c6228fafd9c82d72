// Goes to a place on the page and stays there while what lies above it is still being made, unless the reader goes
// elsewhere.

const LONGEST_MS = 4000;
let letGo = null;

/** The browser would move the page by itself when something above grows; meanwhile it shall not, so that whatever moves
  * it is the reader.
  */
export function holdAt(element) {
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
