// Details that must stay readable: the heads of a long table, a command in a narrow window, a blank among the rows.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, pageOf } from './chromium.js';
import { syntheticRows } from './rows.js';

const plain = pageOf(syntheticRows(['activemq', 'artemis', 'qpid', 'rabbitmq'], ['stomp', 'amqp', 'core']));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(plain.folder, { recursive: true });
});

test('heads of the overview stay on top while it scrolls', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 1400, height: 500 } });
  await page.locator('.matrix').waitFor();
  assert.ok(await page.locator('.matrix').evaluate((table) => {
    table.parentElement.scrollTo(0, 120);
    return Math.abs(table.tHead.getBoundingClientRect().top - table.parentElement.getBoundingClientRect().top) < 2;
  }));
  await page.close();
});

test('a command in a narrow window ends its lines at spaces only', async () => {
  const { page } = await open(browser, `${plain.page}#workload=20b_1a_1queue_1`,
    { viewport: { width: 390, height: 844 } });
  const command = page.locator('figure.opened pre.commands').first();
  await command.waitFor({ state: 'attached' });
  await command.evaluate((pre) => { pre.closest('details').open = true; });
  const words = await command.locator('.unbroken')
    .evaluateAll((all) => all.map((word) => [word.textContent, word.getClientRects().length]));
  assert.ok(words.length > 5);
  assert.deepEqual(words.filter(([, lines]) => lines !== 1), []);
  assert.match(await command.textContent(), /^bin\/benchmark-all --profile \S+ --brokers /);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.close();
});

test('a pair that was not run is blank among the rows, and a sentence says so', async () => {
  const few = pageOf(syntheticRows(['activemq', 'artemis'], ['stomp', 'amqp']).slice(1));
  for (const [path, blank] of [[few.page, 1], [plain.page, 0]]) {
    const { page } = await open(browser, path);
    await page.locator('.menu[data-menu=rows] > summary').click();
    await page.locator('.legend').waitFor();
    assert.equal(await page.locator('.legend td:empty').count(), blank);
    assert.equal(await page.locator('.sheet .note', { hasText: 'this pair was not run' }).count(), blank);
    await page.close();
  }
  rmSync(few.folder, { recursive: true });
});
