// Another file must use everything that a module exports. Everything else is private.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const read = (folder) => readdirSync(new URL(folder, import.meta.url), { recursive: true })
  .filter((name) => name.endsWith('.js') && !name.startsWith('vendor/'))
  .map((name) => ({ name, text: readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8') }));

test('every export of the page is used by another file', () => {
  const web = read('../web/');
  const all = [...web, ...read('./')];
  const unused = web.flatMap((file) => [...file.text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)]
    .filter(([, name]) => !all.some((other) => other !== file && new RegExp(`\\b${name}\\b`).test(other.text)))
    .map(([, name]) => `${file.name}: ${name}`));
  assert.deepEqual(unused, []);
});
