// The layout of the page, wide and narrow: long names, the ranking, the overview, graphs and their legends, and filters
// on a phone.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dataIn, launch, open, openWorkload, pageOf, scrollThrough } from './chromium.js';
import { syntheticRows } from './rows.js';

const plain = pageOf(syntheticRows(['activemq', 'artemis', 'qpid', 'rabbitmq'], ['stomp', 'amqp', 'core']));
const long = pageOf(syntheticRows(['activemq', 'artemis'], ['stomp'])
  .map((file) => ({ ...file, broker: { ...file.broker, title: 'Long'.repeat(50) }, protocol_title: 'P'.repeat(60) })));

/** Also has a workload of the only family that the golden files lack. */
const wide = pageOf(syntheticRows(['activemq', 'artemis'], ['stomp', 'amqp']).map((file) => {
  const workload = file.workloads.find(({ status, load, phase }) =>
    status === 'measured' && !phase && load.consumers > 0 && !load.request_reply && !load.open_loop);
  return {
    ...file,
    workloads: [...file.workloads,
      { ...workload, id: 'many', group: 'connections', load: { ...workload.load, producers: 1000 }, repetition: 1 }],
  };
}));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  for (const { folder } of [plain, long, wide]) rmSync(folder, { recursive: true });
});

test('a title of 200 letters makes no page wider than its window, and no column wider than a name may be', async () => {
  const { page } = await open(browser, long.page, { viewport: { width: 1400, height: 900 } });
  await scrollThrough(page);
  await page.evaluate(() => document.querySelectorAll('main details')
    .forEach((d) => { d.open = !d.closest('.toolbar'); }));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1400);
  const widths = await page.locator('.contender .name')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().width));
  assert.ok(widths.length > 0 && Math.max(...widths) <= 320, `${Math.max(...widths)}`);
  await page.close();
});

test('verdict and ranking are those of the generator, in its order; the page adds no judgement of its own',
    async () => {
  const { page } = await open(browser, plain.page);
  const [judged] = dataIn(plain.page).judged;
  const answers = await page.locator('[data-outcome]').allInnerTexts();
  const drawn = judged.rankings.filter(({ rows }) => rows.filter(({ place }) => place !== null).length > 1);
  assert.deepEqual(answers, drawn.map(({ division }) => judged.verdicts.find((one) => one.division === division)
    .words.map(({ text }) => text).join('')));
  const names = await page.locator('.ranking tbody tr')
    .evaluateAll((rows) => rows.map((tr) => tr.querySelector('.name').textContent.trim()));
  assert.deepEqual(names, judged.rankings[0].rows.map(({ row }) => row.label));
  await page.getByText('How ranks are computed').click();
  assert.match(await page.locator('#summary').innerText(),
    /Filters hide rows, but change no rank\. Two choices change the ranks: hide uncertain,/);
  assert.ok((await page.locator('#part-doubts').innerText()).includes(judged.certainty.measured));
  const warning = await page.locator('.warning').first().textContent();
  assert.match(warning, /^Caveats: .*\d+ rows are incomplete/);
  assert.match(warning, /\d+ of \d+ numbers are uncertain, flagged [A-Z] \([a-z ]+\) \d+/);
  assert.match(warning, /A quick look: each number was measured for [\d.]+( to [\d.]+)? s/);
  const [first, ...others] = new Set(judged.failures.map(({ row }) => row.label));
  assert.ok(warning.includes(`${1 + others.length} of 12 rows failed or fell far behind`)
    && warning.includes(`; the worst: ${first}, `), warning);
  await page.close();
});

test('the ranking with all families fits at a width of 1400', async () => {
  const { page } = await open(browser, wide.page, { viewport: { width: 1400, height: 900 } });
  const { inside, outside, families } = await page.locator('.ranking')
    .evaluate((table) => ({
      inside: table.parentElement.scrollWidth, outside: table.parentElement.clientWidth,
        families: table.querySelectorAll('thead .other').length,
    }));
  assert.equal(families, 9);
  assert.equal(inside, outside);
  await page.close();
});

