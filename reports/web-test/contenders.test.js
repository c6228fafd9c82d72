// The names of rows, and their durability.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GOLDEN_DIR, readResults, viewOf } from './golden.js';

const files = readResults(GOLDEN_DIR);
const view = viewOf(files);

test('contenders are sorted by title, each with its durability', () => {
  assert.deepEqual(view.contenders.map(({ index, label, durability }) => [index, label, durability]), [
    [0, 'ActiveMQ Artemis', 'fsync'], [1, 'ActiveMQ Classic', 'fsync'], [2, 'Apollo', 'page cache'],
    [3, 'HornetQ', 'page cache'], [4, 'RabbitMQ', 'durability unknown']]);
});

test('contenders of several protocols, hosts or runs are told apart', () => {
  const [file] = files;
  const other = { ...file, protocol: 'jms', protocol_title: undefined };
  assert.deepEqual(viewOf([file, other]).contenders.map(({ label }) => label),
    ['ActiveMQ Classic · JMS', 'ActiveMQ Classic · STOMP']);
  const moved = { ...file, environment: { ...file.environment, host: 'bench-2' } };
  assert.deepEqual(viewOf([file, moved]).contenders.map(({ label }) => label),
    ['ActiveMQ Classic · bench-1', 'ActiveMQ Classic · bench-2']);
  assert.deepEqual(viewOf([file, file]).contenders.map(({ label }) => label),
    ['ActiveMQ Classic (run 1)', 'ActiveMQ Classic (run 2)']);
  const later = viewOf([{ ...file, started_at_ms: 60000 }, { ...file, started_at_ms: 0 }]).contenders;
  assert.deepEqual(later.map(({ label, key }) => [label, key]), [
    ['ActiveMQ Classic (1970-01-01 00:00 UTC)', 'stomp-activemq-1'],
    ['ActiveMQ Classic (1970-01-01 00:01 UTC)', 'stomp-activemq-2'],
  ]);
  assert.notDeepEqual(later[0].style, later[1].style);
});

test('a row names its client library, without its version, where that decides: of JMS, and of rows that share a title',
    () => {
  const [file] = files;
  const libraryIn = (change) => viewOf([{ ...file, ...change }]).contenders[0].library;
  assert.equal(libraryIn({ api: 'jms', driver: 'rabbitmq-jms 2.13.0' }), 'rabbitmq-jms');
  assert.equal(libraryIn({ api: 'jms', driver: "mq-distribution's imq.jar 5.1.3 (Build 1-a)" }), 'imq.jar');
  assert.equal(libraryIn({ api: 'jms', driver: 'artemis-jms-client 2.44.0' }), 'artemis-jms');
  assert.equal(libraryIn({ api: 'jms', driver: 'stompjms-client 1', protocol_title: 'STOMP (stompjms)' }), null);
  assert.equal(libraryIn({ api: 'stomp', driver: 'hawtdispatch-transport 1.20' }), null);
  assert.equal(libraryIn({ api: undefined }), null);
  const row = (protocol, api, driver, title = 'AMQP 0-9-1') => ({ ...file, protocol, api, driver, protocol_title: title,
    broker: { ...file.broker, name: 'rabbitmq', title: 'RabbitMQ' } });
  const [jms, own] = [row('rabbitmq', 'jms', 'rabbitmq-jms 2.13.0'), row('amqp091', 'queue', 'amqp-client 5.27.0')];
  const labels = (...all) => viewOf(all).contenders.map(({ label }) => label);
  assert.deepEqual([...labels(jms), ...labels(own)], ['RabbitMQ · rabbitmq-jms', 'RabbitMQ']);
  assert.deepEqual(labels(jms, own), ['RabbitMQ · AMQP 0-9-1 · amqp-client', 'RabbitMQ · AMQP 0-9-1 · rabbitmq-jms']);
  assert.deepEqual(labels(own, { ...own, driver: 'amqp-client 5.2' }), ['RabbitMQ (run 1)', 'RabbitMQ (run 2)']);
});
