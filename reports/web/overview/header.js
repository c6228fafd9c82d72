// The top of the page: what ran, when and on which machine, and the caveats.
import { code, el, facts, folded, listOf, strong, unbroken } from '../lib/dom.js';
import { bytes, counted, dateTime, timeSpan } from '../lib/format.js';
import { groupBy, medianOf, sumOf, unique } from '../lib/rules.js';
import {
  differencesOf, machineFacts, machinesOf, repetitionsInWords, toolInWords, whenInWords,
} from '../lib/view-model.js';
import { flagName } from '../tables/flags.js';
import { FAILURES } from './first-screen.js';

const roundPercent = (share) => `${Math.round(share * 100)} %`;

function seenIn({ environment: { host, surroundings: seen }, thresholds }) {
  if (!seen) return null;
  const found = [
    seen.other_runs > 0 && (seen.other_runs === 1 ? 'another run of this tool was under way'
      : `${seen.other_runs} other runs of this tool were under way`),
    seen.foreign_share > thresholds.foreign_share
      && `other processes used ${roundPercent(seen.foreign_share)} of its CPU time`,
    seen.steal_share > thresholds.steal_share
      && `the hypervisor gave ${roundPercent(seen.steal_share)} of its CPU time to others`,
  ].filter(Boolean);
  return found.length > 0 && `${host} was busy when the run began: ${found.join('; ')}.`;
}

export const surroundingsInWords = (contenders) =>
  unique(contenders.map(({ file }) => seenIn(file))).filter(Boolean);

export function busyInWords(contenders) {
  const measured = contenders.flatMap(({ file }) => file.workloads)
    .filter(({ status }) => status === 'measured');
  const busy = measured.filter(({ flags }) => flags.some(({ flag }) => flag === 'busy')).length;
  if (busy === 0) return null;
  const each = measured.some(({ repetition }) => repetition > 1) ? ' (each repetition counts)' : '';
  return `${busy} of ${measured.length} measurements${each} ${busy === 1 ? 'has' : 'have'} the flag B: other programs `
    + 'used much of the machine meanwhile, so these numbers are worse than they should be. '
    + 'Measure them again on a quiet machine.';
}

/** If half of the numbers were measured for less than this, the run only shows where to look. */
const LONG_S = 10;

const verb = (n, one, many) => (n === 1 ? one : many);
const labelsOf = (rows) => rows.map(({ label }) => label).join(', ');

const ROOM = 3;

const named = (names) => names.slice(0, ROOM).join(', ')
  + (names.length > ROOM ? ` and ${names.length - ROOM} more` : '');

function caveatsOf({ environments, contenders, figures }, problems, judgements) {
  const whole = judgements.filter((one) => !one.certain_only && !one.common_only);
  const rows = contenders.filter(({ broker }) => broker.available);
  const points = [
    apartPoint(contenders),
    missingPoint(contenders, problems),
    uncertainPoint(whole),
    unstoredPoint(whole, rows),
    failuresPoint(whole, rows),
    quickLook(figures, environments),
    severalRuns(environments, contenders),
    sharedPoint(environments),
    bySeveralClients(rows),
    busyPoint(contenders),
    cautionsPoint(rows),
  ].filter(Boolean);
  return points.length > 0 && el('details', { class: 'warning caveats' },
    el('summary', null, strong('Caveats'), `: ${points.map(({ name }) => name).join('; ')}`),
    listOf(points.map(({ line, detail }) => [line, detail])));
}

function apartPoint(contenders) {
  const machines = machinesOf(contenders).length;
  return machines > 1 && { name: `${machines} machines`, line: [strong(`${machines} machines`),
    ' (or broker heaps) are not compared with each other. Each has its own verdict, ranking and best row.'] };
}

function missingPoint(contenders, problems) {
  const gone = contenders.filter(({ broker }) => !broker.available);
  const cut = contenders.filter(({ complete, broker }) => broker.available && !complete);
  const parts = [
    gone.length > 0 && [strong(`${gone.length} of ${counted(contenders.length, 'row')}`),
      ' were not available (', el('a', { href: '#at=brokers' }, 'why'), '): ', labelsOf(gone)],
    cut.length > 0 && [strong(counted(cut.length, 'row')), ` ${verb(cut.length, 'is', 'are')} incomplete, some `
      + 'planned loads were not run: ', labelsOf(cut)],
    problems.length > 0 && [strong(counted(problems.length, 'file')), ` ${verb(problems.length, 'was', 'were')} left `
      + `out: ${problems.map((text) => text.split(': ')[0].split('/').at(-1)).join(', ')}`],
  ].filter(Boolean);
  return parts.length > 0 && { line: [parts.map((part, i) => [i > 0 && '; ', part]), '.'],
    name: 'missing results', detail: problems.length > 0 && listOf(problems) };
}

