// How to read the page, how it was measured, and the cards of the brokers.
import { swatch } from '../charts/line-styles.js';
import { block, el, facts, folded, listOf } from '../lib/dom.js';
import { count, seconds, words } from '../lib/format.js';

/** A template that the page carries: guide.html or docs/methodology.md. */
const textOf = (name) => document.querySelector(`template.${name}`).content.cloneNode(true);

/** @param thresholds of the flags, as a result file has them; null if it has none */
export function guideOf(thresholds) {
  return el('section', { id: 'guide', 'aria-label': 'Guide' },
    folded('How to read this page', textOf('guide')),
    folded('Methods: how we measured, and what the numbers cannot tell you',
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
  return el('details', { class: broker.available ? 'card' : 'card unavailable', 'data-broker': broker.name,
    id: `card-${contender.index}` },
    el('summary', null, swatch(contender), el('strong', null, contender.label), el('small', null,
      [broker.version, broker.available ? contender.durability : 'not available'].filter(Boolean).join(', '))),
    facts([
      ['Version', broker.version],
      ['Durability', broker.available && contender.durability],
      ['Nodes', broker.nodes > 1 && broker.nodes],
      ['Delivery promise', promiseOf(file.promise)],
      ['When killed', killed(contender.crash)],
      ['Client library', file.driver],
      ['Ready after', Number.isFinite(broker.start_s) && seconds(broker.start_s)],
      ['Lifecycle', !broker.managed && 'already running before this run; configuration not known'],
      ['Result', !contender.complete && 'incomplete: some planned loads were not run'],
    ]),
    !broker.available && el('p', { class: 'warning' }, `Not available: ${broker.reason ?? 'no reason is known'}`),
    broker.remedy && el('p', null, 'What to do: ', el('code', null, broker.remedy)),
    broker.caution && el('p', null, broker.caution),
    listed('Settings that differ from the defaults', broker.deviations),
    listed('Not supported', broker.cannot),
    configurationOf(broker),
    broker.log_tail.length > 0 && folded('Last log lines', block(broker.log_tail.join('\n'))));
}

export function configurationOf(broker) {
  return [
    broker.command && folded('Start command', block(broker.command)),
    broker.configuration.map(({ path, text }) => folded(`Configuration: ${path}`, block(text))),
  ];
}

/** What was lost when the broker was killed: a measured check of its durability class. */
function killed(crash) {
  const served = () =>
    (crash.recovery === null ? 'did not serve again' : `served again after ${seconds(crash.recovery)}`);
  return crash && `${count(crash.lost)} of ${count(crash.confirmed)} confirmed messages lost, `
    + `${count(crash.duplicated)} delivered twice; ${served()}`;
}

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

/** The delivery promise of a protocol. Result files of older tools have none. */
function promiseOf(promise) {
  return promise && Object.entries(PROMISES).map(([key, said]) => said[promise[key]] ?? words(promise[key])).join('; ');
}

function listed(heading, items) {
  return items.length > 0 && [el('h3', null, heading), listOf(items)];
}
