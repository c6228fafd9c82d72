// More rows than the golden files have: SYNTHETIC copies of them with other names, only for tests.
import { GOLDEN_DIR, readResults } from './golden.js';

export const BROKERS = ['activemq', 'apollo', 'artemis', 'hornetq', 'mosquitto', 'openmq', 'qpid', 'rabbitmq'];
export const PROTOCOLS = {
  amqp: 'AMQP 1.0', core: 'Artemis Core', hornetq: 'HornetQ', openwire: 'OpenWire',
  rabbitmq: 'AMQP 0-9-1', stomp: undefined,
};

/** Multiplies every rate by `factor`. */
function scaled(value, factor) {
  if (Array.isArray(value)) return value.map((item) => scaled(item, factor));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key,
    typeof item === 'number'
      && /^(mean|stdev|min|max|produced|consumed|confirmed|acknowledged)_per_s$|^(mean|low95|high95)$/.test(key)
      ? item * factor : scaled(item, factor)]));
}

/** Result files of these brokers over these protocols, each with the workloads of a golden file. */
export function syntheticRows(brokers = BROKERS, protocols = Object.keys(PROTOCOLS)) {
  const golden = readResults(GOLDEN_DIR).filter(({ workloads }) => workloads.length > 0);
  return brokers.flatMap((name, b) => protocols.map((protocol, p) => {
    const source = golden[(b + p) % golden.length];
    return {
      ...source,
      file: `${protocol}-${name}.json`,
      protocol,
      protocol_title: PROTOCOLS[protocol],
      broker: { ...source.broker, name, title: `Synthetic ${name}` },
      workloads: scaled(source.workloads, 1 / (1 + 0.37 * b + 0.21 * p)),
      means: scaled(source.means, 1 / (1 + 0.37 * b + 0.21 * p)),
    };
  }));
}
