// The golden result files, which the Scala tests also read, and the rules that the generator gives its pages
// (PageFixtureSuite.scala).
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setRules } from '../web/lib/rules.js';
import { buildView } from '../web/lib/view-model.js';

export const GOLDEN_DIR = fileURLToPath(new URL('../src/test/resources/golden/', import.meta.url));

setRules(JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8')));

/** The parsed result files of a folder, each with the name of its `file`. The golden ones are already judged. */
export function readResults(dir) {
  if (dir === GOLDEN_DIR) return JSON.parse(readFileSync(`${dir}../judged/golden.json`, 'utf8'));
  return readdirSync(dir).filter((name) => name.endsWith('.json')).sort()
    .map((file) => ({ ...JSON.parse(readFileSync(`${dir}/${file}`, 'utf8')), file }))
    .filter(({ format }) => format === 'broker-shootout-result');
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
const mean = (values) => (values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null);

function criterionOf({ request_reply: replies, open_loop: open, consumers }) {
  if (replies) return { name: 'round_trip', more: false, words: 'round trip p99' };
  if (open) return consumers > 0 ? { name: 'end_to_end', more: false, words: 'response time p99' }
    : { name: 'send', more: false, words: 'send p99' };
  return consumers > 0 ? { name: 'consumed', more: true, words: 'messages consumed/s' }
    : { name: 'produced', more: true, words: 'messages produced/s' };
}

/** A simple stand-in for the generator's judgement of a row, enough for drawing. All its intervals are guesses. */
function rowOf(workloads, file, { name, more }, means) {
  const measured = workloads.filter(({ status, summary }) => status === 'measured' && summary);
  const sweeping = workloads.filter(({ rate_sweep: sweep }) => sweep);
  const held = sweeping.length > 0 ? 2 * sweeping
    .filter(({ rate_sweep: sweep }) => sweep.held).length > workloads.length : null;
  const counting = held === null ? measured : measured.filter(({ rate_sweep: sweep }) => Boolean(sweep?.held) === held);
  const latencies = counting.map(({ summary }) => summary[name]).filter(Boolean);
  const few = !more && latencies.length > 0 && latencies.every(({ count }) => count < 1000);
  const value = more ? mean(measured.map(({ summary }) => summary[name].mean_per_s))
    : means.find(({ id }) => id === workloads[0]?.id)?.[name]?.us_p99 ?? middle(latencies.map(({ us_p99: us }) => us));
  const failed = workloads.filter(({ status }) => status === 'failed');
  const status = measured.length > failed.length ? 'measured' : failed[0]?.status ?? workloads[0]?.status ?? 'missing';
  const flags = measured.flatMap((workload) => workload.flags ?? []);
  const uncertain = failed.length > 0 || flags.some((flag) => 'BEGNR'.includes(flag?.letter ?? '-'));
  const stored = ({ resources }) => Number.isFinite(resources?.broker?.written_bytes_per_s);
  const written = mean(measured.flatMap(({ resources, summary }) => (stored({ resources })
    ? [resources.broker.written_bytes_per_s / summary.produced.mean_per_s] : [])));
  const load = workloads[0]?.load;
  const stores = file.broker.durability === 'fsync' && load?.persistent
    && (load.destination_type !== 'topic' || load.durable);
  const state = held === false && status !== 'failed' ? 'beyond'
    : status !== 'measured' ? ({ failed: 'failed', unsupported: 'unsupported' }[status] ?? 'absent')
      : few ? 'too_few' : value > 0 ? 'measured' : 'still';
  const cpu = (side) => ({ mean: mean(measured.flatMap(({ resources, summary }) => (resources?.[side]
    ? [(resources[side].cpu_cores * 1e6) / summary[load.consumers > 0 ? 'consumed' : 'produced'].mean_per_s] : []))),
  half: null });
  return {
    status, state, certain_state: uncertain && state === 'measured' ? 'uncertain' : state, held, uncertain,
    number: status === 'measured' && !few && value > 0 ? { value, half: more ? 0.1 : 0.25, guess: true } : null,
    unstored: Boolean(stores) && status === 'measured' && written !== null && written < 0.8 * load.message_size_bytes,
    broker_cpu_us: cpu('broker'), client_cpu_us: cpu('client'), written_bytes: written,
  };
}

export function standingsOf(files) {
  const loads = new Map();
  for (const { workloads } of files) {
    for (const { group, id, load } of workloads) {
      const key = JSON.stringify([group, id]);
      if (!loads.has(key)) loads.set(key, { group, id, ...criterionOf(load) });
    }
  }
  return [...loads.values()].map((load) => ({ ...load, rows: files.map((one, file) => ({ file,
    ...rowOf(one.workloads.filter(({ group, id }) => group === load.group && id === load.id), one, load, one.means
      ?? []),
  })) }));
}

/** A simple stand-in for the generator's names of rows. */
export function rowsOf(files) {
  const many = (read) => new Set(files.map(read)).size > 1;
  const machineOf = ({ environment }) => environment.host;
  const [protocols, machines] = [many(({ protocol }) => protocol), many(machineOf)];
  const labelOf = (file) => [file.broker.title || file.broker.name,
    protocols && (file.protocol_title || file.protocol.toUpperCase()), machines && machineOf(file)]
    .filter(Boolean).join(' · ');
  return files.map((one, file) => ({ file, label: labelOf(one), machine: machineOf(one) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** Samples as columns by path, as the page has them (PageData.scala). */
export function columnsOf(samples) {
  const leaves = (value, path) => (typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, path ? `${path}.${key}` : key)) : [[path, value]]);
  const series = {};
  samples.forEach((sample, i) => {
    for (const [path, value] of leaves(sample, '').filter(([, one]) => typeof one === 'number')) {
      series[path] ??= samples.map(() => null);
      series[path][i] = value;
    }
  });
  const groups = samples[0]?.groups ?? [];
  return { series, sample_count: samples.length, client_groups: groups.map(({ name, role }) => ({ name, role })) };
}

const inPage = (workload) => (workload.samples ? { ...workload, ...columnsOf(workload.samples) } : workload);

/** The result files as the page has them. Those that have no samples stay the same objects. */
export const pageFormOf = (files) => files.map((file) => (file.workloads.some(({ samples }) => samples)
  ? { ...file, workloads: file.workloads.map(inPage) } : file));

export const viewOf = (files) => buildView(pageFormOf(files), rowsOf(files), standingsOf(files));
