// Usage: on_page.mjs PAGE TEXT. Whether the page has the text; its data is gzip'd.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const [, , file, text] = process.argv;
const page = readFileSync(file, 'utf8').replace(/(<script type="text\/plain"[^>]*>)([^<]*)/g,
  (_, tag, data) => tag + gunzipSync(Buffer.from(data, 'base64')));
console.log(page.includes(text) ? 'yes' : 'no');
