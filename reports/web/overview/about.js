// How to read the page, how it was measured, and the cards of the brokers.
import { swatch } from '../charts/line-styles.js';
import { block, code, el, facts, folded, listOf, note, small, strong, warning } from '../lib/dom.js';
import { count, seconds, words } from '../lib/format.js';

const textOf = (name) => document.querySelector(`template.${name}`).content.cloneNode(true);

export const guideOf = (thresholds) => el('section', { id: 'guide', 'aria-label': 'Guide' },
  folded('How to read this page', textOf('guide')),
  folded('Methods: how we measured, and what the numbers cannot tell you',
    el('div', { class: 'methods' }, textOf('methods')),
    note('Thresholds of the flags: ',
      Object.entries(thresholds).map(([name, value]) => `${words(name)} ${value}`).join(', '), '.')));

export const brokerCards = (view) => el('section', { id: 'brokers' },
  el('h2', null, 'The brokers'),
  el('div', { class: 'cards' }, view.contenders.map(card)));

function card(contender) {
  const { broker, file } = contender;
  return el('details', { class: broker.available ? 'card' : 'card unavailable', 'data-broker': broker.name,
    id: `card-${contender.index}` },
    el('summary', null, swatch(contender), strong(contender.label),
      small([broker.version, broker.available ? contender.durability : 'not available'].filter(Boolean).join(', '))),
    facts([
      ['Version', broker.version],
      ['Durability', broker.available && contender.durability],
      ['Nodes', broker.nodes > 1 && broker.nodes],
      ['Delivery promise', promiseOf(file.promise)],
      ['When killed', killed(contender.crash)],
      ['Client library', file.driver],
      ['Ready after', broker.start_s && seconds(broker.start_s)],
      ['Lifecycle', !broker.managed && 'already running before this run; configuration not known'],
      ['Result', !contender.complete && 'incomplete: some planned loads were not run'],
    ]),
    !broker.available && warning(`Not available: ${broker.reason ?? 'no reason is known'}`),
    broker.remedy && el('p', null, 'What to do: ', code(broker.remedy)),
    broker.caution && el('p', null, broker.caution),
    listed('Settings that differ from the defaults', broker.deviations),
    listed('Not supported', broker.cannot),
    configurationOf(broker),
    broker.log_tail.length > 0 && folded('Last log lines', block(broker.log_tail.join('\n'))));
}

export const configurationOf = (broker) => [
  broker.command && folded('Start command', block(broker.command)),
  broker.configuration.map(({ path, text }) => folded(`Configuration: ${path}`, block(text))),
];

const killed = (crash) => crash && `${count(crash.lost)} of ${count(crash.confirmed)} confirmed messages lost, `
  + `${count(crash.duplicated)} delivered twice; `
  + (crash.recovery === null ? 'did not serve again' : `served again after ${seconds(crash.recovery)}`);

const PROMISES = {
  order: {
    producer: 'messages of one producer keep their order',
    partition: 'messages of one producer keep their order within a partition',
    unordered: 'messages have no order',
  },
  redelivery: {
    unacknowledged: 'a message may be redelivered if it was not acknowledged',
    at_least_once: 'a message may be redelivered at any time (at least once)',
  },
  confirmation: { broker: 'a send is confirmed by the broker', leader: 'a send is confirmed by the leading node',
    replicas: 'a send is confirmed by several nodes' },
};

const promiseOf = (promise) => promise
  && Object.entries(PROMISES).map(([key, said]) => said[promise[key]] ?? words(promise[key])).join('; ');

const listed = (heading, items) => items.length > 0 && [el('h3', null, heading), listOf(items)];
