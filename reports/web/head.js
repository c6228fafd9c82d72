// The top of the page: what ran, when, on what machine, and what is missing.
import { busyInWords, surroundingsInWords } from './busy.js';
import { el, facts, folded, unbroken } from './dom.js';
import { differencesOf, repetitionsInWords, toolInWords } from './environments.js';
import { bytes, dateTime } from './format.js';
import { machinesOf } from './machines.js';

/** The name of a broker, whatever its variant. */
const baseOf = ({ name, variant }) => variant?.of ?? name;

const listed = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** @param problems result files that were left out, in words
  * @param judgements as `judgementsOf` gives them
  */
export function headOf(view, problems, judgements) {
  const protocols = [...new Set(view.contenders.map(({ protocolTitle }) => protocolTitle))];
  const sizeOf = (name) => new Set(view.contenders.map(({ broker }) => name(broker))).size;
  const [brokers, variants] = [sizeOf(baseOf), sizeOf(({ name }) => name)];
  const [first] = view.environments;
  return el('header', null,
    el('h1', null, 'Broker shootout'),
    el('p', { class: 'lead' }, `${brokers} message ${brokers === 1 ? 'broker' : 'brokers'}`,
      variants > brokers && ` in ${variants} variants`,
      ` over ${listed(protocols)}, ${view.figures.length} loads one at a time`,
      first && `, on ${listed([...new Set(view.environments.map(({ environment: e }) => e.host))])}, `
        + dateTime(first.from), '.'),
    warningsOf(view, problems, judgements),
    view.environments
      .map((environment) => folded(inShort(environment, view.environments.length > 1), environmentCard(environment))));
}

/** The machine and the run in a line; of several, which one. */
function inShort({ environment: e, settings, from }, several) {
  return [several && `${e.host}, ${dateTime(from)}`, e.cpu, `${e.cores} ${e.cores === 1 ? 'core' : 'cores'}`,
    bytes(e.memory_bytes), e.disk, settings.heap_mb > 0 && `broker heap ${settings.heap_mb} MiB`,
    `profile ${settings.profile}`, repetitionsInWords(settings)].filter(Boolean).join(', ');
}

const SHARED = 'Load generator and broker shared this machine: the numbers compare brokers, and each of them would '
  + 'reach more on a dedicated machine.';
const CLIENTS = 'Rows over STOMP have our own client, the others the client library of a maker, which costs more: what '
  + 'lies between two protocols of a broker is partly the library.';
/** Half of the numbers were measured for less: what such a run tells is where to look. */
const LONG_S = 10;
const APART = 'These results come from several machines, or from brokers with another heap: no race. Each has a '
  + 'verdict, a ranking and a best of its own.';

function warningsOf({ environments, contenders, figures }, problems, judgements) {
  const missing = contenders.filter(({ broker }) => !broker.available);
  const cut = contenders.filter(({ complete, broker }) => broker.available && !complete);
  const said = [
    quickLook(figures, environments),
    uncertainIn(judgements),
    troubled(judgements),
    ...absent(missing),
    environments.some(({ environment }) => environment.shared_with_broker) && SHARED,
    bySeveralClients(contenders) && CLIENTS,
    ...surroundingsInWords(contenders),
    busyInWords(contenders),
    machinesOf(contenders).length > 1 ? APART : environments.length > 1 && mixed(environments),
    cut.length > 0 && `Not complete, some planned loads were not run: ${cut.map(({ label }) => label).join(', ')}.`,
    problems.length > 0 && [
      'Left out of this page:', el('ul', null, problems.map((problem) => el('li', null, problem))),
    ],
    cautions(contenders),
  ].filter(Boolean);
  return said.length > 0 && el('div', { class: 'warning' }, el('strong', null, 'What to trust less'), listOf(said));
}

const listOf = (items) => el('ul', null, items.map((item) => el('li', null, item)));

/** How short a look it was. */
function quickLook(figures, environments) {
  const seconds = figures.flatMap(({ entries }) => entries).flatMap(({ cells }) => cells)
    .map((cell) => cell.measured_s).filter((s) => s > 0).sort((a, b) => a - b);
  if (seconds.length === 0 || seconds[Math.floor(seconds.length / 2)] >= LONG_S) return false;
  const [least, most] = [seconds[0], seconds.at(-1)];
  const once = environments.every(({ settings }) => settings.repetitions === 1);
  return `A quick look: each number was measured for ${least === most ? '' : `${least} to `}${most} s${
    once ? ', once' : ''}. Measure for longer what your choice hangs on.`;
}

