// Debian's Chromium, driven by playwright-core. It runs as root in containers, and makes no requests of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { GOLDEN_DIR } from './golden.js';

/** The first three are the list below the address field. No test sees it, but it is a page of its own, which is made
  * for each of ours and costs more than many of them. The rest is Playwright's own list, which this one replaces.
  */
const LEFT_OUT = [
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'AcceptCHFrame',
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider',
  'GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning',
  'Translate', 'AutoDeElevate', 'RenderDocument', 'OptimizationHints',
];

const ARGUMENTS = [
  `--disable-features=${LEFT_OUT.join()}`, '--no-sandbox', '--disable-gpu', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** Only ends what hangs: no test measures time, and a busy machine takes many times as long. */
const PATIENCE_MS = 150_000;

/** The same flags as in bin/lib/run.sh. */
const QUICK_START = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

const BROWSER = { executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ARGUMENTS };

/** A browser for all test files, one after the other, because its start costs as much as some tests. */
export const serve = () => chromium.launchServer(BROWSER);

/** The browser that browsers.js serves at CHROMIUM_SERVER, else a new one. Closing the former only disconnects from it.
  */
export function launch() {
  const { CHROMIUM_SERVER: server } = process.env;
  return server ? chromium.connect(server) : chromium.launch(BROWSER);
}

/** The bytes of a download. A browser that another process serves has no path to it. */
export async function contentOf(download) {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

function written(files) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  for (const { file, ...json } of files) writeFileSync(join(folder, file), JSON.stringify(json));
  return folder;
}

/** A page made from these parsed result files, with data files next to it for opened workloads; `data` is their folder.
  */
export function partedPageOf(files) {
  const folder = written(files);
  generate(folder, 'shootout.report.Main', folder);
  return { folder, page: join(folder, 'index.html'), data: join(folder, 'index-data') };
}

/** A single-file page made from these parsed result files and from other files, as `texts` by name; `folder` is its
  * folder.
  */
export function pageOf(files, texts = {}) {
  const folder = written(files);
  const page = join(folder, 'page to send.html');
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  try {
    generate(folder, 'shootout.report.Main', folder, '--single-file', page);
  } catch (error) {
    // bad files make it complain, but it still draws the others
    if (Object.keys(texts).length === 0 || error.status !== 2) throw error;
  }
  return { folder, page };
}

/** The page, and the folder with its results: those of REPORT_DIR, or those of the golden files. */
export function reportUnderTest() {
  const given = process.env.REPORT_DIR;
  if (given) return { results: given, page: join(given, 'index.html') };
  const out = mkdtempSync(join(tmpdir(), 'report-'));
  generate(out, 'shootout.report.Main', GOLDEN_DIR, '--out', out);
  return { results: GOLDEN_DIR, page: join(out, 'index.html') };
}

/** The list of the runs below a folder. */
export function listOf(folder) {
  generate(folder, 'shootout.report.Main', '--index', folder);
  return join(folder, 'index.html');
}

/** The page that compares these two folders, or brokers (with options). */
export function comparisonUnderTest(...args) {
  const out = mkdtempSync(join(tmpdir(), 'comparison-'));
  const page = join(out, 'compare.html');
  generate(out, 'shootout.report.compare.Main', ...args, '--page', page);
  return page;
}

/** The data that a page shows at once. */
export function dataIn(path) {
  const [, text] = /<script type="text\/plain" class="data">([^<]*)</.exec(readFileSync(path, 'utf8'));
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')));
}

function generate(out, main, ...args) {
  const home = fileURLToPath(new URL('../../', import.meta.url));
  process.env.REPORT_CLASSPATH ||= classPathOf(home, out);
  execFileSync('java', [...QUICK_START, '-cp', process.env.REPORT_CLASSPATH, main, ...args], { stdio: 'pipe' });
}

function classPathOf(home, out) {
  const file = join(out, 'classpath.txt');
  execFileSync('mvn', ['-q', '-B', '-pl', 'reports', '-am', 'compile', 'dependency:build-classpath',
    '-DincludeScope=runtime', `-Dmdep.outputFile=${file}`],
    { cwd: home, stdio: 'inherit' });
  return `${join(home, 'reports/target/classes')}:${execFileSync('cat', [file], { encoding: 'utf8' }).trim()}`;
}

/** Opens the page and records what must not happen: errors, and requests for anything outside the page. */
export async function open(browser, path, options) {
  const page = await browser.newPage({ viewport: { width: 1500, height: 1000 }, colorScheme: 'light', ...options });
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type())
    && complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack}`));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url())
    && complaints.push(`request: ${request.url()}`));
  await page.goto(`file://${path}`);
  // the report unpacks its data before it shows anything
  if (options?.javaScriptEnabled !== false) {
    await page.waitForFunction(() =>
      !document.querySelector('script.data') || document.body.dataset.shown !== undefined);
  }
  return { page, complaints };
}

/** Scrolls through the whole page, so that every graph comes into view. */
export async function scrollThrough(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    // like a person, who does not scroll faster than a busy machine draws
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await frame();
      await idle();
      await frame();
    }
  });
  // graphs that were added late, above the window, are drawn when they come into view
  await page.waitForFunction(() => {
    const blank = [...document.querySelectorAll('.chart')].find((chart) => !chart.querySelector('canvas'));
    blank?.scrollIntoView();
    return !blank;
  });
}

/** Makes a choice as its link would, and waits until the page shows it. */
export async function goTo(page, hash) {
  await page.evaluate((to) => new Promise((resolve) => {
    if (location.hash === to) return resolve();
    window.addEventListener('hashchange', () => requestAnimationFrame(resolve), { once: true });
    location.hash = to;
    return undefined;
  }), hash);
}

/** Opens a workload, and waits for its content, which may come from a file. */
export async function openWorkload(page, id) {
  await goTo(page, `#workload=${encodeURIComponent(id)}`);
  const figure = page.locator(`figure[data-workload="${id}"]`);
  await figure.locator('.more > :not(.loading)').first().waitFor({ state: 'attached' });
  return figure;
}

/** The number of different colours on the canvas of each graph. A blank one has one. */
export function coloursOfCharts(page) {
  return page.evaluate(() => [...document.querySelectorAll('.chart')].map((chart) => {
    const canvas = chart.querySelector('canvas.flot-base');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 255) colours.add((data[i] << 16) + (data[i + 1] << 8) + data[i + 2]);
    }
    return colours.size;
  }));
}
