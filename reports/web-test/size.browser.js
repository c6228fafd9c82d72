// How large a page of 30 rows of 150 loads is; how fast it is tells speed.js.
import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { partedPageOf } from './chromium.js';
import { largeMatrix } from './matrix.js';

test('a page of 30 rows of 150 loads is smaller than 5 MB', () => {
  const { folder, page } = partedPageOf(largeMatrix(6, 5));
  const megabytes = statSync(page).size / 1e6;
  rmSync(folder, { recursive: true });
  assert.ok(megabytes > 0.5 && megabytes < 5, `${megabytes}`);
});
