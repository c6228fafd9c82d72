// What a message cost the broker and the generator, and how many never came, from the totals of each repetition. The
// file's own `cpu_us_per_message` divides by messages produced plus consumed, so that a message that is sent and
// received counts twice; here it is one piece of work.
import { judging } from './known.js';
import { halfInterval, meanOf, sumOf } from './numbers.js';

/** Messages a second that count as done: delivered ones, or produced ones where nobody is there to consume. */
function doneIn({ load, summary }) {
  const rate = (load.consumers > 0 ? summary.consumed : summary.produced)?.mean_per_s;
  return rate > 0 ? rate : null;
}

/** Microseconds of processor time for each message that was done; null where that is not known, or nothing was done. */
function cpuOf(cell, used) {
  const done = doneIn(cell);
  if (done === null || !used) return null;
  if (Number.isFinite(used.cpu_cores)) return (used.cpu_cores * 1e6) / done;
  const { produced, consumed } = cell.summary;
  return Number.isFinite(used.cpu_us_per_message)
    ? (used.cpu_us_per_message * ((produced?.mean_per_s ?? 0) + (consumed?.mean_per_s ?? 0))) / done : null;
}

/** Bytes that the broker had the disks write for each message that was produced (or, where a queue is emptied,
  * delivered).
  */
function writtenOf(cell) {
  const bytes = cell.resources?.broker?.written_bytes_per_s;
  const { produced } = cell.summary;
  const rate = produced?.mean_per_s > 0 ? produced.mean_per_s : doneIn(cell);
  return Number.isFinite(bytes) && rate > 0 ? bytes / rate : null;
}

function estimateOf(values) {
  const known = values.filter(Number.isFinite);
  return { mean: meanOf(known), half: halfInterval(known) };
}

/** Deliveries that were owed and never came, over all repetitions: lost ones, and those that were not waited for any
  * longer. Of linked phases only the last one can tell. Null where nothing was owed, or no file tells.
  */
function undeliveredIn(cells) {
  const last = ({ phase }) => !phase || phase.index === phase.count - 1;
  const audits = cells.filter((cell) => cell.audit && last(cell)).map(({ audit }) => audit);
  const owed = sumOf(audits.map(({ expected }) => expected ?? 0));
  if (owed === 0) return null;
  const never = sumOf(audits.map(({ lost, undrained }) => (lost ?? 0) + (undrained ?? 0)));
  return { never, owed, share: never / owed };
}

/** @param cells the measured repetitions of a cell
  * @returns `cpu` and `clientCpu` (microseconds for each message: `mean`, and `half` of the interval over repetitions
  * or null), `written` (bytes for each message), each null where not known; `undelivered`; `of`: what a message is
  * here, `delivered` or `produced`
  */
export function deliveredIn(cells) {
  return {
    of: cells.some(({ load }) => load.consumers > 0) ? 'delivered' : 'produced',
    cpu: estimateOf(cells.map((cell) => cpuOf(cell, cell.resources?.broker))),
    clientCpu: estimateOf(cells.map((cell) => cpuOf(cell, cell.resources?.client))),
    written: meanOf(cells.map(writtenOf)),
    undelivered: undeliveredIn(cells),
  };
}

/** Whether a row that says it keeps a persistent message on a disk wrote clearly less than the message itself is long:
  * then it was delivered before it was stored, and the number says nothing of storing. What is written and what is sent
  * in the same seconds are not the same messages, so a few percent less say nothing.
  */
export function wroteTooLittle({ contender, delivered }, { load }) {
  const kept = load.persistent === true && (load.destination_type !== 'topic' || load.durable === true);
  return contender.synced && kept && delivered.written !== null
    && delivered.written < judging.stored_share * load.message_size_bytes;
}
