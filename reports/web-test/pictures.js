// Takes new pictures for the README from a real report: REPORT_DIR=/folder/of/a/run npm --prefix reports run
// pictures
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, open } from './chromium.js';

const OUT = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** The content of each picture: the address, and what must be drawn before the picture is taken. */
const PICTURES = [
  { name: 'verdict', width: 1400, height: 900, hash: '', ready: '.kind td' },
  {
    name: 'overview', width: 1400, height: 960, hash: '#at=part-overview',
    ready: '.matrix td[data-workload]', colorScheme: 'dark',
  },
];

/** The page keeps its place for this long while the parts above it are built. */
const HOLD_MS = 4500;

async function take(chromium, report, { name, width, height, hash, ready, colorScheme = 'light' }) {
  const { page, complaints } = await open(chromium, `${report}${hash}`, { viewport: { width, height }, colorScheme });
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(HOLD_MS);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  await page.close();
  if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('; ')}`);
  console.log(join(OUT, `${name}.png`));
}

const index = process.env.REPORT_DIR && join(process.env.REPORT_DIR, 'index.html');
if (!index || !existsSync(index)) {
  console.error('Which report? REPORT_DIR names the folder of a run of all brokers in the quick profile, as an '
    + 'absolute path: '
    + 'bin/benchmark-all --profile quick --out DIR makes one, and bin/benchmark-report DIR draws it again.');
  process.exit(2);
}
const browser = await launch();
for (const picture of PICTURES) await take(browser, index, picture);
await browser.close();
