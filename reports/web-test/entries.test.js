// The result of a row under a workload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingPanels } from '../web/charts/setting-graphs.js';
import { allCsv } from '../web/lib/download.js';
import {
  costsIn, crashIn, dueIn, entryOf, estimated, flagsIn, resourcesIn, samplingIn, stepsIn,
} from '../web/lib/entries.js';
import { sayFlag } from '../web/tables/flags.js';
import { GOLDEN_DIR, readResults, viewOf } from './golden.js';

const FLAG = { flag: 'generator_bound', letter: 'G', because: 'reached 0.56 of its limit', measured: 0.56,
  threshold: 0.5 };
const spread = (mean) => ({ mean, low95: mean - 5, high95: mean + 5 });
const MEAN = {
  id: '20b_1a_1queue_1', repetitions: 3, produced_per_s: spread(100), consumed_per_s: spread(90),
  broker_cpu_us_per_message: spread(7), flags: [FLAG],
};
const files = readResults(GOLDEN_DIR)
  .map((one) => (one.broker.name === 'hornetq' ? { ...one, means: [MEAN] } : one));
const file = files.find(({ broker }) => broker.name === 'hornetq');
const view = viewOf(files);
const entryIn = (id, broker = 'hornetq') => view.figures.find((figure) => figure.id === id).entries
  .find(({ contender }) => contender.broker.name === broker);

test('flags: each letter once, in order, with all reasons', () => {
  const flag = (letter, because) => ({ flag: 'x', letter, because, measured: null, threshold: null });
  const flags = flagsIn([flag('N', 'a'), flag('G', 'b'), flag('N', 'a'), flag('N', 'c')]);
  assert.deepEqual(flags.map(({ letter, reasons }) => [letter, reasons.map(({ because }) => because)]),
    [['G', ['b']], ['N', ['a', 'c']]]);
  assert.deepEqual(entryIn('20b_1a_1queue_1', 'activemq').flags.map(({ letter }) => letter), ['1', 'S']);
  const because = 'reached 0.56 of the generator\'s limit with this load; the broker may be faster';
  assert.equal(sayFlag({ flag: 'generator_bound', letter: 'G',
    reasons: [{ because, measured: 0.56, threshold: 0.5 }] }),
    'the generator may be the limit: reached 0.56 of the generator\'s limit with this load; the broker may be '
      + 'faster (measured 0.56, threshold 0.5)');
});

test('means over repetitions come from the file, with half of their interval, and so do the latencies', () => {
  const entry = entryIn(MEAN.id);
  assert.equal(entry.repetitions, 3);
  const { each, ...estimate } = entry.rates.consumed;
  assert.deepEqual([estimate, each.length], [{ mean: 90, half: 5 }, 3]);
  assert.equal(entry.latencies.end_to_end.each.length, 3);
  assert.deepEqual(estimated({ mean: 5, low95: null, high95: null }), { mean: 5, half: null });
  assert.equal(estimated(undefined), null);
});

test('of a rate the lowest and the highest sample are read with the details, or the repetitions tell them', () => {
  const rate = (mean, ends) => {
    const consumed = { mean_per_s: mean, stdev_per_s: 3 * mean, ...ends };
    return { summary: { consumed, produced: consumed, errors: 0 } };
  };
  const made = (workloads) => entryOf({ file: { workloads, means: [], complete: true } },
    workloads.map((workload) => ({ load: { consumers: 1 }, notes: [], flags: [], steps: [], ...workload,
      status: 'measured' })), false).rates.consumed;
  assert.deepEqual(made([rate(100, { min_per_s: 5, max_per_s: 900 })]).range, [5, 900]);
  assert.equal(made([rate(100, {})]).range, null);
  assert.deepEqual(made([rate(100, {}), rate(300, {}), rate(50, {})]).range, [50, 300]);
});

test('a generator limit below what was reached is not known', () => {
  const of = (...shares) => resourcesIn(shares.map((share) => ({ generator_limit: { used_share: share } })));
  assert.deepEqual([of(0.6, 0.9).generatorLimit, of(0.6, 0.9).aboveGeneratorLimit], [0.9, false]);
  assert.deepEqual([of(0.6, 1.3).generatorLimit, of(0.6, 1.3).aboveGeneratorLimit], [null, true]);
});

