import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenRows, onlyBroker, onlyProtocol, toggled } from '../web/filter.js';
import { parseState, printState } from '../web/state.js';
import { styleOf } from '../web/strokes.js';
import { buildView } from '../web/view.js';
import { syntheticRows } from './rows.js';

const files = syntheticRows();
const { contenders } = buildView(files);
const none = parseState('');
const shown = (state) => contenders.filter(({ index }) => !hiddenRows(contenders, state).has(index)).map(({ key }) => key);

test('a row is a broker over a protocol, called by the title of both', () => {
  assert.equal(contenders.length, 48);
  assert.equal(contenders.find(({ key }) => key === 'amqp-artemis').label, 'Synthetic artemis · AMQP 1.0');
  assert.equal(contenders.find(({ key }) => key === 'stomp-artemis').label, 'Synthetic artemis · STOMP');
});

test('no two rows look alike, even without colours; colours differ within a broker and within a protocol', () => {
  const looks = (rows, look) => new Set(rows.map(({ style }) => look(style))).size;
  assert.equal(looks(contenders, ({ dash, outline, hollow }) => JSON.stringify([dash, outline, hollow])), contenders.length);
  for (const part of [({ broker }) => broker.name, ({ protocol }) => protocol]) {
    for (const name of new Set(contenders.map(part))) {
      const rows = contenders.filter((c) => part(c) === name);
      assert.equal(looks(rows, ({ colour }) => colour), rows.length, name);
    }
  }
  assert.notDeepEqual(styleOf(8, 0), styleOf(0, 0));
});

test('two runs of the same rows look different, even without colours', () => {
  const again = buildView([...files.filter(({ protocol }) => protocol === 'stomp'), ...files.filter(({ protocol }) => protocol === 'stomp').map((f) => ({ ...f, started_at_ms: f.started_at_ms + 6e7 }))]).contenders;
  assert.equal(new Set(again.map(({ style: { dash, outline, hollow } }) => JSON.stringify([dash, outline, hollow]))).size, 16);
});

test('a style does not change with the order of files, or with what is hidden', () => {
  const again = buildView([...files].reverse()).contenders;
  assert.deepEqual(again.map(({ key, style }) => [key, style]), contenders.map(({ key, style }) => [key, style]));
});

test('one broker: its protocols; one protocol: its brokers; both: one row', () => {
  assert.deepEqual(shown(onlyBroker(none, 'artemis')), ['rabbitmq', 'amqp', 'core', 'hornetq', 'openwire', 'stomp'].map((p) => `${p}-artemis`));
  assert.equal(shown(onlyProtocol(none, 'amqp')).length, 8);
  assert.deepEqual(shown(parseState('#broker=artemis,qpid&protocol=core')), ['core-artemis', 'core-qpid']);
});

test('single rows can be taken out of a choice, and added to it', () => {
  const artemis = onlyBroker(none, 'artemis');
  const row = (key) => contenders.find((c) => c.key === key);
  const fewer = toggled(contenders, artemis, row('core-artemis'));
  assert.equal(printState(fewer), '#broker=artemis&without=core-artemis');
  assert.deepEqual(toggled(contenders, fewer, row('core-artemis')), artemis);
  const more = toggled(contenders, artemis, row('core-qpid'));
  assert.deepEqual(shown(more).sort(), [...shown(artemis), 'core-qpid'].sort());
});

test('the state survives the address, whatever is in it', () => {
  const state = { ...none, broker: ['a,b', 'c=&d#', '<img>'], log: true };
  assert.deepEqual(parseState(printState(state)), state);
  assert.deepEqual(parseState(''), parseState('#'));
  assert.deepEqual(parseState('#nonsense&broker=%E0%A4%A&log=2&__proto__=1'), { ...none, broker: ['%E0%A4%A'] });
  assert.equal(printState(none), '#');
});

test('choices of what is not there hide rows, and break nothing', () => {
  assert.deepEqual(shown(parseState('#broker=nobody')), []);
});
