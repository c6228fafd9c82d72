import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lettersOf } from '../web/marks.js';

test('letters of thousands of entries: each is looked at once, and not once for each other', () => {
  let looked = 0;
  const entries = Array.from({ length: 100 }, () => ({
    get status() {
      looked += 1;
      return 'measured';
    },
    marks: [],
  }));
  assert.deepEqual(lettersOf(entries), []);
  assert.equal(looked, entries.length);
});
