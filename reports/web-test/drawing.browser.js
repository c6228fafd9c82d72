// What graphs draw apart from their lines, checked pixel by pixel: errors, warm-up and drain, repetitions.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, openWorkload, pageOf } from './chromium.js';
import { syntheticRows } from './rows.js';

const [golden] = syntheticRows(['activemq'], ['stomp']);
const plain = golden.workloads.find(({ status, samples, load }) =>
  status === 'measured' && samples.length > 3 && load.producers > 0 && !load.request_reply);
const WRONG = plain.samples[1].t_s;

/** Two rows with three samples in 1.2 seconds, as in a quick run: no two end in the same microsecond. */
const short =
    pageOf([0, 1].map((row) => ({ ...syntheticRows(['activemq', 'artemis'], ['stomp'])[row], means: [], workloads: [{
  ...plain, repetition: 1, timing: { ...plain.timing, warm_up_s: 0.5 }, drain: null,
  samples: [0.400134, 0.800367, 1.200128]
    .map((t, i) => ({ ...plain.samples[i], t_s: t + row * 6e-6, interval_s: 0.4 })),
}] })));
const drawn = pageOf([{ ...golden, means: [], workloads: [1, 2, 3].map((repetition) => ({
  ...plain, repetition, timing: { ...plain.timing, warm_up_s: 1 }, drain: { outcome: 'complete', duration_s: 1 },
  samples: plain.samples.map((sample, i) => ({ ...sample, errors: repetition === 1 && i === 1 ? 3 : 0 })),
  summary: { ...plain.summary, produced: { ...plain.summary.produced, mean_per_s: 1000 * repetition } },
})) }]);
/** One row whose samples differ by a factor of a thousand, and one of them is zero. */
const uneven = pageOf([
  {
    ...golden, means: [],
    workloads: [{ ...plain, repetition: 1, drain: null,
      samples: [0, 100, 100000].map((rate, i) =>
        ({ ...plain.samples[i], t_s: i + 1, interval_s: 1, produced_per_s: rate, consumed_per_s: rate })) }],
  },
]);
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  for (const { folder } of [drawn, short, uneven]) rmSync(folder, { recursive: true });
});

/** The colours of the canvas at these times, `y` pixels below the top of the plot, in the notation of CSS. */
const coloursAt = (chart, times, y) => chart.evaluate((element, [at, below]) => {
  const plot = window.jQuery(element).data('plot');
  const canvas = element.querySelector('canvas.flot-base');
  const scale = canvas.width / canvas.clientWidth;
  const { left, top } = plot.getPlotOffset();
  return at.map((t) => {
    const [r, g, b, a] = canvas.getContext('2d')
      .getImageData(Math.round((left + plot.getAxes().xaxis.p2c(t)) * scale),
        Math.round((top + below) * scale), 1, 1).data;
    return a === 0 ? 'none' : `rgb(${r}, ${g}, ${b})`;
  });
}, [times, y]);

test('an error is a tick on top, where it came; warm-up and drain are shaded', async () => {
  const { page } = await open(browser, drawn.page);
  const chart = (await openWorkload(page, plain.id)).locator('[data-panel=produced] .chart');
  await chart.locator('canvas.flot-base').waitFor();
  const tick = chart.locator('.marks .error');
  const wrong = await chart.evaluate((element, t) => {
    const plot = window.jQuery(element).data('plot');
    return plot.getPlotOffset().left + plot.getAxes().xaxis.p2c(t);
  }, WRONG);
  assert.ok(Math.abs(Number(/^M([\d.]+),/.exec(await tick.first().getAttribute('d'))[1]) - wrong) < 1);
  const end = plain.samples.at(-1).t_s;
  const between = (plain.samples[1].t_s + plain.samples[2].t_s) / 2;
  const [ahead, during, behind] = await coloursAt(chart, [-0.5, between, end + 0.5], 4);
  assert.equal(ahead, behind);
  assert.notEqual(ahead, during);
  await page.close();
});

test('each repetition is a dot at its value, on a scale from 0', async () => {
  const { page } = await open(browser, drawn.page);
  const strip = (await openWorkload(page, plain.id)).locator('table.numbers svg.dots').first();
  const dots = await strip.locator('circle').evaluateAll((all) => all.map((dot) => Number(dot.getAttribute('cx'))));
  assert.equal(dots.length, 3);
  const zero = Number((await strip.locator('.base').getAttribute('d')).match(/^M([\d.]+),/)[1]);
  assert.ok(Math.abs((dots[1] - zero) / (dots[0] - zero) - 2) < 0.01
    && Math.abs((dots[2] - zero) / (dots[0] - zero) - 3) < 0.01, `${zero}: ${dots}`);
  await page.close();
});

test('the axis of time has its labels also where there are only two, and nothing hangs out of a graph', async () => {
  const { page } = await open(browser, short.page);
  const chart = (await openWorkload(page, plain.id)).locator('[data-panel=produced] .chart');
  await chart.locator('canvas.flot-base').waitFor();
  const labels = await chart.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll('text')]
      .map((text) => [text.textContent, text.getBoundingClientRect().bottom <= bottom + 1]);
  });
  assert.ok(['0 s', '1 s'].every((label) => labels.some(([text]) => text === label)), JSON.stringify(labels));
  assert.ok(labels.every(([, inside]) => inside), JSON.stringify(labels));
  await page.close();
});

test('one press of an arrow key is one interval, with the value of every row', async () => {
  const { page } = await open(browser, short.page);
  const figure = await openWorkload(page, plain.id);
  const chart = figure.locator('[data-panel=produced] .chart');
  await chart.locator('canvas.flot-base').waitFor();
  await chart.focus();
  const said = [];
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
    said.push(await page.locator('[role=status]').textContent());
  }
  assert.deepEqual(said.map((text) => text.split(':')[0]), ['0.40 s', '0.80 s', '1.20 s', '1.20 s']);
  assert.ok(said.every((text) => text.includes('activemq') && text.includes('artemis')), said.join('\n'));
  await figure.locator('[data-panel=produced] .tools summary').click();
  await figure.locator('[data-panel=produced] table.points').waitFor();
  const workloads = await figure.locator('[data-panel=produced] table.points tbody tr').allInnerTexts();
  assert.equal(workloads.length, 3);
  assert.ok(workloads.every((text) => !text.includes('–')), workloads.join('\n'));
  await page.close();
});

test('a few samples are joined by a line; the axis of a rate begins at 0, however much its values differ', async () => {
  const { page } = await open(browser, short.page);
  const chart = (await openWorkload(page, plain.id)).locator('[data-panel=produced] .chart');
  await chart.locator('canvas.flot-base').waitFor();
  const drawnAs = () => chart.evaluate((element) => {
    const plot = window.jQuery(element).data('plot');
    return { lines: plot.getData().map(({ lines }) => lines.show), from: plot.getAxes().yaxis.options.min };
  });
  assert.ok((await drawnAs()).lines.some((line) => line === true));
  assert.equal((await drawnAs()).from, 0);
  await page.close();
  const wide = (await open(browser, uneven.page)).page;
  const other = (await openWorkload(wide, plain.id)).locator('[data-panel=produced] .chart');
  await other.locator('canvas.flot-base').waitFor();
  assert.deepEqual(await other.evaluate((element) => {
    const { min, max } = window.jQuery(element).data('plot').getAxes().yaxis.options;
    return [min, max];
  }), [0, 150_000]);
  await wide.close();
});
