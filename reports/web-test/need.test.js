// The question on top of the page: what measured cells say of a rate, a size and a latency, and what they leave open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersTo, parseNeed, printNeed, scenarioFor, usualNeed } from '../web/need.js';
import { beyond } from '../web/question.js';
import { parseState, printState } from '../web/state.js';
import { buildView } from '../web/view.js';
import { climbFiles } from './climbing.js';

/** What became of each row: its state, and why or up to where. */
function asked(rows, need, change = (file) => file, sure = false) {
  const { figures, contenders } = buildView(climbFiles(rows).map(change));
  const all = answersTo({ rate: 2000, bytes: 1024, keep: 'persistent', p99Ms: 20, ...need }, figures, contenders, sure);
  return Object.fromEntries(all.map(({ contender, state, because, upTo }) => [
    contender.broker.name, [state, because ?? upTo],
  ]));
}

const ROWS = {
  quick: { 1000: 900, 5000: 4000, 20000: 9000 }, late: { 1000: 900, 5000: 30000, 20000: 9000 },
  early: { 1000: 30000, 5000: 'out', 20000: 'beyond 5000' },
  ends: { 1000: 900, 5000: 'out', 20000: 'beyond 5000' },
};

test('the lowest measured rate that is not below the one asked for decides; between rates nothing is guessed', () => {
  assert.deepEqual(asked(ROWS, {}), {
    quick: ['yes', 20000], late: ['open', 'does 1k/s, but not 5k/s: p99 30.0 ms'], early: ['no', 'p99 30.0 ms at 1k/s'],
    ends: ['open', 'does 1k/s, but not 5k/s: sent 60 % of it'],
  });
});

test('at a rate that was measured exactly, a row can or cannot', () => {
  assert.deepEqual(asked(ROWS, { rate: 5000 }), {
    quick: ['yes', 20000], late: ['no', 'p99 30.0 ms at 5k/s'], early: ['no', 'sent 60 % of it at 5k/s'],
    ends: ['no', 'sent 60 % of it at 5k/s'],
  });
  assert.deepEqual(asked(ROWS, { rate: 1000 }).late, ['yes', 1000],
    'what it does at 20,000/s is beyond a rate at which it does not');
});

test('beyond the highest rate that was tried nobody knows, and a limit on p99 is a limit on what is held', () => {
  assert.deepEqual(asked(ROWS, { rate: 50000 }).quick, ['open', 'does 20k/s, the highest that was tried']);
  assert.deepEqual(asked(ROWS, { p99Ms: 5 }).quick, ['yes', 5000]);
  assert.deepEqual(asked(ROWS, { p99Ms: 10 }).quick, ['yes', 5000],
    'measured once, 9 ms at 20,000/s may as well be 11');
  assert.deepEqual(asked(ROWS, { p99Ms: 0.5 }).quick, ['no', 'p99 900 µs at 1k/s']);
});

test('a rate that was not held, and one that was held with too high a p99, have words of their own', () => {
  const { figures, contenders } = buildView(climbFiles({
    broke: { 1000: 900, 5000: 4000, 20000: 'out' }, slow: { 1000: 900, 5000: 4000, 20000: 90000 },
    near: { 1000: 900, 5000: 4000, 20000: 19000 },
  }));
  const all = answersTo({ rate: 5000, bytes: 1024, keep: 'persistent', p99Ms: 20 }, figures, contenders);
  assert.deepEqual(all.map((row) => [row.contender.broker.name, row.breaks, beyond(row)]),
    [['broke', 20000, 'not held'], ['near', 20000, 'just so'], ['slow', 20000, 'held, but slower']]);
});

test('where uncertain numbers are hidden, an answer that rests on one is not known', () => {
  const noisy = (file) => {
    const marks = [{ mark: 'noisy', letter: 'N', because: 'it differs' }];
    for (const cell of file.cells.filter(({ axes }) => axes.rate.startsWith('5'))) cell.marks = marks;
    return file;
  };
  const doubted = ['open', 'the number at 5k/s is uncertain, and those are hidden'];
  assert.deepEqual(asked(ROWS, { rate: 5000 }, noisy, true).quick, doubted);
  assert.deepEqual(asked(ROWS, { rate: 2000 }, noisy, true).quick, doubted);
  assert.deepEqual(asked(ROWS, { rate: 1000 }, noisy, true).quick, ['yes', 20000]);
  assert.deepEqual(asked(ROWS, { rate: 5000 }, noisy).quick, ['yes', 20000]);
});

test('a smaller size is answered by the next larger one; a larger one, or other persistence, was not measured', () => {
  assert.equal(asked(ROWS, { bytes: 100 }).quick[0], 'yes');
  assert.deepEqual(asked(ROWS, { bytes: 2000 }).quick, ['open', 'not measured with this load']);
  assert.deepEqual(asked(ROWS, { keep: 'none' }).quick, ['open', 'not measured with this load']);
});

test('who promises less than what is asked for cannot; who wrote less than the messages are long did not show it',
    () => {
  const durable = (durability, bytes) => (file) => ({ ...file, broker: { ...file.broker, durability },
    cells: file.cells
      .map((cell) => ({ ...cell, resources: { broker: { cpu_cores: 1, written_bytes_per_s: bytes } } })) });
  const rows = { quick: ROWS.quick };
  assert.deepEqual(asked(rows, { keep: 'fsync' }, durable('page_cache', 0)).quick, ['no', 'promises less: page cache']);
  assert.deepEqual(asked(rows, { keep: 'replicated' }, durable('fsync', 1e9)).quick, ['no', 'promises less: fsync']);
  assert.equal(asked(rows, { keep: 'fsync' }, durable('fsync', 1e9)).quick[0], 'yes');
  const [state, because] = asked(rows, { keep: 'fsync' }, durable('fsync', 0)).quick;
  assert.equal(state, 'open');
  assert.match(because, /wrote 0 B for each message of 1 KiB/);
});

