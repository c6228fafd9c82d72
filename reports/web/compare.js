// The page that shows what changed between two results. Its data has all numbers and verdicts; this code draws them.
import { changeBar } from './charts/bars.js';
import {
  checkbox, code, el, facts, folded, foldedLater, listOf, note, numberCell, rowHead, scrolling, small, strong,
  themeSwitch, warning, watchTheme,
} from './lib/dom.js';
import { flagsIn } from './lib/entries.js';
import { counted, dateTime, micros, si, words } from './lib/format.js';
import { groupBy, unique } from './lib/rules.js';
import { machineFacts } from './lib/view-model.js';
import { flagsOf } from './tables/flags.js';

const show = (value, unit) => (unit === 'us' ? micros(value) : si(value));

function signed(percent) {
  if (percent === null) return 'from nothing';
  const text = Math.abs(percent) < 99.95 ? Math.abs(percent).toFixed(1) : Math.round(Math.abs(percent));
  return `${percent < 0 ? '−' : '+'}${text} %`;
}

const headOf = (data) => el('header', null,
  el('h1', null, 'What changed'),
  el('p', { class: 'lead' }, code(data.old), ' → ', code(data.new)),
  el('p', { class: 'counts' }, strong(data.counts)),
  data.regressions && regressions(data.regressions, data.none_found),
  sharedDifferences(data.pairs).map(differencesOf),
  [...data.problems, ...alone('old', data.only_old), ...alone('new', data.only_new)].map((text) => warning(text)),
  data.notes.map((text) => note(text)));

const regressions = (list, none) => (list.length === 0 ? el('p', { class: 'fine' }, none)
  : el('div', { class: 'warning' }, el('p', null, strong('Regressions:')), listOf(list)));

const alone = (side, names) =>
  (names.length > 0 ? [`Only in ${side}, so not compared: ${names.join(', ')}`] : []);

const linesOf = ({ differences, notes }) =>
  [...differences, ...notes.map((text) => ({ text }))].map((one) => ({ ...one, key: JSON.stringify(one) }));

/** Each difference once: first those of all pairs (`whose` is empty), then the others. */
function sharedDifferences(pairs) {
  const all = pairs.map(linesOf);
  const shared = (all[0] ?? []).filter(({ key }) => all.every((lines) => lines.some((line) => line.key === key)));
  const others = all.map((lines) => lines.filter((line) => !shared.some(({ key }) => key === line.key)));
  const found = groupBy([...pairs.keys()], (i) => JSON.stringify(others[i]));
  return [{ lines: shared, whose: [] },
    ...[...found.values()].map((same) => ({ lines: others[same[0]], whose: same.map((i) => titleOf(pairs[i])) })),
  ].filter(({ lines }) => lines.length > 0);
}

const differencesOf = ({ lines, whose }) => el('div', { class: 'warning' },
  el('p', null, lines.some(({ refuses }) => refuses) ? 'These results come from different machines'
    : 'More than the broker differs', whose.length > 0 && ` (${whose.join('; ')})`, ':'),
  listOf(lines.map(({ what, old, new: now, refuses, text }) =>
    text ?? [el(refuses ? 'strong' : 'span', null, what), `: ${old} → ${now}`])));

function sideCard(name, { title, started_at_ms: started, repetitions, profile, durability, environment }) {
  return el('article', { class: 'card' }, el('h3', null, `${name}: ${title}`), facts([
    ['Measured', dateTime(started)],
    ['Profile', `${profile}, ${counted(repetitions, 'repetition')}`],
    ['Durability', durability && words(durability)],
    ...machineFacts(environment),
  ]));
}

const titleOf = ({ old, new: now }) => unique([old.title, now.title]).join(' → ');

/** With more pairs than this, each is folded and built when it is opened. */
const OPEN_PAIRS = 3;

const CHANGED_MAX = 6;

const hasChange = ({ workloads, overall }) => (overall?.verdict ?? 'noise') !== 'noise'
  || workloads.some(({ rows, worse }) => worse.length > 0 || rows.some(({ verdict }) => verdict !== 'noise'));

function pairOf(pair, folds, open) {
  const content = () => [
    overallOf(pair),
    folded('What was compared', el('div', { class: 'cards' }, sideCard('Old', pair.old), sideCard('New', pair.new))),
    ...workloadsOf(pair),
  ];
  if (!folds) return el('section', { class: 'pair' }, el('h2', null, titleOf(pair)), content());
  const fold = foldedLater(`${titleOf(pair)}: ${countsOf(pair)}`, content, open);
  fold.classList.add('pair');
  window.addEventListener('beforeprint', () => { fold.open = true; });
  return fold;
}

