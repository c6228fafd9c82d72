// The score: how many times worse than the best, as a geometric mean over cells (as ClickBench does it).

/** What a cell is judged by: a rate (more is better) or a p99 latency (less is better). */
export function measureOf({ load }) {
  if (load.request_reply) return { more: false, what: 'round trip p99', read: (e) => e.latencies.round_trip?.us_p99 };
  if (load.open_loop) return { more: false, what: 'response time p99', read: (e) => e.latencies.end_to_end?.us_p99 };
  const side = load.consumers > 0 ? 'consumed' : 'produced';
  return { more: true, what: `messages ${side}/s`, read: (e) => e.rates[side]?.mean };
}

/** The factor to the best for each entry of a figure, 1 for the best; null for all if nobody has a number.
  * Whoever has none gets twice the worst factor: to fail is worse than to be slow.
  */
export function factorsOf(figure, entries) {
  const { more, read } = measureOf(figure);
  const values = entries.map((entry) => (entry.status === 'measured' ? read(entry) : undefined));
  const good = values.filter((value) => value > 0);
  if (good.length === 0) return entries.map(() => null);
  const best = more ? Math.max(...good) : Math.min(...good);
  const factors = values.map((value) => (value > 0 ? (more ? best / value : value / best) : null));
  const penalty = 2 * Math.max(...factors.filter((f) => f !== null));
  return factors.map((f) => (f === null ? { factor: penalty, measured: false } : { factor: f, measured: true }));
}

/** @param contenders those that take part; the best is sought among them
  * @returns rows, best first: contender, overall and by group `{ factor, measured, cells }`, and its faults
  */
export function rank(figures, contenders) {
  const rows = contenders.map((contender) => ({ contender, scores: new Map([['', []]]), failed: 0, unsupported: 0, absent: 0, faulty: 0 }));
  for (const figure of figures) {
    const entries = contenders.map((c) => figure.entries.find((entry) => entry.contender === c));
    factorsOf(figure, entries).forEach((score, i) => {
      tally(rows[i], entries[i]);
      if (score) for (const name of ['', figure.group]) addTo(rows[i].scores, name, score);
    });
  }
  return rows.map(finished).sort((a, b) => a.overall.factor - b.overall.factor);
}

function addTo(scores, name, score) {
  if (!scores.has(name)) scores.set(name, []);
  scores.get(name).push(score);
}

function tally(row, entry) {
  if (entry.status === 'failed') row.failed += 1;
  else if (entry.status === 'unsupported') row.unsupported += 1;
  else if (entry.status !== 'measured') row.absent += 1;
  if (entry.faults.length > 0) row.faulty += 1;
}

function finished({ scores, ...row }) {
  const groups = Object.fromEntries([...scores].map(([name, list]) => [name, summed(list)]));
  return { ...row, overall: groups[''], groups };
}

function summed(scores) {
  const logs = scores.reduce((sum, { factor }) => sum + Math.log(factor), 0);
  return {
    factor: scores.length > 0 ? Math.exp(logs / scores.length) : Infinity,
    measured: scores.filter(({ measured }) => measured).length,
    cells: scores.length,
  };
}
