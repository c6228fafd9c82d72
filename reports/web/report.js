// Puts the page together: reads the results that stand in it, builds its parts, draws charts when they come into view.
import { drawChart } from './charts.js';
import { el } from './dom.js';
import { hiddenRows } from './filter.js';
import { groupOf } from './figures.js';
import { guideOf } from './guide.js';
import { headOf } from './head.js';
import { legendOf, rowsInWords } from './legend.js';
import { parseState, printState } from './state.js';
import { cardsOf, summaryOf } from './summary.js';
import { buildView } from './view.js';

/** What the reader chose, and the rows that it leaves out. */
let state = parseState(location.hash);
let hidden = new Set();

/** Charts by their element; a drawn one remembers its width. */
const charts = new Map();
const MARGIN = '400px';

function embedded(kind) {
  return [...document.querySelectorAll(`script.${kind}`)].map((script) => ({ file: script.dataset.file, json: JSON.parse(script.textContent) }));
}

function draw(place) {
  const chart = charts.get(place);
  drawChart(place, chart.panel, { hidden, log: state.log });
  chart.width = place.clientWidth;
}

function redraw() {
  for (const [place, { width }] of charts) if (width !== undefined) draw(place);
}

function watch() {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        seen.unobserve(target);
        draw(target);
      }
    }
  }, { rootMargin: `${MARGIN} 0px` });
  const sized = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { width } = charts.get(target);
      if (width !== undefined && width !== target.clientWidth) draw(target);
    }
  });
  for (const place of charts.keys()) {
    seen.observe(place);
    sized.observe(place);
  }
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  window.addEventListener('beforeprint', () => [...charts.keys()].forEach(draw));
}

/** Shows what the address says. The legend is made anew, and keeps the keyboard's place in it. */
function applyState(view) {
  state = parseState(location.hash);
  hidden = hiddenRows(view.contenders, state);
  for (const element of document.querySelectorAll('.group [data-contender]')) element.hidden = hidden.has(Number(element.dataset.contender));
  document.getElementById('summary').replaceWith(summaryOf(view, hidden));
  const focused = document.activeElement?.closest('.legend') && document.activeElement.getAttribute('aria-label');
  document.querySelector('.toolbar').replaceWith(toolbar(view));
  if (focused) [...document.querySelectorAll('.legend [aria-label]')].find((e) => e.getAttribute('aria-label') === focused)?.focus();
  redraw();
}

/** The address remembers each choice, so the browser's back button takes it back. */
function choose(next) {
  location.hash = printState(next);
}

function logToggle() {
  const box = el('input', { type: 'checkbox', checked: state.log });
  box.addEventListener('change', () => choose({ ...state, log: box.checked }));
  return el('label', null, box, 'logarithmic axis');
}

function toolbar(view) {
  const open = document.querySelector('.toolbar details')?.open ?? false;
  return el('div', { class: 'toolbar', role: 'group', 'aria-label': 'What the page shows' },
    el('details', { open }, el('summary', null, 'Brokers and protocols: ', el('strong', null, rowsInWords(view, state))), legendOf(view, state, choose)),
    el('span', { class: 'gap' }), logToggle());
}

function contents(view) {
  return el('nav', { 'aria-label': 'Sections' }, view.groups.map(({ name, title }) => el('a', { href: `#group-${name}` }, title)));
}

function show() {
  const view = buildView(embedded('result').map(({ json, file }) => ({ ...json, file })));
  const problems = embedded('problems').flatMap(({ json }) => json);
  const register = (place, panel) => charts.set(place, { panel });
  hidden = hiddenRows(view.contenders, state);
  document.getElementById('report').replaceChildren(
    headOf(view, problems), summaryOf(view, hidden), guideOf(), cardsOf(view), contents(view), toolbar(view),
    ...view.groups.map((group) => groupOf(group, register)));
  const host = view.environments.map(({ environment }) => environment.host);
  document.title = `Broker shootout on ${[...new Set(host)].join(', ')}`;
  watch();
  applyState(view);
  window.addEventListener('hashchange', () => applyState(view));
}

show();
