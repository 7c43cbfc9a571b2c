// One way of writing a wait or an instant, as a function that dialects name in their rows.

import type { HeaderWarningCode } from '../header-warning.js';

/** What a reader may need beside the text. */
export interface ValueContext {
  /** The instant that waits are counted from: the response's `Date`, or the local clock without one. Epoch ms. */
  readonly referenceMs: number;
  /** What the text was found in, for warnings. */
  readonly place: string;
  warn(code: HeaderWarningCode, message: string): void;
}

export interface Encoding {
  /**
   * Milliseconds from the response on, whole and rounded up. 0 or less for an instant that is over; NaN when the text
   * is not written in this way. Takes the text without surrounding whitespace, of any length, in linear time.
   */
  readonly read: (text: string, context: ValueContext) => number;
  /** The smallest difference that can be written, in ms: 1000 for whole seconds. */
  readonly stepMs: number;
}