const overallOf = ({ overall }) =>
  overall && el('p', { class: `overall ${overall.verdict}` }, strong(overall.words));

function countsOf({ workloads, overall }) {
  const verdicts = workloads.flatMap(({ rows }) => rows.map(({ verdict }) => verdict));
  const number = (verdict) => verdicts.filter((one) => one === verdict).length;
  const worse = workloads.filter((workload) => workload.worse.length > 0).length;
  const first = overall ? `${overall.words}; ` : '';
  const last = worse > 0 ? `; problems in ${worse}` : '';
  return `${first}${number('better')} better, ${number('worse')} worse, ${number('noise')} within the noise${last}`;
}

function workloadsOf(pair) {
  const compared = pair.workloads.filter(({ why }) => why === null);
  const others = pair.workloads.filter(({ why }) => why !== null);
  return [
    compared.length > 0 && scrolling(titleOf(pair), tableOf(compared)),
    others.length > 0 && [el('h3', null, 'Not compared'),
      el('ul', { class: 'others' }, others.map(({ id, why, worse }) =>
        el('li', { class: worse.length > 0 ? 'faults' : null }, code(id), ` ${why}`)))],
  ];
}

function tableOf(workloads) {
  const head = (kind, ...content) => el('th', { scope: 'col', class: kind }, ...content);
  return el('table', { class: 'changes' },
    el('thead', null, el('tr', null,
      head(null, 'Load'), head('number', 'Old'), head('number', 'New'), head('number', 'Change', small(' 95 %')),
      head(null, 'Verdict'), el('th', { scope: 'col', class: 'scale', 'aria-hidden': 'true' },
        ['−100 %', '0', '+100 %'].map((text) => el('span', null, text))))),
    workloads.map(workloadOf));
}

function workloadOf({ id, title, flags, note: said, worse, rows, lone }) {
  const quiet = rows.every(({ verdict }) => verdict === 'noise') && worse.length + lone.length === 0;
  return el('tbody', { class: quiet ? 'quiet' : null, 'data-workload': id },
    el('tr', { class: 'workload' }, el('th', { scope: 'rowgroup', colspan: 6 }, title, ' ', code(id),
      ['old', 'new'].map((side) => flags[side].length > 0
        && [small(` ${side}`), flagsOf(flagsIn(flags[side]), `${id}, ${side}`)]),
      said && note(said),
      worse.map((text) => el('p', { class: 'faults' }, text)))),
    rows.map(rowOf), lone.map(loneOf));
}

const MOST = 9999;

function rangeOf({ low, high }) {
  if (low === null) return '?';
  return `${signed(low).slice(0, -2)} to ${high === null || high > MOST ? `>+${MOST} %` : signed(high)}`;
}

const isWide = ({ low, high }) => low === null || low !== high;

const lineOf = ({ measure, unit, old, new: now }, kind, change, verdict, bar) =>
  el('tr', { class: kind, 'data-measure': measure }, rowHead(measure),
    [old, now].map((value) => numberCell(value === null ? '–' : show(value, unit))),
    numberCell(change), el('td', { class: 'verdict' }, verdict), el('td', { class: 'scale' }, bar));

const changeIn = (text) => el('span', { class: 'value' }, text);

const loneOf = (row) => lineOf(row, 'lone', changeIn(row.why));

const rowOf = (row) => lineOf(row, row.verdict, [changeIn(signed(row.percent)),
  row.percent !== null && isWide(row) && small(` (${rangeOf(row)})`)], row.word,
changeBar({ ...row, percent: row.percent ?? Infinity }));

function filter() {
  const box = checkbox(false, (hide) => document.getElementById('report').classList.toggle('without-noise', hide));
  return el('div', { class: 'toolbar' }, el('label', null, box, 'hide changes within the noise'),
    el('span', { class: 'gap' }), themeSwitch());
}

function showComparison() {
  const data = JSON.parse(document.querySelector('script.comparison').textContent);
  const few = data.pairs.filter(hasChange).length <= CHANGED_MAX;
  document.getElementById('report').replaceChildren(headOf(data), filter(),
    ...data.pairs.map((pair) => pairOf(pair, data.pairs.length > OPEN_PAIRS, few && hasChange(pair))));
  document.title = `What changed: ${data.old} → ${data.new}`;
}

watchTheme(() => {});
showComparison();
