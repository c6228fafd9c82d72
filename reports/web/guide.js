// How to read the page, in the page.
import { el, folded } from './dom.js';

const ENTRIES = [
  ['Cell', 'One load, run against every broker: so many producers, consumers and destinations, one message size.'],
  ['Rates', 'Messages per second, mean over the samples after the warm-up, with the standard deviation between samples (sd); '
    + 'or, of several repetitions, with half of the 95 % confidence interval of their mean (95 %). Brokers whose intervals overlap are both best.'],
  ['Service time', 'Latency under a closed loop: who waits for an answer before the next send cannot see a stall that delays the sends '
    + 'themselves, so its tail is understated. Compare it between brokers, and do not plan with it.'],
  ['Response time', 'Latency under a fixed schedule, counted from the time a message should have been sent: stalls are in it.'],
  ['Marks', 'Letters beside a number are reasons to doubt it; point at them or focus them for the numbers behind. G: the generator was near its own '
    + 'limit, so the broker may be faster. N: noisy, the samples differ much or have a trend. E: errors, losses, duplicates or wrong order. R: the '
    + 'load did not reach its rate. 1: a single repetition. S: load and broker shared a machine.'],
  ['CPU per message', 'Processor time of all the broker’s processes, or of the load generator, divided by messages; a message counts once when produced and '
    + 'once for each consumption.'],
  ['Of the ceiling', 'What was reached, as a share of what the generator reaches with the same load against a broker that does nothing.'],
  ['Faults', 'Every message is audited. Lost: accepted and never delivered; duplicated: delivered again; reordered: behind a later message '
    + 'of the same producer; corrupted: wrong length or checksum; foreign: of another cell; errors: what the broker refused.'],
  ['Unsupported, failed, skipped', 'Results as well: the reason stands where the numbers would be.'],
];

export function guideOf() {
  return folded('How to read this page', el('dl', { class: 'guide' }, ENTRIES.map(([term, text]) => [el('dt', null, term), el('dd', null, text)])));
}
