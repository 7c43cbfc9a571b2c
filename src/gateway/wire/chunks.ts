// A body in chunks (RFC 9112 §7.1), as its bytes come in.

import { wireError } from './wire-error.js';

/** A longer line between chunks, or more of them behind the last, is refused. */
const MOST_LINES = 16_384;

export class Chunks {
  isOver = false;
  /** Bytes of a chunk that are still to come. */
  private missing = 0;
  private part: 'size' | 'data' | 'end of data' | 'trailers' = 'size';
  /** What has come of a line that has not ended yet. */
  private line = '';
  private trailers = 0;

  /** Hands over what is body, and gives the place behind what it took. Extensions and trailers are read over. */
  take(bytes: Buffer, from: number, sink: { onData(piece: Buffer): void }): number {
    let at = from;
    while (at < bytes.length && !this.isOver) {
      if (this.part === 'data') {
        const to = Math.min(bytes.length, at + this.missing);
        this.missing -= to - at;
        if (this.missing === 0) this.part = 'end of data';
        sink.onData(bytes.subarray(at, to));
        at = to;
        continue;
      }
      const end = bytes.indexOf(LF, at);
      const to = end === -1 ? bytes.length : end + 1;
      if (this.line.length + to - at > MOST_LINES)
        throw wireError('HPE_HEADER_OVERFLOW', 'has a long line in its body');
      this.line += bytes.toString('latin1', at, to);
      at = to;
      if (end !== -1) this.takeLine();
    }
    return at;
  }

  private takeLine(): void {
    const { line } = this;
    this.line = '';
    if (!line.endsWith('\r\n')) throw wireError('HPE_LF_EXPECTED', 'has a line in its body that ends without CR');
    if (this.part === 'size') {
      const size = CHUNK.exec(line)?.[1];
      if (size === undefined) throw wireError('HPE_INVALID_CHUNK_SIZE', 'has a chunk without a size');
      this.missing = Number.parseInt(size, 16);
      this.part = this.missing === 0 ? 'trailers' : 'data';
    } else if (this.part === 'end of data') {
      if (line !== '\r\n') throw wireError('HPE_STRICT', 'has a chunk of another size than it says');
      this.part = 'size';
    } else {
      this.trailers += line.length;
      if (line === '\r\n') this.isOver = true;
      else if (this.trailers > MOST_LINES) throw wireError('HPE_HEADER_OVERFLOW', 'has too many trailers');
    }
  }
}

const LF = 0x0a;
/** Up to 2⁴⁸ bytes. */
const CHUNK = /^([\da-f]{1,12})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?\r\n$/i;
