// Result files of climbs, SYNTHETIC: made for tests from a cell of a golden file.
import { GOLDEN_DIR, readResults } from './golden.js';

const [source] = readResults(GOLDEN_DIR);
const template = source.cells.find(({ summary }) => summary?.end_to_end);
const GROUP = { name: 'at', title: 'At rates', about: '', across: 'rate', down: 'type', sections: [] };

const rates = (mean) => ({ mean_per_s: mean, stdev_per_s: 0, min_per_s: mean, max_per_s: mean });

/** @param us its p99, or `{ us, count }` of so many messages; `'out'` was not held, `'beyond 5000'` not run because
  * that was not, `'failed'` failed
  */
export function cellAt(rate, us, repetition) {
  const climb = { axis: 'rate', p99_limit_us: 1e6, held: null, because: null, beyond: null };
  const base = { ...template, id: `at-${rate}`, repetition, group: 'at', title: 'a load',
    axes: { rate: `${rate}/s`, type: 'queue' }, axis_values: { rate: { value: rate, unit: 'per_s' } },
    offered: null, ceiling: null, marks: [], phase: null,
    load: { ...template.load, open_loop: true, producers: 1, consumers: 1, request_reply: false, persistent: true,
      destination_type: 'queue', message_size_bytes: 1024 }, climb };
  if (String(us).startsWith('beyond')) return {
    ...base, status: 'skipped', reason: 'a lower rate was not held', summary: null,
    climb: { ...climb, beyond: `at-${String(us).split(' ')[1] ?? 'lower'}` },
  };
  if (us === 'failed') return { ...base, status: 'failed', reason: 'it broke', summary: null, climb: null };
  const out = us === 'out';
  const p99 = out ? 3e6 : us.us ?? us;
  const latency = {
    ...template.summary.end_to_end, count: us.count ?? 20000, us_p50: p99 / 4, us_p90: p99 / 3, us_p95: p99 / 2,
    us_p99: p99, us_p999: p99 * 2,
  };
  return { ...base, status: 'measured', reason: null,
    climb: { ...climb, held: !out, because: out ? 'sent 60 % of it' : null },
    summary: { ...template.summary, produced: rates(out ? rate * 0.6 : rate), consumed: rates(out ? rate * 0.6 : rate),
      target_per_s: rate, owed_per_s: rate, unmeasured: out ? 1234 : 0, held_back_share: out ? 0.4 : 0,
      end_to_end: latency } };
}

/** @param rows for each broker what it made of each rate; a list has one for each repetition */
export function climbFiles(rows) {
  return Object.entries(rows).map(([name, made]) => ({
    ...source, file: `stomp-${name}.json`, broker: { ...source.broker, name, title: name, available: true },
    means: [], groups: [GROUP],
    cells: Object.entries(made).flatMap(([rate, one]) => [one].flat().map((us, i) => cellAt(Number(rate), us, i + 1))),
  }));
}

/** A file whose broker promises the disk, and wrote so many bytes for each message produced. */
export function storing(file, bytes) {
  const cellOf = (cell) => (cell.summary ? { ...cell, resources: { ...cell.resources, broker: {
    ...cell.resources?.broker, written_bytes_per_s: bytes * cell.summary.produced.mean_per_s } } } : cell);
  return { ...file, broker: { ...file.broker, durability: 'fsync' }, cells: file.cells.map(cellOf) };
}
