// The view model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingPanels } from '../web/charts/setting-graphs.js';
import { describe, timePanels } from '../web/charts/time-graphs.js';
import { allColumns } from '../web/lib/download.js';
import { counted, timeSpan } from '../web/lib/format.js';
import { rules } from '../web/lib/rules.js';
import { environmentsOf, runsInWords, whenInWords } from '../web/lib/view-model.js';
import { GOLDEN_DIR, readResults, viewOf } from './golden.js';

const files = readResults(GOLDEN_DIR);
const view = viewOf(files);
const figureOf = (id) => view.figures.find((figure) => figure.id === id);
const entryIn = (id, broker) => figureOf(id).entries.find(({ contender }) => contender.broker.name === broker);
const panelsIn = (id, from = view) => from.figures.filter((figure) => figure.id === id)
  .flatMap((figure) => timePanels(figure, figure.entries));
const workloadIn = (id, broker) => files.find((file) => file.broker.name === broker).workloads
  .find((workload) => workload.id === id);

test('one environment for all files of a run', () => {
  const [first, repeated] = view.environments;
  assert.deepEqual(view.environments.map(({ settings }) => settings.repetitions), [1, 3]);
  assert.equal(first.from, Math.min(...files.map((file) => file.started_at_ms)));
  assert.equal(repeated.from, files.find(({ broker }) => broker.name === 'hornetq').started_at_ms);
});

test('contenders are in the order of the generator, each with its durability', () => {
  assert.deepEqual(view.contenders.map(({ index, label, durability }) => [index, label, durability]), [
    [0, 'ActiveMQ Artemis', 'fsync'], [1, 'ActiveMQ Classic', 'fsync'], [2, 'Apollo', 'page cache'],
    [3, 'HornetQ', 'page cache'], [4, 'RabbitMQ', 'durability unknown']]);
});

test('the axes decide the order: row by row, across and down; sections make blocks', () => {
  const fan = view.groups.find(({ name }) => name === 'fan');
  assert.deepEqual(fan.sections.map(({ title }) => title), ['non-persistent · topic']);
  assert.deepEqual(fan.sections[0].figures.map(({ title }) => title),
    ['5 producers · 1 consumer', '1 producer · 5 consumers', '5 producers · 5 consumers']);
  const partitioned = view.groups.find(({ name }) => name === 'partitioned');
  assert.deepEqual(partitioned.sections.map(({ title }) => title), ['non-persistent · queue', 'persistent · queue']);
  assert.deepEqual(partitioned.sections[0].figures.map(({ title }) => title),
    ['n = 1 · 20 B', 'n = 5 · 20 B', 'n = 1 · 256 KiB', 'n = 5 · 256 KiB']);
});

test('ids are never parsed: renamed workloads are laid out alike', () => {
  const ids = new Map(files[0].workloads.map(({ id }, i) => [id, `workload-${i}`]));
  const renamed =
    files.map((file) => ({ ...file, workloads: file.workloads
      .map((workload) => ({ ...workload, id: ids.get(workload.id) ?? workload.id })) }));
  const titles = (v) =>
    v.groups.map(({ sections }) => sections.map((section) => section.figures.map(({ title }) => title)));
  assert.deepEqual(titles(viewOf(renamed)), titles(view));
});

test('an axis that no matrix names is looked up in the load', () => {
  const [file] = files;
  const groups = file.groups
    .map((group) => (group.name === 'fan'
      ? { ...group, across: 'destination_type', down: 'message_size_bytes', sections: [] } : group));
  const fan = viewOf([{ ...file, groups }]).groups.find(({ name }) => name === 'fan');
  assert.deepEqual(fan.sections[0].figures.map(({ title }) => title), Array(3).fill('topic · 20 B'));
});

test('linked phases stand side by side, in order, with the depth of the queue', () => {
  const [section] = view.groups.find(({ name }) => name === 'load-unload').sections;
  assert.deepEqual(section.figures.map(({ title }) => title),
    ['1. load', '2. load persistent', '3. unload']);
  assert.deepEqual(section.figures.map(({ id }) => panelsIn(id).map(({ name }) => name)),
    [['produced', 'depth'], ['produced', 'depth'], ['consumed', 'depth']]);
});

