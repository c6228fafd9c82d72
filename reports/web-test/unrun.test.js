// What a run left out of a broker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unrunOf } from '../web/unrun.js';

const protocols = [['stomp', 'STOMP'], ['core', 'Core'], ['amqp', 'AMQP 1.0'], ['openwire', 'OpenWire']]
  .map(([name, title]) => ({ name, title }));
const row = (name, protocol, spoken = protocols) => ({
  broker: { name }, brokerTitle: name.toUpperCase(), protocol, file: { protocols: spoken },
});

test('protocols that were not run are told with the options that would run the first beside what is there', () => {
  const [core, stomp, other] = [row('artemis', 'core'), row('artemis', 'stomp'), row('qpid', 'amqp', [])];
  assert.deepEqual(unrunOf([core, stomp], [core, stomp, other]), [{
    title: 'ARTEMIS', protocols: protocols.slice(2), options: '--brokers artemis --protocols core,amqp',
  }]);
  assert.deepEqual(unrunOf([other, stomp], [core, stomp, other]).map(({ options }) => options),
    ['--brokers artemis --protocols stomp,amqp']);
});

test('nothing is said where all were run, and of files that do not know', () => {
  const all = protocols.map(({ name }) => row('artemis', name));
  assert.deepEqual(unrunOf(all.slice(0, 2), all), []);
  const old = [row('artemis', 'core', undefined), row('artemis', 'stomp', [])];
  assert.deepEqual(unrunOf(old.map((one) => ({ ...one, file: {} })), old.map((one) => ({ ...one, file: {} }))), []);
});
