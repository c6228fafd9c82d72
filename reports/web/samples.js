// The samples of a cell by column, whether the cell has them as its result file does or as the page does (`series`).

/** The numbers of all samples at a path such as `end_to_end.us_p99` or `groups.0.consumed`; null where a sample has
  * none.
  */
export function column(cell, path) {
  if (cell.series) return stretched(cell.series[path], sampleCount(cell));
  return (cell.samples ?? []).map((sample) => path.split('.').reduce((value, key) => value?.[key], sample) ?? null);
}

function stretched(values, length) {
  return Array.isArray(values) ? values : Array(length).fill(values ?? null);
}

export function sampleCount(cell) {
  return cell.sample_count ?? cell.samples?.length ?? 0;
}

/** Name and role of each client group; `index` is its place in a sample's `groups`. */
export function clientGroups(cell) {
  return (cell.client_groups ?? cell.samples?.[0]?.groups ?? [])
    .map(({ name, role }, index) => ({ name, role, index }));
}

/** Points of a line: end of each interval and value; what is not known is left out. */
export function pointsOf(cell, path) {
  const values = column(cell, path);
  return column(cell, 't_s').map((t, i) => [t, values[i]])
    .filter(([t, value]) => Number.isFinite(t) && Number.isFinite(value));
}
