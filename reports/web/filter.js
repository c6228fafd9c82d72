// Which rows take part, given what the reader chose.

/** Whether a row is shown: `broker` and `protocol` choose rows (none chosen: all), `without` takes single ones out. */
export function isShown(contender, state) {
  const chosen = (list, value) => list.length === 0 || list.includes(value);
  return contender.broker.available && chosen(state.broker, contender.broker.name) && chosen(state.protocol, contender.protocol)
    && !state.without.includes(contender.key);
}

/** Indices of the rows that do not take part. */
export function hiddenRows(contenders, state) {
  return new Set(contenders.filter((contender) => !isShown(contender, state)).map(({ index }) => index));
}

/** The state after one row was switched on or off. Whoever leaves a choice of brokers or protocols keeps the others of it. */
export function toggled(contenders, state, contender) {
  const hidden = hiddenRows(contenders, state);
  if (!hidden.delete(contender.index)) hidden.add(contender.index);
  return withHidden(contenders, state, hidden);
}

/** The state in which only `broker`, or only `protocol`, is chosen. */
export function onlyBroker(state, name) {
  return { ...state, broker: [name], protocol: [], without: [] };
}

export function onlyProtocol(state, name) {
  return { ...state, broker: [], protocol: [name], without: [] };
}

export function allRows(state) {
  return { ...state, broker: [], protocol: [], without: [] };
}

/** Keeps the shorter words: as far as whole brokers or protocols are chosen they stay so, the rest is named row by row. */
function withHidden(contenders, state, hidden) {
  const available = contenders.filter(({ broker }) => broker.available);
  const within = available.filter((c) => isShown(c, { ...state, without: [] }));
  const fits = available.every((c) => hidden.has(c.index) || within.includes(c));
  const base = fits ? state : allRows(state);
  const candidates = fits ? within : available;
  return { ...base, without: candidates.filter(({ index }) => hidden.has(index)).map(({ key }) => key) };
}