function uncertainPoint(whole) {
  const all = whole.map(({ certainty }) => certainty);
  const sum = (list, name) => sumOf(list.map((one) => one[name]));
  const [number, of] = [sum(all, 'uncertain'), sum(all, 'numbers')];
  const letters = groupBy(all.flatMap(({ flags }) => flags), ({ letter, flag }) => `${letter} (${flagName(flag)})`);
  const flags = [...letters].map(([letter, list]) => `${letter} ${sum(list, 'times')}`).join(', ');
  const given = sum([...letters.values()].flat(), 'times');
  return number > 0 && {
    line: [strong(`${number} of ${counted(of, 'number')}`), ` ${verb(number, 'is', 'are')} uncertain, flagged ${flags}${
      given > number ? '; some with several letters' : ''}.`],
    name: `${number} of ${of} numbers uncertain`, detail: all.length === 1 ? all[0].worst : null,
  };
}

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

function worstIn(whole) {
  const [{ contender, incidents: [worst], words }] = whole.flatMap(({ failures }) => failures);
  return `${contender.label}, ${worst ? [worst.what, ...worst.flags].join(', ') : words[0]}`;
}

function failuresPoint(whole, rows) {
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
  const short = medianOf(seconds) < LONG_S;
  const span = `${unique([seconds[0], seconds.at(-1)]).join(' to ')} s`;
  const [all, some] = [single === starts.length, `${single} of ${starts.length} numbers`];
  return (short || single > 0) && {
    line: [
      short && ['A quick look: each number was measured ', strong(`for ${span}`), '. '],
      single > 0 ? [strong(all ? 'Each number' : some), ` ${all || single === 1 ? 'is' : 'are'} from one start of the `
        + 'broker. Another start may differ by 10% (p99: 25%) or more.']
        : 'Measure the loads that decide your choice for longer.',
    ],
    name: [short && 'short samples', single > 0 && (all ? 'one start each' : `${some} from one start`)]
      .filter(Boolean).join(', '),
  };
}

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

function bySeveralClients(rows) {
  const [own, others] = [true, false].map((stomp) => rows.filter(({ protocol }) => (protocol === 'stomp') === stomp));
  return own.some(({ broker }) => others.some((other) => other.broker.name === broker.name)) && {
    line: [strong(`${others.length} of ${counted(rows.length, 'row')}`), ` ${verb(others.length, 'uses', 'use')} the `
      + 'client library of a vendor, which needs more CPU time than our own over STOMP. So part of a difference '
      + 'between two protocols of a broker is the library.'],
    name: 'client libraries',
  };
}

function busyPoint(contenders) {
  const said = [...surroundingsInWords(contenders), busyInWords(contenders)].filter(Boolean);
  return said.length > 0 && { line: said.join(' '), name: 'a busy machine' };
}

const baseOf = ({ name, variant }) => variant?.of ?? name;

function cautionsPoint(rows) {
  const known = groupBy(rows.filter(({ broker }) => broker.caution),
    ({ broker }) => JSON.stringify([baseOf(broker), broker.version, broker.caution]));
  const last = [...known.values()].map((list) => list.at(-1));
  const names = unique(last.map(({ brokerTitle }) => brokerTitle));
  return names.length > 0 && {
    line: [strong(counted(names.length, 'broker')), ' with something to know before you choose: ',
      names.join(', '), '.'],
    name: `about ${named(names)}`,
    detail: listOf(last.map(({ brokerTitle, broker }) =>
      [strong(`${brokerTitle} ${broker.version}`.trim()), `: ${broker.caution}`])),
  };
}

export function headerOf({ contenders, environments, figures }, problems, judgements) {
  const sizeOf = (name) => unique(contenders.map(({ broker }) => name(broker))).length;
  const [brokers, variants] = [sizeOf(baseOf), sizeOf(({ name }) => name)];
  const hosts = unique(environments.map(({ environment }) => environment.host)).join(', ');
  return el('header', null,
    el('div', { class: 'title' }, el('h1', null, 'Broker shootout'),
      el('p', { class: 'lead' }, counted(brokers, 'broker'), variants > brokers && ` in ${variants} variants`,
        `, ${counted(contenders.length, 'row')}, ${counted(figures.length, 'load')}, on `
          + `${hosts.replace(/, ([^,]*)$/, ' and $1')}, ${whenInWords(environments)}`)),
    caveatsOf({ contenders, environments, figures }, problems, judgements),
    environments.map((one) => folded(inShort(one, environments.length > 1), environmentCard(one))));
}

function inShort({ environment: e, settings, from }, several) {
  return [several && `${e.host}, ${dateTime(from)}`, e.cpu, counted(e.cores, 'core'),
    bytes(e.memory_bytes), e.disk, settings.heap_mb > 0 && `broker heap ${settings.heap_mb} MiB`,
    `profile ${settings.profile}`, repetitionsInWords(settings)].filter(Boolean).join(', ');
}

const environmentCard = ({ environment, settings, tool, from, until }) => el('div', { class: 'card environment' },
  facts([
    ...machineFacts(environment),
    ['Broker heap', settings.heap_mb > 0 && `${settings.heap_mb} MiB`],
    ['Profile', `${settings.profile}, ${repetitionsInWords(settings)}`],
    ['Order of brokers', Number.isInteger(settings.seed) && `random, --seed ${settings.seed}`],
    ['Measured', timeSpan(from, until)],
    ['Tool', toolInWords(tool)],
    ['Command', settings.command_line.length > 0 && code(unbroken(settings.command_line.join(' ')))],
  ]));
