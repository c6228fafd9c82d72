// What the results say, as the generator judged them: the page draws it, and judges nothing by itself.
import { el } from './dom.js';

/** @param all judgements, one for each choice of what counts
  * @param files parsed result files, in the order in which the judgement counts them
  */
export function judgementsOf(all, files, contenders) {
  const rowOf = ({ file }) => contenders.find((contender) => contender.file === files[file]) ?? null;
  return all.map((one) => withRows(one, rowOf));
}

/** Those of a choice: one for each machine that is shown. */
export function judgedBy(judgements, { sure, common, machine }) {
  const chosen = judgements.filter((one) => one.certain_only === sure && one.common_only === common);
  return chosen.filter((one) => chosen.length === 1 || machine.length === 0 || machine.includes(one.machine));
}

/** What `make` makes for each machine: it gets what was `judged` of it, and `nth`, which tells it from the others. */
export const onEach = (app, make) => el('div', null, app.verdicts.map((judged, nth) => make({ ...app, judged, nth })));

/** The id of such a part; that of the first machine has no number. */
export const idOf = (name, { nth }) => (nth > 0 ? `${name}-${nth + 1}` : name);

/** Everything with a `row` gets the `contender` that it stands for; what has none is left out, for its file cannot be
  * drawn.
  */
function withRows(value, rowOf) {
  if (Array.isArray(value)) return value.map((item) => withRows(item, rowOf))
    .filter((item) => item?.contender !== null);
  if (value === null || typeof value !== 'object') return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRows(item, rowOf)]));
  return value.row ? { ...made, contender: rowOf(value.row) } : made;
}
