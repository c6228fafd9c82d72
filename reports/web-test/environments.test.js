// Of which runs a page is, and when they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentsOf, runsInWords, whenInWords } from '../web/environments.js';
import { counted, timeSpan } from '../web/format.js';

const at = (text) => Date.parse(`${text}Z`);
const row = (label, from, until, ...words) => ({ label, file: {
  environment: { host: 'h', surroundings: {} }, settings: { command_line: words }, tool: {},
  started_at_ms: at(from), finished_at_ms: at(until),
} });
const FIRST = [
  row('A', '2026-11-24T07:44', '2026-11-24T07:46', '--install'),
  row('B', '2026-11-24T07:46', '2026-11-24T07:50', '--install'),
];
const ADDED = row('C', '2026-11-25T09:00', '2026-11-25T09:01', '--continue');

test('a run has a time; a page to which another one was added says from when to when it is', () => {
  assert.equal(whenInWords(environmentsOf(FIRST)), '2026-11-24 07:44 UTC');
  assert.equal(whenInWords(environmentsOf([...FIRST, ADDED])),
    '2026-11-24 07:44 UTC to 2026-11-25 09:01 UTC, in 2 runs');
});

test('two rows of one run need no word; of two, each says of which', () => {
  const environments = environmentsOf([...FIRST, ADDED]);
  assert.equal(runsInWords(['A', 'B'], environments), null);
  assert.match(runsInWords(['A', 'C'], environments),
    /^A is of the run of 2026-11-24 07:44 to 07:50 UTC, C is of the run of 2026-11-25 09:00 to 09:01 UTC\. /);
});

test('a span of time has its day once; a time that is not known is none', () => {
  const [a, b] = ['2026-11-24T07:44', '2026-11-24T07:56'].map(at);
  assert.deepEqual([timeSpan(a, b), timeSpan(a, a), timeSpan(a, NaN)],
    ['2026-11-24 07:44 to 07:56 UTC', '2026-11-24 07:44 UTC', '2026-11-24 07:44 UTC']);
});

test('one of something is no plural', () => {
  assert.deepEqual([0, 1, 2].map((n) => counted(n, 'load')), ['0 loads', '1 load', '2 loads']);
  assert.equal(counted(2, 'process', 'processes'), '2 processes');
});
