// The top of the page: what ran, when and on which machine, and the caveats.
import { el, facts, folded, listOf, unbroken } from '../lib/dom.js';
import { bytes, counted, dateTime, timeSpan } from '../lib/format.js';
import {
  differencesOf, machineFacts, machinesOf, repetitionsInWords, toolInWords, whenInWords,
} from '../lib/view-model.js';
import { FLAG_NAMES } from '../tables/flags.js';
import { FAILURES } from './verdict.js';

const roundPercent = (share) => `${Math.round(share * 100)} %`;

function seenIn({ environment: { host, surroundings: seen }, thresholds }) {
  if (!seen) return null;
  const found = [
    seen.other_runs > 0 && (seen.other_runs === 1 ? 'another run of this tool was under way'
      : `${seen.other_runs} other runs of this tool were under way`),
    seen.foreign_share > thresholds?.foreign_share
      && `other processes used ${roundPercent(seen.foreign_share)} of its CPU time`,
    seen.steal_share > thresholds?.steal_share
      && `the hypervisor gave ${roundPercent(seen.steal_share)} of its CPU time to others`,
  ].filter(Boolean);
  return found.length > 0 ? `${host} was busy when the run began: ${found.join('; ')}.` : null;
}

/** What else used the machine just before each run: one sentence for each run that found something. */
export function surroundingsInWords(contenders) {
  return [...new Set(contenders.map(({ file }) => seenIn(file)))].filter(Boolean);
}

/** How many numbers come from a busy machine; null if none does. */
export function busyInWords(contenders) {
  const measured = contenders.flatMap(({ file }) => file.workloads).filter(({ status }) => status === 'measured');
  const busy = measured.filter(({ flags }) => flags?.some(({ flag }) => flag === 'busy')).length;
  if (busy === 0) return null;
  const each = measured.some(({ repetition }) => repetition > 1) ? ' (each repetition counts)' : '';
  return `${busy} of ${measured.length} measurements${each} ${busy === 1 ? 'has' : 'have'} the flag B: other programs `
    + 'used much of the machine meanwhile, so these numbers are worse than they should be. '
    + 'Measure them again on a quiet machine.';
}

/** If half of the numbers were measured for less than this, the run only shows where to look. */
const LONG_S = 10;

const verb = (n, one, many) => (n === 1 ? one : many);
const unique = (values) => [...new Set(values)];
const strong = (text) => el('strong', null, text);

/** The number of names that the line of caveats has room for. */
const ROOM = 3;

const named = (names) => (names.length > ROOM ? `${names.slice(0, ROOM).join(', ')} and ${names.length - ROOM} more`
  : names.join(', '));

/** One line that names the caveats, those that could change a choice most first. A click shows them.
  *
  * @param known cautions about brokers, or false
  * @returns false if there is nothing to say
  */
function caveatsOf(view, problems, judgements, known) {
  const points = pointsOf(view, problems, judgements, known).filter(Boolean);
  return points.length > 0 && el('details', { class: 'warning caveats' },
    el('summary', null, strong('Caveats'), `: ${points.map(({ name }) => name).join('; ')}`),
    listOf(points.map(({ line, detail }) => [line, detail])));
}

/** `name` is for the line that names all points. */
function pointsOf({ environments, contenders, figures }, problems, judgements, known) {
  const whole = judgements.filter((one) => !one.certain_only && !one.common_only);
  const rows = contenders.filter(({ broker }) => broker.available);
  return [
    apartPoint(contenders),
    missingPoint(contenders, problems),
    uncertainPoint(whole),
    unstoredPoint(whole, rows),
    troubled(whole, rows),
    quickLook(figures, environments),
    severalRuns(environments, contenders),
    sharedPoint(environments),
    bySeveralClients(rows),
    busyPoint(contenders),
    known && {
      line: [strong(counted(known.names.length, 'broker')),
        ' with something to know before you choose: ', known.names.join(', '), '.'],
      name: `about ${named(known.names)}`, detail: known.said,
    },
  ];
}

function apartPoint(contenders) {
  const machines = machinesOf(contenders).length;
  return machines > 1 && { name: `${machines} machines`, line: [strong(`${machines} machines`),
    ' (or broker heaps) are not compared with each other. Each has its own verdict, ranking and best row.'] };
}

