// Puts the page together: reads the results that stand in it, builds its parts, draws charts when they come into view.
import { drawChart } from './charts.js';
import { el } from './dom.js';
import { groupOf } from './figures.js';
import { guideOf } from './guide.js';
import { headOf } from './head.js';
import { swatch } from './strokes.js';
import { cardsOf, summaryOf } from './summary.js';
import { buildView } from './view.js';

/** What the reader chose. */
const state = { hidden: new Set(), log: false };

/** Charts by their element; a drawn one remembers its width. */
const charts = new Map();
const MARGIN = '400px';

function embedded(kind) {
  return [...document.querySelectorAll(`script.${kind}`)].map((script) => ({ file: script.dataset.file, json: JSON.parse(script.textContent) }));
}

function draw(place) {
  const chart = charts.get(place);
  drawChart(place, chart.panel, state);
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

function applyFilter(view) {
  for (const element of document.querySelectorAll('.group [data-contender]')) {
    element.hidden = state.hidden.has(Number(element.dataset.contender));
  }
  document.getElementById('summary').replaceWith(summaryOf(view, state.hidden));
  redraw();
}

function brokerToggle(view, { index, label }) {
  const box = el('input', { type: 'checkbox', checked: true });
  box.addEventListener('change', () => {
    if (box.checked) state.hidden.delete(index);
    else state.hidden.add(index);
    applyFilter(view);
  });
  return el('label', null, box, swatch(index), label);
}

function logToggle() {
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => {
    state.log = box.checked;
    redraw();
  });
  return el('label', null, box, 'logarithmic axis');
}

function toolbar(view) {
  const available = view.contenders.filter(({ broker }) => broker.available);
  return el('div', { class: 'toolbar', role: 'group', 'aria-label': 'What the charts show' },
    available.map((contender) => brokerToggle(view, contender)), el('span', { class: 'gap' }), logToggle());
}

function contents(view) {
  return el('nav', { 'aria-label': 'Sections' }, view.groups.map(({ name, title }) => el('a', { href: `#group-${name}` }, title)));
}

function show() {
  const view = buildView(embedded('result').map(({ json, file }) => ({ ...json, file })));
  const problems = embedded('problems').flatMap(({ json }) => json);
  const register = (place, panel) => charts.set(place, { panel });
  document.getElementById('report').replaceChildren(
    headOf(view, problems), summaryOf(view, state.hidden), guideOf(), cardsOf(view), contents(view), toolbar(view),
    ...view.groups.map((group) => groupOf(group, register)));
  const host = view.environments.map(({ environment }) => environment.host);
  document.title = `Broker shootout on ${[...new Set(host)].join(', ')}`;
  watch();
}

show();
