// What kind of work a cell is, told from its load; the ranking is made for each kind. A cell may be of several.

export const FAMILIES = [
  { name: 'throughput', title: 'Throughput', about: 'Non-persistent messages, as fast as they go.', holds: ({ closed, load }) => closed && !load.persistent },
  { name: 'persistent', title: 'Persistent', about: 'Messages that the broker must keep over a restart, as fast as they go.', holds: ({ closed, load }) => closed && load.persistent === true },
  { name: 'fan', title: 'Fan-in and fan-out', about: 'Several producers or consumers share one destination.', holds: ({ closed, load }) => closed && load.destinations === 1 && (load.producers > 1 || load.consumers > 1) },
  { name: 'load-unload', title: 'Load and unload', about: 'A queue is filled while nobody reads it, then emptied.', holds: ({ phase }) => Boolean(phase) },
  { name: 'request-reply', title: 'Request and reply', about: 'The p99 of round trips.', holds: ({ load, phase }) => load.request_reply === true && !phase },
  { name: 'latency', title: 'Latency', about: 'The p99 response time at rates below the maximum. A share is one of the row’s own maximum, so look at the rate, too; such cells do not count for all loads together.', holds: ({ load, phase }) => load.open_loop === true && !load.request_reply && !phase },
  { name: 'connections', title: 'Connections', about: 'Many connections at once.', holds: ({ group, phase }) => /connection/.test(group) && !phase },
];

/** Names of the families of a cell; none of a cell in which brokers are killed, which is no race. */
export function familiesOf({ group, load, phase, crashes }) {
  if (crashes) return [];
  const closed = !phase && !load.request_reply && !load.open_loop && !/connection/.test(group);
  return FAMILIES.filter(({ holds }) => holds({ group, load, phase, closed })).map(({ name }) => name);
}
