// SYNTHETIC result files of rate sweeps, made for tests from a workload of a golden file.
import { GOLDEN_DIR, readResults } from './golden.js';

const [source] = readResults(GOLDEN_DIR);
const template = source.workloads.find(({ summary }) => summary?.end_to_end);
const GROUP = { name: 'at', title: 'At rates', about: '', across: 'rate', down: 'type', sections: [] };

const rates = (mean) => ({ mean_per_s: mean, stdev_per_s: 0, min_per_s: mean, max_per_s: mean });

/** @param us its p99, or `{ us, count }` for a p99 of `count` messages; `'out'`: not held; `'beyond 5000'`: not run,
  * because 5,000/s was not held; `'failed'`: failed
  */
export function workloadAt(rate, us, repetition) {
  const sweep = { axis: 'rate', p99_limit_us: 1e6, held: null, because: null, beyond: null };
  const base = { ...template, id: `at-${rate}`, repetition, group: 'at', title: 'a load',
    axes: { rate: `${rate}/s`, type: 'queue' }, axis_values: { rate: { value: rate, unit: 'per_s' } },
    offered: null, generator_limit: null, flags: [], phase: null,
    load: { ...template.load, open_loop: true, producers: 1, consumers: 1, request_reply: false, persistent: true,
      destination_type: 'queue', message_size_bytes: 1024 }, rate_sweep: sweep };
  if (String(us).startsWith('beyond')) return {
    ...base, status: 'skipped', reason: 'a lower rate was not held', summary: null,
    rate_sweep: { ...sweep, beyond: `at-${String(us).split(' ')[1] ?? 'lower'}` },
  };
  if (us === 'failed') return { ...base, status: 'failed', reason: 'it broke', summary: null, rate_sweep: null };
  const out = us === 'out';
  const p99 = out ? 3e6 : us.us ?? us;
  const latency = {
    ...template.summary.end_to_end, count: us.count ?? 20000, us_p50: p99 / 4, us_p90: p99 / 3, us_p95: p99 / 2,
    us_p99: p99, us_p999: p99 * 2,
  };
  return { ...base, status: 'measured', reason: null,
    rate_sweep: { ...sweep, held: !out, because: out ? 'sent 60 % of it' : null },
    summary: { ...template.summary, produced: rates(out ? rate * 0.6 : rate), consumed: rates(out ? rate * 0.6 : rate),
      target_per_s: rate, owed_per_s: rate, unmeasured: out ? 1234 : 0, held_back_share: out ? 0.4 : 0,
      end_to_end: latency } };
}

/** @param rows the result of each broker at each rate; a list has one result for each repetition */
export function sweepFiles(rows) {
  return Object.entries(rows).map(([name, made]) => ({
    ...source, file: `stomp-${name}.json`, broker: { ...source.broker, name, title: name, available: true },
    means: [], groups: [GROUP],
    workloads: Object.entries(made).flatMap(([rate, one]) => [one].flat()
      .map((us, i) => workloadAt(Number(rate), us, i + 1))),
  }));
}

/** A file whose broker promises the disk, and wrote `bytes` for each message produced. */
export function storing(file, bytes) {
  const workloadOf = (workload) => (workload.summary ? { ...workload, resources: { ...workload.resources, broker: {
    ...workload.resources?.broker, written_bytes_per_s: bytes * workload.summary.produced.mean_per_s } } } : workload);
  return { ...file, broker: { ...file.broker, durability: 'fsync' }, workloads: file.workloads.map(workloadOf) };
}