test('phases stand on one time axis too: depth, what goes in, what comes out; a phase begins when the one before has '
    + 'ended for all', () => {
  const group = view.groups.find(({ name }) => name === 'load-unload');
  const panels = settingPanels(group, group.sections[0], view.contenders, true);
  assert.deepEqual(panels.map(({ title, end, shades }) => [title, end, shades]),
    ['Depth of the queue', 'In: produced', 'Out: consumed'].map((title) => [title, 12, [[4, 8]]]));
  const { points } = panels[0].lines.find(({ label }) => label === 'Apollo');
  assert.deepEqual(points.slice(4, 8), workloadIn('20b_load_unload_queue.2_load-persistent', 'apollo').samples
    .map((s) => [4 + s.t_s, s.depth]));
});

test('an axis named phase, and sizes as scenario files write them', () => {
  const [file] = files;
  const groups = file.groups.map((group) => (group.name === 'load-unload' ? { ...group, across: 'phase' } : group));
  const phased = viewOf([{ ...file, groups }]).groups.find(({ name }) => name === 'load-unload');
  assert.deepEqual(phased.sections[0].figures.map(({ title }) => title),
    ['1. load', '2. load persistent', '3. unload']);
  const written = { '20b': '20 B', '1k': '1 kB' };
  const workloads = file.workloads.filter(({ group }) => group === 'throughput')
    .map((workload) => ({ ...workload, axes: { size: written[workload.axes.size] } })).reverse();
  const sizes = viewOf([{ ...file, workloads }]).figures;
  assert.deepEqual(sizes.map(({ title }) => title), ['20 B', '1 KiB'], 'by their numbers, whatever the text');
});

test('the declared load is said in words', () => {
  assert.equal(figureOf('20b_5p_5queue_5').facts,
    '5 producers, 5 consumers, 5 queues; 20 B; persistent; each send confirmed, 1 in flight');
  assert.equal(figureOf('20b_load_unload_queue.3_unload').facts, 'no producer, 1 consumer, 1 queue');
});

test('transactions, acknowledgements and kinds of messages are said, and the cost of a commit is a latency', () => {
  const [file] = files;
  const workload = workloadIn('20b_5p_5queue_5', 'activemq');
  const load = { ...workload.load, transaction: 10, ack: 'dups_ok', message: 'map', confirm: 'none' };
  const commit = { ...workload.summary.end_to_end, us_p99: 77 };
  const [figure] = viewOf([{ ...file, workloads: [{ ...workload, load,
    summary: { ...workload.summary, commit } }] }]).figures;
  assert.equal(figure.facts,
    '5 producers, 5 consumers, 5 queues; 20 B map message; persistent; sends not confirmed, 1 in flight; 10 messages '
      + 'per transaction; lazily acknowledged');
  assert.equal(figure.entries[0].latencies.commit.us_p99, 77);
});

test('a kind of latency has its numbers, columns and words from what the page is told alone', () => {
  rules.latencies.of_tomorrow = 'of tomorrow';
  const [file] = files;
  const workload = workloadIn('20b_5p_5queue_5', 'activemq');
  const newer = { ...workload, summary: { ...workload.summary,
    of_tomorrow: { ...workload.summary.end_to_end, us_p99: 78 } } };
  const [figure] = viewOf([{ ...file, workloads: [newer] }]).figures;
  const [entry] = figure.entries;
  const [, read] = allColumns().find(([name]) => name === 'of_tomorrow_us_p99');
  assert.deepEqual([entry.latencies.of_tomorrow.us_p99, read({ entry })], [78, 78]);
  delete rules.latencies.of_tomorrow;
});

test('what a load asks for beyond its size is said too', () => {
  const [file] = files;
  const workload = workloadIn('20b_5p_5queue_5', 'activemq');
  const load = {
    ...workload.load, listener: true, durable: true, prefetch: 10, selector: "color = 'red'",
    consumer_think: '9: none; 1: 500ms', key_of_tomorrow: 7,
  };
  const [figure] = viewOf([{ ...file, workloads: [{ ...workload, load }] }]).figures;
  assert.ok(figure.facts
    .endsWith("durable; listener; prefetch 10; selector color = 'red'; consumer think 9: none; 1: 500ms; key of "
      + "tomorrow 7"), figure.facts);
});