test('graphs of a workload use the width of its figure, have one bar for each row, and a word if there are more rows',
    async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 1400, height: 900 } });
  for (const id of ['20b_5a_5queue_5', '20b_1a_1queue_1']) {
    const figure = await openWorkload(page, id);
    await figure.locator('.panels').scrollIntoViewIfNeeded();
    await figure.locator('.panels canvas').first().waitFor();
    const { edge, bars, note } = await figure.evaluate((element) => ({
      edge: element.querySelector('.panels')
        .getBoundingClientRect().right - Math.max(...[...element.querySelectorAll('.panels .panel')]
          .map((panel) => panel.getBoundingClientRect().right)),
      bars: [...element.querySelectorAll('.standing li')].filter((row) => row.querySelector('.strip')).length,
      note: element.querySelector('.rest')?.textContent ?? '',
    }));
    assert.ok(edge < 2, `${id} leaves ${edge} px`);
    assert.match(note, /^The best 8 of 12 rows are drawn/);
    assert.equal(bars, 12, id);
  }
  await page.close();
});

const firstColumn = (page, i = 0) => page.locator('.matrix tbody tr')
  .evaluateAll((rows, at) => rows.map((tr) => [tr.dataset.row, tr.querySelectorAll('td')[at].textContent]), i);

test('the overview has every row and workload with its value; it sorts by any column, and shows other numbers',
    async () => {
  const { page, complaints } = await open(browser, plain.page);
  await page.locator('.matrix').waitFor();
  const [rows, columns] = [
    await page.locator('.matrix tbody tr').count(), await page.locator('.matrix thead tr:last-child th').count(),
  ];
  assert.equal(rows, 12);
  assert.equal(await page.locator('.matrix td[data-workload]').count(), rows * columns);
  const usual = (await firstColumn(page)).map(([row]) => row);
  const sort = page.locator('.matrix thead tr:last-child .sort').first();
  const texts = [];
  for (const wanted of [/sort=[^-]/, /sort=-/, /^[^=]*$/]) {
    await sort.click();
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.body.dataset.shown), wanted.source);
    texts.push(await firstColumn(page));
    assert.ok(await sort.evaluate((button) => button === document.activeElement), 'the focus stays');
  }
  const numbers = (list) => list.map(([, text]) => /^([\d.]+)(k|M)?/.exec(text)).filter(Boolean)
    .map(([, digits, unit]) => digits * ({ k: 1e3, M: 1e6 }[unit] ?? 1));
  assert.deepEqual(numbers(texts[0]), [...numbers(texts[0])].sort((a, b) => b - a));
  assert.deepEqual(numbers(texts[1]), [...numbers(texts[0])].reverse());
  assert.deepEqual(texts[2].map(([row]) => row), usual);
  await page.getByRole('link', { name: 'CPU per message' }).click();
  await page.waitForFunction(() => document.body.dataset.shown.includes('show=cpu'));
  assert.ok((await page.locator('.matrix td').allInnerTexts()).some((text) => /^[\d.]+ (µs|ms)/.test(text)));
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a field of the overview tells all about itself to pointer and keyboard; arrow keys go from field to field; its '
    + 'head stays in sight', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 1000, height: 500 } });
  const field = page.locator('.matrix td[data-workload]:not(.quiet)').first();
  await field.hover();
  assert.match(await page.locator('#tip').innerText(), /Synthetic[\s\S]*\((a guess|95 %)[^(]*: \S+.* to \S+.*\)/);
  await page.mouse.move(0, 0);
  assert.equal(await page.locator('#tip').count(), 0);
  await page.locator('.matrix tbody tr').first().locator('td a').first().focus();
  const at = () => page.evaluate(() => [
    document.activeElement.closest('tr').sectionRowIndex, document.activeElement.closest('td').cellIndex,
  ]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await at(), [1, 2]);
  assert.equal(await page.locator('#tip').count(), 1);
  const [head, name] = await page.locator('.matrix').evaluate((table) => {
    table.parentElement.scrollTo(300, 200);
    const box = table.parentElement.getBoundingClientRect();
    return [
      table.tHead.getBoundingClientRect().top - box.top,
      table.tBodies[0].rows[0].cells[0].getBoundingClientRect().left - box.left,
    ];
  });
  assert.ok(Math.abs(head) < 2 && Math.abs(name) < 2, `${head} ${name}`);
  await page.close();
});

