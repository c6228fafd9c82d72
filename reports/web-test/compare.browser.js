// The page that says what changed, in a real browser, from disk: HornetQ's golden result against a changed copy of it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { comparisonUnderTest, launch, open } from './chromium.js';
import { GOLDEN_DIR, readResults } from './golden.js';

const HOSTILE = '<img src=x onerror="window.hostile=1"></script><script>window.hostile=1</script>';
const text = readFileSync(join(GOLDEN_DIR, 'stomp-hornetq.json'), 'utf8');
const folders = [];
let browser;
let path;

function folderOf(name, change) {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`));
  folders.push(dir);
  const json = JSON.parse(text);
  change(json);
  writeFileSync(join(dir, 'stomp-hornetq.json'), JSON.stringify(json));
  return dir;
}

/** Makes a workload slower, at the same CPU cost per message. */
function slow(workload, by) {
  workload.summary.consumed.mean_per_s *= by;
  workload.resources.broker.cpu_cores *= by;
}

function changed(json) {
  json.environment.host = HOSTILE;
  for (const workload of json.workloads) {
    if (workload.id === '20b_1a_1queue_1') slow(workload, 0.8);
    if (workload.id.endsWith('of50')) workload.summary.end_to_end.us_p99 *= 3;
    if (workload.id.startsWith('flow')) workload.load.window = 5;
    if (workload.id.startsWith('crash')) workload.audit.lost = 3;
  }
}

before(async () => {
  path = comparisonUnderTest(folderOf('old', () => {}), folderOf('new', changed));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const folder of [...folders, dirname(path)]) rmSync(folder, { recursive: true });
});

const rowsOf = (page) => page.locator('.changes tbody tr[data-measure]').evaluateAll((rows) => rows.map((tr) => ({
  workload: tr.parentElement.dataset.workload, measure: tr.dataset.measure, verdict: tr.className,
  text: tr.innerText.replaceAll(/\s+/g, ' ').trim(),
  colour: getComputedStyle(tr.querySelector('.verdict')).color,
})));

test('opens from disk without an error, a warning or a request; the numbers are there', async () => {
  const { page, complaints } = await open(browser, path);
  const rows = await rowsOf(page);
  assert.equal(rows.length, 17);
  const slower = rows.find(({ workload, measure }) => workload === '20b_1a_1queue_1' && measure === 'consumed/s');
  assert.match(slower.text, /^consumed\/s 71\.4k 57\.1k −20\.0 % \(−2[23]\.\d to −1[67]\.\d %\) worse$/);
  assert.equal(rows.find(({ workload, measure }) => workload.endsWith('of50') && measure === 'end to end p99').verdict,
    'worse');
  assert.match(await page.locator('header').textContent(),
    /7 loads, 17 numbers: 0 better, 2 worse, 15 within the noise; 1 not compared/);
  assert.match(await page.locator('.others').textContent(), /flow-1k_1p_1queue_1_steps.*window null -> 5/);
  assert.match(await page.locator('[data-workload^=crash] .workload').textContent(), /3 messages lost/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what only one side has is a line as well, with why', async () => {
  const alone = comparisonUnderTest(folderOf('old', (json) => {
    for (const workload of json.workloads.filter(({ id }) => id.endsWith('of50'))) {
      workload.summary.consumed.mean_per_s = 0;
      workload.summary.end_to_end = null;
    }
  }), folderOf('new', () => {}));
  const { page, complaints } = await open(browser, alone);
  const p99 = (await rowsOf(page))
    .find(({ workload, measure }) => workload.endsWith('of50') && measure === 'end to end p99');
  assert.deepEqual([p99.verdict, p99.text], ['lone', 'end to end p99 – 778 µs from nothing']);
  assert.deepEqual(complaints, []);
  await page.close();
  rmSync(dirname(alone), { recursive: true });
});

test('text from files stays text', async () => {
  const { page } = await open(browser, path);
  assert.equal(await page.evaluate(() => window.hostile), undefined);
  assert.equal(await page.locator('main :is(script, img, iframe)').count(), 0);
  assert.ok((await page.locator('main').textContent()).includes(HOSTILE));
  await page.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`noise is quieter, and differs from worse by word and shape as well as colour (${colorScheme})`, async () => {
    const { page, complaints } = await open(browser, path, { colorScheme });
    const rows = await rowsOf(page);
    const colours = (verdict) => new Set(rows.filter((row) => row.verdict === verdict).map(({ colour }) => colour));
    assert.equal(colours('noise').size, 1);
    assert.notDeepEqual(colours('noise'), colours('worse'));
    assert.ok(rows.every(({ verdict, text: said }) => said.endsWith(verdict) || said.endsWith(`${verdict}?`)));
    const dashes = await page.locator('.bar.noise rect')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).strokeDasharray));
    assert.ok(dashes.every((dash) => dash !== 'none'));
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

for (const width of [320, 400, 700, 1400]) {
  test(`nothing sticks out at a width of ${width}`, async () => {
    const { page } = await open(browser, path, { viewport: { width, height: 800 } });
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await page.close();
  });
}

test('what is within the noise can be hidden', async () => {
  const { page } = await open(browser, path);
  await page.locator('.toolbar input').check();
  assert.deepEqual(await page.locator('.changes tbody tr[data-measure]:visible')
    .evaluateAll((rows) => [...new Set(rows.map((tr) => tr.className))]), ['worse']);
  assert.equal(await page.locator('.changes tbody:visible').count(), 3);
  await page.close();
});

test('flags explain themselves to the keyboard, and stay on the screen', async () => {
  const { page } = await open(browser, path, { viewport: { width: 400, height: 700 } });
  const flag = page.locator('.flags').first();
  await flag.focus();
  assert.match(await page.locator('#tip').textContent(), /^Nnoisy: the rate was not steady yet/);
  const { x, y, width, height } = await page.locator('#tip').boundingBox();
  assert.ok(x >= 0 && y >= 0 && x + width <= 400 && y + height <= 700, `${[x, y, width, height]}`);
  assert.match(await flag.getAttribute('aria-label'),
    /^N\w*, flags of 20b_1a_1queue_1, old\. N, noisy/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#tip').count(), 0);
  await page.close();
});

test('axe finds nothing', async () => {
  const { page } = await open(browser, path);
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const violations = await page.evaluate(async () =>
    (await window.axe.run(document)).violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)]));
  assert.deepEqual(violations, []);
  await page.close();
});

test('what holds for all pairs is said once, and of many pairs the few that changed are open', async () => {
  const [old, now] = ['old', 'new'].map((name) => mkdtempSync(join(tmpdir(), `${name}-`)));
  folders.push(old, now);
  for (const { file, ...json } of readResults(GOLDEN_DIR)) {
    writeFileSync(join(old, file), JSON.stringify({ ...json, environment: { ...json.environment, host: 'one' } }));
    if (file === 'stomp-hornetq.json') {
      for (const workload of json.workloads) if (workload.id === '20b_1a_1queue_1') slow(workload, 0.5);
    }
    writeFileSync(join(now, file), JSON.stringify({ ...json, environment: { ...json.environment, host: 'two' } }));
  }
  const changedOne = comparisonUnderTest(old, now);
  const { page, complaints } = await open(browser, changedOne);
  const said = (await page.locator('header .warning').allInnerTexts())
    .map((warning) => warning.replaceAll(/\s+/g, ' '));
  assert.deepEqual(said.filter((warning) => warning.includes('one → two')),
    ['More than the broker differs: host: one → two']);
  assert.ok(said.some((warning) => /^More than the broker differs \(Apollo .*not complete/.test(warning)),
    said.join('\n'));
  assert.ok(await page.locator('details.pair').count() > 3);
  assert.equal(await page.locator('details.pair[open]').count(), 1);
  assert.match(await page.locator('details.pair[open] > summary').innerText(), /HornetQ.*1 worse/);
  assert.equal(await page.locator('.changes').count(), 1);
  assert.deepEqual(complaints, []);
  await page.close();
  rmSync(dirname(changedOne), { recursive: true });
});

test('many pairs are folded, each with what it has in it', async () => {
  const many = comparisonUnderTest(GOLDEN_DIR, GOLDEN_DIR);
  const { page, complaints } = await open(browser, many);
  assert.equal(await page.locator('details.pair').count(), 5);
  assert.equal(await page.locator('.changes').count(), 0);
  const hornetq = page.locator('details.pair', { hasText: 'HornetQ' });
  assert.match(await hornetq.locator('summary').innerText(),
    /^HornetQ .*\(STOMP\): mean over 8 loads: \+0\.0 % .*noise; 0 better, 0 worse, \d+ within the noise$/);
  await hornetq.locator('summary').first().click();
  await hornetq.locator('.changes').waitFor(); // an event after the click fills it
  assert.equal(await page.locator('.changes').count(), 1);
  await page.pdf();
  assert.ok(await page.locator('.changes').count() > 3);
  assert.deepEqual(complaints, []);
  await page.close();
  rmSync(dirname(many), { recursive: true });
});
