// Numbers and axis values as people read them: three significant digits, and always a unit. A missing one is a dash.
import { el, small } from './dom.js';
import { rules } from './rules.js';

const STEPS = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];

/** Three significant digits without an exponent: 951, 45.3, 0.52, 0. */
export function digits(value) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 99.95) return String(Math.round(value));
  return value.toFixed(size >= 9.995 ? 1 : 2);
}

/** With an SI prefix: 12345 is 12.3k, 1310000 is 1.31M. */
export function si(value) {
  const step = STEPS.find(([size]) => Math.abs(value) >= size * 0.9995);
  return step ? digits(value / step[0]) + step[1] : digits(value);
}

export const count = (value) => (Math.abs(value) < 1e4 && value !== null ? String(value) : si(value));

export const counted = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const megabytes = (perSecond, bytesEach) =>
  (Number.isFinite(perSecond) ? `${digits((perSecond * bytesEach) / 1e6)} MB/s` : '–');

export function micros(us) {
  if (!Number.isFinite(us)) return '–';
  if (us < 999.5) return `${digits(us)} µs`;
  if (us < 999.5e3) return `${digits(us / 1e3)} ms`;
  return `${digits(us / 1e6)} s`;
}

/** A size in bytes: 20 B, 1 KiB, 7.75 GiB; but 10 kB, not 9.77 KiB. */
export function bytes(exact) {
  if (!Number.isFinite(exact)) return '–';
  const size = Math.round(exact);
  if (size >= 1000 && size % 1000 === 0 && size % 1024 !== 0) return size % 1e6 === 0 ? `${size / 1e6} MB`
    : `${size / 1e3} kB`;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = size < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10));
  const value = size / 1024 ** power;
  return `${Number.isInteger(value) ? value : digits(value)} ${units[power]}`;
}

export function factor(value) {
  if (!Number.isFinite(value)) return '–';
  return value > rules.far_behind ? `>${rules.far_behind}×` : `${digits(value)}×`;
}

export const share = (value) =>
  (Number.isFinite(value) ? `${(100 * value).toFixed(value < 0.0995 ? 1 : 0)} %` : '–');

export const seconds = (s) => `${digits(s)} s`;

export const dateTime = (ms) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function timeSpan(from, until) {
  const [a, b] = [from, until].map(dateTime);
  if (a === b) return a;
  return a.slice(0, 10) === b.slice(0, 10) ? `${a.slice(0, -' UTC'.length)} to ${b.slice(11)}` : `${a} to ${b}`;
}

export const words = (name) => name.replaceAll(/[_-]/g, ' ');

/** The value of a workload on an axis, or else in its load: `text`, and of a number `value` and `unit`. */
export function axisOf({ axes, axis_values: numbers, load }, axis) {
  if (Object.hasOwn(axes, axis)) return { text: axes[axis], ...numbers[axis] };
  const declared = load[axis] ?? null;
  if (typeof declared !== 'number') return declared === null ? null : { text: String(declared) };
  return { text: String(declared), value: declared, unit: axis.endsWith('_bytes') ? 'bytes' : null };
}

export const axisOrder = (of) => of?.value ?? NaN;

export function compareAxis(a, b) {
  const [x, y] = [axisOrder(a), axisOrder(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(!Number.isNaN(x)) - Number(!Number.isNaN(y));
  return x - y;
}

const PHRASES = {
  confirm: { none: 'sends not confirmed', receipt: 'each send confirmed' },
  transaction: { 0: 'no transaction', 1: '1 message per transaction' },
  mode: { async: 'non-persistent, not confirmed', sync: 'persistent, confirmed one by one' },
};

const FLAGS = { yes: true, true: true, no: false, false: false };

const CLEAR = new Set(['type', 'destination', 'destination_type', 'phase']);

/** An axis value in words: 5 producers, persistent, 256 KiB, queue, ack = client. */
export function axisValue(axis, { text, value, unit }) {
  const name = words(axis);
  const named = (said, clear) => (clear ? said : `${name} = ${said}`);
  if (unit === 'bytes') return named(bytes(value), /^size$|bytes$/.test(axis));
  if (unit === 's') return `${name} ${text}`;
  if (unit === 'per_s' && Number.isInteger(value)) return named(`${value.toLocaleString('en-US')}/s`, name === 'rate');
  if (PHRASES[axis]?.[text]) return PHRASES[axis][text];
  if (axis === 'transaction' && Number.isInteger(value)) return `${text} messages per transaction`;
  if (text in FLAGS) return FLAGS[text] ? name : `${name === 'persistent' ? 'non-' : 'not '}${name}`;
  if (!Number.isFinite(value) || unit) return named(words(text), CLEAR.has(axis));
  if (/^(n|rate)$/.test(axis)) return `${axis} = ${text}`;
  return `${text} ${text === '1' ? name.replace(/s$/, '') : name}`;
}

export const QUANTILES = {
  us_p50: 'p50', us_p90: 'p90', us_p95: 'p95', us_p99: 'p99', us_p999: 'p99.9', us_p9999: 'p99.99', us_max: 'max',
};

export function needsMessages(quantile) {
  const beyond = 1 - Number(QUANTILES[quantile].slice(1)) / 100;
  return Math.round(rules.messages_beyond / beyond) || 0;
}

export const isKnown = (latency, quantile) => latency.count >= needsMessages(quantile);

export const percentileOf = (latency, quantile) =>
  (latency && isKnown(latency, quantile) ? latency[quantile] : null);

export const messagesInWords = (quantile) =>
  `${needsMessages(quantile).toLocaleString('en-US')} messages`;

export const percentileInWords = (latency, quantile) =>
  (isKnown(latency, quantile) ? micros(latency[quantile]) : `– (needs ${messagesInWords(quantile)})`);

export const percentileIn = (latency, quantile) =>
  (latency && !isKnown(latency, quantile)
    ? [el('span', { class: 'value' }, '–'), small(` needs ${messagesInWords(quantile)}`)]
    : micros(latency?.[quantile]));

/** Tolerance, because 99.9 has no exact binary representation. */
const NEARLY = 1 - 1e-9;

/** The points of a curve, `[percent, microseconds]`, as far as enough of its messages lie beyond them. */
export const knownPoints = (curve, messages) =>
  curve.filter(([percent]) => messages * (100 - percent) >= 100 * rules.messages_beyond * NEARLY);
