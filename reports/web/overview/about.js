// How to read the page, how it was measured, and the cards of the brokers.
import { swatch } from '../charts/strokes.js';
import { block, el, facts, folded, scrolling } from '../lib/dom.js';
import { count, seconds, words } from '../lib/format.js';

/** What the page carries with it as a template: guide.html, and docs/methodology.md. */
function textOf(name) {
  const content = document.querySelector(`template.${name}`).content.cloneNode(true);
  for (const table of content.querySelectorAll('table')) {
    const place = table.parentNode.insertBefore(el('div'), table);
    place.replaceWith(scrolling('Table of the methods', table));
  }
  return content;
}

/** @param thresholds of the flags, as a result file has them; null if it has none */
export function guideOf(thresholds) {
  return el('section', { id: 'guide', 'aria-label': 'Guide' },
    folded('How to read this page', textOf('guide')),
    folded('Methods: how it was measured, and what the numbers do not say',
      el('div', { class: 'methods' }, textOf('methods')),
      thresholds && el('p', { class: 'note' }, 'Thresholds of the flags: ',
        Object.entries(thresholds).map(([name, value]) => `${words(name)} ${value}`).join(', '), '.')));
}

export function brokerCards(view) {
  return el('section', { id: 'brokers' },
    el('h2', null, 'The brokers'),
    el('div', { class: 'cards' }, view.contenders.map(card)));
}

function card(contender) {
  const { broker, file } = contender;
  const made = folded([swatch(contender), el('strong', null, contender.label),
    el('small', null, [broker.version, broker.available ? contender.durability : 'not available']
      .filter(Boolean).join(', '))],
    facts([
      ['Version', broker.version],
      ['Durability', broker.available && contender.durability],
      ['Nodes', broker.nodes > 1 && broker.nodes],
      ['Delivery promise', promiseOf(file.promise)],
      ['When killed', killed(contender.crash)],
      ['Client library', file.driver],
      ['Ready after', Number.isFinite(broker.start_s) && seconds(broker.start_s)],
      ['Lifecycle', !broker.managed && 'it already ran; its configuration is not known'],
      ['Result', !contender.complete && 'incomplete: not every planned load was run'],
    ]),
    !broker.available && el('p', { class: 'warning' }, `Not available: ${broker.reason ?? 'no reason is known'}`),
    broker.remedy && el('p', null, 'What to do: ', el('code', null, broker.remedy)),
    broker.caution && el('p', null, broker.caution),
    listed('Set differently from its defaults', broker.deviations),
    listed('Not supported', broker.cannot),
    configurationOf(broker),
    broker.log_tail.length > 0 && folded('Last log lines', block(broker.log_tail.join('\n'))));
  for (const [name, value] of Object.entries({ class: `card ${broker.available ? '' : 'unavailable'}`,
      'data-broker': broker.name, id: `card-${contender.index}` })) {
    made.setAttribute(name, value);
  }
  return made;
}

/** How it was started, and with which files. */
export function configurationOf(broker) {
  return [
    broker.command && folded('Start command', block(broker.command)),
    broker.configuration.map(({ path, text }) => folded(`Configuration: ${path}`, block(text))),
  ];
}

/** What the durability class is worth, as measured. */
function killed(crash) {
  const served = () =>
    (crash.recovery === null ? 'did not serve again' : `served again after ${seconds(crash.recovery)}`);
  return crash && `${count(crash.lost)} of ${count(crash.confirmed)} confirmed messages lost, `
    + `${count(crash.duplicated)} came twice; ${served()}`;
}

const PROMISES = {
  order: {
    producer: 'messages of one producer keep their order',
    partition: 'messages of one producer keep their order within a partition',
    unordered: 'messages have no order',
  },
  redelivery: {
    unacknowledged: 'one may come again if it was not acknowledged',
    at_least_once: 'one may come again at any time (at least once)',
  },
  confirmation: { broker: 'a send is confirmed by the broker', leader: 'a send is confirmed by the leading node',
    replicas: 'a send is confirmed by several nodes' },
};

/** What is promised of messages over a protocol; files of older tools do not tell. */
function promiseOf(promise) {
  return promise && Object.entries(PROMISES).map(([key, said]) => said[promise[key]] ?? words(promise[key])).join('; ');
}

function listed(heading, items) {
  return items.length > 0 && [el('h3', null, heading), el('ul', null, items.map((item) => el('li', null, item)))];
}
