// The page that lists all runs of a folder, newest first, with the commands that compare two of them.
import { chosenRuns, MENUS, parseChoice, printChoice, valuesOf } from './filters/state.js';
import { shellQuoted } from './lib/commands.js';
import { block, button, el, scrolling, select, themeSwitch, watchTheme } from './lib/dom.js';
import { dateTime } from './lib/format.js';

const chosen = { old: null, new: null };

const listed = (names) => names.join(', ');

function choiceOf(side, run) {
  const label = `Use ${run.path} as the ${side} run`;
  const radio = el('input', {
    type: 'radio', name: side, value: run.path, checked: chosen[side] === run.path, 'aria-label': label,
  });
  radio.addEventListener('change', () => {
    chosen[side] = run.path;
    showCommand();
  });
  return el('td', { class: 'number' }, radio);
}

function showCommand() {
  const ready = chosen.old !== null && chosen.new !== null && chosen.old !== chosen.new;
  const at = (path) => shellQuoted(`reports/${path}`);
  document.getElementById('command').replaceChildren(ready
    ? block(`bin/benchmark-compare ${at(chosen.old)} ${at(chosen.new)}`)
    : el('p', { class: 'note' },
      'Choose an old and a new run to see the command that compares them. Its page then appears in the table.'));
  document.getElementById('side-by-side').replaceChildren(...(ready
    ? [el('p', { class: 'note' }, 'Rows and loads of both runs on one page, with a verdict for each machine:'),
      block(`bin/benchmark-report ${at(chosen.old)} ${at(chosen.new)} --out reports/side-by-side`)]
    : []));
}

/** A path as a relative address. Each part is escaped, and the leading dot keeps it from being read as a scheme. */
function hrefOf(path, page) {
  return ['.', ...path.split('/').filter(Boolean), page]
    .map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join('/');
}

function rowOf(run) {
  return el('tr', { 'data-path': run.path },
    el('th', { scope: 'row' }, el('a', { href: hrefOf(run.path, 'index.html') }, run.path),
      run.comparison && el('small', null, ' ', el('a', { href: hrefOf(run.path, 'compare.html') }, 'what changed'))),
    el('td', null, dateTime(run.started_at_ms)), el('td', null, listed(run.machines)),
    el('td', null, listed(run.versions)), el('td', null, listed(run.protocols)),
    el('td', null,
      `${listed(run.profiles)}, ${run.repetitions} ${run.repetitions === 1 ? 'repetition' : 'repetitions'}`),
    el('td', { class: 'number' }, `${run.measured} of ${run.workloads}`),
    el('td', null, [run.failed > 0 && `${run.failed} failed`, !run.complete && 'incomplete'].filter(Boolean)
      .join(', ') || 'none'),
    choiceOf('old', run), choiceOf('new', run));
}

/** The choice is in the address, so the browser's back button undoes it. */
function choose(wish) {
  location.hash = printChoice(wish);
}

function menuOf(menu, runs, wish) {
  const { name, title } = menu;
  const options = [['', 'all'], ...valuesOf(runs, wish, menu).map((value) => [value, value])];
  return el('label', null, title, select(options, wish[name], (value) => choose({ ...wish, [name]: value }), { name }));
}

function dayField(name, title, wish) {
  const made = el('input', { type: 'date', name, value: wish[name] });
  made.addEventListener('change', () => choose({ ...wish, [name]: made.value }));
  return el('label', null, title, made);
}

/** Rebuilds what depends on the choice, and keeps the focus. */
function showChosen(runs) {
  const wish = parseChoice(location.hash);
  const left = chosenRuns(runs, wish);
  const focus = document.activeElement?.closest('#sift') ? document.activeElement.name : null;
  document.getElementById('sift').replaceChildren(
    ...MENUS.map((menu) => menuOf(menu, runs, wish)), dayField('from', 'From', wish),
    dayField('to', 'To', wish), button('reset', () => choose({}), { name: 'reset' }),
    el('span', { class: 'note', role: 'status' },
      `${left.length === runs.length ? 'all' : `${left.length} of`} ${runs.length} runs`));
  document.querySelector('.runs tbody').replaceChildren(...left.map(rowOf));
  if (focus) document.querySelector(`#sift [name=${focus}]`)?.focus();
}

function showRuns() {
  const { runs, problems } = JSON.parse(document.querySelector('script.runs').textContent);
  const head = [
    'Run', 'When', 'Machine', 'Brokers', 'Protocols', 'Profile', 'Loads measured', 'Problems', 'Old', 'New',
  ];
  document.getElementById('report').replaceChildren(
    el('div', { class: 'toolbar' }, el('span', { class: 'gap' }), themeSwitch()),
    el('h1', null, 'Broker shootout: all runs'),
    el('div', { id: 'sift', class: 'choices', role: 'group', 'aria-label': 'Which runs are shown' }),
    scrolling('Runs', el('table', { class: 'runs' },
      el('thead', null, el('tr', null, head.map((text) => el('th', { scope: 'col' }, text)))), el('tbody', null))),
    el('h2', null, 'Compare two runs'), el('div', { id: 'command' }), el('div', { id: 'side-by-side' }),
    problems.length > 0 ? el('div', { class: 'warning' }, el('p', null, 'Left out:'),
      el('ul', null, problems.map((problem) => el('li', null, problem)))) : '');
  document.title = 'Broker shootout: all runs';
  showChosen(runs);
  showCommand();
  window.addEventListener('hashchange', () => showChosen(runs));
}

watchTheme(() => {});
showRuns();
