// What results come from: machines, settings, versions of the tool.
import { counted, dateTime, timeSpan } from './format.js';
import { maxOf, minOf } from './numbers.js';

/** The different ones, each with when it was measured (epoch, ms) and the labels of its rows. */
export function environmentsOf(contenders) {
  const byKey = new Map();
  for (const { file, label } of contenders) {
    // what else the machine did may differ between the parts of a run that was continued
    const key = JSON.stringify([{ ...file.environment, surroundings: null }, file.settings, file.tool]);
    const { environment, settings, tool } = file;
    const known = byKey.get(key) ?? { environment, settings, tool, from: Infinity, until: 0, rows: [] };
    known.from = Math.min(known.from, file.started_at_ms);
    known.until = Math.max(known.until, file.finished_at_ms ?? file.started_at_ms);
    known.rows.push(label);
    byKey.set(key, known);
  }
  return [...byKey.values()];
}

/** When all that was: of a single run when it began; of several, or of one that was added to, from the first to the
  * last.
  */
export function whenInWords(environments) {
  if (environments.length === 1) return dateTime(environments[0].from);
  const [from, until] = [minOf(environments.map((one) => one.from)), maxOf(environments.map((one) => one.until))];
  return `${timeSpan(from, until)}, in ${counted(environments.length, 'run')}`;
}

/** When each of these rows was measured, where they are not all of the same run; null where they are. */
export function runsInWords(labels, environments) {
  const own = labels.map((label) => environments.find(({ rows }) => rows.includes(label)));
  return own.every((one) => one === own[0]) ? null
    : `${labels.map((label, i) => `${label} is of the run of ${timeSpan(own[i].from, own[i].until)}`)
      .join(', ')}. `
      + 'The machine may have been busier during one of them.';
}

/** Version and commit of the tool. */
export function toolInWords({ name, version, git_commit: commit, git_dirty: dirty }) {
  return `${name} ${version}${commit ? `, commit ${commit.slice(0, 10)}${dirty ? ' with local changes' : ''}` : ''}`;
}

export function repetitionsInWords({ repetitions: n }) {
  return counted(n, 'repetition');
}

/** What tells each environment from the others, in words. */
export function differencesOf(environments) {
  const facts = environments.map(({ environment: e, settings, tool, from }) => [
    toolInWords(tool), `profile ${settings.profile}`, repetitionsInWords(settings), `heap ${settings.heap_mb} MiB`,
    `${e.os}, kernel ${e.kernel}`, e.jvm, settings.command_line.join(' '), dateTime(from),
  ]);
  return facts.map((own) => own.filter((fact, i) => facts.some((other) => other[i] !== fact)));
}