test('CPU time: the mean of the file, or else of its workloads; the highest memory', () => {
  const { resources } = entryIn('20b_1a_1queue_1');
  assert.equal(resources.broker.perMessage, MEAN.broker_cpu_us_per_message.mean);
  assert.equal(entryIn('20b_1a_1queue_1', 'activemq').resources, null);
  const alone = resourcesIn([{ resources: { broker: null, client: { cpu_cores: 1 }, steal_share: 0 } }]);
  assert.deepEqual([alone.broker.cores, alone.broker.memory, alone.generatorLimit], [null, null, null]);
});

test('what each node of a broker used: means over the repetitions, the highest memory; none of a single one', () => {
  const node = (cores, memory, written) =>
    ({ cpu_cores: cores, resident_bytes_max: memory, written_bytes_per_s: written });
  const repetition = (nodes) => ({ resources: { broker: null, client: { cpu_cores: 1 }, nodes } });
  const { nodes } = resourcesIn([
    repetition({ 10: node(3, 9, 4), 2: node(1, 5, null) }), repetition({ 2: node(2, 7, null) }), repetition(undefined),
  ]);
  assert.deepEqual(nodes, [
    { number: '2', cores: 1.5, memory: 7, written: null }, { number: '10', cores: 3, memory: 9, written: 4 },
  ]);
  assert.deepEqual(entryIn('20b_1a_1queue_1').resources.nodes, []);
});

test('sampling: how each repetition warmed up, how many samples it took, and how precise their mean is', () => {
  const sampling = { warm_up_s: 2.3, steady: true, precision: 0.031, wanted_precision: 0.05, end: 'precise' };
  assert.deepEqual(samplingIn([{ sampling, sample_count: 3 }, { sample_count: 1 }]), [{ ...sampling, samples: 3 }]);
  assert.equal(samplingIn([{ sample_count: 1 }]), null);
});

test('steps: in order, mean rates, and the p99 of each repetition', () => {
  assert.deepEqual(entryIn('flow-1k_1p_1queue_1_steps').steps.map(({ setting, value }) => `${setting} ${value}`),
    ['window 1', 'window 20', 'window 1000']);
  const step = (rate, p99) => ({
    setting: 'window', value: '1', from_s: 0, produced: { mean_per_s: rate }, consumed: { mean_per_s: rate },
    send: { count: 1000, us_p99: p99 }, end_to_end: null,
  });
  const [one] = stepsIn([{ steps: [step(10, 7)] }, { steps: [step(20, 5)] }]);
  assert.deepEqual([one.produced, one.send, one.endToEnd], [15, [7, 5], []]);
  assert.deepEqual(stepsIn([{ steps: [] }]), []);
});

test('a kill: confirmed, lost, and how long until it served again', () => {
  assert.deepEqual(entryIn('crash-1k_1p_1queue_1').crash,
    { confirmed: 8214, lost: 0, duplicated: 12, unconfirmed: 1, recovery: 3.42 });
  assert.equal(view.contenders.find(({ broker }) => broker.name === 'hornetq').crash.confirmed, 8214);
  const crash = { confirmed: 5, lost_confirmed: 2, duplicated: 0, unconfirmed_delivered: 0, recovery_s: null };
  assert.deepEqual(crashIn([{ crash }, { crash: { ...crash, recovery_s: 3 } }, {}]),
    { confirmed: 10, lost: 4, duplicated: 0, unconfirmed: 0, recovery: null });
  assert.equal(crashIn(file.workloads.slice(0, 2)), null);
});

test('latency against the rate that was sent, by the workload that measured the maximum', () => {
  const group = view.groups.find(({ name }) => name === 'latency');
  const [panel] = settingPanels(group, group.sections[0], view.contenders);
  assert.equal(panel.name, 'offered-latency-20b_1a_1queue_1');
  const entries = [10, 50, 90].map((share) => entryIn(`latency-20b_1a_1queue_1_of${share}`));
  assert.deepEqual(panel.lines.map(({ points }) => points),
    [entries.map(({ rates, latencies }) => [rates.produced.mean, latencies.end_to_end.us_p99])]);
});

