// What the results say, as the generator judged them: the page draws it, and judges nothing by itself.

/** @param all judgements, one for each choice of what counts
  * @param files parsed result files, in the order in which the judgement counts them
  */
export function judgementsOf(all, files, contenders) {
  const rowOf = ({ file }) => contenders.find((contender) => contender.file === files[file]) ?? null;
  return all.map((one) => withRows(one, rowOf));
}

/** That of a choice. */
export const judgedBy = (judgements, { sure, common }) => judgements.find((one) => one.certain_only === sure && one.common_only === common);

/** Everything with a `row` gets the `contender` that it stands for; what has none is left out, for its file cannot be drawn. */
function withRows(value, rowOf) {
  if (Array.isArray(value)) return value.map((item) => withRows(item, rowOf)).filter((item) => item?.contender !== null);
  if (value === null || typeof value !== 'object') return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRows(item, rowOf)]));
  return value.row ? { ...made, contender: rowOf(value.row) } : made;
}
