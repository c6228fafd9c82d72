// What a message cost and what never came, from the totals of a cell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveredIn, wroteTooLittle } from '../web/delivered.js';
import './golden.js';

const cell = (more = {}) => ({
  load: { producers: 1, consumers: 1, persistent: true, destination_type: 'queue', message_size_bytes: 1000 },
  summary: { produced: { mean_per_s: 100 }, consumed: { mean_per_s: 100 } },
  resources: {
    broker: { cpu_cores: 0.5, cpu_us_per_message: 2500, written_bytes_per_s: 200000 },
    client: { cpu_cores: 0.1, cpu_us_per_message: 500, written_bytes_per_s: 0 },
  },
  audit: { expected: 1000, lost: 10, undrained: 90 }, phase: null, ...more,
});

test('a message that is sent and received is one piece of work: twice what the file divides by both', () => {
  const { cpu, clientCpu, of } = deliveredIn([cell()]);
  assert.deepEqual([cpu.mean, clientCpu.mean, of], [5000, 1000, 'delivered']);
  assert.equal(cpu.half, null);
});

test('where a topic hands each message to ten, each delivery counts; where nobody consumes, each message', () => {
  const fan = cell({
    load: { consumers: 10 }, summary: { produced: { mean_per_s: 100 }, consumed: { mean_per_s: 1000 } },
  });
  assert.equal(deliveredIn([fan]).cpu.mean, 500);
  assert.equal(deliveredIn([fan]).written, 2000, 'it is stored once');
  const load = cell({
    load: { consumers: 0 }, summary: { produced: { mean_per_s: 100 }, consumed: { mean_per_s: 0 } },
  });
  assert.deepEqual([deliveredIn([load]).cpu.mean, deliveredIn([load]).of], [5000, 'produced']);
});

test('files without cores are reckoned back from what they divided; without anything nothing is known', () => {
  assert.equal(deliveredIn([cell({ resources: { broker: { cpu_us_per_message: 2500 }, client: null } })]).cpu.mean,
    5000);
  assert.deepEqual(deliveredIn([cell({ resources: null, audit: null })]), {
    of: 'delivered', cpu: { mean: null, half: null }, clientCpu: { mean: null, half: null },
    written: null, undelivered: null,
  });
  assert.equal(deliveredIn([cell({ summary: { produced: { mean_per_s: 100 },
    consumed: { mean_per_s: 0 } } })]).cpu.mean, null, 'nothing delivered');
});

test('over repetitions there is a mean with its interval', () => {
  const { cpu } = deliveredIn([cell(), cell({ resources: { broker: { cpu_cores: 0.7 } } })]);
  assert.equal(cpu.mean, 6000);
  assert.ok(Math.abs(cpu.half - 12706) < 1);
});

test('undelivered: lost or not waited for, of what was owed; of linked phases the last one tells', () => {
  assert.deepEqual(deliveredIn([cell(), cell()]).undelivered, { never: 200, owed: 2000, share: 0.1 });
  assert.equal(deliveredIn([cell({ phase: { index: 0, count: 2 } })]).undelivered, null);
  assert.equal(deliveredIn([cell({ phase: { index: 1, count: 2 } })]).undelivered.never, 100);
});

test('a row that promises the disk and wrote less than four fifths of what the messages hold did not store them',
    () => {
  const told = (synced, written, load = {}) =>
    wroteTooLittle({ contender: { synced }, delivered: { written } }, { load: { ...cell().load, ...load } });
  assert.deepEqual([told(true, 799), told(true, 800), told(false, 0), told(true, null),
    told(true, 0, { persistent: false }), told(true, 0, { destination_type: 'topic' }),
    told(true, 0, { destination_type: 'topic', durable: true })],
    [true, false, false, false, false, false, true]);
});
