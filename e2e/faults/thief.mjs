// Takes ports before their owner does. Usage: node thief.mjs FILE; it writes its own port into FILE. A client sends a
// port number, and gets a word when that port is taken. It takes one for each of the first TIMES clients, until killed.
import { writeFileSync } from 'node:fs';
import net from 'node:net';

let left = Number(process.env.TIMES ?? 1);

const server = net.createServer((asker) => {
  asker.on('error', () => {});
  asker.once('data', (said) => {
    if (left-- <= 0) asker.end('not taken\n');
    else net.createServer((taken) => taken.on('error', () => {}))
      .listen(Number(String(said)), '127.0.0.1', () => asker.end('taken\n'));
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync(process.argv[2], `${server.address().port}\n`));
