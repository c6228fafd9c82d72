import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf, shapeOf } from '../web/bars.js';

test('the scale runs from -100 % to +100 %, and ends there', () => {
  assert.deepEqual([-250, -100, -50, 0, 100, 400].map(placeOf), [0, 0, 50, 100, 200, 200]);
});

test('a bar runs from zero to the change, its interval around that; what is beyond the scale has an arrow', () => {
  assert.deepEqual(shapeOf({ percent: -25, low: -30, high: -20 }), { x: 75, width: 25, interval: [70, 80], beyond: 0 });
  assert.deepEqual(shapeOf({ percent: 150, low: null, high: null }), { x: 100, width: 100, interval: null, beyond: 1 });
  assert.equal(shapeOf({ percent: -100.5, low: -100.5, high: -100.5 }).beyond, -1);
});
