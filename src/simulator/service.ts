import type { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { Run } from './run.js';

/** No wait is named in an answer. */
export const NO_HINT = -1;

/**
 * What is called. `call` and `tag` are the caller's own numbers: they come back with the answer, which is given through
 * the {@link Link} that the request came by.
 */
export interface Service {
  arrive(call: number, tag: number, run: Run): void;
}

/** Who calls. */
export interface Caller {
  /** The answer to an attempt. One that the caller no longer waits for is ignored. `hintMs` may be {@link NO_HINT}. */
  answer(call: number, tag: number, outcome: Outcome, hintMs: number, run: Run): void;
  /** What a response says about limits, before the answer itself. */
  told?(call: number, tag: number, limits: readonly DecodedLimit[], run: Run): void;
  /** Whether the caller still waits for this attempt. */
  isWaiting(call: number, tag: number): boolean;
}
