// Workloads that send in batches: which row is fastest.
import { rowLink } from '../filters/state.js';
import { el, note, rowHead, scrolling, small, strong, tableHead } from '../lib/dom.js';
import { counted, micros, si, words } from '../lib/format.js';
import { intervalOf } from '../lib/standings.js';
import { entryOfRow } from '../lib/view-model.js';
import { flagsOf, ownFlags } from '../tables/flags.js';
import { idOf, rowName, titleOn } from './ranking.js';

const BEHIND = 'When the receivers fall behind, processing latency means nothing';
const PROCESSING = 'processing_us_p95';

export const BATCH_NUMBERS = [
  { key: 'sent', title: 'Sent', unit: 'msg/s', show: si },
  { key: 'received', title: 'Received', unit: 'msg/s', show: si },
  { key: 'send_us_p95', title: 'Send latency', unit: 'p95', show: micros, less: true },
  { key: PROCESSING, title: 'Processing latency', unit: 'p95', show: micros, less: true },
];

export const batchesOf = (app) => app.judged.batches.map((one, i) =>
  el('section', { id: idOf(i > 0 ? `batches-part-${i + 1}` : 'batches', app) },
    el('h2', null, titleOn(one.title, app)),
    note(one.about, ' There are as many senders as receivers, one in each thread. ',
      'The rows that send and receive most come first. ', one.replicated
        && 'Rows whose confirmed sends are on several nodes come before the others, which are there for comparison.'),
    pacesTable(one, app),
    readingOf(one)));

const readingOf = ({ unsupported }) => note(strong(`${BEHIND}: `),
  'it is the time from send to receipt, so it then measures the length of the queue. It is in brackets if receivers ',
  'took less than 95% of what was sent, or if on average more than a second of their work was waiting.',
  unsupported.length > 0 && ` Not supported: ${unsupported.map(({ contender }) => contender.label).join(', ')}.`);

const pacesTable = (one, app) => scrolling(one.title, el('table', { class: 'paces' },
  tableHead(['Row', ...BATCH_NUMBERS.map(({ title, unit }) => [title, small(` ${unit}`)])]),
  one.loads.map((load) => loadBody(load, one, app))));

function loadBody({ threads, workload, fastest, rows }, { replicated }, app) {
  const shown = rows.filter(({ contender }) => app.contenders.includes(contender));
  const others = replicated ? shown.findIndex((row) => !row.replicated) : -1;
  return el('tbody', { 'data-threads': threads },
    el('tr', null,
      el('th', { scope: 'rowgroup', colspan: 1 + BATCH_NUMBERS.length, class: 'threads' }, counted(threads, 'thread'),
        fastest && small(` fastest: ${fastest}`))),
    shown.map((row, i) => [
      i === others && el('tr', { class: 'divide' },
        el('td', { colspan: 1 + BATCH_NUMBERS.length }, 'confirmed by one node only, for comparison')),
      paceRow(row, workload, app)]));
}

function paceRow(row, workload, app) {
  const { contender, nodes, status, fastest } = row;
  const figure = app.view.figures.find(({ id, group }) => id === workload.id && group === workload.group);
  const link = (text) => el('a', { href: rowLink(app.state, workload, contender) }, text);
  return el('tr', { 'data-row': contender.key, class: fastest ? 'best' : null },
    rowHead(rowName(contender, nodes),
      figure && flagsOf(ownFlags(entryOfRow(figure, contender).flags), contender.label)),
    status === 'measured' ? BATCH_NUMBERS.map(({ key, show }, i) =>
      el('td', { class: 'number', 'data-field': key }, paceOf(row, key, show, i === 0 ? link : (text) => text)))
      : el('td', { colspan: BATCH_NUMBERS.length, class: 'status' }, link(words(status))));
}

/** A number and its interval. A number that means nothing is in brackets, with the reason. */
function paceOf(row, key, show, link) {
  if (!row[key]) return '–';
  const { value, guess } = row[key];
  const text = show(value);
  if (key === PROCESSING && row.behind) return [el('span', { class: 'meaningless' }, `(${text})`),
    small(` ${row.behind}`)];
  return [link(text), small(` ${intervalOf(row[key], show)}${guess ? '?' : ''}`)];
}
