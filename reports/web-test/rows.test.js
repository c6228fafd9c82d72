import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inkOf, KNOWN_BROKERS, KNOWN_PROTOCOLS, shiftOf } from '../web/charts/line-styles.js';
import {
  isShown, onlyBroker, onlyProtocol, parseState, printState, rowLink, toggled,
} from '../web/filters/state.js';
import { viewOf } from './golden.js';
import { syntheticRows } from './rows.js';

const files = syntheticRows();
const { contenders } = viewOf(files);
const none = parseState('');
const shown = (state) => contenders.filter((row) => isShown(row, state))
  .map(({ key }) => key);

test('a row is a broker over a protocol, called by the title of both', () => {
  assert.equal(contenders.length, 48);
  assert.equal(contenders.find(({ key }) => key === 'amqp-artemis').label, 'Synthetic artemis · AMQP 1.0');
  assert.equal(contenders.find(({ key }) => key === 'stomp-artemis').label, 'Synthetic artemis · STOMP');
});

test('no two rows look alike, even without colours; the colour is the broker’s, its shade the protocol’s', () => {
  const looks = (rows, look) => new Set(rows.map(({ style }) => look(style))).size;
  assert.equal(looks(contenders, ({ dash, outline, hollow }) => JSON.stringify([dash, outline, hollow])),
    contenders.length);
  const hue = ({ colour }) => /^--line-\d/.exec(colour)[0];
  for (const name of new Set(contenders.map(({ broker }) => broker.name))) {
    const rows = contenders.filter(({ broker }) => broker.name === name);
    assert.equal(looks(rows, hue), 1, name);
    assert.ok(looks(rows, ({ colour }) => colour) > 1, name);
  }
  assert.equal(looks(contenders, hue), 8, 'and each broker has another one');
});

test('as many brokers are known as there are colours', () => {
  assert.ok(KNOWN_BROKERS.length <= 8);
});

const withoutColour = ({ style: { dash, outline, hollow } }) => JSON.stringify([dash, outline, hollow]);
const stylesOf = (all) => new Map(viewOf(all).contenders.map((contender) => [contender.key, contender.style]));

test('all known brokers over all known protocols can be told apart without colours, and unknown ones beside them',
    () => {
  const rows = viewOf(syntheticRows([...KNOWN_BROKERS, 'mosquitto', 'nats', 'vernemq'],
    [...KNOWN_PROTOCOLS, 'odd', 'strange'])).contenders;
  assert.equal(rows.length, 121);
  assert.equal(new Set(rows.map(withoutColour)).size, rows.length);
});

test('dashes are not just different but far from each other: how many in a pattern, or the longest of it, or the '
    + 'longest gap', () => {
  const dashes = viewOf(syntheticRows(['artemis'], KNOWN_PROTOCOLS)).contenders.map(({ style }) => style.dash);
  const features = ([...dash]) => [
    dash.length, Math.max(0, ...dash.filter((_, i) => i % 2 === 0)), Math.max(0, ...dash.filter((_, i) => i % 2 === 1)),
  ];
  for (const [i, a] of dashes.entries()) {
    for (const b of dashes.slice(i + 1)) {
      assert.ok(features(a)
        .some((value, k) => Math.max(value, features(b)[k]) >= 1.5 * Math.min(value, features(b)[k])
          && value !== features(b)[k]), `${a} and ${b}`);
    }
  }
});

test('dashes differ in what a sample shows of them beside its marker', () => {
  const [width, marker] = [38, 4];
  const drawn = (dash, x) => {
    let at = (x + shiftOf(dash, width) + 1000 * dash.reduce((sum, part) => sum + part, 0)) % dash.reduce((sum, part) =>
      sum + part, 0);
    return dash.findIndex((part) => { at -= part; return at < 0; }) % 2 === 0;
  };
  const bits = (dash) => Array.from({ length: width }, (_, i) => i + 0.5)
    .filter((x) => Math.abs(x - width / 2) > marker).map((x) => dash.length === 0 || drawn(dash, x));
  const samples = viewOf(syntheticRows(['artemis'], [...KNOWN_PROTOCOLS, 'odd'])).contenders
    .map(({ style }) => style.dash);
  for (const [i, a] of samples.entries()) {
    for (const b of samples.slice(i + 1)) {
      assert.ok(bits(a).filter((bit, k) => bit !== bits(b)[k]).length >= 5, `${a} and ${b}`);
    }
  }
});

test('a known row looks the same in every run, and unknown ones take nothing from it', () => {
  const alone = stylesOf(syntheticRows(['qpid'], ['amqp']));
  const many = stylesOf(syntheticRows(['aaa', 'qpid', 'zzz'], ['aaa', 'amqp', 'stomp']));
  assert.deepEqual(many.get('amqp-qpid'), alone.get('amqp-qpid'));
});

test('a second host beside the first keeps dash and marker of every row; its markers are hollow, also of rows that '
    + 'only it has', () => {
  const on = (host, list) => list.map((file) => ({ ...file, environment: { ...file.environment, host } }));
  const before = stylesOf(on('a', syntheticRows(['artemis', 'qpid'], ['amqp', 'stomp'])));
  const rows = viewOf([...on('b', syntheticRows(['artemis', 'hornetq'], ['amqp', 'stomp'])),
    ...on('a', syntheticRows(['artemis', 'qpid'], ['amqp', 'stomp']))]).contenders;
  assert.equal(new Set(rows.map(withoutColour)).size, 8);
  for (const { key, file, style, protocol, broker } of rows) {
    assert.equal(style.hollow, file.environment.host === 'b', key);
    const known = before.get(`${protocol}-${broker.name}`);
    if (known) assert.deepEqual([style.dash, style.outline], [known.dash, known.outline], key);
  }
});

