// Climbs: cells that differ only in a rate that rises until a row no longer holds it. Who holds what, and where each
// row ends.
import { climbs } from './families.js';
import { axisOf, axisOrder, axisValue } from './format.js';

const axisIn = ({ entries }) => entries.find(({ climb }) => climb)?.climb.axis;
const placeOf = (figure) => axisOf(figure.sample, axisIn(figure));

/** Where a cell stands on the axis that it climbs, as a number. */
export const rungOf = (figure) => axisOrder(placeOf(figure));

/** As people read it: 20,000/s. */
export const rungInWords = (figure) => axisValue(axisIn(figure), placeOf(figure));

/** The climbs among these cells: each a list from low to high, with the values of all other axes the same. */
export function climbsOf(figures) {
  const found = new Map();
  for (const figure of figures.filter(climbs)) {
    const axis = axisIn(figure);
    const key = JSON.stringify([figure.group, Object.entries(figure.sample.axes).filter(([name]) => name !== axis)]);
    found.set(key, [...(found.get(key) ?? []), figure]);
  }
  return [...found.values()].map((climb) => climb.sort((a, b) => rungOf(a) - rungOf(b)));
}

export const entryOfRow = (figure, contender) => figure.entries.find((entry) => entry.contender === contender);

const holds = (figure, contender) => {
  const entry = entryOfRow(figure, contender);
  return entry?.status === 'measured' && entry.climb?.held === true;
};

/** Who took part in a climb: it has a number in it, or failed. */
export const tookPart = (climb, contender) =>
  climb.some((figure) => ['measured', 'failed'].includes(entryOfRow(figure, contender)?.status));

/** Where a row ends in a climb: the highest cell that it `held`, and the one above, which it did `not` hold and `why`
  * (null: it held the highest that was tried).
  */
export function endOf(climb, contender) {
  const held = climb.filter((figure) => holds(figure, contender)).at(-1) ?? null;
  const above = climb.slice(held ? climb.indexOf(held) + 1 : 0);
  const not = above.find((figure) => {
    const entry = entryOfRow(figure, contender);
    return entry && (entry.climb?.held === false || entry.status === 'failed');
  }) ?? null;
  return { held, not, why: not ? whyNot(entryOfRow(not, contender)) : null };
}

/** Why a rate was not held, in words. */
export function whyNot(entry) {
  return entry.status === 'failed' ? `failed: ${entry.reason}` : entry.climb?.because ?? entry.reason;
}
