// The maximum size of a page with 30 rows of 150 loads, extrapolated from smaller pages. speed.js makes the real page
// and measures how fast it is.
import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { partedPageOf } from './chromium.js';
import { largeMatrix } from './matrix.js';

const ROWS = 30;

function megabytes(brokers, protocols) {
  const { folder, page } = partedPageOf(largeMatrix(brokers, protocols));
  const { size } = statSync(page);
  rmSync(folder, { recursive: true });
  return size / 1e6;
}

test(`a page of ${ROWS} rows of 150 loads is smaller than 5 MB, for each row adds less than the first ones`, () => {
  const [two, four] = [megabytes(2, 1), megabytes(2, 2)];
  const expected = two + (ROWS - 2) * (four - two) / 2;
  assert.ok(two > 0.1 && four > two, `${two}, ${four}`);
  assert.ok(expected < 5, `${expected}`);
});
