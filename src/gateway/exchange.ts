// One attempt at the upstream: the request is written, and its answer becomes a Response.

import type { IncomingMessage } from 'node:http';
import { SentBody } from './sent-body.js';
import { isShort, SHORT_BYTES, streamedResponse, wholeResponse } from './upstream-response.js';
import type { AnswerHead } from './wire/answer-head.js';
import type { Awaiting, Connection } from './wire/connection.js';
import { wireError } from './wire/wire-error.js';

export interface ExchangeOptions {
  readonly connection: Connection;
  readonly signal: AbortSignal | null;
  /** The answer has no body, whatever it says. */
  readonly isBare: boolean;
  /** Bodies of served answers have nothing that the client could use. */
  readonly hidesBodies: boolean;
  /** Longest silence within an answer that is taken whole, in ms; null for none. Of others it is the client that listens. */
  readonly idleMs: number | null;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

export class Exchange implements Awaiting {
  private readonly options: ExchangeOptions;
  private body: SentBody | null = null;
  private head: AnswerHead | null = null;
  /** What has come of an answer that is taken whole. */
  private whole: Buffer | null = null;
  /** The body of one that is not. */
  private stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  private isOver = false;

  constructor(options: ExchangeOptions) {
    this.options = options;
  }

  /** Writes the request. A stream is sent as it comes. */
  begin(head: string, body: string | Buffer | IncomingMessage | null): void {
    const { connection, signal, isBare } = this.options;
    signal?.addEventListener('abort', this);
    connection.ask(this, isBare);
    if (body === null || typeof body === 'string' || Buffer.isBuffer(body)) {
      writeWhole(connection, head, body);
      connection.sent();
    } else {
      connection.write(head);
      this.body = new SentBody(body, connection, (error) => this.stop(error));
    }
  }

  /** The signal was aborted. */
  handleEvent(): void {
    const reason: unknown = this.options.signal?.reason;
    this.stop(reason instanceof Error ? reason : new Error('aborted'));
  }

  onHead(head: AnswerHead): void {
    const { status } = head;
    const { connection, isBare, idleMs, resolve } = this.options;
    if (status < 200 || status > 599) this.stop(new Error(`the upstream answered with the status ${status}`));
    else if (isBare || isShort(head)) {
      this.head = head;
      this.whole = NOTHING;
      if (idleMs !== null) connection.limitSilence(idleMs);
    } else resolve(streamedResponse(head, this.streamOf()));
  }

  onData(bytes: Buffer): void {
    const { whole } = this;
    if (whole === null) {
      this.options.connection.pause();
      this.stream?.enqueue(bytes);
    } else if (whole.byteLength + bytes.byteLength > SHORT_BYTES) {
      this.stop(wireError('HPE_USER', 'has a body where none belongs'));
    } else this.whole = whole.byteLength === 0 ? bytes : Buffer.concat([whole, bytes]);
  }

  onEnd(): void {
    const { head, whole, stream, options } = this;
    this.over();
    stream?.close();
    if (head !== null && whole !== null) options.resolve(wholeResponse(head, whole, options));
  }

  onError(error: Error): void {
    if (this.isOver) return;
    this.over();
    if (this.stream === null) this.options.reject(error);
    else this.stream.error(error);
  }

  onDrain(): void {
    this.body?.goOn();
  }

  private stop(error: Error): void {
    this.letGo();
    this.onError(error);
  }

  /** What follows is not for anybody. Of an answer that has come in whole, the connection may be another's by now. */
  private letGo(): void {
    if (!this.isOver) this.options.connection.drop();
  }

  private over(): void {
    this.isOver = true;
    this.body?.stop();
    this.options.signal?.removeEventListener('abort', this);
  }

  /** Read only as fast as it is taken, so that a slow caller slows the upstream and fills no memory. */
  private streamOf(): ReadableStream<Uint8Array> {
    const { connection } = this.options;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.stream = controller;
          connection.pause();
        },
        pull: () => connection.resume(),
        cancel: () => {
          this.letGo();
          this.over();
        },
      },
      { highWaterMark: 0 },
    );
  }
}

const NOTHING = Buffer.alloc(0);
const ONE_PIECE_BYTES = 65_536;

function writeWhole(connection: Connection, head: string, body: string | Buffer | null): void {
  if (body === null) {
    connection.write(head);
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  // As text, head and body leave in one piece; Latin-1 has a character for every byte.
  if (bytes.byteLength <= ONE_PIECE_BYTES) connection.write(head + bytes.toString('latin1'));
  else {
    connection.write(head);
    connection.write(bytes);
  }
}
