// What graphs draw beside their lines, looked up pixel by pixel: errors, warm-up and drain, repetitions.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, openCell, pageOf } from './chromium.js';
import { syntheticRows } from './rows.js';

if (process.env.REPORT_DIR) process.exit(0);

const [golden] = syntheticRows(['activemq'], ['stomp']);
const plain = golden.cells.find(({ status, samples, load }) => status === 'measured' && samples.length > 3 && load.producers > 0 && !load.request_reply);
const WRONG = plain.samples[1].t_s;
const drawn = pageOf([{ ...golden, means: [], cells: [1, 2, 3].map((repetition) => ({
  ...plain, repetition, timing: { ...plain.timing, warm_up_s: 1 }, drain: { outcome: 'complete', duration_s: 1 },
  samples: plain.samples.map((sample, i) => ({ ...sample, errors: repetition === 1 && i === 1 ? 3 : 0 })),
  summary: { ...plain.summary, produced: { ...plain.summary.produced, mean_per_s: 1000 * repetition } },
})) }]);
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

/** The colours of the canvas at these times, `y` pixels below the top of the plot, as CSS writes them. */
const coloursAt = (chart, times, y) => chart.evaluate((element, [at, below]) => {
  const plot = window.jQuery(element).data('plot');
  const canvas = element.querySelector('canvas.flot-base');
  const scale = canvas.width / canvas.clientWidth;
  const { left, top } = plot.getPlotOffset();
  return at.map((t) => {
    const [r, g, b, a] = canvas.getContext('2d').getImageData(Math.round((left + plot.getAxes().xaxis.p2c(t)) * scale), Math.round((top + below) * scale), 1, 1).data;
    return a === 0 ? 'none' : `rgb(${r}, ${g}, ${b})`;
  });
}, [times, y]);

const colourOf = (page, name) => page.evaluate((property) => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${property})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}, name);

test('an error is a tick on top, where it came; warm-up and drain are shaded', async () => {
  const { page } = await open(browser, drawn.page);
  const chart = (await openCell(page, plain.id)).locator('[data-panel=produced] .chart');
  await chart.locator('canvas.flot-base').waitFor();
  assert.deepEqual(await coloursAt(chart, [WRONG], 4), [await colourOf(page, '--bad')]);
  const end = plain.samples.at(-1).t_s;
  const between = (plain.samples[1].t_s + plain.samples[2].t_s) / 2;
  const [ahead, during, behind] = await coloursAt(chart, [-0.5, between, end + 0.5], 4);
  assert.equal(ahead, behind);
  assert.notEqual(ahead, during);
  await page.close();
});

test('each repetition is a dot at its value, on a scale from 0', async () => {
  const { page } = await open(browser, drawn.page);
  const strip = (await openCell(page, plain.id)).locator('table.numbers svg.dots').first();
  const dots = await strip.locator('circle').evaluateAll((all) => all.map((dot) => Number(dot.getAttribute('cx'))));
  assert.equal(dots.length, 3);
  const zero = Number((await strip.locator('.base').getAttribute('d')).match(/^M([\d.]+),/)[1]);
  assert.ok(Math.abs((dots[1] - zero) / (dots[0] - zero) - 2) < 0.01 && Math.abs((dots[2] - zero) / (dots[0] - zero) - 3) < 0.01, `${zero}: ${dots}`);
  await page.close();
});
