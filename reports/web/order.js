// The order of rows where several cells stand together: whoever is best in them comes first.
import { meanOf } from './numbers.js';

/** @param lists what each row made of each cell, as `standings` (ranking.js) gives it
  * @returns the places of the rows in these lists, best first, by the geometric mean of their factors; those without
  * any come last, and rows that are equal stay in their order
  */
export function bestFirst(lists) {
  const score = (i) => meanOf(lists.map((list) => list[i].factor).filter((factor) => factor !== null).map(Math.log))
    ?? Infinity;
  const scores = (lists[0] ?? []).map((_, i) => score(i));
  return [...scores.keys()].sort((a, b) => (scores[a] === scores[b] ? a - b : scores[a] - scores[b]));
}
