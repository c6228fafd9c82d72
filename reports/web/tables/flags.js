// The letters next to doubtful numbers, and what they stand for.
import { el, hideTip, showTip } from '../lib/dom.js';

const FLAG_NAMES = {
  generator_bound: 'the generator may be the limit',
  noisy: 'noisy',
  errors: 'errors',
  rate_missed: 'rate not reached',
  single: 'single repetition',
  shared: 'shared machine',
  busy: 'busy machine',
  load_share: 'load share',
  unstable: 'unstable',
  separate_groups: 'broker and load in different scheduling groups',
  unstored: 'delivered before it was stored',
};

export const flagName = (flag) => FLAG_NAMES[flag] ?? flag;

const WHOLE_RUN = ['single', 'shared'];

export const ownFlags = (flags, common = WHOLE_RUN) => flags.filter(({ flag }) => !common.includes(flag));

/** The flags that every number has. Of a single number, only those that usually apply to a whole run. */
export function commonOf(entries) {
  const [first, ...others] = entries.filter(({ status }) => status === 'measured')
    .map(({ flags }) => flags.map(({ flag }) => flag));
  return (first ?? []).filter((name) => (others.length > 0 || WHOLE_RUN.includes(name))
    && others.every((names) => names.includes(name)));
}

const WHY = {
  single: 'a single repetition: variation between runs is unknown',
  shared: 'load generator and broker shared a machine',
};

export function commonFlags(entries) {
  const names = commonOf(entries);
  const letterOf = (name) => entries.flatMap(({ flags }) => flags)
    .find(({ flag }) => flag === name).letter;
  if (names.length === 0) return '';
  const said = names.map((name) => `${letterOf(name)} (${WHY[name] ?? flagName(name)})`)
    .join(' and ');
  return `All of these numbers have the ${names.length === 1 ? 'flag' : 'flags'} ${said}.`;
}

export function lettersOf(entries) {
  // computed once: it is slow for thousands of entries
  const common = commonOf(entries);
  const all = entries.flatMap(({ flags }) => ownFlags(flags, common));
  const names = new Map(all.map(({ letter, flag }) => [letter, flagName(flag)]));
  return [...names].sort(([a], [b]) => a.localeCompare(b, 'en')).flatMap(([letter, name], i) =>
    [i === 0 ? 'Letters: ' : ', ', el('b', null, letter), ` ${name}`, i === names.size - 1 ? '.' : '']);
}

const short = (value) => Number(value.toPrecision(3));

export function sayFlag({ flag, reasons }) {
  const why = reasons.map(({ because, measured, threshold }) => because
    + (Number.isFinite(measured) && Number.isFinite(threshold)
      ? ` (measured ${short(measured)}, threshold ${short(threshold)})` : ''));
  return `${flagName(flag)}: ${why.join('; ')}`;
}

export function flagsOf(flags, whose) {
  if (flags.length === 0) return null;
  const said = flags.map((flag) => [flag.letter, sayFlag(flag)]);
  const letters = flags.map(({ letter }) => letter).join('');
  const label = `${letters}, flags of ${whose}. ${said.map(([letter, text]) => `${letter}, ${text}`).join('. ')}`;
  const button = el('button', { type: 'button', class: 'flags', 'aria-label': label },
    flags.map(({ letter }) => el('span', null, letter)));
  for (const event of ['focus', 'mouseenter', 'click']) button.addEventListener(event, () => showTip(button, said));
  for (const event of ['blur', 'mouseleave']) button.addEventListener(event, hideTip);
  button.addEventListener('keydown', ({ key }) => key === 'Escape' && hideTip());
  return button;
}
