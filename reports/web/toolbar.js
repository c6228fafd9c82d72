// What stays in sight: filters, the legend, switches, and the numbers as files.
import { el } from './dom.js';
import { allCsv, allJson, saveText } from './exporting.js';
import { facetsOf, machineFacet } from './filter.js';
import { legendOf, rowsInWords } from './legend.js';
import { parseState, switched } from './state.js';
import { themeSwitch } from './theme.js';

/** @param app `view`, `state`, `choose`; `print` draws everything first */
export function toolbarOf(app) {
  const { view, state, choose } = app;
  const unfolded = document.querySelector('.toolbar')?.classList.contains('unfolded') ?? false;
  return el('div',
    { class: `toolbar ${unfolded ? 'unfolded' : ''}`, role: 'group', 'aria-label': 'What the page shows' },
    unfoldButton(app, unfolded),
    menu('rows', ['Rows: ', el('b', null, rowsInWords(view, state))], () => legendOf(view, state, choose)),
    [...machineFacet(view), ...facetsOf(view)].map((facet) => facetMenu(facet, app)),
    flag('sure', 'hide uncertain', app), flag('log', 'log axis', app), flag('all', 'all lines', app),
    el('span', { class: 'gap' }),
    button('reset', () => choose({ ...parseState(''), at: '' })),
    menu('files', 'Files', () => files(app)),
    themeSwitch());
}

/** Where the window is narrow the rest is folded behind this button, which stays in sight and says what is chosen. */
function unfoldButton({ view, state }, unfolded) {
  const chosen = [...machineFacet(view), ...facetsOf(view)].filter(({ name }) => state[name].length > 0).length
    + Number(state.sure);
  const made = el('button', { type: 'button', class: 'unfold', 'aria-expanded': String(unfolded) },
    `Filters: ${rowsInWords(view, state)}${chosen > 0 ? `, ${chosen} more` : ''} ▾`);
  made.addEventListener('click',
    () => made.setAttribute('aria-expanded', String(made.parentElement.classList.toggle('unfolded'))));
  return made;
}

/** Folded content, made when it is opened; open menus stay open when the toolbar is made anew. */
function menu(name, title, content) {
  const open = document.querySelector(`.toolbar details[data-menu="${name}"]`)?.open ?? false;
  const made = el('details', { class: 'menu', 'data-menu': name, open }, el('summary', null, title),
    open && el('div', { class: 'sheet' }, content()));
  made.addEventListener('toggle', () => {
    if (made.open && made.childElementCount === 1) made.append(el('div', { class: 'sheet' }, content()));
  });
  return made;
}

function facetMenu({ name, title, values }, { state, choose }) {
  const chosen = values.filter(({ value }) => state[name].includes(value));
  const said = chosen.length === 0 ? 'all' : chosen.length === 1 ? chosen[0].title
    : `${chosen.length} of ${values.length}`;
  return menu(name, [`${title}: `, el('b', null, said)], () => values.map(({ value, title: text }) => {
    const box = el('input', {
      type: 'checkbox', checked: state[name].includes(value), 'data-facet': `${name}=${value}`,
    });
    box.addEventListener('change', () => choose({ ...state, [name]: switched(state[name], value) }));
    return el('label', null, box, text);
  }));
}

function flag(name, text, { state, choose }) {
  const box = el('input', { type: 'checkbox', checked: state[name], 'data-flag': name });
  box.addEventListener('change', () => choose({ ...state, [name]: box.checked }));
  return el('label', null, box, text);
}

function button(text, act) {
  const made = el('button', { type: 'button' }, text);
  made.addEventListener('click', act);
  return made;
}

function files({ view, need, lack, print }) {
  const everything = button('Everything (JSON)', async () => {
    await Promise.all(view.groups.map(({ name }) => need(name)));
    const missing = view.groups.map(({ name }) => lack(name)).find(Boolean);
    if (missing) everything.after(el('p', { class: 'warning' }, missing));
    else saveText('shootout.json', allJson(view), 'application/json');
  });
  return [
    button('All numbers (CSV)', () => saveText('shootout.csv', allCsv(view), 'text/csv')), everything,
    button('Print', print),
  ];
}

/** A click beside a menu, and Escape, close it. */
export function closeMenus() {
  document.addEventListener('click', ({ target }) => {
    for (const open of document.querySelectorAll('.toolbar details[open]')) {
      if (target.isConnected && !open.contains(target)) open.open = false;
    }
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const open of document.querySelectorAll('.toolbar details[open]')) {
      open.open = false;
      open.querySelector('summary').focus();
    }
  });
}