/** Rows that are missing or incomplete, and files that were left out. */
function missingPoint(contenders, problems) {
  const gone = contenders.filter(({ broker }) => !broker.available);
  const cut = contenders.filter(({ complete, broker }) => broker.available && !complete);
  const parts = [
    gone.length > 0 && [strong(`${gone.length} of ${counted(contenders.length, 'row')}`),
      ' were not available (', el('a', { href: '#at=brokers' }, 'why'), '): ',
      gone.map(({ label }) => label).join(', ')],
    cut.length > 0 && [strong(counted(cut.length, 'row')), ` ${verb(cut.length, 'is', 'are')} incomplete, some `
      + 'planned loads were not run: ', cut.map(({ label }) => label).join(', ')],
    problems.length > 0 && [strong(counted(problems.length, 'file')), ` ${verb(problems.length, 'was', 'were')} left `
      + `out: ${problems.map((text) => text.split(': ')[0].split('/').at(-1)).join(', ')}`],
  ].filter(Boolean);
  return parts.length > 0 && { line: parts.flatMap((part, i) => [i > 0 && '; ', part].flat()).concat('.'),
    name: 'missing results', detail: problems.length > 0 && listOf(problems) };
}

/** How many numbers are uncertain, and by which flags. A number can have several. */
function uncertainPoint(whole) {
  const all = whole.map(({ certainty }) => certainty);
  const sum = (name) => all.reduce((total, one) => total + one[name], 0);
  const [number, of] = [sum('uncertain'), sum('numbers')];
  const letters = new Map();
  for (const { letter, flag, times } of all.flatMap(({ flags }) => flags)) {
    const key = `${letter} (${FLAG_NAMES[flag] ?? flag})`;
    letters.set(key, (letters.get(key) ?? 0) + times);
  }
  const flags = [...letters].map(([letter, times]) => `${letter} ${times}`).join(', ');
  const given = [...letters.values()].reduce((total, times) => total + times, 0);
  return number > 0 && {
    line: [strong(`${number} of ${counted(of, 'number')}`), ` ${verb(number, 'is', 'are')} uncertain, flagged ${flags}${
      given > number ? '; some with several letters' : ''}.`],
    name: `${number} of ${of} numbers uncertain`, detail: all.length === 1 ? all[0].worst : null,
  };
}

/** Rows that promise to store messages, but delivered them before that. */
function unstoredPoint(whole, rows) {
  const names = unique(whole.flatMap(({ unexercised, early }) => [...unexercised, ...early])
    .map(({ contender }) => contender.label));
  const it = verb(names.length, 'it', 'they');
  return names.length > 0 && {
    line: [strong(`${names.length} of ${counted(rows.length, 'row')}`),
      ` delivered persistent messages before ${it} stored them (flagged D): `, names.join(', '), '.'],
    name: 'messages delivered before they were stored',
  };
}

/** The first entry of the list of failures. */
function worstIn(whole) {
  const [{ contender, incidents: [worst], words }] = whole.flatMap(({ failures }) => failures);
  return `${contender.label}, ${worst ? [worst.what, ...worst.flags].join(', ') : words[0]}`;
}

/** Rows with failures, and a link to their list in the verdict. */
function troubled(whole, rows) {
  const names = unique(whole.flatMap(({ failures }) => failures).map(({ contender }) => contender.label));
  return names.length > 0 && {
    line: [strong(`${names.length} of ${counted(rows.length, 'row')}`), ' failed or fell far behind under some load; ',
      el('a', { href: `#at=${FAILURES}` }, `the worst: ${worstIn(whole)}`), '.'],
    name: `${counted(names.length, 'row')} with failures`,
  };
}

function quickLook(figures, environments) {
  const starts = figures.flatMap(({ entries }) => entries)
    .map(({ workloads }) => workloads.map((workload) => workload.measured_s).filter((s) => s > 0))
    .filter(({ length }) => length > 0);
  const seconds = starts.flat().sort((a, b) => a - b);
  // Racing measures close rows again.
  const single = environments.every(({ settings }) => settings.repetitions === 1)
    ? starts.filter(({ length }) => length === 1).length : 0;
  const short = seconds.length > 0 && seconds[Math.floor(seconds.length / 2)] < LONG_S;
  const [least, most] = [seconds[0], seconds.at(-1)];
  const span = `${least === most ? '' : `${least} to `}${most} s`;
  const [all, some] = [single === starts.length, `${single} of ${starts.length} numbers`];
  return (short || single > 0) && {
    line: [
      short && ['A quick look: each number was measured ', strong(`for ${span}`), '. '],
      single > 0 ? [strong(all ? 'Each number' : some), ` ${verb(all ? 1 : single, 'is', 'are')} from one start of the `
        + 'broker. Another start may differ by 10% (p99: 25%) or more.']
        : 'Measure the loads that decide your choice for longer.',
    ],
    name: [short && 'short samples', single > 0 && (all ? 'one start each' : `${some} from one start`)]
      .filter(Boolean).join(', '),
  };
}

