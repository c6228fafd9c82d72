// The rows of the page: a broker over a protocol, with what it is called and how its lines look.
import { crashIn } from './extras.js';
import { dateTime, words } from './format.js';
import { durabilityOf } from './known.js';
import { machineOf } from './machines.js';
import { brokerPlaces, protocolPlaces, styleOf } from './strokes.js';

const UNKNOWN = { synced: false, replicated: false };

function keptBy({ durability }) {
  if (!durability) return { ...UNKNOWN, title: 'durability unknown' };
  return durabilityOf(durability) ?? { ...UNKNOWN, title: words(durability) };
}

/** Neither the disk nor several nodes: who promises that has another race. */
function promisesLess({ durability }) {
  const known = durability && durabilityOf(durability);
  return Boolean(known) && !known.synced && !known.replicated;
}

const brokerTitle = ({ broker }) => broker.title || broker.name;
const protocolTitle = ({ protocol, protocol_title: title }) => title || protocol.toUpperCase();
/** A queue system whose only protocol has its name: it need not stand there twice. */
const speaksItsOwn = (file) => file.api === 'queue' && brokerTitle(file).startsWith(protocolTitle(file));

/** The client library without its version, and as short as it can be told: rabbitmq-jms, artemis-jms. */
const driverOf = ({ driver }) =>
  (driver ?? '').replace(/ \d.*$/, '').split(' ').at(-1).replace(/jms-client$/, 'jms') || null;

/** The client library, where it decides as much as the broker does: of JMS, and of rows that would have one name
  * without it; null elsewhere, and where the protocol's name has it. The generator names rows by the same rule.
  */
function libraryOf(file, namesakes) {
  const name = driverOf(file);
  const decides = file.api === 'jms' || new Set(namesakes.map(driverOf)).size > 1;
  return name && decides && !protocolTitle(file).toLowerCase().includes(name.toLowerCase()) ? name : null;
}

const namesOf = (files, read) => [...new Set(files.map(read))];

/** One line in every chart: a broker over a protocol (on a machine, in a run). Sorted by broker, then protocol. `key`
  * names a row in links. Its style is its broker's, its protocol's, and that of its machine and run among those of all
  * files, so it is the same everywhere.
  */
export function contendersOf(files) {
  const many = (f) => new Set(files.map(f)).size > 1;
  const protocols = many((f) => f.protocol);
  const machines = many(machineOf);
  const plain = (f) => [brokerTitle(f), protocols && !speaksItsOwn(f) && protocolTitle(f)].filter(Boolean).join(' · ');
  const libraries = new Map(files.map((f) => [f, libraryOf(f, twins(plain, files, f))]));
  const label = (f) => [plain(f), libraries.get(f), machines && machineOf(f)].filter(Boolean).join(' · ');
  const sorted = [...files].sort((a, b) => label(a).localeCompare(label(b), 'en') || a.started_at_ms - b.started_at_ms);
  const brokers = brokerPlaces(namesOf(files, ({ broker }) => broker.name));
  const protocolsAt = protocolPlaces(namesOf(files, ({ protocol }) => protocol));
  const labels = sorted.map((file, i) => twinLabel(label, sorted, file, i));
  const keyOf = (f) => [f.protocol, f.broker.name, ...(machines ? [machineOf(f)] : [])].join('-');
  const nthOf = (f, i, key) => sorted.slice(0, i).filter((other) => key(other) === key(f)).length;
  const runs = runsOf(sorted);
  return sorted.map((file, index) => ({
    index,
    key: twins(keyOf, sorted, file).length > 1 ? `${keyOf(file)}-${nthOf(file, index, keyOf) + 1}` : keyOf(file),
    label: labels[index],
    machine: machineOf(file),
    brokerTitle: brokerTitle(file),
    protocol: file.protocol,
    protocolTitle: protocolTitle(file),
    library: libraries.get(file),
    style: styleOf(brokers.get(file.broker.name), protocolsAt.get(file.protocol), runs[index]),
    durability: keptBy(file.broker).title,
    synced: keptBy(file.broker).synced,
    replicated: keptBy(file.broker).replicated,
    promisesLess: promisesLess(file.broker),
    discontinued: file.broker.discontinued === true,
    crash: crashIn(file.cells),
    broker: file.broker,
    complete: file.complete,
    file,
  }));
}

/** For each file which run it is of: one of the first machine, the next of it if a row comes again, one of the second
  * machine, and so on.
  */
function runsOf(files) {
  const pairOf = (file) => JSON.stringify([machineOf(file), file.broker.name, file.protocol]);
  const runs = files.map((file, i) =>
    JSON.stringify([machineOf(file), files.slice(0, i).filter((other) => pairOf(other) === pairOf(file)).length]));
  const all = [...new Set(runs)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return runs.map((run) => all.indexOf(run));
}

const twins = (key, files, file) => files.filter((other) => key(other) === key(file));

/** Rows of the same name are told apart by when they ran, or else by a number. */
function twinLabel(label, files, file, index) {
  const same = twins(label, files, file);
  if (same.length === 1) return label(file);
  const times = new Set(same.map((f) => dateTime(f.started_at_ms)));
  const run = () => `run ${1 + twins(label, files.slice(0, index), file).length}`;
  return `${label(file)} (${times.size === same.length ? dateTime(file.started_at_ms) : run()})`;
}
