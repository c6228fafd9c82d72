// Elements from data, the box of facts next to the pointer, and the theme. Text is never parsed as HTML.
const SVG = 'http://www.w3.org/2000/svg';

/** `el('td', { class: 'number' }, 'text', otherElement)`; null and false children are left out. */
export const el = (tag, attributes, ...children) =>
  filled(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

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

function appendAll(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) appendAll(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== '') element.append(child);
  }
}

export function gridOf(rows) {
  const taken = rows.map(() => []);
  return rows.map((tr, r) => [...tr.cells].reduce((found, cell) => {
    let at = 0;
    while (taken[r][at]) at += 1;
    for (const row of taken.slice(r, r + cell.rowSpan)) for (let i = 0; i < cell.colSpan; i += 1) row[at + i] = true;
    found[at] = cell;
    return found;
  }, []));
}

const textOf = (cell) =>
  (cell?.innerText ?? '').replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');

function markdownOf(table) {
  const grid = gridOf([...table.rows]);
  const [heads, body] = [grid.slice(0, table.tHead.rows.length), grid.slice(table.tHead.rows.length)];
  const columns = [...Array(Math.max(...grid.map(({ length }) => length))).keys()]
    .filter((i) => grid.some((row) => textOf(row[i])));
  const line = (text) => `| ${columns.map(text).join(' | ')} |`;
  return [line((i) => heads.map((row) => textOf(row[i])).filter(Boolean).join(' ')),
    line((i) => (body.some((row) => row[i]?.classList.contains('number')) ? '--:' : '---')),
    ...body.map((row) => line((i) => textOf(row[i])))].join('\n');
}

export function scrolling(label, table) {
  const copy = async (made) => {
    try {
      await navigator.clipboard.writeText(markdownOf(table));
      made.textContent = 'copied';
    } catch {
      made.textContent = 'not copied: the browser does not allow it';
    }
  };
  return el('div', { class: 'scrolling', role: 'group', 'aria-label': label, tabindex: '0' }, table,
    button('copy as Markdown', copy, { class: 'copy', 'aria-live': 'polite' }));
}

/** @param numbers the indices of columns with numbers; all but the first if not given */
export function tableHead(texts, numbers) {
  const right = (i) => (numbers ? numbers.includes(i) : i > 0);
  return el('thead', null, el('tr', null, texts.map((text, i) => (text === '' ? el('td')
    : el('th', { scope: 'col', class: right(i) ? 'number' : null }, text)))));
}

/** A table with one line of heads, which scrolls if the page is too narrow. */
export const dataTable = (label, name, heads, rows, numbers) =>
  scrolling(label, el('table', { class: name }, tableHead(heads, numbers), el('tbody', null, rows)));

export const block = (text) => el('pre', { tabindex: '0' }, text);

/** Text that wraps only at spaces, so that commands can be read and copied. */
export const unbroken = (text) => text.split(/(\s+)/)
  .map((part) => (/\S/.test(part) ? el('span', { class: 'unbroken' }, part) : part));

export const commands = (text) => el('pre', { tabindex: '0', class: 'commands' }, unbroken(text));

export const listOf = (items, attributes) =>
  el('ul', attributes, items.map((item) => el('li', null, item)));
export const note = (...content) => el('p', { class: 'note' }, ...content);
export const warning = (...content) => el('p', { class: 'warning' }, ...content);
export const strong = (text) => el('strong', null, text);
export const small = (...content) => el('small', null, ...content);
export const code = (text) => el('code', null, text);
export const rowHead = (...content) => el('th', { scope: 'row' }, ...content);
export const numberCell = (...content) => el('td', { class: 'number' }, ...content);
export const folded = (summary, ...content) =>
  el('details', null, el('summary', null, summary), ...content);

export function foldedLater(summary, make, open = false) {
  const made = folded(summary);
  const fill = () => made.childElementCount === 1 && appendAll(made, [make()]);
  if (open) fill();
  made.open = open;
  made.addEventListener('toggle', () => made.open && fill());
  return made;
}

function acting(element, event, act) {
  element.addEventListener(event, () => act(element));
  return element;
}

export const button = (text, act, attributes) =>
  acting(el('button', { type: 'button', ...attributes }, text), 'click', act);

export const checkbox = (checked, act, attributes) =>
  acting(el('input', { type: 'checkbox', checked, ...attributes }), 'change', (box) => act(box.checked));

export const select = (options, chosen, act, attributes) => acting(el('select', attributes,
  options.map(([value, text]) => el('option', { value, selected: value === chosen }, text))), 'change',
  ({ value }) => act(value));

export function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return el('dl', { class: 'facts' },
    known.map(([term, value]) => el('div', null, el('dt', null, term), el('dd', null, value))));
}

const EDGE = 8;
let tipOf = null;

export const tipOwner = () => tipOf;

export function hideTip() {
  document.getElementById('tip')?.remove();
  window.removeEventListener('scroll', placeTip, true);
  tipOf = null;
}

export function showTip(element, said) {
  hideTip();
  tipOf = element;
  document.body.append(el('div', { id: 'tip', 'aria-hidden': 'true' },
    said.map(([term, text]) => el('p', null, el('b', null, term), text))));
  placeTip();
  window.addEventListener('scroll', placeTip, true);
}

function placeTip() {
  const tip = document.getElementById('tip');
  const at = tipOf.getBoundingClientRect();
  const below = at.bottom + EDGE;
  const top = below + tip.offsetHeight < window.innerHeight ? below : at.top - tip.offsetHeight - EDGE;
  const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - EDGE);
  Object.assign(tip.style, { left: `${Math.max(EDGE, left)}px`, top: `${Math.max(EDGE, top)}px` });
}

const THEMES = ['auto', 'light', 'dark'];

/** A browser may refuse to store the theme. The choice then lasts as long as the page. */
function stored(theme) {
  try {
    if (theme) localStorage.setItem('shootout-theme', theme);
    return localStorage.getItem('shootout-theme');
  } catch {
    return null;
  }
}

function apply(theme) {
  const { dataset } = document.documentElement;
  if (THEMES.indexOf(theme) > 0) dataset.theme = theme;
  else delete dataset.theme;
}

export function watchTheme(changed) {
  apply(stored());
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

export function themeSwitch() {
  const choose = (theme) => apply(stored(theme) ?? theme);
  return select(THEMES.map((theme) => [theme, theme]), document.documentElement.dataset.theme ?? 'auto', choose,
    { 'aria-label': 'Light or dark', title: 'Light or dark', class: 'theme' });
}
