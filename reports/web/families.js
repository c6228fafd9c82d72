// What kind of race a cell is, told from how its rows were loaded.

/** Whether each row was sent a share of its own maximum. */
export function ownRates({ entries }) {
  return entries.some(({ offered }) => Number.isFinite(offered?.share));
}

/** Whether it is one of a climb: rows are asked for it as long as they hold the lower ones. */
export function climbs({ entries }) {
  return entries.some(({ climb }) => climb);
}
