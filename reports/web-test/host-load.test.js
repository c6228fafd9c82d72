import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyInWords, surroundingsInWords } from '../web/overview/header.js';
import { GOLDEN_DIR, readResults, viewOf } from './golden.js';

const files = readResults(GOLDEN_DIR);
const seen = (surroundings) =>
  viewOf(files.map((file) => ({ ...file, thresholds: { foreign_share: 0.15, steal_share: 0.05 },
    environment: { ...file.environment, surroundings } })));

test('a quiet machine, or one that nobody looked at, is not worth a word', () => {
  assert.deepEqual(surroundingsInWords(seen(null).contenders), []);
  assert.deepEqual(surroundingsInWords(seen({ foreign_share: 0.05, steal_share: 0, other_runs: 0 }).contenders), []);
  assert.equal(busyInWords(seen(null).contenders), null);
});

test('a machine that was busy before the run, once for all its files', () => {
  const said = surroundingsInWords(seen({ foreign_share: 0.48, steal_share: 0.06, other_runs: 1 }).contenders);
  assert.deepEqual(said, [
    'bench-1 was busy when the run began: another run of this tool was under way; other processes used 48 % of its '
      + 'CPU time; the hypervisor gave 6 % of its CPU time to others.',
  ]);
});

test('files of one run that was continued later are of one machine, whatever else that did', () => {
  const view = viewOf(files.map((file, i) => ({
    ...file,
      environment: { ...file.environment, surroundings: { foreign_share: i / 100, steal_share: 0, other_runs: 0 } },
  })));
  assert.equal(view.environments.length, viewOf(files).environments.length);
});

test('how many numbers were measured beside others', () => {
  const busy = { flag: 'busy', letter: 'B', because: 'others', measured: 0.5, threshold: 0.1 };
  const flagged = files.map((file) => ({
    ...file,
    workloads: file.workloads.map((workload, i) => i === 0 && workload.status === 'measured'
      ? { ...workload, flags: [busy] } : workload),
  }));
  const times = flagged.filter(({ workloads }) => workloads[0]?.flags?.includes(busy)).length;
  assert.ok(times > 0);
  assert.match(busyInWords(viewOf(flagged).contenders),
    new RegExp(`^${times} of \\d+ measurements \\(each repetition counts\\) ha(s|ve) the flag B`));
});