test('numbers are those of the file', () => {
  const id = '20b_5p_5queue_5';
  const { summary } = workloadIn(id, 'apollo');
  const entry = entryIn(id, 'apollo');
  assert.deepEqual(entry.rates.consumed, {
    mean: summary.consumed.mean_per_s, stdev: summary.consumed.stdev_per_s, each: [summary.consumed.mean_per_s],
  });
  assert.equal(entry.latencies.end_to_end.us_p99, summary.end_to_end.us_p99);
  assert.equal(entry.latencies.send.us_p50, summary.send.us_p50);
  const line = panelsIn(id).find(({ name }) => name === 'consumed').lines.find(({ label }) => label === 'Apollo');
  assert.deepEqual(line.points, workloadIn(id, 'apollo').samples.map((s) => [s.t_s, s.consumed_per_s]));
});

test('request-reply shows round trips, an open loop its response time', () => {
  assert.deepEqual(panelsIn('request_reply_20b_10a_1queue_1').map(({ name }) => name), ['requests', 'round_trip']);
  assert.deepEqual(panelsIn('20b_1a_1queue_1_at_1000').map(({ name }) => name), ['produced', 'consumed', 'end_to_end']);
});

test('failed, unsupported, skipped and missing workloads keep their reason; samples of a failure are drawn', () => {
  const failed = entryIn('256k_5a_5queue_5', 'artemis');
  assert.equal(failed.status, 'failed');
  assert.match(failed.reason, /closed all connections/);
  assert.equal(failed.logTail.length, 4);
  assert.ok(panelsIn('256k_5a_5queue_5')[0].lines.some(({ label }) => label === 'ActiveMQ Artemis'));
  assert.equal(entryIn('request_reply_20b_1a_1queue_1', 'apollo').status, 'unsupported');
  assert.equal(entryIn('20b_1a_1queue_1_at_1000', 'apollo').status, 'skipped');
  const cut = files.map((file) => (file.broker.name === 'apollo' ? { ...file, workloads: [] } : file));
  const missing = viewOf(cut).figures[0].entries.find(({ contender }) => contender.broker.name === 'apollo');
  assert.deepEqual([missing.status, missing.reason], ['missing', 'Not run: its run is incomplete.']);
});

test('faults are counted by kind, without zeros', () => {
  assert.deepEqual(entryIn('20b_5a_1topic_1', 'artemis').faults,
    [['errors', 2], ['lost', 3], ['duplicated', 12], ['reordered', 4]]);
  assert.deepEqual(entryIn('20b_1a_1queue_1', 'apollo').faults, []);
});

test('what is left in the queue is a note of the last phase only', () => {
  assert.deepEqual(entryIn('20b_load_unload_queue.1_load', 'apollo').notes, []);
  assert.match(entryIn('20b_load_unload_queue.3_unload', 'apollo').notes.join(), /still undelivered/);
});

test('a group that cannot be drawn has a sentence with the error; the others are drawn', () => {
  const odd = files.map((file) => ({ ...file, workloads: file.workloads
    .map((workload) => (workload.group === 'fan' ? { ...workload, notes: 7 } : workload)) }));
  const { groups, figures } = viewOf(odd);
  assert.deepEqual(groups.map(({ name }) => name), view.groups.map(({ name }) => name));
  for (const { name, sections, error } of groups) {
    assert.equal(sections.length > 0, name !== 'fan', name);
    if (name === 'fan') assert.match(error, /^These loads cannot be shown: .*notes/);
  }
  assert.deepEqual(figures.map(({ id }) => id),
    view.figures.filter(({ group }) => group !== 'fan').map(({ id }) => id));
});

