// What newer result files tell besides rates and latencies, over all repetitions of a cell. Older files lack all of it.

import { counters } from './known.js';
import { maxOf, meanOf, sumOf } from './numbers.js';
import { percentileOf } from './percentiles.js';
import { sampleCount } from './samples.js';

/** Reasons to doubt a number, each letter once, with everything that was said for it.
  * @param merged the cell's mean over its repetitions, if the file has one
  */
export function marksIn(cells, merged) {
  const letters = new Map();
  for (const { mark, letter, because, measured, threshold } of merged?.marks
      ?? cells.flatMap((cell) => cell.marks ?? [])) {
    if (!letters.has(letter)) letters.set(letter, { mark, letter, reasons: [] });
    const { reasons } = letters.get(letter);
    const reason = beyondCeiling({ mark, measured }, cells) ? { because: BEYOND_CEILING }
      : { because, measured, threshold };
    if (!reasons.some((one) => one.because === reason.because)) reasons.push(reason);
  }
  return [...letters.values()].sort((a, b) => a.letter.localeCompare(b.letter, 'en'));
}

/** Older tools gave a mark for more than all of a ceiling, and a share above 100 %. Then the ceiling is not known. */
const beyondCeiling = ({ mark, measured }, cells) => mark === 'generator_bound'
  && cells.some(({ ceiling }) => ceiling?.used_share > 1 && ceiling.used_share === measured);
const BEYOND_CEILING = 'the generator did more here than in its short measurement without a broker: its ceiling is not '
  + 'known, and this broker may be faster';

/** An estimate as a mean with the half-width of its interval; `half` is null where there is no interval. */
export function estimated(estimate) {
  if (!estimate) return null;
  const half = Number.isFinite(estimate.low95) && Number.isFinite(estimate.high95)
    ? (estimate.high95 - estimate.low95) / 2 : null;
  return { mean: estimate.mean, half };
}

/** Processor time and memory of broker and generator, and how near the generator was to its `ceiling`; null if unknown.
  * A ceiling is no lower than what was reached: `aboveCeiling` where it was measured lower, and so is not known.
  */
export function resourcesIn(cells, merged) {
  const known = cells.filter(({ resources }) => resources).map(({ resources }) => resources);
  const ceilings = cells.filter(({ ceiling }) => ceiling).map(({ ceiling }) => ceiling.used_share);
  if (known.length === 0 && ceilings.length === 0) return null;
  const processor = (name) => ({
    perMessage: estimated(merged?.[`${name}_cpu_us_per_message`]) ?? {
      mean: meanOf(known.map((r) => r[name]?.cpu_us_per_message)), half: null,
    },
    cores: meanOf(known.map((r) => r[name]?.cpu_cores)),
    counted: Object.fromEntries(counters().map(({ key }) => [key, meanOf(known.map((r) => r[name]?.[key]))])),
    memory: maxOf(known.map((r) => r[name]?.resident_bytes_max ?? 0), 0) || null,
  });
  return {
    broker: processor('broker'),
    client: processor('client'),
    steal: meanOf(known.map((r) => r.steal_share)),
    foreign: meanOf(known.map((r) => r.foreign_share)),
    share: meanOf(known.map((r) => r.client_share)),
    busy: meanOf(known.map((r) => r.busy_share)),
    ceiling: ceilings.length > 0 && maxOf(ceilings) <= 1 ? maxOf(ceilings) : null,
    aboveCeiling: ceilings.some((used) => used > 1),
    // read when it is asked for: it comes with the details of an opened cell
    get nodes() { return nodesIn(cells); },
  };
}

/** What each node of a broker used, over these repetitions; empty of a single one. */
function nodesIn(cells) {
  const known = cells.map(({ resources }) => resources?.nodes ?? {});
  const numbers = [...new Set(known.flatMap((nodes) => Object.keys(nodes)))].sort((a, b) => a - b);
  return numbers.map((number) => {
    const of = known.map((nodes) => nodes[number]).filter(Boolean);
    return {
      number, cores: meanOf(of.map((node) => node.cpu_cores)), memory: maxOf(of.map((node) => node.resident_bytes_max)),
      written: meanOf(of.map((node) => node.written_bytes_per_s)),
    };
  });
}

/** How the warm-up and the samples of each repetition went; null where no file tells. */
export function samplingIn(cells) {
  const known = cells.filter(({ sampling }) => sampling);
  if (known.length === 0) return null;
  return known.map((cell) => [cell.sampling, sampleCount(cell)]).map(([sampling, samples]) => ({
    warmUp: sampling.warm_up_s, steady: sampling.steady ?? null, samples,
    precision: sampling.precision ?? null, wanted: sampling.wanted_precision ?? null, end: sampling.end,
  }));
}

/** What an open loop was asked for and what became of it: messages and deliveries a second that were due, as means;
  * deliveries that never came, summed; and the share of messages that window or network held back. Null where no rate
  * was asked for, or in old files.
  */
