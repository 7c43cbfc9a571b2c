// One connection: its requests one after the other, each answered before the next is read.

import type { Socket } from 'node:net';
import type { Emulator } from '../emulator.js';
import { dateHeader } from '../write.js';
import { answer, type Line } from './answer.js';
import type { Rejection } from './request-head.js';
import { RequestReader } from './request-reader.js';
import { complaint, KEPT_MS } from './wire-head.js';

/** Bytes that may wait for the end of an answer; what a client sends beyond that stays with it. */
const MOST_WAITING = 65_536;
/** How long a client has to end the connection when all of the last answer has been handed over. */
const LINGER_MS = 5000;
/** A client that is told how long it may be idle may still send at the end of it. */
const GRACE_MS = 1000;

export class Connection implements Line {
  readonly socket: Socket;
  readonly emulator: Emulator;
  onGone: (() => void) | null = null;
  private readonly reader = new RequestReader();
  private isAnswering = false;
  private isReading = false;
  private isReadOut = false;
  private hasEnded = false;

  constructor(socket: Socket, emulator: Emulator) {
    this.socket = socket;
    this.emulator = emulator;
    socket.on('data', (bytes) => this.take(bytes));
    socket.on('end', () => this.readOut());
    socket.on('drain', () => this.read());
    socket.on('close', () => this.onGone?.());
    // A client that is gone is nothing to fall over.
    socket.on('error', () => {});
    socket.setTimeout(KEPT_MS + GRACE_MS, () => this.tire());
  }

  answered(isLast: boolean): void {
    this.isAnswering = false;
    this.onGone = null;
    if (isLast) this.end();
    else if (!this.isReading) this.read();
  }

  reject(rejection: Rejection): void {
    this.socket.write(complaint(rejection, dateHeader(this.emulator.now())));
    this.end();
  }

  private take(bytes: Buffer): void {
    if (this.hasEnded) return;
    this.reader.push(bytes);
    if (!this.isBusy) this.read();
    else if (this.reader.waiting > MOST_WAITING) this.socket.pause();
  }

  /** An answer is on its way, or the client does not read those that were sent. */
  private get isBusy(): boolean {
    return this.isAnswering || this.socket.writableNeedDrain;
  }

  private read(): void {
    this.isReading = true;
    while (!this.isBusy && !this.hasEnded && this.readOne());
    this.isReading = false;
    if (this.isBusy || this.hasEnded) return;
    if (this.isReadOut) this.endRead();
    else if (this.socket.isPaused()) this.socket.resume();
  }

  private readOne(): boolean {
    const request = this.reader.next();
    if (request === null) {
      if (this.reader.takeContinue()) this.socket.write('HTTP/1.1 100 Continue\r\n\r\n', 'latin1');
      return false;
    }
    if ('message' in request) {
      this.reject(request);
      return false;
    }
    this.isAnswering = true;
    answer(this, request);
    return true;
  }

  /** The client sends no more. If it still waits for an answer it has most likely left: Node's server takes it so as well. */
  private readOut(): void {
    this.isReadOut = true;
    if (this.hasEnded) return;
    if (!this.isAnswering) {
      this.read();
      return;
    }
    this.onGone?.();
    this.onGone = null;
    this.end();
  }

  /** What came has been answered as far as it can be. */
  private endRead(): void {
    if (this.reader.isMidway) this.reject({ status: 400, message: UNFINISHED });
    else this.end();
  }

  /** Nothing has come for a while, and nothing was taken. */
  private tire(): void {
    if (this.hasEnded || this.socket.writableNeedDrain) this.socket.destroy();
    else if (this.isAnswering) return;
    else if (this.reader.isMidway) this.reject({ status: 408, message: UNFINISHED });
    else this.end();
  }

  /**
   * Sends what is there and then no more. What still comes is read and thrown away, since a connection that is closed over
   * unread bytes is reset, and takes the answer with it.
   */
  private end(): void {
    const { socket } = this;
    this.hasEnded = true;
    socket.resume();
    socket.end(() => {
      if (socket.destroyed) return;
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
    });
  }
}

const UNFINISHED = 'the rest of the request did not come';