test('repetitions: mean of means, spread between them, each one\'s percentiles, and failures said', () => {
  const [file] = files;
  const workload = file.workloads.find(({ id }) => id === '20b_1a_1queue_1');
  const again = (repetition, mean, p99) => ({ ...workload, repetition, summary: { ...workload.summary,
    consumed: { ...workload.summary.consumed, mean_per_s: mean },
    end_to_end: { ...workload.summary.end_to_end, us_p99: p99 } } });
  const lost = { ...workload, repetition: 4, status: 'failed', reason: 'gone', summary: null };
  const [figure] =
    viewOf([{ ...file, means: [], workloads: [again(1, 100, 5), again(2, 110, 9), again(3, 120, 7), lost] }]).figures;
  const [entry] = figure.entries;
  assert.deepEqual(entry.rates.consumed, { mean: 110, stdev: 10, each: [100, 110, 120] });
  assert.deepEqual(entry.latencies.end_to_end.each.map(({ us_p99: us }) => us), [5, 9, 7]);
  assert.equal(entry.latencies.end_to_end.us_p99, 7, 'the middle one, and no maximum of percentiles');
  assert.deepEqual([entry.status, entry.repetitions, entry.notes],
    ['measured', 3, ['1 of 4 repetitions failed: gone']]);
  assert.deepEqual([entry.flags.at(-1).letter, entry.flags.at(-1).reasons, entry.uncertain],
    ['F', [{ because: '1 of 4 repetitions failed: gone' }], true]);
  assert.equal(timePanels(figure, figure.entries)[0].lines.length, 4);
});

test('a single sample has no spread', () => {
  const [file] = files;
  const workloads = file.workloads.filter(({ id }) => id === '20b_1a_1queue_1')
    .map((workload) => ({
      ...workload, samples: workload.samples.slice(0, 1),
        summary: { ...workload.summary, consumed: { mean_per_s: 5, stdev_per_s: 0 } },
    }));
  assert.deepEqual(viewOf([{ ...file, workloads }]).figures[0].entries[0].rates.consumed,
    { mean: 5, stdev: null, each: [5] });
});

test('a chart has a sentence that stands for it', () => {
  const [panel] = panelsIn('20b_1a_1topic_0');
  assert.match(describe(panel, '20 B'),
    /^Chart, 20 B: produced in msg\/s over 4 s\. ActiveMQ Artemis 18\dk to 18\dk; .*Apollo 1\.\d\dM to 1\.\d\dM\.$/);
});

const at = (text) => Date.parse(`${text}Z`);
const row = (label, from, until, ...words) => ({ label, file: {
  environment: { host: 'h', surroundings: {} }, settings: { command_line: words }, tool: {},
  started_at_ms: at(from), finished_at_ms: at(until),
} });
const FIRST = [
  row('A', '2026-11-24T07:44', '2026-11-24T07:46', '--install'),
  row('B', '2026-11-24T07:46', '2026-11-24T07:50', '--install'),
];
const ADDED = row('C', '2026-11-25T09:00', '2026-11-25T09:01', '--continue');

test('a run has a time; a page to which another one was added says from when to when it is', () => {
  assert.equal(whenInWords(environmentsOf(FIRST)), '2026-11-24 07:44 UTC');
  assert.equal(whenInWords(environmentsOf([...FIRST, ADDED])),
    '2026-11-24 07:44 UTC to 2026-11-25 09:01 UTC, in 2 runs');
});

test('two rows of one run need no word; of two, each says of which', () => {
  const environments = environmentsOf([...FIRST, ADDED]);
  assert.equal(runsInWords(['A', 'B'], environments), null);
  assert.match(runsInWords(['A', 'C'], environments), new RegExp('^A was measured in the run of 2026-11-24 07:44 to '
    + '07:50 UTC, C was measured in the run of 2026-11-25 09:00 to 09:01 UTC\\. '));
});

test('a span of time has its day once', () => {
  const [a, b] = ['2026-11-24T07:44', '2026-11-24T07:56'].map(at);
  assert.deepEqual([timeSpan(a, b), timeSpan(a, a)],
    ['2026-11-24 07:44 to 07:56 UTC', '2026-11-24 07:44 UTC']);
});

test('one of something is no plural', () => {
  assert.deepEqual([0, 1, 2].map((n) => counted(n, 'load')), ['0 loads', '1 load', '2 loads']);
  assert.equal(counted(2, 'process', 'processes'), '2 processes');
});
