// What became of runs of the fault suite. Usage:
//   node outcome.mjs plan: a line for each run, NAME FAULT PHASE...
//   node outcome.mjs check RESULT STATE ROWS SECONDS NAME FAULT PHASE...: prints what is wrong with it, and writes its
//     rows of the table
//   node outcome.mjs page ROWS-FOLDER PAGE: writes the table into the page
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { faults } from './faults.mjs';

const SOUND = /^(before|between|last)-/;
const BEGIN = '<!-- written by e2e/faults_test.sh with SHOOTOUT_LONG=yes SHOOTOUT_WRITE_DOCS=yes -->';
const END = '<!-- end -->';

/** A broker that does not start is measured in no phase, so the start has a run of its own. */
function plan() {
  for (const [fault, { phases }] of Object.entries(faults)) {
    if (phases.includes('start')) console.log(`${fault}-start ${fault} start`);
    const others = phases.filter((phase) => phase !== 'start');
    if (others.length > 0) console.log(`${fault} ${fault} ${others.join(' ')}`);
  }
}

const dirt = (audit) => ['lost', 'undrained', 'duplicated', 'corrupted', 'foreign', 'misrouted']
  .filter((kind) => audit?.[kind] > 0);

function soundProblems(workload) {
  if (workload.status !== 'measured')
    return [`${workload.id} should be measured: ${workload.status}, ${workload.reason}`];
  if (dirt(workload.audit).length > 0)
    return [`${workload.id} found messages of before: ${JSON.stringify(workload.audit)}`];
  return workload.summary.consumed.mean_per_s > 0 ? [] : [`${workload.id} consumed nothing`];
}

/** What the report says of a workload. */
function told(workload) {
  const seen = dirt(workload.audit).map((kind) => `${workload.audit[kind]} ${kind}`);
  const flags = workload.flags.filter(({ letter }) => 'ER'.includes(letter))
    .map(({ letter, because }) => `flag ${letter}: ${because}`);
  return [workload.reason, ...workload.notes, ...flags, ...seen].filter(Boolean);
}

function faultyProblems(workload, mild) {
  if (!['measured', 'failed'].includes(workload.status))
    return [`${workload.id}: ${workload.status}, ${workload.reason}`];
  if (workload.status === 'failed' && !workload.reason) return [`${workload.id} failed without a reason`];
  return mild || told(workload).length > 0 ? [] : [`${workload.id} was disturbed, and nothing says so`];
}

/** The workload that shows what became of a phase. */
function witness(result, phase) {
  const prefix = { 'warm-up': 'before-', measure: 'measure-', drain: 'drain-', stop: 'last-' }[phase];
  return result.workloads.find((workload) => workload.id.startsWith(prefix));
}

function whatHappened(result, phase) {
  if (!result.broker.available) return `not available: ${result.broker.reason}`;
  if (phase === 'start') return 'started, and measured';
  if (phase === 'stop') return result.complete ? 'its result is whole' : 'its result is not whole';
  const workload = witness(result, phase);
  if (!workload) return 'nothing';
  const words = phase === 'warm-up' ? workload.notes.filter((note) => note.includes('warm-up')) : told(workload);
  return [workload.status, ...words].join('; ');
}

function phaseProblems(result, phase, mild) {
  if (phase === 'start') return result.broker.available || result.broker.reason ? []
    : ['there is no broker, and no reason'];
  if (phase === 'stop') return result.complete ? [] : ['its result is not complete'];
  const workload = witness(result, phase);
  if (!workload) return [`no workload tells of the phase ${phase}`];
  if (phase !== 'warm-up') return faultyProblems(workload, mild);
  return mild || workload.notes.some((note) => note.includes('in the warm-up')) ? [] : ['no note tells of the warm-up'];
}

function check(file, state, rows, seconds, name, fault, ...phases) {
  const result = JSON.parse(readFileSync(file));
  const { mild } = faults[fault];
  const sound = result.workloads.filter((workload) => SOUND.test(workload.id));
  const problems = phases.filter((phase) => !existsSync(`${state}/${phase}`))
    .map((phase) => `the fault did not come in the phase ${phase}`);
  problems.push(...phases.flatMap((phase) => phaseProblems(result, phase, mild)));
  if (result.broker.available) problems.push(...sound.flatMap(soundProblems));
  if (mild && !result.broker.available) problems.push(`a broker may get over it: ${result.broker.reason}`);
  const clean = sound.filter((workload) => soundProblems(workload).length === 0);
  const kept = result.broker.available ? `${clean.length} of ${sound.length} sound workloads, clean`
    : 'the reason, and its last words';
  const workloads = phases.map((phase) => [fault, phase, whatHappened(result, phase), kept, seconds]);
  writeFileSync(rows, JSON.stringify({ name, problems, workloads }));
  for (const problem of problems) console.log(problem);
}

/** Ids of processes, ports and folders are of one run. */
const plain = (text) => text.replace(/\/\S+\//g, '').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1').replaceAll('|', '/')
  .replace(/[^\x20-\x7e]/g, '?');

function page(folder, path) {
  const runs = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`)));
  const workloads = runs.flatMap((run) => run.workloads);
  const lines = Object.entries(faults).flatMap(([fault, { what, phases }]) => phases.map((phase) => {
    const workload = workloads.find(([f, p]) => f === fault && p === phase);
    return `| ${what} | ${phase} | ${workload ? plain(workload[2]) : 'not tried'} | ${workload ? workload[3] : ''} |`;
  }));
  const table = ['| Fault | Phase | What happened | What was kept |', '|---|---|---|---|', ...lines].join('\n');
  const old = readFileSync(path, 'utf8');
  const head = old.slice(0, old.indexOf(BEGIN));
  writeFileSync(path, `${head}${BEGIN}\n${table}\n${END}\n`);
}

const [command, ...words] = process.argv.slice(2);
({ plan, check, page })[command](...words);
