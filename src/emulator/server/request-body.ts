// The body of a request as its bytes come in: so many, or in chunks (RFC 9112 §7.1).

import { bad, FIELD_LINE, type Rejection } from './request-head.js';

/** A longer body is refused. */
export const LARGEST_BODY = 32 * 1024 * 1024;
/** A longer line between chunks, or more of them behind the last, is refused. */
const MOST_LINES = 16_384;

/** Takes from bytes what belongs to one body. */
export interface BodyReader {
  /** Takes what it can, and gives the number of bytes that it took; or what is wrong. */
  take(bytes: Buffer, from: number): number | Rejection;
  /** The whole body; null while there is more to come. */
  text(): string | null;
}

export const tooLarge: Rejection = {
  status: 413,
  message: `a body of more than ${LARGEST_BODY} bytes is not taken here`,
};

/** One of so many bytes. */
export function bodyOfLength(length: number): BodyReader {
  const gathered = new Gathered();
  return {
    take: (bytes, from) => {
      const to = Math.min(bytes.length, from + length - gathered.size);
      gathered.add(bytes, from, to);
      return to - from;
    },
    text: () => (gathered.size === length ? gathered.text() : null),
  };
}

/** One in chunks; extensions and what comes behind the last of them are read over. */
export function bodyInChunks(): BodyReader {
  const gathered = new Gathered();
  let part: 'size' | 'data' | 'end of data' | 'trailers' | 'over' = 'size';
  let missing = 0;
  let trailers = 0;

  function takeData(bytes: Buffer, from: number): number {
    const to = Math.min(bytes.length, from + missing);
    gathered.add(bytes, from, to);
    missing -= to - from;
    if (missing === 0) part = 'end of data';
    return to;
  }

  function takeLine(line: string): Rejection | null {
    if (part === 'size') {
      const size = CHUNK.exec(line)?.[1];
      if (size === undefined) return bad('a chunk begins with its size, in hexadecimal digits');
      missing = Number.parseInt(size, 16);
      if (gathered.size + missing > LARGEST_BODY) return tooLarge;
      part = missing === 0 ? 'trailers' : 'data';
    } else if (part === 'end of data') {
      if (line !== '') return bad('a chunk has as many bytes as its size says');
      part = 'size';
    } else if (line === '') part = 'over';
    else {
      trailers += line.length;
      if (!FIELD_LINE.test(line) || trailers > MOST_LINES)
        return bad('what follows the last chunk are headers, and few');
    }
    return null;
  }

  return {
    take(bytes, from) {
      let at = from;
      while (part !== 'over' && at < bytes.length) {
        if (part === 'data') {
          at = takeData(bytes, at);
          continue;
        }
        const end = bytes.indexOf('\r\n', at, 'latin1');
        // Whoever ends lines with LF alone would wait for an answer, and we for a CR.
        if (end === -1 && bytes.includes(LF, at)) return bad('lines end with CR and LF');
        if (end === -1 && bytes.length - at <= MOST_LINES) break;
        if (end === -1 || end - at > MOST_LINES) return bad('the lines between chunks are short');
        const problem = takeLine(bytes.toString('latin1', at, end));
        if (problem !== null) return problem;
        at = end + 2;
      }
      return at - from;
    },
    text: () => (part === 'over' ? gathered.text() : null),
  };
}

const LF = 0x0a;
const CHUNK = /^([\da-f]{1,8})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;

/** Bytes in one piece that grows: a list of parts would be far larger than parts of a byte each. */
class Gathered {
  size = 0;
  private bytes = Buffer.alloc(0);

  add(from: Buffer, start: number, end: number): void {
    const size = this.size + end - start;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    from.copy(this.bytes, this.size, start, end);
    this.size = size;
  }

  text(): string {
    return this.bytes.toString('utf8', 0, this.size);
  }
}
