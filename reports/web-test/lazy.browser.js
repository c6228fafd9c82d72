// What a large page postpones when a reader chooses or scrolls, and that the reader does not notice. speed.js measures
// how fast it is.
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

const rowsOf = (page) => page.locator('.matrix tbody tr').evaluateAll((all) => all.map(({ dataset }) => dataset.row));

test('the overview of before a choice is seen by nobody, and gone when the new one is there', async () => {
  const { page, complaints } = await open(browser, plain.page, { viewport: { width: 1400, height: 600 } });
  await page.locator('.matrix').waitFor({ state: 'attached' });
  const stale = await page.evaluate(() => new Promise((resolve) => {
    const seen = () => document.querySelector('.matrix')?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    window.addEventListener('hashchange', () => resolve(seen()), { once: true });
    location.hash = '#broker=artemis';
  }));
  assert.equal(stale, false);
  await page.locator('.matrix').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.matrix tbody tr').length === 3);
  assert.ok((await rowsOf(page)).every((row) => row.includes('artemis')), `${await rowsOf(page)}`);
  assert.equal(await page.locator('#overview').count(), 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what chooses the order or the number of the overview is shown at once, also right after a filter', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 1400, height: 600 } });
  await page.locator('.matrix').waitFor({ state: 'attached' });
  for (const hash of ['#broker=artemis', '#broker=artemis&show=cpu']) {
    await page.evaluate((to) => new Promise((resolve) => {
      window.addEventListener('hashchange', resolve, { once: true });
      location.hash = to;
    }), hash);
  }
  assert.equal(await page.locator('.matrix').isVisible(), true);
  assert.equal((await rowsOf(page)).length, 3);
  await page.close();
});
