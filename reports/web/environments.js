// What results come from: machines, settings, versions of the tool.
import { dateTime } from './format.js';

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

/** Version and commit of the tool. */
export function toolInWords({ name, version, git_commit: commit, git_dirty: dirty }) {
  return `${name} ${version}${commit ? `, commit ${commit.slice(0, 10)}${dirty ? ' with local changes' : ''}` : ''}`;
}

export function repetitionsInWords({ repetitions: n }) {
  return `${n} ${n === 1 ? 'repetition' : 'repetitions'}`;
}

/** What tells each environment from the others, in words. */
export function differencesOf(environments) {
  const facts = environments.map(({ environment: e, settings, tool, from }) => [
    toolInWords(tool), `profile ${settings.profile}`, repetitionsInWords(settings), `heap ${settings.heap_mb} MiB`,
    `${e.os}, kernel ${e.kernel}`, e.jvm, settings.command_line.join(' '), dateTime(from),
  ]);
  return facts.map((own) => own.filter((fact, i) => facts.some((other) => other[i] !== fact)));
}
