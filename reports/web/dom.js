// Elements from data. Text only ever becomes text: nothing here parses markup.

const SVG = 'http://www.w3.org/2000/svg';

/** `el('td', { class: 'number' }, 'text', otherElement)`; null and false children are left out. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const name of Object.keys(attributes ?? {})) {
    const value = attributes[name];
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  appendAll(element, children);
  return element;
}

/** Without a list of them all: a large page has tens of thousands of elements, and each is made here. */
function appendAll(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) appendAll(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== '') element.append(child);
  }
}

/** A table that scrolls by itself where the page is too narrow for it. */
export function scrolling(label, table) {
  return el('div', { class: 'scrolling', role: 'group', 'aria-label': label, tabindex: '0' }, table);
}

/** Preformatted text, which may scroll by itself. */
export function block(text) {
  return el('pre', { tabindex: '0' }, text);
}

/** Text of which a line ends only where there is a space: a command stays one that can be read and copied. */
export function unbroken(text) {
  return text.split(/(\s+)/)
    .map((part) => (part === '' || /^\s/.test(part) ? part : el('span', { class: 'unbroken' }, part)));
}

/** Commands, which may scroll by themselves. */
export function commands(text) {
  return el('pre', { tabindex: '0', class: 'commands' }, unbroken(text));
}

export const listOf = (items) => el('ul', null, items.map((item) => el('li', null, item)));

/** Text behind a click. */
export function folded(summary, ...content) {
  return el('details', null, el('summary', null, summary), ...content);
}

/** Words in a sentence, to which a click adds what they count. */
export function unfolding(words, rest) {
  const button = el('button', { type: 'button', class: 'only' }, words);
  button.addEventListener('click', () => button.replaceWith(rest));
  return button;
}

/** Terms and what they are, as pairs; pairs without a value are left out. */
export function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return el('dl', { class: 'facts' },
    known.map(([term, value]) => el('div', null, el('dt', null, term), el('dd', null, value))));
}
