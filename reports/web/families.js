// What kind of work a cell is, told from its load; the ranking is made for each kind. A cell may be of several.

export const FAMILIES = [
  { name: 'throughput', title: 'Throughput', about: 'Messages that need not be stored, as fast as they go: non-persistent ones, and persistent ones to a topic without durable subscriptions.', holds: ({ closed, load }) => closed && !stored(load) },
  { name: 'persistent', title: 'Persistent', about: 'Messages that the broker must keep over a restart, as fast as they go.', holds: ({ closed, load }) => closed && stored(load) },
  { name: 'fan', title: 'Fan-in and fan-out', about: 'Several producers or consumers share one destination.', holds: ({ closed, load }) => closed && load.destinations === 1 && (load.producers > 1 || load.consumers > 1) },
  { name: 'load-unload', title: 'Load and unload', about: 'A queue is filled while nobody reads it, then emptied.', holds: ({ phase }) => Boolean(phase) },
  { name: 'request-reply', title: 'Request and reply', about: 'The p99 of round trips.', holds: ({ load, phase }) => load.request_reply === true && !phase },
  { name: 'latency', title: 'Latency', about: 'The p99 response time at rates that are the same for every row, each of which at least two rows held. There, whoever did not hold the rate counts as one that failed. Who holds higher ones loses nothing by it: a rate that only one row held decides nothing. Rates at shares of a row’s own maximum are no part of this.', holds: ({ load, phase, own }) => load.open_loop === true && !load.request_reply && !phase && !own },
  { name: 'connections', title: 'Connections', about: 'Many connections at once.', holds: ({ group, phase }) => /connection/.test(group) && !phase },
];

/** Whether the broker must keep what is sent; a topic without durable subscriptions has nobody to keep it for. */
function stored({ persistent, destination_type: type, durable }) {
  return persistent === true && (type !== 'topic' || durable === true);
}

/** Whether each row was sent a share of its own maximum. */
export function ownRates({ entries }) {
  return entries.some(({ offered }) => Number.isFinite(offered?.share));
}

/** Whether it is one of a climb: rows are asked for it as long as they hold the lower ones. */
export function climbs({ entries }) {
  return entries.some(({ climb }) => climb);
}

/** Whether all producers, or all consumers, think between two messages: then its rate is the load's, not the row's. */
function atLeisure({ producer_think: producers, consumer_think: consumers }) {
  return [producers, consumers].some((think) => think && !think.includes(': none'));
}

/** Names of the families of a cell; none of a cell in which brokers are killed, which is no race. */
export function familiesOf({ group, load, phase, crashes, entries }) {
  if (crashes) return [];
  const own = ownRates({ entries });
  const closed = !phase && !load.request_reply && !load.open_loop && !/connection/.test(group) && !atLeisure(load);
  return FAMILIES.filter(({ holds }) => holds({ group, load, phase, closed, own })).map(({ name }) => name);
}