test('the strongest colour is the best, on a light page and on a dark one', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await open(browser, plain.page, { colorScheme });
    await page.evaluate(() => document.getElementById('part-overview').scrollIntoView());
    await page.locator('.matrix').waitFor();
    const [card, ...scale] = await page.evaluate(() => {
      const rgb = (element) => {
        const context = document.createElement('canvas').getContext('2d');
          context.fillStyle = getComputedStyle(element).backgroundColor; context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      };
      return [document.querySelector('details.card'), ...document.querySelectorAll('.heat-scale span')].map(rgb);
    });
    const away = scale.map((colour) => Math.hypot(...colour.map((part, i) => part - card[i])));
    assert.deepEqual([...away].sort((a, b) => b - a), away, `${colorScheme}: the better, the farther from the paper`);
    assert.ok(away[0] > 60 && away.at(-1) < 3, `${away}`);
    await page.close();
  }
});

test('on a phone the filters are one button that stays in sight, and names of rows stay when a table is '
    + 'scrolled sideways', async () => {
  const { page } = await open(browser, plain.page, { viewport: { width: 400, height: 800 } });
  await page.evaluate(() => document.getElementById('part-overview').scrollIntoView());
  await page.locator('table.heat').waitFor();
  const button = page.getByRole('button', { name: /^Filters: all 12 rows/ });
  const { y, height } = await button.boundingBox();
  assert.ok(y >= 0 && y + height < 80, `${y}`);
  assert.equal(await page.locator('.menu[data-menu=rows]').isVisible(), false);
  await button.click();
  await page.locator('input[data-flag=sure]').check();
  await page.waitForFunction(() => document.body.dataset.shown.includes('sure=1'));
  assert.equal(await page.locator('.toolbar .unfold').getAttribute('aria-expanded'), 'true');
  assert.match(await page.locator('.toolbar .unfold').innerText(), /, 1 more/);
  assert.equal(await page.locator('.menu[data-menu=rows]').isVisible(), true);
  await page.waitForFunction(() => [...document.querySelectorAll('table.heat')]
    .some(({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth > clientWidth + 20));
  const [unmoved, moved] = await page.locator('table.heat').evaluateAll((all) => {
    const table = all.find(({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth > clientWidth + 20);
    const left = () => table.querySelector('tbody th').getBoundingClientRect().left;
    const start = left();
    table.parentElement.scrollLeft = 1000;
    return [start, left()];
  });
  assert.equal(unmoved, moved);
  await page.close();
});

test('the menu of sections comes first, stays in sight, and keeps what was chosen', async () => {
  for (const width of [1400, 2000]) {
    const { page } = await open(browser, `${plain.page}#sure=1`, { viewport: { width, height: 900 } });
    const menu = page.locator('.contents');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Answers');
    for (const [title, id] of [['Ranking', 'part-summary'], ['All numbers', 'part-overview'], ['Compare',
      'part-comparison']]) {
      await menu.getByRole('link', { name: title, exact: true }).click();
      await page.waitForFunction((to) => document.body.dataset.shown === `#sure=1&at=${to}`, id);
      await page.waitForFunction((to) =>
        Math.abs(document.getElementById(to).getBoundingClientRect().top - 60) < 80, id);
      const { y, height } = await menu.boundingBox();
      assert.ok(y >= 0 && y + height <= 900, `${y}`);
    }
    await page.close();
  }
});
