// Links over the head and the filters, to what one came for.
import { el } from './dom.js';

/** The first stops of the keyboard: over the head and the filters to what one came for. They leave the address as it
  * is.
  */
export function skipLinks() {
  const to = { 'part-summary': 'To the ranking', 'part-overview': 'To the overview', 'part-groups': 'To the graphs' };
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
