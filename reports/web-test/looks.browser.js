// The page in different uses: narrow and wide, printed, with a screen reader, and with hostile texts in its data.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, open, openWorkload, pageOf, scrollThrough } from './chromium.js';
import { syntheticRows } from './rows.js';

const HOSTILE =
  '</script><script>window.hostile=1</script><img src=x onerror="window.hostile=1">"\'`${1}javascript:alert(1)';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const plain = pageOf(syntheticRows(['activemq', 'artemis', 'qpid', 'rabbitmq'], ['stomp', 'amqp', 'core']));
const hostile =
  pageOf(syntheticRows(['activemq', 'qpid'], ['stomp']).map((file, i) => (i === 0 ? poisoned(file) : file)));
const [first] = syntheticRows(['activemq'], ['stomp']);
const leftOut = {
  'a-broken.json': '{',
  'b-newer.json': JSON.stringify({ ...first, format_version: 99 }),
  'c-odd.json': JSON.stringify({ ...first, workloads: first.workloads
    .map((workload) => ({ ...workload, notes: 'none' })) }),
};
const holed = pageOf([first], leftOut);
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  for (const { folder } of [plain, hostile, holed]) rmSync(folder, { recursive: true });
});

/** Puts hostile text wherever a file may hold text. */
function poisoned(file) {
  const workloads = file.workloads
    .map((workload,
      i) => ({ ...workload, title: `${workload.title} ${HOSTILE}`, notes: [HOSTILE], log_tail: [HOSTILE],
        group: i === 0 ? HOSTILE : workload.group,
    id: i === 1 ? HOSTILE : workload.id, reason: HOSTILE }));
  workloads[2].status = 'failed';
  return { ...file, driver: HOSTILE, protocol_title: HOSTILE, workloads,
    groups: file.groups.map((group) => ({ ...group, title: `${group.title} ${HOSTILE}`, about: HOSTILE })),
    environment: { ...file.environment, host: HOSTILE, cpu: HOSTILE, disk: HOSTILE },
    settings: { ...file.settings, profile: HOSTILE, command_line: [HOSTILE] },
    broker: { ...file.broker, title: HOSTILE, version: HOSTILE, command: HOSTILE,
      configuration: [{ path: HOSTILE, text: HOSTILE }], deviations: [HOSTILE], cannot: [HOSTILE],
      log_tail: [HOSTILE] } };
}

for (const width of [320, 400, 700, 1100, 2000]) {
  test(`nothing sticks out at a width of ${width}`, async () => {
    const { page, complaints } = await open(browser, `${plain.page}#workload=20b_5a_5queue_5`,
      { viewport: { width, height: 800 } });
    await scrollThrough(page);
    await page.evaluate(() => document.querySelectorAll('main details')
      .forEach((d) => { d.open = !d.closest('.toolbar'); }));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing (${colorScheme})`, async () => {
    const { page } = await open(browser, `${plain.page}#workload=20b_5a_5queue_5`, { colorScheme });
    await scrollThrough(page);
    await page.evaluate(() => document.querySelectorAll('main details')
      .forEach((d) => { d.open = !d.closest('.sheet') && !d.matches('.menu'); }));
    await page.locator('.menu[data-menu=rows] > summary').click();
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => (await window.axe.run(document)).violations
      .map(({ id, help, nodes }) => ({
        id, help, nodes: nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
          times: nodes.length,
      })));
    assert.equal(violations.length, 0, JSON.stringify(violations, null, 1));
    await page.close();
  });
}

test('hostile texts are texts, wherever they stand, also in the address', async () => {
  const hash = encodeURIComponent(HOSTILE);
  const { page, complaints } = await open(browser, `${hostile.page}#workload=${hash}&at=${hash}&by=${hash}`);
  await scrollThrough(page);
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
  // the content of opened details is drawn in the next frames
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  assert.equal(await page.evaluate(() => window.hostile), undefined);
  assert.equal(await page.locator('main :is(script, img, iframe)').count(), 0);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll('a')]
    .every((a) => /^#|^blob:/.test(a.getAttribute('href')))));
  const text = await page.locator('main').textContent();
  assert.ok(text.split(HOSTILE).length > 20, 'it stands there as text');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a file that is broken, newer or odd is named and left out; the rest is drawn', async () => {
  const { page, complaints } = await open(browser, holed.page);
  const warning = await page.locator('header .warning').textContent();
  for (const name of Object.keys(leftOut)) assert.ok(warning.includes(name), `${name}: ${warning}`);
  assert.equal(await page.locator('.ranking tbody tr').count(), 1);
  await scrollThrough(page);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the page is a single file that needs no network', async () => {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await page.goto(`file://${plain.page}#workload=20b_5a_5queue_5`);
  await scrollThrough(page);
  assert.ok(await page.locator('canvas.flot-base').count() > 5);
  assert.equal(await page.evaluate(() => performance.getEntriesByType('resource').length), 0);
  await context.close();
});

test('the printer gets every graph that is open, no switches, and few pages', async () => {
  const { page, complaints } = await open(browser, plain.page);
  const pdf = await page.pdf({ format: 'A4' });
  const { charts, empty, drawn } = await page.evaluate(() => ({
    charts: document.querySelectorAll('.chart').length, empty: document.querySelectorAll('.chart.empty').length,
      drawn: document.querySelectorAll('canvas.flot-base').length,
  }));
  assert.ok(charts > 4 && empty === 0 && drawn === charts, `${drawn} of ${charts}, ${empty} empty`);
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages <= 10, `${pages} pages`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await page.locator('#part-toolbar').isVisible(), false);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(251, 250, 248)');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('nothing jumps while the page is scrolled', async () => {
  const { page } = await open(browser, plain.page);
  await page.evaluate(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shift += e.value; }))
      .observe({ type: 'layout-shift', buffered: true });
  });
  await scrollThrough(page);
  const shift = await page.evaluate(() => window.shift);
  assert.ok(shift < 0.1, `cumulative layout shift ${shift}`);
  await page.close();
});

test('every graph is an image with a sentence and a table; every table of numbers has a head', async () => {
  const { page } = await open(browser, plain.page);
  await openWorkload(page, '20b_1a_1queue_1');
  await scrollThrough(page);
  const labels = await page.locator('.chart')
    .evaluateAll((charts) => charts.map((chart) => [
      chart.getAttribute('role'), chart.getAttribute('aria-label'),
        chart.parentElement.querySelectorAll('.tools summary').length,
    ]));
  assert.ok(labels.length > 5
    && labels.every(([role, label, tools]) => role === 'img' && /^Chart, .+\.$/.test(label) && tools === 1));
  assert.ok(await page.locator('table:not(.methods table)')
    .evaluateAll((tables) => tables.every((table) => table.tHead && table.querySelector('tbody th[scope=row]'))));
  await page.close();
});
