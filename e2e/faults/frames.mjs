// STOMP 1.2 as far as the fault suite's broker needs it.

const NUL = 0;

/** Splits what one client sends into frames: `take(bytes)` gives those that are complete. */
export class Frames {
  #rest = Buffer.alloc(0);

  take(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const frames = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next() {
    let start = 0;
    while (this.#rest[start] === 10 || this.#rest[start] === 13) start += 1;
    const headEnd = this.#rest.indexOf('\n\n', start);
    if (headEnd < 0) return null;
    const [command, ...lines] = this.#rest.toString('utf8', start, headEnd).split('\n');
    const headers = Object.fromEntries(lines.reverse()
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
    const bodyAt = headEnd + 2;
    const length = headers['content-length'];
    const end = length === undefined ? this.#rest.indexOf(NUL, bodyAt) : bodyAt + Number(length);
    if (end < 0 || end >= this.#rest.length) return null;
    const body = this.#rest.subarray(bodyAt, end);
    this.#rest = this.#rest.subarray(end + 1);
    return { command, headers, body };
  }
}

/** The bytes of a frame; values must need no escape. */
export function frame(command, headers, body = Buffer.alloc(0)) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const sized = body.length > 0 ? `content-length:${body.length}\n` : '';
  return Buffer.concat([Buffer.from(`${command}\n${lines.join('')}${sized}\n`), body, Buffer.from([NUL])]);
}
