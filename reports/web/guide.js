// How to read the page, in the page.
import { el, folded, scrolling } from './dom.js';
import { words } from './format.js';

const ENTRIES = [
  ['Row',
    'A broker over a protocol. Its colour and marker are the broker’s, its shade and dash the protocol’s; all are the '
      + 'same everywhere on the page.'],
  ['Not synced',
    'A message that the broker has confirmed is neither on a disk nor on several nodes: it is gone when the machine '
      + 'stops. Rows that promise more have more to do.'],
  ['Load',
    'What every row is put under, one load after the other: so many producers, consumers and destinations, one message '
      + 'size. The result files call it a cell.'],
  ['Rates',
    'Messages per second, mean over the samples after the warm-up, with the standard deviation between samples (sd); '
      + 'or, of several repetitions, with half of the 95 % confidence interval of their mean (95 %). A single sample '
      + 'has no spread.'],
  ['Factor',
    'How many times worse than the best row under the same load; of a load that must be stored, than the best of those '
      + 'that stored it. Over several loads the geometric mean. With one repetition nobody knows how far the next '
      + 'would be off, so the interval is a guess: the spread of the samples, and at least 10 % to each side (25 % of '
      + 'a p99); it has a question mark and a dashed line.'],
  ['Service time',
    'Latency under a closed loop: who waits for an answer before the next send cannot see a stall that delays the '
      + 'sends themselves, so its tail is understated. Compare it between brokers, and do not plan with it.'],
  ['Response time',
    'Latency under a fixed schedule, counted from the time a message should have been sent: stalls are in it.'],
  ['Held',
    'Of a rate that is the same for all: at least 95 % of it was produced and consumed, with a p99 within the limit (1 '
      + 's unless the scenario says otherwise). Higher rates than one that was not held are not tried, so the row’s '
      + 'curve ends there. Latency is ranked over the rates that at least two rows held; there, who did not hold a '
      + 'rate counts as one that failed.'],
  ['MB/s',
    'Payload: the bodies of the messages, without their headers, in 10^6 bytes a second. Only where all are of one '
      + 'size.'],
  ['Percentiles',
    'Of all repetitions together, read from the sum of their histograms. They cannot be averaged; where a file has no '
      + 'sum, each repetition stands by itself. One is shown where at least ten messages lie beyond it: p99 needs '
      + '1,000, p99.9 10,000.'],
  ['Marks',
    'Letters beside a number are reasons to doubt it, and a number can have several; point at them or focus them for '
      + 'the numbers behind. G: the generator did more than half of what it reaches with this load without a broker, '
      + 'or used more than 80 % of its processors, or sent late: the broker may be faster. N: noisy, the mean of the '
      + 'samples is not well known, was not steady when they began, or has a trend. E: errors, losses, duplicates or '
      + 'wrong order, nothing delivered, or more than half of the deliveries missing at the end. R: the load was not '
      + 'sent, or did not come out, at its rate. B: other programs used much of the machine. '
      + 'U: the rate jumped between levels, or the backlog grew in every sample. '
      + 'A: the scheduler had broker and load in different groups. F: fewer than half of the '
      + 'repetitions failed. These six make a number uncertain. D: a broker that promises the disk delivered the '
      + 'messages before it had stored them: it did less work, and is no best of rows that stored. L: on the machine '
      + 'that both share, the load generator took what the broker could have used. 1: a single repetition. S: load '
      + 'generator and broker shared a machine.'],
  ['Graphs over time',
    'Warm-up and drain are shaded. Red ticks on top are errors. Point at a graph, or focus it and use the arrow keys, '
      + 'for the values at a moment, in all graphs of the load at once.'],
  ['Ideal',
    'The thin dotted line of each row in a graph over numbers of clients: from its own first point, as many times more '
      + 'messages as there are clients.'],
  ['CPU per message',
    'Processor time of all the broker’s processes, or of the load generator, divided by the messages that were '
      + 'delivered (produced, where nobody consumes): what one piece of work costs. The result file’s own number '
      + 'divides by produced plus consumed.'],
  ['Undelivered', 'Deliveries that were owed and never came: lost, or not there when the wait for them ended.'],
  ['Written',
    'Bytes that the broker had the disks write for each message produced. A broker that promises the disk and writes '
      + 'less than the message itself delivered it before it was stored.'],
  ['Of the ceiling',
    'What was reached, as a share of what the generator reaches with the same load against a broker that does nothing. '
      + 'That is measured in a few seconds. Where more was reached with a broker the ceiling is at least that, and not '
      + 'known: G then follows from the generator’s processor time alone.'],
  ['Faults',
    'Every message is audited. Lost: accepted and never delivered; duplicated: delivered again; reordered: behind a '
      + 'later message of the same producer; corrupted: wrong length or checksum; foreign: of another load; misrouted: '
      + 'for another consumer; errors: what the broker refused. What the protocol’s promise allows is no fault, and '
      + 'stands beside them: redelivered (came again) and overtaken (behind a later message). The promise is among the '
      + 'brokers, below.'],
  ['Unsupported, failed, not run', 'Results as well: the reason stands where the numbers would be, one click away.'],
  ['Links',
    'The page’s address holds every choice: rows, filters, what counts, which load is open. # beside a title is a link '
      + 'to it. The back button takes a choice back.'],
];

/** docs/methods.md, which the page carries with it as a template. */
function methods() {
  const content = document.querySelector('template.methods').content.cloneNode(true);
  for (const table of content.querySelectorAll('table')) {
    const place = table.parentNode.insertBefore(el('div'), table);
    place.replaceWith(scrolling('Table of the methods', table));
  }
  return content;
}

/** @param thresholds of the marks, as a result file has them; null if it has none */
export function guideOf(thresholds) {
  return el('section', { id: 'guide', 'aria-label': 'Guide' },
    folded('How to read this page',
      el('dl', { class: 'guide' }, ENTRIES.map(([term, text]) => [el('dt', null, term), el('dd', null, text)]))),
    folded('Methods: how it was measured, and what the numbers do not say', el('div', { class: 'methods' }, methods()),
      thresholds && el('p', { class: 'note' }, 'Thresholds of the marks: ',
        Object.entries(thresholds).map(([name, value]) => `${words(name)} ${value}`).join(', '), '.')));
}
