// The page that lists all runs below a folder, newest first, with the command that compares two of them.
import { quoted } from './again.js';
import { block, el, scrolling } from './dom.js';
import { dateTime } from './format.js';
import { themeSwitch, watchTheme } from './theme.js';

const chosen = { old: null, new: null };

const listed = (names) => names.join(', ');

function choiceOf(side, run) {
  const radio = el('input', { type: 'radio', name: side, value: run.path, 'aria-label': `${run.path} is the ${side} side` });
  radio.addEventListener('change', () => {
    chosen[side] = run.path;
    showCommand();
  });
  return el('td', { class: 'number' }, radio);
}

function showCommand() {
  const ready = chosen.old !== null && chosen.new !== null && chosen.old !== chosen.new;
  const at = (path) => quoted(`reports/${path}`);
  document.getElementById('command').replaceChildren(ready
    ? block(`bin/benchmark-compare ${at(chosen.old)} ${at(chosen.new)}`)
    : el('p', { class: 'note' }, 'Choose an old and a new run: the command that compares them appears here; its page then stands in the table.'));
}

/** A path as an address: each part escaped, and nothing that a browser could take for another scheme. */
function hrefOf(path, page) {
  return ['.', ...path.split('/').filter(Boolean), page].map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join('/');
}

function rowOf(run) {
  return el('tr', { 'data-path': run.path },
    el('th', { scope: 'row' }, el('a', { href: hrefOf(run.path, 'index.html') }, run.path), run.comparison && el('small', null, ' ', el('a', { href: hrefOf(run.path, 'compare.html') }, 'what changed'))),
    el('td', null, dateTime(run.started_at_ms)), el('td', null, listed(run.hosts)), el('td', null, listed(run.brokers)), el('td', null, listed(run.protocols)),
    el('td', null, `${listed(run.profiles)}, ${run.repetitions} ${run.repetitions === 1 ? 'repetition' : 'repetitions'}`),
    el('td', { class: 'number' }, `${run.measured} of ${run.cells}`),
    el('td', null, [run.failed > 0 && `${run.failed} failed`, !run.complete && 'not complete'].filter(Boolean).join(', ') || 'none'),
    choiceOf('old', run), choiceOf('new', run));
}

function showRuns() {
  const { runs, problems } = JSON.parse(document.querySelector('script.runs').textContent);
  const head = ['Run', 'When', 'Host', 'Brokers', 'Protocols', 'Profile', 'Cells measured', 'Trouble', 'Old', 'New'];
  document.getElementById('report').replaceChildren(
    el('div', { class: 'toolbar' }, el('span', { class: 'gap' }), themeSwitch()),
    el('h1', null, 'Broker shootout: all runs'),
    scrolling('Runs', el('table', { class: 'runs' },
      el('thead', null, el('tr', null, head.map((text) => el('th', { scope: 'col' }, text)))), el('tbody', null, runs.map(rowOf)))),
    el('h2', null, 'Compare two runs'), el('div', { id: 'command' }),
    problems.length > 0 ? el('div', { class: 'warning' }, el('p', null, 'Left out:'), el('ul', null, problems.map((problem) => el('li', null, problem)))) : '');
  document.title = 'Broker shootout: all runs';
  showCommand();
}

watchTheme(() => {});
showRuns();
