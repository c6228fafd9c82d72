// Places along the axis of a graph: what its table has lines for, and what the crosshair steps through.

/** Half of a sample interval: what lies nearer belongs to the same interval, for no two rows are sampled at the same
  * microsecond.
  */
const NEAR = 0.5;

const kept = new WeakMap();

/** @param panel see charts.js
  * @returns places in order, each with where it is (`at`) and the value of every line there (`values`; null: none)
  */
export function placesOf(panel) {
  if (!kept.has(panel)) kept.set(panel, (PLACES[panel.x] ?? exactly)(panel.lines));
  return kept.get(panel);
}

const PLACES = { time: byInterval, percentiles: byPercentile };

/** Samples of the same interval stand beside each other; the place is in the middle of their times. */
function byInterval(lines) {
  const near = NEAR * intervalOf(lines);
  const points = lines.flatMap((line, index) => line.points.map(([x, value]) => ({ x, value, index })))
    .sort((a, b) => a.x - b.x);
  const places = [];
  for (const { x, value, index } of points) {
    if (places.length === 0 || x - places.at(-1).times[0] > near || places.at(-1).values[index] !== null) {
      places.push({ times: [], values: lines.map(() => null) });
    }
    places.at(-1).times.push(x);
    places.at(-1).values[index] = value;
  }
  return places.map(({ times, values }) => ({ at: times[Math.floor((times.length - 1) / 2)], values }));
}

/** The usual distance of the points of a line: the middle one of all. */
function intervalOf(lines) {
  const steps = lines.flatMap(({ points }) => points.slice(1).map(([x], i) => x - points[i][0]))
    .filter((step) => step > 0).sort((a, b) => a - b);
  return steps[Math.floor((steps.length - 1) / 2)] ?? lines.find(({ points }) => points.length > 0)?.points[0][0] ?? 1;
}

const allOf = (lines) => [...new Set(lines.filter(({ ideal }) => !ideal)
  .flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);

/** So many per cent of the messages took at most what the curve says at the next percentile that it has. */
function byPercentile(lines) {
  return allOf(lines)
    .map((at) => ({ at, values: lines.map(({ points }) => points.find(([percent]) => percent >= at)?.[1] ?? null) }));
}

/** Settings that were tried: a line has a value where it has a point. */
function exactly(lines) {
  const known = lines.map(({ points }) => new Map(points));
  return allOf(lines).map((at) => ({ at, values: known.map((points) => points.get(at) ?? null) }));
}
