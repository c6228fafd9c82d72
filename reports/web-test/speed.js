// How large and how fast the page is: 30 rows of 150 workloads, all of them SYNTHETIC, in headless Chromium. Prints
// the measurements for the first opening after the start of the browser (cold) and for the next one (warm), and fails
// if one exceeds its limit.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, partedPageOf } from './chromium.js';
import { largeMatrix } from './matrix.js';

/** The requirements: usable within a second, filters within 100 ms, and graphs that are drawn before a reader looks at
  * them.
  */
const LIMITS = {
  'ranking visible, ms': 1000, 'slowest filter, ms': 100, 'first graph after scrolling, ms': 300,
  'graphs of an opened workload, ms': 1000,
};
const PAGE_MB = 5;
const FILTERS = [
  '#broker=synthetic1', '#protocol=p1', '#persistent=yes', '#size=20', '#sure=1', '#group=latency',
  '#by=persistent', '#common=1', '#',
];
const WORKLOAD = 'sizes-async-queue-20B-1';

/** Milliseconds from a click to the frame that shows the changed page. A task that is queued in a frame's callback runs
  * after that frame is painted.
  */
function filterTimes(page) {
  return page.evaluate(async (filters) => {
    const times = [];
    for (const hash of filters) {
      const start = performance.now();
      const done = new Promise((resolve) => window.addEventListener('hashchange',
        () => requestAnimationFrame(() => setTimeout(resolve, 0)), { once: true }));
      location.hash = hash;
      await done;
      times.push([hash, Math.round(performance.now() - start)]);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return times;
  }, FILTERS);
}

/** Milliseconds until there are more graphs than before: after scrolling to a workload, and after opening one, whose
  * samples come from a file.
  */
function graphTimes(page) {
  return page.evaluate(async (hash) => {
    const drawn = () => document.querySelectorAll('canvas.flot-base').length;
    const timed = async (act) => {
      const before = drawn();
      const start = performance.now();
      act();
      while (drawn() === before && performance.now() - start < 5000) await new Promise((resolve) =>
        setTimeout(resolve, 5));
      return performance.now() - start;
    };
    const scrolled = await timed(() => document.querySelector('figure').scrollIntoView());
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const opened = await timed(() => { location.hash = hash; });
    return [scrolled, opened];
  }, `#workload=${WORKLOAD}`);
}

async function measure(browser, path) {
  const { page, complaints } = await open(browser, path);
  await page.locator('.ranking tbody tr').first().waitFor();
  // the first paint of content includes the ranking, because scripts build the page before it
  const visible = await page.evaluate(() => new Promise((resolve) => new PerformanceObserver((list) => {
    // the first paint, of the background, may be reported separately
    const [painted] = list.getEntriesByName('first-contentful-paint');
    if (painted) resolve(painted.startTime);
  }).observe({ type: 'paint', buffered: true })));
  const times = await filterTimes(page);
  const [scrolled, opened] = await graphTimes(page);
  await page.close();
  return {
    found: [visible, Math.max(...times.map(([, ms]) => ms)), scrolled, opened].map(Math.round), times, complaints,
  };
}

const megabytes = (bytes) => Number((bytes / 1e6).toFixed(1));
const [brokers, protocols] = [Number(process.argv[2] ?? 6), Number(process.argv[3] ?? 5)];
const { folder, page: path, data } = partedPageOf(largeMatrix(brokers, protocols));
const browser = await launch();
const runs = { cold: await measure(browser, path), warm: await measure(browser, path) };
await browser.close();
const size = megabytes(statSync(path).size);
const besides = readdirSync(data).map((name) => statSync(join(data, name)).size);
const besideBytes = besides.reduce((sum, bytes) => sum + bytes, 0);
console.log(`${brokers * protocols} rows of 150 workloads, synthetic; page of ${size} MB, `
  + `beside it ${megabytes(besideBytes)} MB in ${besides.length} files`);
const beyond = size > PAGE_MB ? [`the page is larger than ${PAGE_MB} MB`] : [];
for (const [name, { found, times, complaints }] of Object.entries(runs)) {
  console.log(name, Object.fromEntries(Object.keys(LIMITS).map((what, i) => [what, found[i]])),
    Object.fromEntries(times), complaints);
  beyond.push(...Object.entries(LIMITS).filter(([, limit], i) => found[i] > limit)
    .map(([what, limit]) => `${name}: ${what} is beyond ${limit}`), ...complaints);
}
console.log(beyond.length === 0 ? 'within the limits' : beyond.join('\n'));
rmSync(folder, { recursive: true });
process.exit(beyond.length > 0 ? 1 : 0);