/** The WCAG contrast of two colours such as #0067a8. */
function contrast(a, b) {
  const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (colour) => [0.2126, 0.7152, 0.0722]
    .reduce((sum, weight, i) => sum + weight * linear(Number.parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16) / 255),
      0);
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test('colours of lines stand out from the paper, 3:1 and more, light and dark; none is grey', () => {
  const css = readFileSync(new URL('../web/report.css', import.meta.url), 'utf8');
  const themes = [...css.matchAll(/color-scheme: (?:light|dark);[^}]*/g)].map(([text]) => text);
  assert.equal(themes.length, 3);
  for (const theme of themes) {
    const [, card] = /--card: (#\w+)/.exec(theme);
    const lines = [...theme.matchAll(/--line-\d: (#\w{6})/g)].map(([, colour]) => colour);
    assert.equal(new Set(lines).size, 8);
    for (const line of lines) {
      assert.ok(contrast(line, card) >= 3, `${line} on ${card}`);
      const parts = [1, 3, 5].map((i) => Number.parseInt(line.slice(i, i + 2), 16));
      assert.ok(Math.max(...parts) - Math.min(...parts) > 60, `${line} is grey`);
    }
  }
});

/** Lab coordinates of a colour, for `lacking` as people without green cones see it (deuteranopia: Machado, Oliveira and
  * Fernandes 2009).
  */
function labOf(colour, lacking) {
  const linear = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const seen = lacking
    ? [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
      .map((row) => Math.min(1, Math.max(0, row.reduce((sum, weight, i) => sum + weight * linear[i], 0)))) : linear;
  const [x, y, z] = [[0.4124, 0.3576, 0.1805, 0.95047], [0.2126, 0.7152, 0.0722, 1], [0.0193, 0.1192, 0.9505, 1.08883]]
    .map(([r, g, b, white]) => (r * seen[0] + g * seen[1] + b * seen[2]) / white)
    .map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test('the colours of brokers are far apart in every theme, also for those who cannot tell red from green', () => {
  const css = readFileSync(new URL('../web/report.css', import.meta.url), 'utf8');
  for (const [theme] of css.matchAll(/color-scheme: (?:light|dark);[^}]*/g)) {
    const lines = [...theme.matchAll(/--line-\d: (#\w{6})/g)].map(([, colour]) => colour);
    for (const lacking of [false, true]) {
      for (const [i, a] of lines.entries()) {
        for (const b of lines.slice(i + 1)) {
          const [one, other] = [labOf(a, lacking), labOf(b, lacking)];
          assert.ok(Math.hypot(...one.map((part, k) => part - other[k])) > 25,
            `${a} and ${b}${lacking ? ' without green cones' : ''}`);
        }
      }
    }
  }
});

test('a canvas gets a shade as a plain colour', () => {
  const css = (value) => ({ getPropertyValue: () => value });
  assert.equal(inkOf(css(' color-mix(in srgb, #ff0000 75%, #000000) '), { colour: '--line-0-1' }), 'rgb(191, 0, 0)');
  assert.equal(inkOf(css('#ff0000'), { colour: '--line-0' }), '#ff0000');
});

test('two runs of the same rows look different, even without colours', () => {
  const again = viewOf([...files.filter(({ protocol }) => protocol === 'stomp'),
    ...files.filter(({ protocol }) => protocol === 'stomp')
      .map((f) => ({ ...f, started_at_ms: f.started_at_ms + 6e7 }))]).contenders;
  assert.equal(new Set(again.map(({ style: { dash, outline, hollow } }) =>
    JSON.stringify([dash, outline, hollow]))).size, 16);
  assert.deepEqual(again.slice(0, 2).map(({ key }) => key), ['stomp-activemq-1', 'stomp-activemq-2']);
});

test('a style does not change with the order of files, or with what is hidden', () => {
  const again = viewOf([...files].reverse()).contenders;
  assert.deepEqual(again.map(({ key, style }) => [key, style]), contenders.map(({ key, style }) => [key, style]));
});

test('one broker: its protocols; one protocol: its brokers; both: one row', () => {
  assert.deepEqual(shown(onlyBroker(none, 'artemis')),
    ['rabbitmq', 'amqp', 'core', 'hornetq', 'openwire', 'stomp'].map((p) => `${p}-artemis`));
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

test('the addresses of workloads and rows are those of the states that they stand for', () => {
  for (const state of [none,
      { ...none, broker: ['artemis'], sure: true, show: 'cpu', workload: 'old', row: 'older', at: 'fan' }]) {
    for (const [workload, row] of [['20b_1a_1queue_1', 'stomp-artemis'], ['a b&c', 'x=/y']]) {
      assert.equal(rowLink(state, { id: workload }, { key: row }), printState({ ...state, workload, row, at: '' }));
    }
  }
});

test('choices of what is not there hide rows, and break nothing', () => {
  assert.deepEqual(shown(parseState('#broker=nobody')), []);
});