export function dueIn(cells) {
  const known = cells.map(({ summary }) => summary).filter((summary) => Number.isFinite(summary?.target_per_s));
  if (known.length === 0) return null;
  const unmeasured = known.map((summary) => summary.unmeasured).filter(Number.isFinite);
  return {
    target: meanOf(known.map((summary) => summary.target_per_s)),
    owed: meanOf(known.map((summary) => summary.owed_per_s)),
    unmeasured: unmeasured.length > 0 ? sumOf(unmeasured) : null,
    heldBack: meanOf(known.map((summary) => summary.held_back_share)),
  };
}

/** Whether the broker got the prefetch that the load asks for; null where none is asked for, or the file does not tell.
  */
export function prefetchIn(cells) {
  const known = cells.map((cell) => cell.prefetch_applied).filter((applied) => typeof applied === 'boolean');
  return known.length > 0 ? known.every(Boolean) : null;
}

const stepOf = ({ setting, value, amount }) => ({ setting, value, amount: amount ?? null });

/** Each value of a setting that changes within the cell: mean rates, and the p99 of each repetition that has messages
  * enough for it, for they cannot be averaged.
  */
export function stepsIn(cells) {
  const steps = new Map();
  for (const step of cells.flatMap((cell) => cell.steps ?? [])) {
    const key = JSON.stringify([step.setting, step.value, step.from_s]);
    if (!steps.has(key)) steps.set(key, { ...stepOf(step), key, all: [] });
    steps.get(key).all.push(step);
  }
  const p99s = (all, name) => all.map((step) => percentileOf(step[name], 'us_p99')).filter(Number.isFinite);
  return [...steps.values()].map(({ all, ...step }) => ({
    ...step,
    produced: meanOf(all.map(({ produced }) => produced?.mean_per_s)),
    consumed: meanOf(all.map(({ consumed }) => consumed?.mean_per_s)),
    endToEnd: p99s(all, 'end_to_end'),
    send: p99s(all, 'send'),
  }));
}

/** Whether a cell that climbs was held, in most of its repetitions, and if not, why; null if it does not climb.
  * `beyond` is the id of the lower cell that was not held, so that it was not run; `ended` has the marks of the cells
  * that ended the climb, in each repetition.
  * @param others all cells of the row
  */
export function climbIn(cells, others = []) {
  const all = cells.filter(({ climb }) => climb);
  if (all.length === 0) return null;
  const held = all.filter(({ climb }) => climb.held).length;
  const lost = all.find(({ climb }) => !climb.held);
  return {
    axis: all[0].climb.axis,
    limit: all[0].climb.p99_limit_us,
    held: 2 * held > cells.filter(({ climb, status }) => climb || status !== 'skipped').length,
    because: lost ? lost.climb.because ?? lost.reason : null,
    beyond: all.every(({ climb }) => !climb.held) ? all.find(({ climb }) => climb.beyond)?.climb.beyond ?? null : null,
    ended: marksIn(all.filter(({ climb }) => climb.beyond).flatMap((cell) =>
      others.filter((one) => one.id === cell.climb.beyond && one.group === cell.group
        && one.repetition === cell.repetition))),
  };
}

/** Those of the measured repetitions whose latencies count: where they climb, the ones that say of the rate what most
  * of all say. At a rate that is not held, latency is the length of a queue.
  */
export function agreeing(measured, climb) {
  return climb ? measured.filter((cell) => Boolean(cell.climb?.held) === climb.held) : measured;
}

/** What became of confirmed messages when the broker was killed, summed over all kills; null if it never was. */
export function crashIn(cells) {
  const all = cells.filter(({ crash }) => crash).map(({ crash }) => crash);
  if (all.length === 0) return null;
  const total = (key) => sumOf(all.map((crash) => crash[key]));
  return {
    kills: all.length,
    confirmed: total('confirmed'),
    lost: total('lost_confirmed'),
    duplicated: total('duplicated'),
    unconfirmed: total('unconfirmed_delivered'),
    recovery: all.some(({ recovery_s: s }) => s === null) ? null : maxOf(all.map(({ recovery_s: s }) => s)),
  };
}

/** What a message costs the client to write and to read, in microseconds: the mean over all messages, and the
  * percentiles of each repetition, for they cannot be averaged; `middle` is the repetition in the middle, by p99. Null
  * where messages mean nothing.
  */
export function costsIn(cells) {
  const of = (name) => {
    const known = cells.map(({ summary }) => summary?.[name]).filter((cost) => cost?.count > 0);
    if (known.length === 0) return null;
    const messages = sumOf(known.map(({ count }) => count));
    return {
      mean: sumOf(known.map((cost) => cost.us_mean * cost.count)) / messages, p50s: known.map((cost) => cost.us_p50),
      p99s: known.map((cost) => percentileOf(cost, 'us_p99')), middle: middleOf(known),
    };
  };
  const [write, read] = [of('write'), of('read')];
  return write || read ? { write, read } : null;
}

/** Of several repetitions the one in the middle, by p99: where there is room for one only. */
export function middleOf(each) {
  return [...each].sort((a, b) => a.us_p99 - b.us_p99)[Math.floor((each.length - 1) / 2)];
}
