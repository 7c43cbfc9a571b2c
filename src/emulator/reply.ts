// What is sent, and when: the same for the handler without a socket and for the server.

import type { HeaderPair } from '../core/rulebooks/index.js';

/** An answer on its way. Whoever delivers it waits, asks for the reply, sends its pieces, and says that it has ended. */
export interface Delivery {
  /** Before anything is sent; Infinity when nothing ever is. */
  readonly delayMs: number;
  /** What is sent then; null when the connection is reset instead. To be asked once, after the delay. */
  reply(): Reply | null;
  /** To be called when so many pieces have been sent, all so far: some limits count what is produced as it is. */
  sent(pieces: number): void;
  /** To be called once, with the number of pieces that were sent: all of them, or as many as the client stayed for. */
  end(sent: number): void;
}

/** An answer, ready to be sent. */
export interface Reply {
  readonly status: number;
  /** All of them, in order; a name may come twice. */
  readonly headers: readonly HeaderPair[];
  readonly pieces: readonly Piece[];
  /** What comes after the last piece. `reset`: the connection breaks. */
  readonly ends: 'whole' | 'reset';
}

/** A part of a body, and the wait before it, in ms. */
export interface Piece {
  readonly text: string;
  /** Before it is sent; Infinity when it never is. */
  readonly afterMs: number;
  /** Output tokens that were produced for it. */
  readonly tokens: number;
}

/** A whole text at once. */
export function wholePiece(text: string): readonly Piece[] {
  return text === '' ? [] : [{ text, afterMs: 0, tokens: 0 }];
}

/** In UTF-8. By Node, which is several times as fast as an expression that looks for what is not ASCII. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