/** Whether a broker has rows over STOMP and over other protocols. */
function bySeveralClients(contenders) {
  const over = (stomp) => new Set(contenders.filter(({ protocol }) => (protocol === 'stomp') === stomp)
    .map(({ broker }) => broker.name));
  const others = over(false);
  return [...over(true)].some((name) => others.has(name));
}

/** How far the numbers can be trusted, on top of everything. */
function uncertainIn(judgements) {
  const all = judgements.filter((one) => !one.certain_only && !one.common_only).map(({ certainty }) => certainty);
  const sum = (name) => all.reduce((total, one) => total + one[name], 0);
  const worst = all.length === 1 && all[0].worst ? `, ${all[0].worst}` : '';
  return sum('uncertain') > 0
    && `${sum('uncertain')} of ${sum('numbers')} numbers are uncertain${worst}: a letter beside each says why.`;
}

/** Whose trouble the verdict tells of. */
function troubled(judgements) {
  const rows = judgements.filter((one) => !one.certain_only && !one.common_only).flatMap(({ failures }) => failures);
  const names = [...new Set(rows.map(({ contender }) => contender.label))];
  return names.length > 0 && `Failures and outliers are told below the verdict: ${listed(names)}.`;
}

/** Which rows are of which settings, or of which version of the tool. */
function mixed(environments) {
  const differences = differencesOf(environments);
  return folded('These results come from different settings or versions of the tool: compare them with care.',
    listOf(environments.map(({ rows }, i) => [
      el('strong', null, rows.join(', ')), `: ${differences[i].join('; ') || 'the same'}`,
    ])));
}

/** Who could not be had, in the words of the terminal: a broker once, with all its protocols that are missing for this
  * reason.
  */
function absent(missing) {
  const known = new Map();
  for (const { broker, brokerTitle, protocolTitle } of missing) {
    const key = JSON.stringify([broker.name, broker.reason]);
    if (!known.has(key)) known.set(key, { broker, brokerTitle, protocols: new Set() });
    known.get(key).protocols.add(protocolTitle);
  }
  return [...known.values()].map(({ broker, brokerTitle, protocols }) => [
    el('strong', null, `${brokerTitle} (${[...protocols].join(', ')})`),
    ` not available: ${broker.reason ?? 'no reason is known'}`,
    broker.remedy && [' (', el('code', null, unbroken(broker.remedy)), ')']]);
}

/** What one should know of a broker, each with its version; null if there is nothing. */
function cautions(contenders) {
  const known = new Map(contenders.filter(({ broker }) => broker.available && broker.caution)
    .map(({ broker, brokerTitle }) => [
      JSON.stringify([baseOf(broker), broker.version, broker.caution]), { title: brokerTitle, ...broker },
    ]));
  const said = [...known.values()]
    .map(({ title, version, caution }) => [el('strong', null, `${title} ${version}`.trim()), `: ${caution}`]);
  const names = [...new Set([...known.values()].map(({ title }) => title))];
  return said.length > 0 && folded(`To know of ${listed(names)}`, listOf(said));
}

function environmentCard({ environment: e, settings, tool, from, until }) {
  return el('div', { class: 'card environment' },
    facts([
      ['Host', e.host],
      ['Processor', `${e.cpu}, ${e.cores} ${e.cores === 1 ? 'core' : 'cores'}`],
      ['Memory', bytes(e.memory_bytes)],
      ['Disk', e.disk],
      ['System', [e.os, e.kernel].filter(Boolean).join(', kernel ')],
      ['JVM of the load', e.jvm],
      ['Broker heap', settings.heap_mb > 0 && `${settings.heap_mb} MiB`],
      ['Profile', `${settings.profile}, ${repetitionsInWords(settings)}`],
      ['Order of brokers', Number.isInteger(settings.seed) && `random, --seed ${settings.seed}`],
      ['Measured', dateTime(from) === dateTime(until) ? dateTime(from) : `${dateTime(from)} to ${dateTime(until)}`],
      ['Tool', toolInWords(tool)],
      ['Command', settings.command_line.length > 0 && el('code', null, unbroken(settings.command_line.join(' ')))],
    ]));
}
