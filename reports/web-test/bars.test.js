// Small drawings, flags, and the commands next to them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { placeOfChange, shapeOfChange } from '../web/charts/bars.js';
import { commandFor, LEFT } from '../web/lib/commands.js';
import { lettersOf } from '../web/tables/flags.js';

test('the scale runs from -100 % to +100 %, and ends there', () => {
  assert.deepEqual([-250, -100, -50, 0, 100, 400].map(placeOfChange), [0, 0, 50, 100, 200, 200]);
});

test('a bar runs from zero to the change, its interval around that; what is beyond the scale has an arrow', () => {
  assert.deepEqual(shapeOfChange({ percent: -25, low: -30, high: -20 }),
    { x: 75, width: 25, interval: [70, 80], beyond: 0 });
  assert.deepEqual(shapeOfChange({ percent: 150, low: null, high: null }),
    { x: 100, width: 100, interval: null, beyond: 1 });
  assert.equal(shapeOfChange({ percent: -100.5, low: -100.5, high: -100.5 }).beyond, -1);
});

test('letters of thousands of entries: each is looked at once, and not once for each other', () => {
  let looked = 0;
  const entries = Array.from({ length: 100 }, () => ({
    get status() {
      looked += 1;
      return 'measured';
    },
    flags: [],
  }));
  assert.deepEqual(lettersOf(entries), []);
  assert.equal(looked, entries.length);
});

const FOLDER = new URL('../../core/src/main/scala/shootout/cli/', import.meta.url);

const NAME = /"(--[\w-]+)"/;

/** Every option of `benchmark-all`: its long name, and whether it has a value. */
const options = ['Options.scala', 'RemoteOptions.scala'].flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8')
  .split('@Opt(').slice(1).filter((text) => NAME.test(text) && !text.includes('hidden = true'))
  .map((text) => ({ name: NAME.exec(text)[1], flag: /^ {2}var \w+: Boolean/m.test(text) })));

const ran = (...words) => commandFor({ id: 'x' },
  [{ broker: { name: 'mine' }, protocol: 'stomp', file: { settings: { profile: 'quick', command_line: words } } }]);

test('every option is kept in the command, or is one of those that need not be', () => {
  assert.ok(options.length > 25 && options.some(({ name }) => name === '--trust-store-password'));
  for (const { name, flag } of options) {
    if (LEFT.includes(name)) assert.ok(!ran(name, 'v1', '--heap', '7').includes('v1'), name);
    // commands cannot keep a switch yet, so none may decide anything about a workload
    else assert.ok(!flag && ran(name, 'v1', '--dry-run').includes(`${name} v1`), name);
  }
  assert.deepEqual(LEFT.filter((name) => !options.some((option) => option.name === name)), []);
});

test('the disk and the number of load JVMs are kept', () => {
  assert.equal(ran('--data', '/other disk', '--generators=2', '--no-generator-limit', '--out', 'x'),
    "bin/benchmark-all --profile quick --brokers mine --protocols stomp --only x --data '/other disk' --generators 2");
});
