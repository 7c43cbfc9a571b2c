// From the bytes of a connection to the requests on it, however they are cut into pieces.

import type { EmulatedRequest } from '../request.js';
import { type BodyReader, bodyInChunks, bodyOfLength, LARGEST_BODY, tooLarge } from './request-body.js';
import { complaintAbout, isHopeless, type Rejection, type RequestHead, readHead } from './request-head.js';

/** A longer head is refused. Node's own server takes as much. */
const LARGEST_HEAD = 16_384;

export interface WireRequest extends EmulatedRequest {
  readonly isCurrent: boolean;
  readonly keepsAlive: boolean;
}

export class RequestReader {
  /** Those from `at` on are still to be read. */
  private bytes: Buffer = NOTHING;
  private at = 0;
  private head: RequestHead | null = null;
  private body: BodyReader | null = null;
  private isToldToGoOn = false;

  push(bytes: Buffer): void {
    this.bytes = this.waiting === 0 ? bytes : Buffer.concat([this.bytes.subarray(this.at), bytes]);
    this.at = 0;
  }

  /** Bytes that have come and are not yet read. */
  get waiting(): number {
    return this.bytes.length - this.at;
  }

  /** A request has begun, and there is more of it to come. */
  get isMidway(): boolean {
    return this.head !== null || this.waiting > 0;
  }

  /** The next request; null while there is more of it to come. After a rejection there is nothing else to be had. */
  next(): WireRequest | Rejection | null {
    if (this.head === null) {
      const head = this.takeHead();
      if (head === null || 'status' in head) return head;
      if ((head.length ?? 0) > LARGEST_BODY) return tooLarge;
      this.head = head;
    }
    const body = this.takeBody(this.head);
    if (typeof body !== 'string') return body;
    const { method, path, query, header, isCurrent, keepsAlive } = this.head;
    this.head = null;
    this.body = null;
    this.isToldToGoOn = false;
    return { method, path, query, header, body, isCurrent, keepsAlive };
  }

  /** Whether the client is to be told to go on; true once for a request. */
  takeContinue(): boolean {
    if (this.isToldToGoOn || this.head?.awaitsContinue !== true) return false;
    this.isToldToGoOn = true;
    return true;
  }

  private takeHead(): RequestHead | Rejection | null {
    // §2.2: an empty line before a request is read over.
    while (this.bytes[this.at] === CR && this.bytes[this.at + 1] === LF) this.at += 2;
    if (this.waiting === 0) {
      // Nothing of what was read is kept by a connection that may be idle from now on.
      this.bytes = NOTHING;
      this.at = 0;
      return null;
    }
    const until = Math.min(this.bytes.length, this.at + LARGEST_HEAD + END.length);
    const text = this.bytes.toString('latin1', this.at, until);
    const end = text.indexOf(END);
    if (end !== -1) {
      const lineEnd = text.indexOf('\r\n');
      const line = this.bytes.toString('latin1', this.at, this.at + lineEnd);
      this.at += end + END.length;
      return readHead(line, text.slice(lineEnd, end));
    }
    if (text.length > LARGEST_HEAD) return { status: 431, message: `a head has ${LARGEST_HEAD} bytes at most` };
    return isHopeless(text) ? complaintAbout(text) : null;
  }

  private takeBody({ length }: RequestHead): string | Rejection | null {
    const { bytes, at } = this;
    // As it is nearly always: all of it is there.
    if (this.body === null && length !== null && bytes.length - at >= length) {
      this.at += length;
      return length === 0 ? '' : bytes.toString('utf8', at, at + length);
    }
    this.body ??= length === null ? bodyInChunks() : bodyOfLength(length);
    const taken = this.body.take(bytes, at);
    if (typeof taken !== 'number') return taken;
    this.at += taken;
    return this.body.text();
  }
}

const NOTHING = Buffer.alloc(0);
const CR = 0x0d;
const LF = 0x0a;
const END = '\r\n\r\n';
