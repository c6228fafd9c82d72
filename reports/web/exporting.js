// Numbers as files: of a graph, and of the whole page.
import { allColumns } from './columns.js';
import { digits, micros } from './format.js';
import { measureOf } from './measures.js';
import { placesOf } from './places.js';
import { column, sampleCount } from './samples.js';

/** A field of CSV. Text that a spreadsheet would take for a formula gets an apostrophe. */
function field(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvOf = (rows) => `${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;

const xOf = ({ x, showX }) => (showX && x !== 'time' ? showX : (s) => `${digits(s)} s`);

/** The points of a graph as a table: what its first column is, and for each place the values of all lines (null: none).
  */
export function tableOf(panel) {
  return {
    head: panel.x === 'time' ? 'time' : panel.along,
    rows: placesOf(panel).map(({ at, values }) => ({ at, x: xOf(panel)(at), values })),
  };
}

const lineName = ({ key, repetition }) => (repetition ? `${key} (${repetition})` : key);

export function graphCsv(panel) {
  const { head, rows } = tableOf(panel);
  return csvOf([
    [head === 'time' ? 't_s' : head, ...panel.lines.map(lineName)], ...rows.map(({ at, values }) => [at, ...values]),
  ]);
}

export function graphJson(panel, title) {
  const { title: what, unit, show } = panel;
  const lines = panel.lines.map(({ key, label, repetition, points }) => ({ key, label, repetition, points }));
  return JSON.stringify({ of: title, what, unit: unit || (show === micros ? 'us' : ''),
    along: panel.along ?? 'seconds', lines }, null, 1);
}

/** One line for each row and cell. */
export function allCsv(view) {
  return csvOf([allColumns().map(([name]) => name), ...view.figures.flatMap(linesOf)]);
}

function linesOf(figure) {
  const measure = measureOf(figure);
  return figure.entries.map((entry) => {
    const number = entry.status === 'measured' ? measure.read(entry) : null;
    return allColumns().map(([, read]) => read({ figure, entry, measure, number }));
  });
}

/** The result files as the page has them, samples as columns. */
export function allJson(view) {
  return JSON.stringify(view.contenders.map(({ file }) => ({ ...file, cells: file.cells.map(withColumns) })));
}

function withColumns({ samples, series, ...cell }) {
  const columns = series ?? { t_s: column({ samples }, 't_s') };
  return { ...cell, sample_count: sampleCount({ ...cell, samples }), samples: samples ?? columns };
}

/** Hands a file to the browser, as a download. */
export function saveText(name, text, type) {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
