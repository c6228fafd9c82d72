// The command that measures a cell again, and the options that the tool has.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandFor, LEFT } from '../web/again.js';

const FOLDER = new URL('../../core/src/main/scala/shootout/terminal/', import.meta.url);

/** Every option of `benchmark-all`: its long name, and whether it has a value. */
const options = ['Options.scala', 'RemoteOptions.scala'].flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8')
  .split('@Opt(').slice(1).filter((text) => !text.includes('hidden = true'))
  .map((text) => ({ name: /"(--[\w-]+)"/.exec(text)[1], flag: /^ {2}var \w+: Boolean/m.test(text) })));

const ran = (...words) => commandFor({ id: 'x' },
  [{ broker: { name: 'mine' }, protocol: 'stomp', file: { settings: { command_line: words } } }]);

test('every option is kept in the command, or is one of those that need not be', () => {
  assert.ok(options.length > 25 && options.some(({ name }) => name === '--trust-store-password'));
  for (const { name, flag } of options) {
    if (LEFT.includes(name)) assert.ok(!ran(name, 'v1', '--heap', '7').includes('v1'), name);
    // a switch decides nothing about a cell until somebody says how it is kept
    else assert.ok(!flag && ran(name, 'v1', '--dry-run').includes(`${name} v1`), name);
  }
  assert.deepEqual(LEFT.filter((name) => !options.some((option) => option.name === name)), []);
});

test('the disk and the number of load JVMs are kept', () => {
  assert.equal(ran('--data', '/other disk', '--generators=2', '--no-ceiling', '--out', 'x'),
    "bin/benchmark-all --brokers mine --protocols stomp --only x --data '/other disk' --generators 2");
});
