// A short answer as the client reads it. The platform's Response and its stream cost more than all else that is done for a
// request; this one has what the client looks at, over bytes that are there already.

import type { WholeBody } from '../runtime/body/whole-body.js';

/** What is read by a client that looks into bodies: a document, and a stream of one piece for what is read ahead. */
export class WholeResponse implements WholeBody {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly isWhole = true;
  /** Null where there is nothing, or nothing of use. */
  private readonly bytes: Buffer | null;
  private stream: OnePiece | null = null;
  private isRead = false;

  constructor(status: number, statusText: string, headers: ReadonlyMap<string, string>, bytes: Buffer | null) {
    this.status = status;
    this.statusText = statusText;
    this.headers = headers;
    this.bytes = bytes;
  }

  /** As what it is used for; nothing may be done with it that needs the platform's own. */
  get asResponse(): Response {
    return this as unknown as Response;
  }

  get body(): OnePiece | null {
    if (this.stream === null && this.bytes !== null) this.stream = new OnePiece(this.bytes);
    return this.stream;
  }

  get bodyUsed(): boolean {
    return this.isRead || this.stream?.locked === true;
  }

  text(): Promise<string> {
    if (this.bodyUsed) return Promise.reject(new TypeError('The body has already been read'));
    this.isRead = true;
    return Promise.resolve(this.bytes?.toString() ?? '');
  }
}

interface Piece {
  readonly done: boolean;
  readonly value: Uint8Array | undefined;
}

/** As much of a ReadableStream as is used of one: it gives its bytes once, to one reader. */
class OnePiece {
  locked = false;
  private bytes: Buffer | null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Bytes of the one kind only: they are not the reader's to keep. */
  getReader(options?: { readonly mode?: 'byob' }) {
    if (options?.mode !== undefined) throw new TypeError('This is no stream of bytes');
    if (this.locked) throw new TypeError('The body is being read');
    this.locked = true;
    return {
      read: async (): Promise<Piece> => {
        const { bytes } = this;
        this.bytes = null;
        return bytes === null ? { done: true, value: undefined } : { done: false, value: bytes };
      },
      cancel: () => this.cancel(),
      releaseLock: () => {
        this.locked = false;
      },
    };
  }

  async cancel(): Promise<void> {
    this.bytes = null;
  }
}
