// What a reader does with the page, in a real browser: 24 SYNTHETIC rows made from the golden files.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { contentOf, goTo, launch, open, openWorkload, pageOf, scrollThrough } from './chromium.js';
import { syntheticRows } from './rows.js';

const { folder, page: path } = pageOf(syntheticRows(['activemq', 'artemis', 'qpid', 'rabbitmq']));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Opens a workload and scrolls to its graphs, which are below all numbers and are drawn when they come near. */
async function openGraphs(page, id) {
  const figure = await openWorkload(page, id);
  await figure.locator('.panels').scrollIntoViewIfNeeded();
  return figure;
}

const ranked = (page) => page.locator('.ranking tbody tr').evaluateAll((rows) => rows.map((tr) => tr.dataset.row));

test('one broker: its protocols side by side; one protocol: its brokers; the back button takes it back', async () => {
  const { page, complaints } = await open(browser, path);
  assert.equal((await ranked(page)).length, 24);
  await page.locator('.menu[data-menu=rows] > summary').click();
  await page.getByRole('button', { name: 'Only Synthetic artemis' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ranking tbody tr').length === 6);
  assert.match(new URL(page.url()).hash, /^#broker=artemis/);
  await page.getByRole('button', { name: 'Only AMQP 1.0' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ranking tbody tr').length === 4);
  assert.ok((await ranked(page)).every((key) => key.startsWith('amqp-')));
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('.ranking tbody tr').length === 6);
  assert.ok((await ranked(page)).every((key) => key.endsWith('-artemis')));
  await page.locator('.legend input[data-row=core-artemis]').uncheck();
  await page.waitForFunction(() => document.querySelectorAll('.ranking tbody tr').length === 5);
  assert.match(new URL(page.url()).hash, /without=core-artemis/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('workloads are filtered by destination, persistence, size and group; ranks are among all workloads, and stay',
    async () => {
  const { page } = await open(browser, path);
  await scrollThrough(page);
  const shown = () => page.locator('.heat thead th[scope=col].number').count();
  const ranks = () => page.locator('.ranking tbody').innerText();
  const [all, rankedBefore] = [await shown(), await ranks()];
  for (const [facet, value] of [['type', 'queue'], ['persistent', 'yes'], ['size', '20'], ['group', 'fan']]) {
    await page.locator(`.menu[data-menu=${facet}] > summary`).click();
    await page.locator(`input[data-facet="${facet}=${value}"]`).check();
    await page.waitForFunction((hash) => document.body.dataset.shown.includes(hash), `${facet}=${value}`);
    await scrollThrough(page);
    assert.ok(await shown() < all, facet);
    assert.equal(await ranks(), rankedBefore);
    await page.getByRole('button', { name: 'reset' }).click();
    await page.waitForFunction(() => document.body.dataset.shown === '');
  }
  await goTo(page, '#group=fan&type=queue');
  assert.match(await page.locator('#part-groups').innerText(), /No load matches/);
  await page.close();
});

test('the reader chooses what the ranking is about, and if uncertain numbers and workloads that not all have count',
    async () => {
  const { page } = await open(browser, path);
  const count = async () => Number(/^(\d+) loads?/.exec(await page.locator('.choices').innerText())[1]);
  const all = await count();
  await page.locator('.choices input').check();
  await page.waitForFunction(() => document.body.dataset.shown.includes('common=1'));
  assert.ok(await count() < all);
  await page.locator('.choices input').uncheck();
  await page.waitForFunction(() => document.body.dataset.shown === '');
  await page.getByRole('link', { name: /^Persistent/ }).first().click();
  await page.waitForFunction(() => document.body.dataset.shown.includes('by=persistent'));
  assert.match(await page.locator('.tabs [aria-current]').innerText(), /^Persistent/);
  await page.locator('input[data-flag=sure]').check();
  await page.waitForFunction(() => document.body.dataset.shown.includes('sure=1'));
  await scrollThrough(page);
  assert.ok(await page.locator('.heat td.quiet', { hasText: 'uncertain' }).count() > 0);
  await page.close();
});

test('a link opens a workload with everything about it; going back closes it', async () => {
  const { page, complaints } = await open(browser, `${path}#broker=artemis&workload=20b_5a_5queue_5`);
  const figure = page.locator('figure[data-workload="20b_5a_5queue_5"]');
  await figure.locator('table.numbers').waitFor();
  assert.equal(await figure.locator('table.numbers tbody tr').count(), 6);
  assert.ok(await figure.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight));
  const text = await figure.textContent();
  assert.match(text, /bin\/benchmark-all --profile quick --brokers artemis --protocols \S+ --only 20b_5a_5queue_5/);
  assert.match(text, /"message_size_bytes": 20/);
  await page.locator('figure[data-workload="20b_1a_1queue_1"] .open').click();
  await page.waitForFunction(() => document.querySelectorAll('figure.opened').length === 2
    && document.body.dataset.shown.includes('workload=20b_1a_1queue_1'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('figure.opened').length === 1
    && document.querySelector('figure.opened').dataset.workload === '20b_5a_5queue_5');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a group, a workload, a graph over a setting and one over time have links; each leads to its place', async () => {
  const { page, complaints } = await open(browser, path);
  await scrollThrough(page);
  await openGraphs(page, '20b_5p_5queue_5');
  const graph = page.locator('[id^="graph/"]').first();
  for (const place of [page.locator('#group-fan h2'), page.locator('[id="workload-20b_5p_5queue_5"]'), graph,
      page.locator('[id="time/20b_5p_5queue_5/consumed"]')]) {
    const href = await place.locator('a.link').first().getAttribute('href');
    const other = (await open(browser, `${path}${href}`)).page;
    const id = await place.evaluate((element) => element.id);
    await other.waitForFunction((to) =>
      Math.abs((document.getElementById(to)?.getBoundingClientRect().top ?? Infinity) - 64) < 80, id);
    await other.close();
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the crosshair follows the pointer in all graphs of a workload, and the arrow keys', async () => {
  const { page, complaints } = await open(browser, path);
  const figure = await openWorkload(page, '20b_5a_5queue_5');
  const chart = figure.locator('[data-panel=consumed] .chart');
  await chart.scrollIntoViewIfNeeded();
  await chart.hover();
  assert.equal(await figure.locator('.crosshair').count(), 6, 'also in the graph of each of the four brokers');
  assert.match(await page.locator('#readout').innerText(), /^\d\.\d+ s[\s\S]*Synthetic [a-z]+ · /);
  const faint = () => chart.evaluate((place) =>
    window.jQuery(place).data('plot').getData().filter((series) => series.faint).length);
  await figure.locator('.standing li').first().hover();
  assert.ok(await faint() > 0);
  assert.equal(await figure.locator('.standing .strong').count(), 1);
  await page.mouse.move(1, 1);
  assert.equal(await page.locator('#readout').count() + await faint(), 0);
  await chart.focus();
  await page.keyboard.press('Home');
  const told = (start) => page.waitForFunction((text) =>
    new RegExp(text).test(document.querySelector('[role=status]').textContent), start);
  await told('^1\\.00 s: Synthetic .* \\d');
  await page.keyboard.press('ArrowRight');
  await told('^2\\.\\d+ s: ');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.crosshair').count(), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('dark by the system and by the switch: colours change, and graphs are drawn anew', async () => {
  const { page, complaints } = await open(browser, path);
  await (await openGraphs(page, '20b_5a_5queue_5')).locator('.panels canvas.flot-base').first().waitFor();
  const look = () => page.evaluate(() => JSON.stringify([
    getComputedStyle(document.body).backgroundColor, document.querySelector('.panels canvas.flot-base')?.toDataURL(),
  ]));
  const light = await look();
  // a busy machine may redraw a graph late
  const until = (changed) => page.waitForFunction(([first, differs]) => {
    const now = [
      getComputedStyle(document.body).backgroundColor, document.querySelector('.panels canvas.flot-base')?.toDataURL(),
    ];
    return now[1] && now.every((value, i) => (value !== first[i]) === differs);
  }, [JSON.parse(light), changed]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(true);
  await page.locator('select.theme').selectOption('light');
  await until(false);
  assert.equal(await look(), light);
  await page.reload();
  await page.locator('select.theme').waitFor();
  assert.equal(await page.locator('select.theme').inputValue(), 'light');
  await page.locator('select.theme').selectOption('auto');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a graph as table, CSV, PNG and SVG; tables as Markdown; the page as CSV and JSON', async () => {
  const { page, complaints } = await open(browser, path);
  const figure = await openGraphs(page, '20b_5a_5queue_5');
  const panel = figure.locator('[data-panel=consumed]');
  await panel.locator('.tools summary').click();
  await panel.locator('table.points').waitFor();
  assert.equal(await panel.locator('table.points thead th').count() > 4, true);
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return { name: download.suggestedFilename(), content: await contentOf(download) };
  };
  const csv = await saved(panel.getByRole('button', { name: /^CSV/ }));
  assert.match(csv.content.toString(), /^t_s,[\w-]+-[a-z]+,[^\n]+\r\n1(\.\d+)?,\d/);
  assert.equal((await saved(panel.getByRole('button', { name: /^PNG/ }))).content.subarray(1, 4).toString(), 'PNG');
  const svg = await saved(panel.getByRole('button', { name: /^SVG/ }));
  assert.match(svg.content.toString(), /^<svg[^]*msg\/s[^]*<path d="M\d[^]*Synthetic artemis/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await figure.locator('table.numbers + .copy').click();
  await figure.getByRole('button', { name: 'copied' }).waitFor();
  const [head, rule, first] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  assert.match(head, /^\| Row \| .*msg\/s.* \| Faults \|$/);
  assert.equal(new Set([head, rule, first].map((text) => text.split(' | ').length)).size, 1);
  assert.match(first, /^\| Synthetic /);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('.menu[data-menu=files] > summary').click();
  const all = await saved(page.getByRole('button', { name: 'All numbers (CSV)' }));
  assert.equal(all.content.toString().trim().split('\r\n').length, 1 + 24 * 23);
  const everything = JSON.parse((await saved(page.getByRole('button', { name: 'Everything (JSON)' }))).content);
  assert.equal(everything.length, 24);
  assert.ok(everything[0].workloads[0].samples.produced_per_s, 'samples of graphs that were never looked at are in it');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('everything can be done with the keyboard: open the rows, choose a broker, keep the place', async () => {
  const { page } = await open(browser, path);
  await page.locator('.menu[data-menu=rows] > summary').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Only Synthetic qpid' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.dataset.shown.includes('broker=qpid'));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Synthetic qpid');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.toolbar details[open]').count(), 0);
  await page.close();
});