/** Which rows belong to which settings, tool version or run. */
function severalRuns(environments, contenders) {
  if (environments.length < 2 || machinesOf(contenders).length > 1) return false;
  const [, ...others] = [...environments].sort((a, b) => b.rows.length - a.rows.length || a.from - b.from);
  const differences = differencesOf(environments);
  return {
    line: [strong(`${environments.length} runs`), ' that differ in settings, version or time: ',
      others.slice(0, 2).map(({ rows, from }) => `${rows.join(', ')} on ${dateTime(from)}`).join('; '),
      others.length > 2 && `; and ${others.length - 2} more`, '. Compare with care.'],
    name: `${environments.length} runs`,
    detail: listOf(environments.map(({ rows }, i) => [
      strong(rows.join(', ')), `: ${differences[i].join('; ') || 'the same'}`,
    ])),
  };
}

function sharedPoint(environments) {
  const here = environments.filter(({ environment }) => environment.shared_with_broker);
  const cores = unique(here.map(({ environment }) => environment.cores));
  return here.length > 0 && {
    line: ['Load generator and broker shared a machine',
      cores.length === 1 && [' with ', strong(counted(cores[0], 'core'))],
      '. The numbers compare brokers. Each of them would reach more on a dedicated machine.'].flat(),
    name: 'generator and broker on one machine',
  };
}

/** Only if a broker has rows over STOMP and over other protocols. */
function bySeveralClients(rows) {
  const over = (stomp) => new Set(rows.filter(({ protocol }) => (protocol === 'stomp') === stomp)
    .map(({ broker }) => broker.name));
  const others = over(false);
  const vendors = rows.filter(({ protocol }) => protocol !== 'stomp').length;
  return [...over(true)].some((name) => others.has(name)) && {
    line: [strong(`${vendors} of ${counted(rows.length, 'row')}`), ` ${verb(vendors, 'uses', 'use')} the client `
      + 'library of a vendor, which needs more CPU time than our own over STOMP. So part of a difference between two '
      + 'protocols of a broker is the library.'],
    name: 'client libraries',
  };
}

function busyPoint(contenders) {
  const said = [...surroundingsInWords(contenders), busyInWords(contenders)].filter(Boolean);
  return said.length > 0 && { line: said.join(' '), name: 'a busy machine' };
}

/** The name of a broker, whatever its variant. */
const baseOf = ({ name, variant }) => variant?.of ?? name;

const listed = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** @param problems result files that were left out, in words
  * @param judgements from `withRows`
  */
export function headerOf(view, problems, judgements) {
  const sizeOf = (name) => new Set(view.contenders.map(({ broker }) => name(broker))).size;
  const [brokers, variants] = [sizeOf(baseOf), sizeOf(({ name }) => name)];
  const [first] = view.environments;
  return el('header', null,
    el('div', { class: 'title' }, el('h1', null, 'Broker shootout'),
      el('p', { class: 'lead' }, counted(brokers, 'broker'), variants > brokers && ` in ${variants} variants`,
        `, ${counted(view.contenders.length, 'row')}, ${counted(view.figures.length, 'load')}`,
        first && `, on ${listed([...new Set(view.environments.map(({ environment: e }) => e.host))])}, `
          + whenInWords(view.environments))),
    caveatsOf(view, problems, judgements, cautions(view.contenders)),
    view.environments
      .map((environment) => folded(inShort(environment, view.environments.length > 1), environmentCard(environment))));
}

/** The machine and the run in one line; with several, also which one. */
function inShort({ environment: e, settings, from }, several) {
  return [several && `${e.host}, ${dateTime(from)}`, e.cpu, counted(e.cores, 'core'),
    bytes(e.memory_bytes), e.disk, settings.heap_mb > 0 && `broker heap ${settings.heap_mb} MiB`,
    `profile ${settings.profile}`, repetitionsInWords(settings)].filter(Boolean).join(', ');
}

/** The cautions about brokers, each with the broker's version; false if there are none. */
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

function environmentCard({ environment, settings, tool, from, until }) {
  return el('div', { class: 'card environment' },
    facts([
      ...machineFacts(environment),
      ['Broker heap', settings.heap_mb > 0 && `${settings.heap_mb} MiB`],
      ['Profile', `${settings.profile}, ${repetitionsInWords(settings)}`],
      ['Order of brokers', Number.isInteger(settings.seed) && `random, --seed ${settings.seed}`],
      ['Measured', timeSpan(from, until)],
      ['Tool', toolInWords(tool)],
      ['Command', settings.command_line.length > 0 && el('code', null, unbroken(settings.command_line.join(' ')))],
    ]));
}
