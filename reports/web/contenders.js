// The rows of the page: a broker over a protocol, with what it is called and how its lines look.
import { crashIn } from './extras.js';
import { words } from './format.js';
import { styleOf } from './strokes.js';

const DURABILITY = {
  memory: 'memory only',
  page_cache: 'page cache',
  fsync: 'fsync',
  replicated: 'replicated',
  replicated_fsync: 'replicated + fsync',
};

function durabilityOf(broker) {
  return broker.durability ? DURABILITY[broker.durability] ?? words(broker.durability) : 'durability unknown';
}

const brokerTitle = ({ broker }) => broker.title || broker.name;
const protocolTitle = ({ protocol, protocol_title: title }) => title || protocol.toUpperCase();
const sortedNames = (names) => [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'));

/** One line in every chart: a broker over a protocol (on a host, in a run). Sorted by broker, then protocol. `key` names a
  * row in links. Its style comes from the places of its broker and its protocol among those of all files, so it is the same everywhere.
  */
export function contendersOf(files) {
  const many = (f) => new Set(files.map(f)).size > 1;
  const protocols = many((f) => f.protocol);
  const hosts = many((f) => f.environment.host);
  const label = (f) => [brokerTitle(f), protocols && protocolTitle(f), hosts && f.environment.host].filter(Boolean).join(' · ');
  const sorted = [...files].sort((a, b) => label(a).localeCompare(label(b), 'en') || a.started_at_ms - b.started_at_ms);
  const names = { brokers: sortedNames(files.map(({ broker }) => broker.name)), protocols: sortedNames(files.map(({ protocol }) => protocol)) };
  const labels = numbered(sorted.map(label), (text, nth) => `${text} (run ${nth})`);
  const keys = numbered(sorted.map((f) => [f.protocol, f.broker.name, ...(hosts ? [f.environment.host] : [])].join('-')), (text, nth) => `${text}-${nth}`);
  return sorted.map((file, index) => ({
    index,
    key: keys[index],
    label: labels[index],
    brokerTitle: brokerTitle(file),
    protocol: file.protocol,
    protocolTitle: protocolTitle(file),
    style: styleOf(names.brokers.indexOf(file.broker.name), names.protocols.indexOf(file.protocol)),
    durability: durabilityOf(file.broker),
    crash: crashIn(file.cells),
    broker: file.broker,
    complete: file.complete,
    file,
  }));
}

/** Twins get a number: the first of two as well. */
function numbered(texts, name) {
  return texts.map((text, i) => (texts.filter((other) => other === text).length > 1 ? name(text, texts.slice(0, i + 1).filter((other) => other === text).length) : text));
}
