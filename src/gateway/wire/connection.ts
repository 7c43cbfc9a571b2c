// One connection to the upstream: a request, its answer, and then the next.

import type { Socket } from 'node:net';
import type { AnswerHead } from './answer-head.js';
import { AnswerReader, type AnswerSink, brokenOff } from './answer-reader.js';
import { notMade } from './not-made.js';

/** Who awaits an answer. `onEnd` or `onError` comes last, unless the connection is dropped. */
export interface Awaiting extends AnswerSink {
  onError(error: Error): void;
  /** The upstream takes more of the request. */
  onDrain(): void;
}

/** What keeps connections for the next request. */
export interface Keeper {
  /** An answer is over, and the connection can be used for another `forMs`. */
  kept(connection: Connection, forMs: number): void;
  gone(connection: Connection): void;
}

export class Connection implements AnswerSink {
  /** When it is too late to use it for another request. */
  idleUntil = 0;
  private readonly socket: Socket;
  private readonly keeper: Keeper;
  private awaiting: Awaiting | null = null;
  private reader: AnswerReader | null = null;
  private isMade = false;
  /** All of the request has been handed over. */
  private isSent = false;

  constructor(socket: Socket, keeper: Keeper) {
    this.socket = socket;
    this.keeper = keeper;
    socket.on('data', (bytes: Buffer) => this.take(bytes));
    socket.on('end', () => this.ended());
    socket.on('drain', () => this.awaiting?.onDrain());
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      this.isMade = true;
    });
    socket.on('error', (error) => this.fail(this.isMade ? error : notMade(error)));
    socket.on('timeout', () => socket.destroy(silence(socket.timeout)));
    socket.on('close', () => {
      this.fail(brokenOff());
      keeper.gone(this);
    });
  }

  /** Not for some moments before it is told to be gone. */
  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** Whose answer comes next. `isBare`: it has no body, whatever it says. */
  ask(awaiting: Awaiting, isBare: boolean): void {
    this.awaiting = awaiting;
    this.reader = new AnswerReader(this, isBare);
    this.isSent = false;
  }

  /** Whether more may be written at once; `onDrain` comes when it may. */
  write(part: string | Buffer): boolean {
    // Of texts every character is a byte.
    return typeof part === 'string' ? this.socket.write(part, 'latin1') : this.socket.write(part);
  }

  /** All of the request has been written. */
  sent(): void {
    this.isSent = true;
  }

  /** Nothing more is told until {@link resume}, so that the upstream has to wait. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  /** Breaks off what is awaited with a `TimeoutError` when nothing has moved for `ms`; until the answer is over. */
  limitSilence(ms: number): void {
    this.socket.setTimeout(ms);
  }

  /** Nobody awaits the answer any more, and hears nothing more of it. */
  drop(): void {
    this.awaiting = null;
    this.socket.destroy();
  }

  onHead(head: AnswerHead): void {
    this.awaiting?.onHead(head);
  }

  onData(bytes: Buffer): void {
    this.awaiting?.onData(bytes);
  }

  onEnd(): void {
    const { awaiting } = this;
    this.awaiting = null;
    awaiting?.onEnd();
  }

  private take(bytes: Buffer): void {
    const { reader, socket } = this;
    try {
      reader?.push(bytes);
    } catch (error) {
      this.fail(error as Error);
      socket.destroy();
    }
    // What an idle connection brings is the answer to nothing.
    if (reader === null) socket.destroy();
    else if (reader.isOver) this.over(reader);
  }

  private over({ head, hasMore }: AnswerReader): void {
    const { socket, isSent } = this;
    this.reader = null;
    if (socket.timeout) socket.setTimeout(0);
    const keptMs = head?.keptMs ?? 0;
    // Of an answer that came before its request had ended, the upstream may not care to read the rest.
    const isWritten = isSent && socket.writableLength === 0;
    if (hasMore || !isWritten || keptMs <= 0 || socket.destroyed) socket.destroy();
    else {
      // Whoever reads slowly may have paused it.
      socket.resume();
      this.keeper.kept(this, keptMs);
    }
  }

  private ended(): void {
    try {
      this.reader?.end();
    } catch (error) {
      this.fail(error as Error);
    }
    this.socket.destroy();
  }

  private fail(error: Error): void {
    const { awaiting } = this;
    this.awaiting = null;
    awaiting?.onError(error);
  }
}

/** The client knows it by its name. */
function silence(ms: number | undefined): Error {
  const error = new Error(`the upstream was silent for ${ms} ms in the middle of its answer`);
  error.name = 'TimeoutError';
  return error;
}
