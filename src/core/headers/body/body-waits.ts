// Waits in a JSON body. The names are plain enough to be read whoever sent them.

import { decimalSeconds, goDuration, protobufDuration, seconds } from '../encodings/delays.js';
import type { Encoding } from '../encodings/encoding.js';
import { rfc3339 } from '../encodings/instants.js';
import type { BodyPath } from './body-path.js';

export interface BodyWait {
  readonly at: BodyPath;
  readonly encoding: Encoding;
  /** Whether it speaks of the next request or of the end of the limit's window. */
  readonly means: 'next' | 'window';
}

/** In the order of trust: what speaks of the next request comes first. */
export const BODY_WAITS: readonly BodyWait[] = [
  { at: 'error.details[].retryDelay', encoding: protobufDuration, means: 'next' },
  { at: 'retry_after', encoding: decimalSeconds, means: 'next' },
  { at: 'parameters.retry_after', encoding: decimalSeconds, means: 'next' },
  { at: 'error.retry_after', encoding: decimalSeconds, means: 'next' },
  { at: 'retryAfterSeconds', encoding: seconds, means: 'next' },
  { at: 'rate_limit.retry_after', encoding: rfc3339, means: 'next' },
  { at: 'error.details[].metadata.quotaResetDelay', encoding: goDuration, means: 'window' },
];
