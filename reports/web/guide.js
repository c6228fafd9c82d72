// How to read the page, in the page.
import { el, folded } from './dom.js';

const ENTRIES = [
  ['Cell', 'One load, run against every broker: so many producers, consumers and destinations, one message size.'],
  ['Rates', 'Messages per second, mean over the samples after the warm-up, ± the standard deviation between samples (between '
    + 'repetitions, if there are several).'],
  ['Service time', 'Latency under a closed loop: who waits for an answer before the next send cannot see a stall that delays the sends '
    + 'themselves, so its tail is understated. Compare it between brokers, and do not plan with it.'],
  ['Response time', 'Latency under a fixed schedule, counted from the time a message should have been sent: stalls are in it.'],
  ['Faults', 'Every message is audited. Lost: accepted and never delivered; duplicated: delivered again; reordered: behind a later message '
    + 'of the same producer; corrupted: wrong length or checksum; foreign: of another cell; errors: what the broker refused.'],
  ['Unsupported, failed, skipped', 'Results as well: the reason stands where the numbers would be.'],
];

export function guideOf() {
  return folded('How to read this page', el('dl', { class: 'guide' }, ENTRIES.map(([term, text]) => [el('dt', null, term), el('dd', null, text)])));
}
