// The page that lists all runs of a folder, newest first, with the commands that compare two of them.
import { shellQuoted } from './lib/commands.js';
import { block, dataTable, el, listOf, note, numberCell, rowHead, small, themeSwitch, watchTheme } from './lib/dom.js';
import { counted, dateTime } from './lib/format.js';

const chosen = { old: null, new: null };

const listed = (names) => names.join(', ');

function choiceOf(side, run) {
  const radio = el('input', { type: 'radio', name: side, value: run.path,
    'aria-label': `Use ${run.path} as the ${side} run` });
  radio.addEventListener('change', () => {
    chosen[side] = run.path;
    showCommand();
  });
  return numberCell(radio);
}

function showCommand() {
  const ready = chosen.old !== null && chosen.new !== null && chosen.old !== chosen.new;
  const at = (path) => shellQuoted(`reports/${path}`);
  document.getElementById('command').replaceChildren(ready
    ? block(`bin/benchmark-compare ${at(chosen.old)} ${at(chosen.new)}`)
    : note(
      'Choose an old and a new run to see the command that compares them. Its page then appears in the table.'));
  document.getElementById('side-by-side').replaceChildren(...(ready
    ? [note('Rows and loads of both runs on one page, with a verdict for each machine:'),
      block(`bin/benchmark-report ${at(chosen.old)} ${at(chosen.new)} --out reports/side-by-side`)]
    : []));
}

const hrefOf = (path, page) => ['.', ...path.split('/').filter(Boolean), page]
  .map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join('/');

const rowOf = (run) => el('tr', { 'data-path': run.path },
  rowHead(el('a', { href: hrefOf(run.path, 'index.html') }, run.path),
    run.comparison && small(' ', el('a', { href: hrefOf(run.path, 'compare.html') }, 'what changed'))),
  el('td', null, dateTime(run.started_at_ms)), el('td', null, listed(run.machines)),
  el('td', null, listed(run.versions)), el('td', null, listed(run.protocols)),
  el('td', null, `${listed(run.profiles)}, ${counted(run.repetitions, 'repetition')}`),
  numberCell(`${run.measured} of ${run.workloads}`),
  el('td', null, [run.failed > 0 && `${run.failed} failed`, !run.complete && 'incomplete'].filter(Boolean)
    .join(', ') || 'none'),
  choiceOf('old', run), choiceOf('new', run));

function filterOf(runs) {
  const found = el('span', { class: 'note', role: 'status' });
  const box = el('input', { type: 'search', name: 'words' });
  const show = () => {
    const wanted = box.value.toLowerCase().split(/\s+/);
    const rows = [...document.querySelectorAll('.runs tbody tr')];
    for (const row of rows) row.hidden = !wanted.every((word) => row.textContent.toLowerCase().includes(word));
    found.textContent = `${rows.filter(({ hidden }) => !hidden).length} of ${runs.length} runs`;
  };
  box.addEventListener('input', show);
  return el('p', { class: 'choices' }, el('label', null, 'Only runs with these words', box), found);
}

function showRuns() {
  const { runs, problems } = JSON.parse(document.querySelector('script.runs').textContent);
  document.getElementById('report').replaceChildren(
    el('div', { class: 'toolbar' }, el('span', { class: 'gap' }), themeSwitch()),
    el('h1', null, 'Broker shootout: all runs'),
    filterOf(runs),
    dataTable('Runs', 'runs', ['Run', 'When', 'Machine', 'Brokers', 'Protocols', 'Profile', 'Loads measured',
      'Problems', 'Old', 'New'], runs.map(rowOf), []),
    el('h2', null, 'Compare two runs'), el('div', { id: 'command' }), el('div', { id: 'side-by-side' }),
    problems.length > 0 ? el('div', { class: 'warning' }, el('p', null, 'Left out:'), listOf(problems)) : '');
  document.title = 'Broker shootout: all runs';
  showCommand();
}

watchTheme(() => {});
showRuns();
