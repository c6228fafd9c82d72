// The top of the page: what ran, when, on what machine, and what is missing.
import { caveatsOf } from './caveats.js';
import { el, facts, folded, listOf, unbroken } from './dom.js';
import { repetitionsInWords, toolInWords, whenInWords } from './environments.js';
import { bytes, counted, dateTime, timeSpan } from './format.js';

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
    el('p', { class: 'lead' }, counted(brokers, 'message broker'),
      variants > brokers && ` in ${variants} variants`,
      ` over ${listed(protocols)}, ${counted(view.figures.length, 'load')} one at a time`,
      first && `, on ${listed([...new Set(view.environments.map(({ environment: e }) => e.host))])}, `
        + whenInWords(view.environments), '.'),
    caveatsOf(view, problems, judgements, cautions(view.contenders)),
    view.environments
      .map((environment) => folded(inShort(environment, view.environments.length > 1), environmentCard(environment))));
}

/** The machine and the run in a line; of several, which one. */
function inShort({ environment: e, settings, from }, several) {
  return [several && `${e.host}, ${dateTime(from)}`, e.cpu, `${e.cores} ${e.cores === 1 ? 'core' : 'cores'}`,
    bytes(e.memory_bytes), e.disk, settings.heap_mb > 0 && `broker heap ${settings.heap_mb} MiB`,
    `profile ${settings.profile}`, repetitionsInWords(settings)].filter(Boolean).join(', ');
}

/** What one should know of a broker, each with its version; false if there is nothing. */
function cautions(contenders) {
  const known = new Map(contenders.filter(({ broker }) => broker.available && broker.caution)
    .map(({ broker, brokerTitle }) => [
      JSON.stringify([baseOf(broker), broker.version, broker.caution]), { title: brokerTitle, ...broker },
    ]));
  const said = [...known.values()]
    .map(({ title, version, caution }) => [el('strong', null, `${title} ${version}`.trim()), `: ${caution}`]);
  const names = [...new Set([...known.values()].map(({ title }) => title))];
  return said.length > 0 && { names, said: listOf(said) };
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
      ['Measured', timeSpan(from, until)],
      ['Tool', toolInWords(tool)],
      ['Command', settings.command_line.length > 0 && el('code', null, unbroken(settings.command_line.join(' ')))],
    ]));
}
