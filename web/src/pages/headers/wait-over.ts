import type { Decoded } from '../../../../src/core/headers/decoded.js';
import { formatInstant } from '../../../../src/core/text/format-instant.js';
import { formatWait } from '../../../../src/core/text/format-time.js';

/** What to do when the wait that a response named has passed, in one sentence; null while it lasts, or without one. */
export function waitOverAnswer({ verdict, hintMs, retryAt }: Decoded, nowMs: number): string | null {
  const then = THEN[verdict];
  if (then === null || hintMs === null || hintMs <= 0 || retryAt === null || nowMs < retryAt) return null;
  return `The wait of ${formatWait(hintMs)} is over since ${formatInstant(retryAt)}: ${then}.`;
}

const THEN: Readonly<Record<Decoded['verdict'], string | null>> = {
  ok: 'go on',
  retry: 'try again now',
  never: 'it may be sent again',
  backoff: null,
  rejected: null,
};
