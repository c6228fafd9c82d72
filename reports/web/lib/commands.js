// The commands that measure a workload again, and its declaration.
/** Text for a shell: an argument as it is, or quoted. */
export function shellQuoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Options that the command does not take over. It sets some of them from the choice on the page. The others concern
  * the whole run, its folder or its output, and do not change a workload. All other options are kept, so that no new
  * one is forgotten.
  */
export const LEFT = [
  '--profile', '--brokers', '--protocols', '--only', '--seed',
  '--repeat', '--no-generator-limit', '--beside-others', '--out', '--continue', '--summary', '--metrics', '--dry-run',
    '--help',
  // only the person who runs the command may allow installations, or destinations on another machine
  '--install', '--yes',
];

const isOption = (word) => /^--[a-z][\w-]*$/.test(word);

/** The rest of a command line, whether written `--samples 3` or `--samples=3`. Secrets in it are asterisks. */
function keptOf(commandLine) {
  const words = commandLine.flatMap((word) =>
    (/^--[\w-]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word]));
  return words.flatMap((word, i) => (isOption(word) && !LEFT.includes(word) && i + 1 < words.length
    && !isOption(words[i + 1]) ? [`${word} ${shellQuoted(words[i + 1])}`] : []));
}

/** The options that choose these rows. */
export function optionsFor(contenders) {
  const names = (read) => [...new Set(contenders.map(read))].map(shellQuoted).join(',');
  return [`--brokers ${names(({ broker }) => broker.name)}`, `--protocols ${names(({ protocol }) => protocol)}`];
}

/** The command that measures one workload again for these rows, with the options of the first one. */
export function commandFor(figure, contenders) {
  const { profile, seed, command_line: commandLine = [] } = contenders[0]?.file.settings ?? {};
  const kept = keptOf(commandLine);
  const pairs = kept.some((option) => option.startsWith('--url ')) ? [] : optionsFor(contenders);
  return ['bin/benchmark-all', profile && `--profile ${shellQuoted(profile)}`, ...pairs,
    `--only ${shellQuoted(figure.id)}`, Number.isInteger(seed) && `--seed ${seed}`, ...kept].filter(Boolean).join(' ');
}

/** The command that measures one workload again for one row, often enough to show how much its numbers vary. */
export const commandAlone = (figure, contender) => `${commandFor(figure, [contender])} --repeat 3 --out reports/again`;

/** Groups rows by the protocols of their brokers: a command runs each of its brokers over each of its protocols. */
export function runTogether(contenders) {
  const brokers = new Map();
  for (const contender of contenders) {
    brokers.set(contender.broker.name, [...(brokers.get(contender.broker.name) ?? []), contender]);
  }
  const sets = new Map();
  for (const rows of brokers.values()) {
    const key = [...new Set(rows.map(({ protocol }) => protocol))].sort().join();
    sets.set(key, [...(sets.get(key) ?? []), ...rows]);
  }
  return [...sets.values()];
}

/** The commands that measure one workload again for exactly these rows, one per line. */
export const commandsFor = (figure, contenders) =>
  runTogether(contenders).map((rows) => commandFor(figure, rows)).join('\n');

/** The scenario files that declare a group: one, unless the page shows results of different runs.
  * @returns `file`, `yaml` and the `rows` that used it
  */
export function declarationsOf(name, contenders) {
  const found = new Map();
  for (const contender of contenders) {
    const { file, yaml } = contender.file.groups.find((group) => group.name === name) ?? {};
    if (typeof yaml !== 'string') continue;
    if (!found.has(yaml)) found.set(yaml, { file: file ?? 'a scenario file', yaml, rows: [] });
    found.get(yaml).rows.push(contender);
  }
  return [...found.values()];
}

/** Plain values as YAML; enough for a declared load. */
export function yamlOf(value, indent = '') {
  return Object.entries(value).map(([key, item]) => (item !== null && typeof item === 'object' && !Array.isArray(item)
    ? `${indent}${key}:\n${yamlOf(item, `${indent}  `)}` : `${indent}${key}: ${JSON.stringify(item)}`)).join('\n');
}
