// Percentiles, and when they are known: at least ten messages lie beyond them. Of fewer, a percentile is little more
// than the highest latency, which a single message decides.
import { el } from './dom.js';
import { micros } from './format.js';
import { judging } from './known.js';

const ABOVE = { us_p50: 0.5, us_p90: 0.1, us_p95: 0.05, us_p99: 0.01, us_p999: 0.001, us_p9999: 0.0001 };

export const QUANTILES = {
  us_p50: 'p50', us_p90: 'p90', us_p95: 'p95', us_p99: 'p99', us_p999: 'p99.9', us_p9999: 'p99.99', us_max: 'max',
};

/** How many messages a percentile needs; 0 of the maximum. */
export const needsMessages = (quantile) =>
  (ABOVE[quantile] ? Math.round(judging.messages_beyond / ABOVE[quantile]) : 0);

/** Whether enough messages lie beyond a percentile of this latency. Who does not count them is believed, as older files
  * are.
  */
export const isKnown = (latency, quantile) => !(latency?.count < needsMessages(quantile));

/** A percentile of a latency in microseconds; null where it is not known. */
export function percentileOf(latency, quantile) {
  const us = latency?.[quantile];
  return Number.isFinite(us) && isKnown(latency, quantile) ? us : null;
}

/** Whether a latency has this percentile, but of too few messages. */
export const tooFewIn = (latency, quantile) => Number.isFinite(latency?.[quantile]) && !isKnown(latency, quantile);

export const messagesInWords = (quantile) => `${needsMessages(quantile).toLocaleString('en-US')} messages`;

/** As people read it, also that it is not known. */
export const percentileInWords = (latency, quantile) =>
  (tooFewIn(latency, quantile) ? `– (needs ${messagesInWords(quantile)})` : micros(latency?.[quantile]));

/** In a table, in place of a percentile that is not known. */
export const tooFew = (quantile) => [
  el('span', { class: 'value' }, '–'), el('small', null, ` needs ${messagesInWords(quantile)}`),
];

/** The points of a curve, `[per cent, microseconds]`, as far as at least ten of its messages lie beyond. */
export const knownPoints = (curve, count) =>
  (Number.isFinite(count)
    ? curve.filter(([percent]) => count * (100 - percent) >= 100 * judging.messages_beyond * NEARLY) : curve);

/** 99.9 has no exact place among binary numbers. */
const NEARLY = 1 - 1e-9;
