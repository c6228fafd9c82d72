import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesOf, unpacked } from '../web/packed.js';

const example = JSON.parse(readFileSync(new URL('../src/test/resources/packed/example.json', import.meta.url), 'utf8'));

test('the example that the generator is tested with', () => {
  assert.deepEqual(unpacked(example.packed, example.values.length), example.values);
});

test('the order of keys is that of the file', () => {
  const [cell] = unpacked(example.packed, example.values.length);
  assert.deepEqual(Object.keys(cell), Object.keys(example.values[0]));
});

test('no values, and one', () => {
  assert.deepEqual(unpacked({ each: [] }, 0), []);
  assert.deepEqual(unpacked({ same: { a: 1 } }, 1), [{ a: 1 }]);
});

test('files get their own cells and means; a file that never had means has none', () => {
  const files = filesOf({
    number: 3,
    files: {
      each: [{ file: 'a.json', cells: 2, means: 1 }, { file: 'b.json', cells: 0, means: 0 },
        { file: 'c.json', cells: 1 }],
    },
    cells: { keys: { id: { each: ['x', 'y', 'z'] } } },
    means: { same: { id: 'x' } },
  });
  assert.deepEqual(files.map(({ file, cells, means }) => [file, cells, means]), [
    ['a.json', [{ id: 'x' }, { id: 'y' }], [{ id: 'x' }]], ['b.json', [], []], ['c.json', [{ id: 'z' }], undefined]]);
});

test('equal cells are objects of their own', () => {
  const [{ cells }] = filesOf({
    number: 1, files: { same: { cells: 2 } }, cells: { same: { id: 'x' } }, means: { each: [] },
  });
  assert.notEqual(cells[0], cells[1]);
});
