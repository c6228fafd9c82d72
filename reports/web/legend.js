// The rows as a table, brokers down and protocols across: the legend of every chart, and the switch of every row.
import { el, scrolling } from './dom.js';
import { allRows, hiddenRows, isShown, onlyBroker, onlyProtocol, toggled } from './filter.js';
import { swatch } from './strokes.js';

const unique = (values, key) => [...new Map(values.map((value) => [key(value), value])).values()];

/** @param change called with the state that the reader asks for */
export function legendOf({ contenders }, state, change) {
  const brokers = unique(contenders, ({ broker }) => broker.name);
  const protocols = unique(contenders, ({ protocol }) => protocol)
    .sort((a, b) => a.protocol.localeCompare(b.protocol, 'en'));
  const one = protocols.length < 2;
  const ran = new Set(contenders.map(({ broker, protocol }) => JSON.stringify([broker.name, protocol])));
  return [
    tableOf(contenders, state, change, { brokers, protocols, one }),
    ran.size < brokers.length * protocols.length
      && el('p', { class: 'note' }, 'Blank: this pair was not run. ', el('code', null, '--protocols'),
        ' says over which ones to run.'),
  ];
}

function tableOf(contenders, state, change, { brokers, protocols, one }) {
  return scrolling('Rows: brokers and protocols', el('table', { class: 'legend' },
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, one ? 'Broker' : allButton(state, change)),
      protocols.map(({ protocol, protocolTitle }) => el('th', { scope: 'col' },
        one ? protocolTitle : onlyButton(headOf(protocol, contenders),
          () => change(onlyProtocol(state, protocol))))))),
    el('tbody', null, brokers.map(({ broker, brokerTitle }) => el('tr', null,
      el('th', { scope: 'row' }, one ? brokerTitle
        : onlyButton(brokerTitle, () => change(onlyBroker(state, broker.name)))),
      protocols.map(({ protocol }) => el('td', null,
        contenders.filter((c) => c.broker.name === broker.name && c.protocol === protocol)
          .map((c) => rowSwitch(contenders, c, state, change)))))))));
}

/** The protocol's title; of two with the same, each with its client library. */
function headOf(protocol, contenders) {
  const { protocolTitle: title, library } = contenders.find((one) => one.protocol === protocol);
  const shared = contenders.some((one) => one.protocol !== protocol && one.protocolTitle === title);
  return shared && library ? `${title}, ${library}` : title;
}

function onlyButton(text, act) {
  const button =
    el('button', { type: 'button', class: 'only', 'aria-label': `Only ${text}`, title: `Show only ${text}` }, text);
  button.addEventListener('click', act);
  return button;
}

function allButton(state, change) {
  const button = el('button', { type: 'button', class: 'only' }, 'all');
  button.addEventListener('click', () => change(allRows(state)));
  return button;
}

function rowSwitch(contenders, contender, state, change) {
  const { available, reason } = contender.broker;
  if (!available) return el('span', { class: 'absent', title: reason ?? 'Not available.' }, 'not available');
  const box = el('input', {
    type: 'checkbox', checked: isShown(contender, state), 'aria-label': contender.label, 'data-row': contender.key,
  });
  box.addEventListener('change', () => change(toggled(contenders, state, contender)));
  const place =
    contenders.filter((c) => c.broker.name === contender.broker.name && c.protocol === contender.protocol).length > 1
    && el('small', null, contender.label.split(' · ').at(-1));
  return el('label', { title: contender.label }, box, swatch(contender), place);
}

/** How many rows are shown, in words. */
export function rowsInWords({ contenders }, state) {
  const available = contenders.filter(({ broker }) => broker.available).length;
  const shown = contenders.length - hiddenRows(contenders, state).size;
  return shown === available ? `all ${available} rows` : `${shown} of ${available} rows`;
}
