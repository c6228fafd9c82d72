// The caveats, what a row did not store, and two rows of two runs, on the page of a real quick run (cut down to what is
// judged).
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dataIn, launch, open, pageOf } from './chromium.js';

const files = JSON.parse(readFileSync(new URL('../src/test/resources/judged/quick.json', import.meta.url), 'utf8'))
  .map((file) => ({
    ...file, file: `${file.protocol}-${file.broker.name}.json`,
    // SYNTHETIC: these files have no CPU times any more
    workloads: file.workloads.map((workload) => (workload.resources
      ? { ...workload, resources: { ...workload.resources,
        broker: { ...workload.resources.broker, cpu_cores: 0.5 } } } : workload)),
  }));
const drawn = pageOf(files);
const keyOf = ({ protocol, broker }) => `${protocol}-${broker.name}`;
const workloadIn = (file, id) => file.workloads.find((workload) => workload.id === id);
const AT = 'latency_at-1k_1p_1queue_1_w1000_rate5000';

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(drawn.folder, { recursive: true });
});

test('the caveats are one line; a click shows each, those that could change a choice most first', async () => {
  const { page, complaints } = await open(browser, drawn.page);
  const box = page.locator('.caveats');
  assert.ok(await box.evaluate((one) => one.getBoundingClientRect().height) < 80, 'not one line');
  const [judged] = dataIn(drawn.page).judged;
  const { uncertain, numbers, flags } = judged.certainty;
  const named = await box.locator('summary').innerText();
  assert.ok(named.includes(`${uncertain} of ${numbers} numbers uncertain; `), named);
  assert.match(named, /about ActiveMQ Apollo, HornetQ, RabbitMQ/);
  await box.locator('summary').click();
  const lines = await page.locator('.caveats > ul > li').allInnerTexts();
  assert.match(lines[0], new RegExp(`^${uncertain} of ${numbers} numbers are uncertain, flagged ${
    flags.map(({ letter, times }) => `${letter} \\([a-z ]+\\) ${times}`).join(', ')}`));
  assert.match(lines[1],
    /^\d+ of \d+ rows delivered persistent messages before (it|they) stored them \(flagged D\)/);
  assert.ok(lines[2].includes(judged.failures[0].row.label), 'whose trouble decides is not hidden');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what a row did not store is no best of a persistent column, and says so there', async () => {
  const { page } = await open(browser, drawn.page);
  await page.locator('.matrix td[data-workload]').first().waitFor();
  const unstored = files.filter((file) => file.broker.durability === 'fsync'
    && (workloadIn(file, AT)?.summary?.consumed.mean_per_s ?? 0) >= 0.95 * 5000
    && workloadIn(file, AT).resources.broker.written_bytes_per_s < 800 * 5000);
  assert.ok(unstored.length > 0);
  for (const file of unstored) {
    const field = page.locator(`.matrix td[data-workload="${AT}"][data-row="${keyOf(file)}"]`);
    assert.match(await field.locator('b').innerText(), /D/);
    assert.equal(await field.evaluate((td) => td.classList.contains('best')), false);
  }
  assert.equal(await page.locator(`.matrix td.best[data-workload="${AT}"]`).count(), 1);
  await page.close();
});

test('two rows are chosen, and the answer is next to them; of separate runs it says so', async () => {
  const added = files.map((file) => (file.broker.name === 'openmq' && file.protocol === 'stomp' ? { ...file,
    settings: { ...file.settings, command_line: ['--continue'] }, started_at_ms: file.started_at_ms + 9e7,
    finished_at_ms: (file.finished_at_ms ?? file.started_at_ms) + 9e7 } : file));
  const two = pageOf(added);
  const { page, complaints } = await open(browser, two.page);
  assert.match(await page.locator('p.lead').innerText(), / UTC to .* UTC, in 2 runs$/);
  assert.match(await page.locator('.caveats').textContent(),
    /2 runs that differ in settings, version or time: .*STOMP on /);
  await page.getByLabel('One row').selectOption('openmq-openmq');
  await page.getByLabel('The other row').selectOption('stomp-openmq');
  const place = page.locator('#comparison');
  const chosen = (text) => page.waitForFunction((wanted) => document.body.dataset.shown.includes(wanted), text);
  await chosen('pair=openmq-openmq%2Cstomp-openmq');
  assert.match(await place.locator('.ahead').innerText(),
    /^At full speed, (.* is better|neither is surely better)\. By the p99 at equal rates, /);
  assert.match(await place.locator('.apart').innerText(),
    new RegExp('^Separate runs: .*OpenMQ.* was measured in the run of \\d{4}-.* UTC, '
      + '.*STOMP was measured in the run of .* UTC'));
  assert.equal(await place.locator('.promises').count(), 0);
  await page.getByLabel('One row').selectOption('stomp-apollo');
  await chosen('pair=stomp-apollo');
  assert.match(await place.locator('.promises').innerText(),
    /^Different durability: .*Apollo.* memory only, .*OpenMQ.* page cache\./);
  assert.deepEqual(complaints, []);
  await page.close();
  rmSync(two.folder, { recursive: true });
});
