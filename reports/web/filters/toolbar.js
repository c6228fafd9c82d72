// The bar that stays in sight: filters, legend, switches, and downloads.
import { swatch } from '../charts/line-styles.js';
import {
  button, checkbox, code, el, foldedLater, note, rowHead, scrolling, small, themeSwitch, warning,
} from '../lib/dom.js';
import { allCsv, allJson, saveText } from '../lib/download.js';
import { unique } from '../lib/rules.js';
import {
  allRows, facetsOf, isShown, machineFacet, onlyBroker, onlyProtocol, parseState, switched, toggled,
} from './state.js';

function legendOf({ contenders }, state, change) {
  const brokers = unique(contenders.map(({ broker }) => broker.name));
  const protocols = unique(contenders.map(({ protocol }) => protocol))
    .sort((a, b) => a.localeCompare(b, 'en'));
  const head = (title, act) =>
    (protocols.length > 1 ? button(title, () => change(act()), { class: 'only', title: `Show only ${title}`,
      'aria-label': `Only ${title}` }) : title);
  const places = brokers.map((broker) => protocols.map((protocol) =>
    contenders.filter((row) => row.broker.name === broker && row.protocol === protocol)));
  return [
    scrolling('Rows: brokers and protocols', el('table', { class: 'legend' },
      el('thead', null, el('tr', null,
        el('th', { scope: 'col' }, protocols.length > 1
          ? button('all', () => change(allRows(state)), { class: 'only' }) : 'Broker'),
        protocols.map((protocol) => el('th', { scope: 'col' },
          head(headOf(protocol, contenders), () => onlyProtocol(state, protocol)))))),
      el('tbody', null, brokers.map((broker, i) => el('tr', null,
        rowHead(head(places[i].flat()[0].brokerTitle, () => onlyBroker(state, broker))),
        places[i].map((rows) => el('td', null,
          rows.map((row) => rowSwitch(row, rows, () => change(toggled(contenders, state, row)), state))))))))),
    places.flat().some((rows) => rows.length === 0) && note('Blank: this pair was not run. ',
      code('--protocols'), ' chooses the protocols of a run.'),
  ];
}

/** If two protocols share a title, the client libraries tell them apart. */
function headOf(protocol, contenders) {
  const { protocolTitle: title, file } = contenders.find((one) => one.protocol === protocol);
  const shared = contenders.some((one) => one.protocol !== protocol && one.protocolTitle === title);
  return shared ? `${title}, ${file.driver}` : title;
}

function rowSwitch(row, rows, change, state) {
  const { label, key, broker: { available, reason } } = row;
  if (!available) return el('span', { class: 'absent', title: reason }, 'not available');
  return el('label', { title: label },
    checkbox(isShown(row, state), change, { 'aria-label': label, 'data-row': key }), swatch(row),
    rows.length > 1 && small(label.split(' · ').at(-1)));
}

function rowsInWords({ contenders }, state) {
  const available = contenders.filter(({ broker }) => broker.available).length;
  const shown = contenders.filter((row) => isShown(row, state)).length;
  return shown === available ? `all ${available} rows` : `${shown} of ${available} rows`;
}

export function toolbarOf(app) {
  const { view, state, choose, filter } = app;
  const facets = [...machineFacet(view), ...facetsOf(view)];
  const unfolded = document.querySelector('.toolbar')?.classList.contains('unfolded') ?? false;
  return el('div',
    { class: `toolbar ${unfolded ? 'unfolded' : ''}`, role: 'group', 'aria-label': 'What the page shows' },
    unfoldButton(facets, app, unfolded),
    menuOf('rows', ['Rows: ', el('b', null, rowsInWords(view, state))], () => legendOf(view, state, filter)),
    facets.map((facet) => facetMenu(facet, app)),
    flagOf('sure', 'hide uncertain', app), flagOf('log', 'log axis', app), flagOf('all', 'all lines', app),
    el('span', { class: 'gap' }),
    button('reset', () => choose(parseState(''))),
    menuOf('files', 'Files', () => filesMenu(app)),
    themeSwitch());
}

function unfoldButton(facets, { view, state }, unfolded) {
  const chosen = facets.filter(({ name }) => state[name].length > 0).length + Number(state.sure);
  return button(`Filters: ${rowsInWords(view, state)}${chosen > 0 ? `, ${chosen} more` : ''} ▾`,
    (made) => made.setAttribute('aria-expanded', made.parentElement.classList.toggle('unfolded')),
    { class: 'unfold', 'aria-expanded': String(unfolded) });
}

function menuOf(name, title, content) {
  const open = document.querySelector(`.toolbar details[data-menu="${name}"]`)?.open ?? false;
  const made = foldedLater(title, () => el('div', { class: 'sheet' }, content()), open);
  made.classList.add('menu');
  made.dataset.menu = name;
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
    if (missing) everything.after(warning(missing));
    else saveText('shootout.json', allJson(view), 'application/json');
  });
  return [
    button('All numbers (CSV)', () => saveText('shootout.csv', allCsv(view), 'text/csv')), everything,
    button('Print', print),
  ];
}

export function closeMenus() {
  const opened = () => [...document.querySelectorAll('.toolbar details[open]')];
  document.addEventListener('click', ({ target }) => {
    for (const open of opened()) if (target.isConnected && !open.contains(target)) open.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    for (const open of key === 'Escape' ? opened() : []) {
      open.open = false;
      open.querySelector('summary').focus();
    }
  });
}
