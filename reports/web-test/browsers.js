// Runs all browser tests, one file after the other, with one shared browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './chromium.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.browser.js')).sort()
  .map((name) => join(folder, name));
const server = await serve();
const tests = spawn(process.execPath, ['--test', ...files],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_SERVER: server.wsEndpoint() } });
const [status] = await once(tests, 'exit');
await server.close();
process.exitCode = status ?? 1;
