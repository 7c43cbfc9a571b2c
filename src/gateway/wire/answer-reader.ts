// From the bytes of a connection to the one answer that is awaited on it, however they are cut into pieces.

import { type AnswerHead, readAnswerHead } from './answer-head.js';
import { Chunks } from './chunks.js';
import { wireError } from './wire-error.js';

/** A longer head is refused. */
const LARGEST_HEAD = 32_768;

export interface AnswerSink {
  onHead(head: AnswerHead): void;
  onData(bytes: Buffer): void;
  onEnd(): void;
}

export class AnswerReader {
  /** The whole answer has come. */
  isOver = false;
  /** More has come than belongs to it, or may still come: nobody can tell what that is. */
  hasMore = false;
  head: AnswerHead | null = null;
  private readonly sink: AnswerSink;
  private readonly isBare: boolean;
  /** What has come of a head that is not whole yet. */
  private waiting: Buffer | null = null;
  private chunks: Chunks | null = null;
  /** Bytes of the body that are still to come; Infinity where it lasts as long as the connection. */
  private missing = 0;

  /** `isBare`: no body belongs to the answer, whatever its head says (HEAD). */
  constructor(sink: AnswerSink, isBare: boolean) {
    this.sink = sink;
    this.isBare = isBare;
  }

  /** Throws for what is no answer. */
  push(bytes: Buffer): void {
    if (this.isOver) this.hasMore = true;
    else if (this.head !== null) this.takeBody(bytes, 0);
    else this.takeHead(this.waiting === null ? bytes : Buffer.concat([this.waiting, bytes]));
  }

  /** The connection has ended. Throws where the answer has not. */
  end(): void {
    if (this.isOver) return;
    if (this.missing !== Infinity) throw brokenOff();
    this.over();
  }

  private takeHead(bytes: Buffer): void {
    for (let from = 0; ; ) {
      const text = bytes.toString('latin1', from, Math.min(bytes.length, from + LARGEST_HEAD + END.length));
      const end = text.indexOf(END);
      if (end === -1) {
        if (text.length > LARGEST_HEAD) throw wireError('HPE_HEADER_OVERFLOW', 'has a head without an end');
        // Nobody should wait for the rest of what cannot become a head.
        if (!BEGINNING.startsWith(text.slice(0, BEGINNING.length))) readAnswerHead(text);
        if (BARE_LF.test(text)) throw wireError('HPE_CR_EXPECTED', 'has a line that ends without CR');
        this.waiting = bytes.subarray(from);
        return;
      }
      const head = readAnswerHead(text.slice(0, end));
      from += end + END.length;
      // What only announces an answer (RFC 9110 §15.2) is not for the caller.
      if (head.status >= 100 && head.status < 200 && head.status !== 101) continue;
      this.waiting = null;
      this.begin(head);
      this.takeBody(bytes, from);
      return;
    }
  }

  private begin(head: AnswerHead): void {
    this.head = head;
    const { status, length, isChunked } = head;
    // §6.3: these have none, whatever they say.
    if (this.isBare || status === 204 || status === 304) this.missing = 0;
    else if (isChunked) this.chunks = new Chunks();
    else this.missing = length ?? Infinity;
    if (status === 204 && (isChunked || (length ?? 0) > 0)) this.hasMore = true;
    this.sink.onHead(head);
  }

  private takeBody(bytes: Buffer, from: number): void {
    let to: number;
    if (this.chunks === null) {
      to = Math.min(bytes.length, from + this.missing);
      this.missing -= to - from;
      if (to > from) this.sink.onData(bytes.subarray(from, to));
    } else to = this.chunks.take(bytes, from, this.sink);
    if (to < bytes.length) this.hasMore = true;
    if (this.chunks === null ? this.missing === 0 : this.chunks.isOver) this.over();
  }

  private over(): void {
    this.isOver = true;
    this.sink.onEnd();
  }
}

/** As Node calls it, and the client knows it: the network's fault. */
export function brokenOff(): Error {
  return Object.assign(new Error('the upstream ended the connection before its answer'), { code: 'ECONNRESET' });
}

const END = '\r\n\r\n';
const BEGINNING = 'HTTP/1.';
const BARE_LF = /(?<!\r)\n/;
