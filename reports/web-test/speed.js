// How fast the page is: 12 rows of 110 cells, all of them SYNTHETIC, in headless Chromium. Prints what it measured, and fails beyond the limits.
import { statSync, rmSync } from 'node:fs';
import { launch, open, pageOf } from './chromium.js';
import { syntheticMatrix } from './matrix.js';

const LIMITS = { 'ranking visible, ms': 1000, 'slowest filter, ms': 100 };
const FILTERS = ['#broker=synthetic1', '#protocol=p1', '#persistent=yes', '#size=20', '#sure=1', '#group=latency', '#by=persistent', '#common=1', '#'];

/** Milliseconds from the click's moment until the page has been made anew and laid out. */
function filterTimes(page) {
  return page.evaluate(async (filters) => {
    const times = [];
    for (const hash of filters) {
      const start = performance.now();
      const done = new Promise((resolve) => window.addEventListener('hashchange', () => resolve(document.body.offsetHeight), { once: true }));
      location.hash = hash;
      await done;
      times.push([hash, Math.round(performance.now() - start)]);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return times;
  }, FILTERS);
}

async function measure(browser, path) {
  const { page, complaints } = await open(browser, path);
  await page.locator('.ranking tbody tr').first().waitFor();
  // nothing is painted before the scripts have made the page, the ranking with it
  const visible = await page.evaluate(() => new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntriesByName('first-contentful-paint')[0].startTime)).observe({ type: 'paint', buffered: true })));
  const times = await filterTimes(page);
  const scrolled = await page.evaluate(async () => {
    const before = document.querySelectorAll('canvas.flot-base').length;
    document.querySelector('figure').scrollIntoView();
    const start = performance.now();
    while (document.querySelectorAll('canvas.flot-base').length === before && performance.now() - start < 5000) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - start;
  });
  await page.close();
  return { visible, times, scrolled, complaints };
}

const [rows, protocols] = [Number(process.argv[2] ?? 4), Number(process.argv[3] ?? 3)];
const { folder, page: path } = pageOf(syntheticMatrix(rows, protocols));
const browser = await launch();
await measure(browser, path);
const { visible, times, scrolled, complaints } = await measure(browser, path);
await browser.close();
const found = { 'ranking visible, ms': Math.round(visible), 'slowest filter, ms': Math.max(...times.map(([, ms]) => ms)) };
console.log(`${rows * protocols} rows of 110 cells, synthetic; page of ${(statSync(path).size / 1e6).toFixed(1)} MB`);
console.log(found, Object.fromEntries(times), `first graph after scrolling: ${Math.round(scrolled)} ms`, complaints);
rmSync(folder, { recursive: true });
process.exit(Object.entries(LIMITS).some(([name, limit]) => found[name] > limit) || complaints.length > 0 ? 1 : 0);
