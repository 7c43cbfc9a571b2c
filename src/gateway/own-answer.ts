// Answers of the gateway itself, where there is none of the upstream to pass on.

import { type ServerResponse, STATUS_CODES } from 'node:http';
import { GaveUpError } from '../runtime/errors.js';
import { OUR_PREFIX } from './fields.js';

/** Tells callers that an answer, or its haste, is the gateway's, and the stable word for the reason. */
const REASON_FIELD = `${OUR_PREFIX}reason`;

export interface OwnAnswer {
  readonly status: number;
  /** Stable words: what kind of thing happened, and why. */
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** When the caller may come again, in ms from now; null where nobody knows. */
  readonly retryAfterMs: number | null;
}

/** What a call ended with that has no response. */
export function answerOfError(error: unknown): OwnAnswer {
  if (error instanceof GaveUpError) {
    const { report, code: type, reason, message } = error;
    const status = report.retryAfterMs === null ? statusOf(error) : 429;
    return { status, type, reason, message, retryAfterMs: report.retryAfterMs };
  }
  const why = reasonOf(error);
  const reason = isTimeout(error) ? 'upstream-timeout' : 'upstream-unreachable';
  const message = `The upstream gave no answer${why}. It was not asked again: that would not help, or might do twice what it was asked for.`;
  return { status: isTimeout(error) ? 504 : 502, type: 'no-answer', reason, message, retryAfterMs: null };
}

/** Sends it as a document of the form that SDKs read. */
export function sendOwnAnswer(response: ServerResponse, answer: OwnAnswer, more: readonly string[] = []): void {
  const { status, type, reason, message, retryAfterMs } = answer;
  const body = `${JSON.stringify({ type: 'error', error: { type, code: reason, message } })}\n`;
  response.writeHead(status, STATUS_CODES[status], [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    // 429 responses must not be stored (RFC 6585 §4), and no other of these is worth it.
    'Cache-Control',
    'no-store',
    ...retryFields(reason, retryAfterMs),
    ...more,
  ]);
  response.end(body);
}

/** What tells a caller when to come again, and an SDK not to do so at once: all that can be done has been. */
export function retryFields(reason: string, retryAfterMs: number | null): string[] {
  const fields = ['x-should-retry', 'false', REASON_FIELD, reason];
  // Rounded up: a caller that comes a moment early is refused once more.
  if (retryAfterMs !== null) fields.push('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  return fields;
}

/** Of a call that was given up, and nobody knows when it could go. */
function statusOf({ reason, cause }: GaveUpError): number {
  const status = STATUSES[reason];
  return status ?? (isTimeout(cause) ? 504 : 502);
}

const STATUSES: Readonly<Record<string, number>> = {
  'wait-exceeds-max': 429,
  'wait-exceeds-deadline': 504,
  'quota-spent': 429,
  'never-fits': 429,
  'refusals-exhausted': 429,
  'queue-full': 503,
  'budget-exhausted': 503,
  'breaker-open': 503,
  throttled: 503,
  'store-unavailable': 503,
};

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Codes only: a message may show addresses, and what was sent. */
function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code === 'string') return ` (${code})`;
  const message = error instanceof Error ? error.message : '';
  return message.startsWith('the upstream answered') ? ` that can be passed on: ${message}` : '';
}
