// How to measure a cell again: the command, and the load as it was declared.

/** Text for a shell: an argument as it is, or quoted. */
export function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command that measures one cell again, for these rows. */
export function commandFor(figure, contenders) {
  const names = (f) => [...new Set(contenders.map(f))].map(quoted).join(',');
  const profile = contenders[0]?.file.settings.profile;
  return ['bin/benchmark-all', profile && `--profile ${quoted(profile)}`, `--brokers ${names(({ broker }) => broker.name)}`, `--protocols ${names(({ protocol }) => protocol)}`,
    `--only ${quoted(figure.id)}`].filter(Boolean).join(' ');
}

/** Plain values as YAML; enough for a declared load. */
export function yamlOf(value, indent = '') {
  return Object.entries(value).map(([key, item]) => (item !== null && typeof item === 'object' && !Array.isArray(item)
    ? `${indent}${key}:\n${yamlOf(item, `${indent}  `)}` : `${indent}${key}: ${JSON.stringify(item)}`)).join('\n');
}
