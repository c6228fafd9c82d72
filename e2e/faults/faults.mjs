// What can go wrong with a broker. Each fault has `what` in words for docs/reference/faults.md, and `come(broker,
// phase)`, which makes it so; an `early` one comes when the first client of a workload subscribes, for it is about
// the clients that follow. `phases`: those in which it can come. `always`: not once in each of them, but every time.
// `mild`: a broker may get over it, and be measured all the same.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import net from 'node:net';
import { frame } from './frames.mjs';

const ALL = ['start', 'warm-up', 'measure', 'drain', 'stop'];
const { LOG_MB, THIEF } = process.env;

const leave = (phase) => ['start', 'stop'].includes(phase);
const every = (broker, action) => [...broker.connections].forEach(action);

/** Answers everybody, now and from now on, and lets them go. */
function answer(broker, bytes) {
  broker.answer = (connection) => connection.end(bytes());
  every(broker, broker.answer);
}

function error(words) {
  return () => frame('ERROR', { message: words });
}

function fillMemory() {
  const held = [];
  for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => ({ i, held })));
}

/** The error that a full disk gives. */
function fullDisk() {
  const disk = openSync('/dev/full', 'w');
  try {
    writeSync(disk, 'a message');
    return null;
  } catch (e) {
    return String(e);
  } finally {
    closeSync(disk);
  }
}

function diskFull(broker, phase) {
  const why = fullDisk();
  console.log(`the journal cannot be written: ${why}`);
  if (leave(phase)) process.exit(1);
  answer(broker, error(`the journal cannot be written - ${why.replaceAll(':', ' -')}`));
}

function refuse(broker, phase) {
  if (phase === 'start') broker.deaf = true;
  else broker.server.close();
  if (phase === 'drain') every(broker, (connection) => connection.destroy());
}

function printMuch() {
  const line = `${'the same complaint, again and again '.repeat(28)}\n`;
  const chunk = Buffer.from(line.repeat(Math.ceil(1024 * 1024 / line.length))).subarray(0, 1024 * 1024);
  for (let i = 0; i < Number(LOG_MB); i++) writeSync(1, chunk);
  writeSync(1, '\n');
}

function leaveChild(broker, phase) {
  spawn('sleep', ['900'], { detached: true, stdio: 'ignore', cwd: '/' }).unref();
  if (leave(phase)) process.exit(1);
  process.kill(process.pid, 'SIGKILL');
}

function acceptSlowly(broker) {
  broker.slowMs = 2000;
}

/** Somebody else takes the port between the look whether it is free and our own try. */
function losePort(broker) {
  return new Promise((resolve) => {
    net.connect(Number(THIEF), '127.0.0.1').on('data', resolve).on('error', resolve).write(`${broker.port}\n`);
  });
}

export const faults = {
  killed: { what: 'it is killed (SIGKILL)', phases: ALL, come: () => process.kill(process.pid, 'SIGKILL') },
  hung: { what: 'it hangs (SIGSTOP)', phases: ALL, come: () => process.kill(process.pid, 'SIGSTOP') },
  memory: { what: 'it runs out of memory', phases: ALL, come: fillMemory },
  disk: { what: 'its disk is full', phases: ALL, come: diskFull },
  refuse: { what: 'it refuses connections half-way', phases: ALL, early: true, come: refuse },
  garbage: { what: 'it answers garbage', phases: ALL, come: (broker) => answer(broker, () => randomBytes(256 * 1024)) },
  error: { what: 'it answers ERROR', phases: ALL, come: (broker) => answer(broker, error('no more today')) },
  slow: {
    what: 'it is slow to accept, 2 s', phases: ['start', 'warm-up', 'measure'], early: true,
    mild: true, come: acceptSlowly,
  },
  port: { what: 'its port is taken between check and bind', phases: ['start'], mild: true, come: losePort },
  ports: { what: 'its ports are taken so, again and again', phases: ['start'], always: true, come: losePort },
  log: { what: 'its log grows by gigabytes', phases: ALL, mild: true, come: printMuch },
  child: { what: 'it dies, and leaves a child behind', phases: ALL, come: leaveChild },
};
