// The commands that measure a workload again, and its declaration.
import { groupBy, unique } from './rules.js';

export const shellQuoted = (text) =>
  (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Options that the page sets, or that concern only the whole run. */
export const LEFT = [
  '--profile', '--brokers', '--protocols', '--only', '--seed',
  '--repeat', '--no-generator-limit', '--beside-others', '--out', '--continue', '--summary', '--metrics', '--dry-run',
  '--help',
  // only the person who runs the command may allow installations, or destinations on another machine
  '--install', '--yes',
];

/** The rest of a command line, whether written `--samples 3` or `--samples=3`. Secrets in it are asterisks. */
function keptOf(commandLine) {
  const isOption = (word) => word === undefined || /^--[a-z][\w-]*$/.test(word);
  const words = commandLine.flatMap((word) => /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]);
  return words.flatMap((word, i) => (isOption(word) && !LEFT.includes(word) && !isOption(words[i + 1])
    ? [`${word} ${shellQuoted(words[i + 1])}`] : []));
}

export function optionsFor(contenders) {
  const names = (read) => unique(contenders.map(read)).map(shellQuoted).join(',');
  return [`--brokers ${names(({ broker }) => broker.name)}`, `--protocols ${names(({ protocol }) => protocol)}`];
}

export function commandFor(figure, contenders) {
  const { profile, seed, command_line: commandLine } = contenders[0].file.settings;
  const kept = keptOf(commandLine);
  const pairs = kept.some((option) => option.startsWith('--url ')) ? [] : optionsFor(contenders);
  return ['bin/benchmark-all', `--profile ${shellQuoted(profile)}`, ...pairs, `--only ${shellQuoted(figure.id)}`,
    Number.isInteger(seed) && `--seed ${seed}`, ...kept].filter(Boolean).join(' ');
}

export const commandAlone = (figure, contender) =>
  `${commandFor(figure, [contender])} --repeat 3 --out reports/again`;

export function runTogether(contenders) {
  const brokers = [...groupBy(contenders, ({ broker }) => broker.name).values()];
  const sets = groupBy(brokers, (rows) => unique(rows.map(({ protocol }) => protocol)).sort().join());
  return [...sets.values()].map((lists) => lists.flat());
}

export const commandsFor = (figure, contenders) =>
  runTogether(contenders).map((rows) => commandFor(figure, rows)).join('\n');

/** The scenario files that declare a group: one, unless the page shows different runs. */
export function declarationsOf(name, contenders) {
  const groupOf = ({ file }) => file.groups.find((group) => group.name === name);
  const declared = groupBy(contenders.filter((row) => groupOf(row)?.yaml), (row) => groupOf(row).yaml);
  return [...declared].map(([yaml, rows]) => ({ file: groupOf(rows[0]).file, yaml, rows }));
}