test('who wrote nothing is listed where the disk is not asked for, with what it wrote; as those are that promise '
    + 'memory only', () => {
  const made = (durability) => (file) => ({
    ...file, broker: { ...file.broker, durability },
      cells: file.cells.map((cell) => ({ ...cell, resources: { broker: { cpu_cores: 1, written_bytes_per_s: 0 } } })),
  });
  const answer = (durability, keep) => {
    const { figures, contenders } = buildView(climbFiles({ quick: ROWS.quick }).map(made(durability)));
    const [{ state, unstored, entry }] = answersTo({ rate: 2000, bytes: 1024, keep, p99Ms: 20 }, figures, contenders);
    return [state, unstored, entry.delivered.written];
  };
  assert.deepEqual(answer('fsync', 'persistent'), ['yes', true, 0]);
  assert.deepEqual(answer('memory', 'persistent'), ['yes', false, 0]);
  assert.deepEqual(answer('replicated_fsync', 'replicated'), ['yes', true, 0]);
});

test('what a row costs at a rate that was not measured lies between the rates that were: the next lower and the next '
    + 'higher one', () => {
  const { figures, contenders } = buildView(climbFiles({ quick: ROWS.quick, first: { 5000: 4000, 20000: 9000 } }));
  const around = (rate) =>
    Object.fromEntries(answersTo({ rate, bytes: 1024, keep: 'persistent', p99Ms: 20 }, figures, contenders)
    .map(({ contender, rate: at, below }) => [contender.broker.name, [below?.rate ?? null, at, below?.p99 ?? null]]));
  assert.deepEqual(around(2000), { quick: [1000, 5000, 900], first: [null, 5000, null] });
  assert.deepEqual(around(5000), { quick: [null, 5000, null], first: [null, 5000, null] });
  assert.deepEqual(around(6000).quick, [5000, 20000, 4000]);
  const late = buildView(climbFiles({ late: { 1000: 900, 5000: 'out', 20000: 9000 } }));
  assert.equal(answersTo({ rate: 20000, bytes: 1024, keep: 'persistent', p99Ms: 20 }, late.figures,
    late.contenders)[0].below, null);
  assert.equal(answersTo({ rate: 6000, bytes: 1024, keep: 'persistent', p99Ms: 20 }, late.figures,
    late.contenders)[0].below.rate, 1000, 'a rate that was not held has no cost');
});

test('cells at full speed show what a row can carry, and no latency', () => {
  const closed = (file) => ({
    ...file, cells: file.cells.map((cell) => ({ ...cell, climb: null, load: { ...cell.load, open_loop: false } })),
  });
  assert.deepEqual(asked({ quick: { 5000: 900 } }, {}, closed).quick,
    ['open', 'carries 5k/s at full speed; its latency at 2k/s was not measured']);
  assert.deepEqual(asked({ quick: { 1000: 900 } }, {}, closed).quick,
    ['open', 'at full speed 1k/s with these clients']);
});

test('a question is part of the address; nonsense in it asks what the result can tell', () => {
  const need = { rate: 2000, bytes: 1024, keep: 'fsync', p99Ms: 0.5 };
  assert.deepEqual(parseNeed(parseState(printState({ ...parseState(''), need: printNeed(need) })).need), need);
  for (const text of ['', '1-2', '0-1-none-1', '5-5-toString-5', 'a-b-c-d']) assert.equal(parseNeed(text), null, text);
  const { figures } = buildView(climbFiles(ROWS));
  assert.deepEqual(usualNeed(figures), { rate: 2000, bytes: 1024, keep: 'fsync', p99Ms: 20 },
    'the disk, where a row promises it');
  const loose =
    buildView(climbFiles(ROWS).map((file) => ({ ...file, broker: { ...file.broker, durability: 'memory' } })));
  assert.equal(usualNeed(loose.figures).keep, 'persistent');
  assert.deepEqual(usualNeed([]), { rate: 2000, bytes: 1024, keep: 'persistent', p99Ms: 20 });
});

test('where anybody thinks between two messages, the load slows down by itself and answers nothing', () => {
  const told = (change) => asked(ROWS, { rate: 1000 },
    (file) => ({ ...file, cells: file.cells.map((cell) => ({ ...cell, load: { ...cell.load, ...change } })) })).late[0];
  assert.equal(told({ thinking: 'nobody', consumer_think: null }), 'yes');
  assert.equal(told({ thinking: 'some', consumer_think: '9: none; 1: 500ms' }), 'open');
  assert.equal(told({ thinking: 'side' }), 'open');
  assert.equal(told({ thinking: null, consumer_think: '9: none; 1: 500ms' }), 'open', 'as older tools wrote it');
});

test('what would tell is a scenario with exactly this load', () => {
  assert.equal(scenarioFor({ rate: 2000, bytes: 700, keep: 'fsync', p99Ms: 20 }), `group: need
matrix: {rate: [2000/s]}
climb: {axis: rate, p99: 20 ms}
scenario:
  destinations: {type: queue}
  producers: {size: 700 B, persistent: true, confirm: receipt, window: 1000, rate: $rate}
  consumers: {}
`);
});
