// The bar that stays in sight: filters, legend, switches, and downloads.
import { swatch } from '../charts/line-styles.js';
import { button, checkbox, el, scrolling, themeSwitch } from '../lib/dom.js';
import { allCsv, allJson, saveText } from '../lib/download.js';
import {
  allRows, facetsOf, hiddenRows, isShown, machineFacet, onlyBroker, onlyProtocol, parseState, switched, toggled,
} from './state.js';

const unique = (values, key) => [...new Map(values.map((value) => [key(value), value])).values()];

/** @param change called with the state that the reader asks for */
function legendOf({ contenders }, state, change) {
  const brokers = unique(contenders, ({ broker }) => broker.name);
  const protocols = unique(contenders, ({ protocol }) => protocol)
    .sort((a, b) => a.protocol.localeCompare(b.protocol, 'en'));
  const one = protocols.length < 2;
  const rowsOf = (name, protocol) => contenders.filter((row) => row.broker.name === name && row.protocol === protocol);
  const blank = brokers.some(({ broker }) =>
    protocols.some(({ protocol }) => rowsOf(broker.name, protocol).length === 0));
  return [
    scrolling('Rows: brokers and protocols', el('table', { class: 'legend' },
      el('thead', null, el('tr', null,
        el('th', { scope: 'col' }, one ? 'Broker' : button('all', () => change(allRows(state)), { class: 'only' })),
        protocols.map(({ protocol, protocolTitle }) => el('th', { scope: 'col' }, one ? protocolTitle
          : onlyButton(headOf(protocol, contenders), () => change(onlyProtocol(state, protocol))))))),
      el('tbody', null, brokers.map(({ broker, brokerTitle }) => el('tr', null,
        el('th', { scope: 'row' }, one ? brokerTitle
          : onlyButton(brokerTitle, () => change(onlyBroker(state, broker.name)))),
        protocols.map(({ protocol }) => el('td', null,
          rowsOf(broker.name, protocol).map((row) => rowSwitch(contenders, row, state, change))))))))),
    blank && el('p', { class: 'note' }, 'Blank: this pair was not run. ', el('code', null, '--protocols'),
      ' chooses the protocols of a run.'),
  ];
}

/** The protocol's title. If two protocols share a title, the client libraries tell them apart. */
function headOf(protocol, contenders) {
  const { protocolTitle: title, file } = contenders.find((one) => one.protocol === protocol);
  const shared = contenders.some((one) => one.protocol !== protocol && one.protocolTitle === title);
  return shared && file.driver ? `${title}, ${file.driver}` : title;
}

const onlyButton = (text, act) =>
  button(text, act, { class: 'only', 'aria-label': `Only ${text}`, title: `Show only ${text}` });

function rowSwitch(contenders, contender, state, change) {
  const { available, reason } = contender.broker;
  if (!available) return el('span', { class: 'absent', title: reason ?? 'Not available.' }, 'not available');
  const box = checkbox(isShown(contender, state), () => change(toggled(contenders, state, contender)),
    { 'aria-label': contender.label, 'data-row': contender.key });
  const place =
    contenders.filter((c) => c.broker.name === contender.broker.name && c.protocol === contender.protocol).length > 1
    && el('small', null, contender.label.split(' · ').at(-1));
  return el('label', { title: contender.label }, box, swatch(contender), place);
}

/** How many rows are shown, in words. */
function rowsInWords({ contenders }, state) {
  const available = contenders.filter(({ broker }) => broker.available).length;
  const shown = contenders.length - hiddenRows(contenders, state).size;
  return shown === available ? `all ${available} rows` : `${shown} of ${available} rows`;
}

/** @param app `view`, `state`, `current`, `choose`, `filter`; `print` draws everything first */
export function toolbarOf(app) {
  const { view, state, choose, filter } = app;
  const unfolded = document.querySelector('.toolbar')?.classList.contains('unfolded') ?? false;
  return el('div',
    { class: `toolbar ${unfolded ? 'unfolded' : ''}`, role: 'group', 'aria-label': 'What the page shows' },
    unfoldButton(app, unfolded),
    menuOf('rows', ['Rows: ', el('b', null, rowsInWords(view, state))], () => legendOf(view, state, filter)),
    [...machineFacet(view), ...facetsOf(view)].map((facet) => facetMenu(facet, app)),
    flagOf('sure', 'hide uncertain', app), flagOf('log', 'log axis', app), flagOf('all', 'all lines', app),
    el('span', { class: 'gap' }),
    button('reset', () => choose(parseState(''))),
    menuOf('files', 'Files', () => filesMenu(app)),
    themeSwitch());
}

/** In a narrow window, this button folds the rest. It stays in sight and says what is chosen. */
function unfoldButton({ view, state }, unfolded) {
  const chosen = [...machineFacet(view), ...facetsOf(view)].filter(({ name }) => state[name].length > 0).length
    + Number(state.sure);
  return button(`Filters: ${rowsInWords(view, state)}${chosen > 0 ? `, ${chosen} more` : ''} ▾`,
    (made) => made.setAttribute('aria-expanded', String(made.parentElement.classList.toggle('unfolded'))),
    { class: 'unfold', 'aria-expanded': String(unfolded) });
}

/** Folded content that is built when it is opened. Open menus stay open when the toolbar is rebuilt. */
function menuOf(name, title, content) {
  const open = document.querySelector(`.toolbar details[data-menu="${name}"]`)?.open ?? false;
  const made = el('details', { class: 'menu', 'data-menu': name, open }, el('summary', null, title),
    open && el('div', { class: 'sheet' }, content()));
  made.addEventListener('toggle', () => {
    if (made.open && made.childElementCount === 1) made.append(el('div', { class: 'sheet' }, content()));
  });
  return made;
}

function facetMenu({ name, title, values }, { state, filter }) {
  const chosen = values.filter(({ value }) => state[name].includes(value));
  const said = chosen.length === 0 ? 'all' : chosen.length === 1 ? chosen[0].title
    : `${chosen.length} of ${values.length}`;
  return menuOf(name, [`${title}: `, el('b', null, said)], () => values.map(({ value, title: text }) => {
    const box = checkbox(state[name].includes(value),
      () => filter({ ...state, [name]: switched(state[name], value) }), { 'data-facet': `${name}=${value}` });
    return el('label', null, box, text);
  }));
}

function flagOf(name, text, { state, current, choose }) {
  const box = checkbox(state[name], (checked) => choose({ ...current(), [name]: checked }), { 'data-flag': name });
  return el('label', null, box, text);
}

function filesMenu({ view, need, lack, print }) {
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

/** A click outside a menu closes it, and so does Escape. */
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
