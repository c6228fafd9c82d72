// The rows of the page: a broker over a protocol, with what it is called and how its lines look.
import { crashIn } from './extras.js';
import { dateTime, words } from './format.js';
import { styleOf } from './strokes.js';

const DURABILITY = {
  memory: 'memory only',
  page_cache: 'page cache',
  fsync: 'fsync',
  replicated: 'replicated',
  replicated_fsync: 'replicated + fsync',
};

/** Classes in which what was confirmed is on a disk. */
const SYNCED = ['fsync', 'replicated_fsync'];

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
  const labels = sorted.map((file, i) => twinLabel(label, sorted, file, i));
  const keyOf = (f) => [f.protocol, f.broker.name, ...(hosts ? [f.environment.host] : [])].join('-');
  const nthOf = (f, i, key) => sorted.slice(0, i).filter((other) => key(other) === key(f)).length;
  return sorted.map((file, index) => ({
    index,
    key: twins(keyOf, sorted, file).length > 1 ? `${keyOf(file)}-${nthOf(file, index, keyOf) + 1}` : keyOf(file),
    label: labels[index],
    brokerTitle: brokerTitle(file),
    protocol: file.protocol,
    protocolTitle: protocolTitle(file),
    style: styleOf(names.brokers.indexOf(file.broker.name), names.protocols.indexOf(file.protocol), nthOf(file, index, (f) => JSON.stringify([f.broker.name, f.protocol]))),
    durability: durabilityOf(file.broker),
    synced: SYNCED.includes(file.broker.durability),
    crash: crashIn(file.cells),
    broker: file.broker,
    complete: file.complete,
    file,
  }));
}

const twins = (key, files, file) => files.filter((other) => key(other) === key(file));

/** Rows of the same name are told apart by when they ran, or else by a number. */
function twinLabel(label, files, file, index) {
  const same = twins(label, files, file);
  if (same.length === 1) return label(file);
  const times = new Set(same.map((f) => dateTime(f.started_at_ms)));
  return `${label(file)} (${times.size === same.length ? dateTime(file.started_at_ms) : `run ${1 + twins(label, files.slice(0, index), file).length}`})`;
}