test('writing and reading: means weigh repetitions by their messages, percentiles stand side by side', () => {
  const workload = (write, read) => ({ summary: { write, read } });
  const cost = (count, mean) => ({ count, us_mean: mean, us_p50: mean / 2, us_p99: mean * 2, us_max: 99 });
  assert.deepEqual(costsIn([workload(cost(1000, 0.5), null), workload(cost(3000, 1.5), null)]),
    { write: { mean: 1.25, p50s: [0.25, 0.75], p99s: [1, 3], middle: cost(1000, 0.5) }, read: null });
  assert.deepEqual(costsIn([workload(cost(999, 0.5), null)]).write.p99s, [null], 'of too few messages');
  assert.equal(costsIn([workload(null, null), { summary: {} }, {}]), null);
  assert.equal(entryIn('20b_1a_1queue_1').costs, null);
});

test('what was due: means over repetitions, and all that never came; nothing of a load without a rate', () => {
  const workload = (target, owed, unmeasured, heldBack) =>
    ({ summary: { target_per_s: target, owed_per_s: owed, unmeasured, held_back_share: heldBack } });
  assert.deepEqual(dueIn([workload(100, 200, 3, 0.5), workload(110, 220, 4, 0.25),
    { summary: { target_per_s: null } }]),
    { target: 105, owed: 210, unmeasured: 7, heldBack: 0.375 });
  assert.deepEqual(dueIn([workload(100, null, null, undefined)]),
    { target: 100, owed: null, unmeasured: null, heldBack: null });
  assert.equal(dueIn([{ summary: {} }, { summary: null }]), null);
});

/** A view with one row of a golden workload, after a change. */
function changed(change) {
  const workloads = file.workloads.filter(({ id }) => id === '20b_1a_1queue_1').slice(0, 1)
    .map((workload) => change(structuredClone(workload)));
  return viewOf([{ ...file, means: [], workloads }]);
}

/** The only line of a view's CSV, by column. */
function csvLine(one) {
  const [head, line] = allCsv(one).trim().split('\r\n')
    .map((text) => text.match(/("[^"]*"|[^,]*)(,|$)/g).map((field) => field.replace(/,$/, '')));
  return Object.fromEntries(head.map((name, i) => [name, line[i]]));
}

test('CSV has all that the file tells, with units in the names', () => {
  const cost = { count: 5, us_mean: 1.5, us_p50: 1, us_p99: 4, us_max: 9 };
  const line = csvLine(changed((workload) => {
    Object.assign(workload.summary, {
      target_per_s: 1000, owed_per_s: 2000, unmeasured: 12, held_back_share: 0.25, write: cost,
      read: { ...cost, us_p99: 5 },
    });
    return { ...workload,
      resources: { ...workload.resources, client: { ...workload.resources.client, run_delay_ms_per_s: 250 },
        broker: { ...workload.resources.broker, written_bytes_per_s: 4096 },
        client_share: 0.375, foreign_share: 0.125, steal_share: 0.5 }, load: { ...workload.load, prefetch: 20 },
      prefetch_applied: false,
      sampling: { warm_up_s: 2.5, steady: false, precision: 0.07, wanted_precision: 0.05, end: 'limit' } };
  }));
  const wanted = { target_per_s: '1000', owed_per_s: '2000', unmeasured_deliveries: '12', held_back_share: '0.25',
    write_us_mean: '1.5', write_us_p50: '1', write_us_p99: '4', write_us_max: '9', read_us_p99: '5',
    client_share: '0.375', client_run_delay_ms_per_s: '250', broker_written_bytes_per_s: '4096',
    foreign_share: '0.125', steal_share: '0.5',
    prefetch_messages: '20', prefetch_applied: 'false', warm_up_s: '2.5', steady: 'false', samples: '3',
    precision_share: '0.07', wanted_precision_share: '0.05', sampling_end: 'limit' };
  assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, line[name]])), wanted);
  const bare = csvLine(changed((workload) => ({ ...workload, resources: null, sampling: null })));
  assert.deepEqual(['target_per_s', 'owed_per_s', 'unmeasured_deliveries', 'write_us_mean', 'client_share',
    'client_run_delay_ms_per_s', 'foreign_share', 'prefetch_messages', 'prefetch_applied', 'warm_up_s', 'steady',
    'samples', 'sampling_end'].map((name) => bare[name]), Array(13).fill(''));
});

test('the prefetch that a load asks for, and whether a row got it', () => {
  const [figure] =
    changed((workload) => ({ ...workload, load: { ...workload.load, prefetch: 20 }, prefetch_applied: false })).figures;
  assert.match(figure.facts, /prefetch 20/);
  assert.equal(figure.entries[0].prefetchApplied, false);
});
