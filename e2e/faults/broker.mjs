// A STOMP broker in memory, sound until the moment of its fault. Usage: node broker.mjs PORT DATA-FOLDER, with the
// fault and its phases in the environment: FAULT, PHASES (separated by spaces), STATE (a folder that outlives this
// process: each fault comes once in each phase).
import { existsSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { Frames, frame } from './frames.mjs';
import { faults } from './faults.mjs';

const { FAULT, PHASES, STATE } = process.env;
const port = Number(process.argv[2]);
const broker = { port, connections: new Set(), queues: new Map(), messages: 0, slowMs: 0, answer: null };
const fault = faults[FAULT];

/** Messages: less than a workload sends. */
const BEFORE_DRAIN = 100;

/** Whether the fault is still to come in this phase. */
const due = (phase) => PHASES.split(' ').includes(phase) && (fault.always || !existsSync(`${STATE}/${phase}`));

function fail(phase) {
  if (!due(phase)) return;
  writeFileSync(`${STATE}/${phase}`, `${Date.now()}\n`);
  console.log(`the fault ${FAULT} comes, in the phase ${phase}`);
  return fault.come(broker, phase);
}

/** To which phase of the suite a destination belongs: the names of the workloads tell. */
function phaseOf(destination) {
  const found = /shootout_(warm_up|measure|drain|last)/.exec(destination);
  return found ? found[1].replace('_', '-') : null;
}

function queue(destination) {
  const { queues } = broker;
  if (!queues.has(destination)) queues.set(destination, { waiting: [], consumers: [], turn: 0, sends: 0 });
  return broker.queues.get(destination);
}

function deliver(destination) {
  const { waiting, consumers } = queue(destination);
  while (waiting.length > 0 && consumers.length > 0) {
    const to = consumers[queue(destination).turn++ % consumers.length];
    const id = `m${broker.messages++}`;
    const headers = { subscription: to.id, 'message-id': id, ack: id, destination };
    to.connection.write(frame('MESSAGE', headers, waiting.shift()));
  }
}

const timers = { 'warm-up': 500, measure: 700 };

function send(connection, { destination }, body) {
  const to = queue(destination);
  const phase = phaseOf(destination);
  connection.sends = destination;
  to.sends += 1;
  to.waiting.push(Buffer.from(body));
  // of the workload whose drain is disturbed, all but the first ones wait until its producers are gone
  if (phase !== 'drain' || to.drained || to.sends <= BEFORE_DRAIN) deliver(destination);
  if (to.sends === 1 && timers[phase] && !fault.early) setTimeout(() => fail(phase), timers[phase]);
}

function subscribe(connection, { id, destination }) {
  queue(destination).consumers.push({ connection, id });
  const phase = phaseOf(destination);
  if (phase === 'last') broker.lastWorkload = true;
  if (fault.early && timers[phase]) fail(phase);
  deliver(destination);
}

function unsubscribe(connection) {
  for (const one of broker.queues.values()) one.consumers = one.consumers.filter((c) => c.connection !== connection);
}

function drained(destination) {
  if (phaseOf(destination) !== 'drain') return;
  setTimeout(() => {
    fail('drain');
    queue(destination).drained = true;
    deliver(destination);
  }, 200);
}

function handle(connection, { command, headers, body }) {
  if (broker.answer) return broker.answer(connection);
  if (command === 'CONNECT') connection.write(frame('CONNECTED', { version: '1.2', 'heart-beat': '0,0' }));
  else if (command === 'SEND') send(connection, headers, body);
  else if (command === 'SUBSCRIBE') subscribe(connection, headers);
  else if (command === 'UNSUBSCRIBE') unsubscribe(connection);
  if (headers.receipt && !connection.destroyed) connection.write(frame('RECEIPT', { 'receipt-id': headers.receipt }));
  if (command === 'DISCONNECT') {
    connection.end();
    if (connection.sends) drained(connection.sends);
  }
}

function accept(connection) {
  const frames = new Frames();
  broker.connections.add(connection);
  connection.on('close', () => broker.connections.delete(connection) && unsubscribe(connection));
  connection.on('error', () => connection.destroy());
  const listen = () => connection.on('data', (bytes) => frames.take(bytes).forEach((one) => handle(connection, one)));
  if (broker.slowMs > 0) setTimeout(listen, broker.slowMs);
  else listen();
}

process.on('SIGTERM', () => {
  if (broker.lastWorkload) fail('stop');
  process.exit(0);
});

await fail('start');
broker.server = net.createServer({ noDelay: true }, accept);
broker.server.on('error', (error) => {
  console.log(String(error));
  process.exit(1);
});
if (!broker.deaf) broker.server.listen(port, '127.0.0.1', () => console.log(`listening on ${port}`));
else setInterval(() => {}, 1000);
