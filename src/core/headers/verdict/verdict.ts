// What a response means for a further attempt: from its status, from what the server says outright, and from what its
// dialect means by it, the latter two before the first.

import type { Verdict } from '../../engine/outcome.js';
import type { Signal } from '../dialects/dialect.js';
import { pushback } from '../encodings/pushback.js';
import { PUSHBACK, RETRY_AFTER, SHOULD_RETRY } from '../response/common-fields.js';
import type { ResponseView } from '../response/response-view.js';

/** A verdict before it is known whether there is a usable time. */
export type Leaning = Exclude<Verdict, 'backoff'>;

export interface Ruling {
  readonly leaning: Leaning;
  readonly from: 'status' | 'server' | 'dialect';
  /** The field in which the server said so; null when it did not. */
  readonly field: string | null;
  /** The wait that goes with it, in ms; null when it names none. */
  readonly pushbackMs: number | null;
}

export function rulingOf(view: ResponseView, signal: Signal | null): Ruling {
  const leaning = statusLeaning(view.status);
  if (signal !== null && signal.verdict === 'never') return byDialect(signal);
  const server = view.layout.hasCallingField ? serverRuling(view, leaning) : null;
  if (server !== null) return server;
  return signal === null ? BY_STATUS[leaning] : byDialect(signal);
}

/**
 * What a status says by itself. 402 stands for a quota that was paid for and is gone. Sources: RFC 9110 §15, RFC 6585
 * §4; 501, 505 and 511 (RFC 6585 §6) will not change by themselves.
 */
export function statusLeaning(status: number): Leaning {
  if (status < 400) return 'ok';
  if (status === 429 || status === 408) return 'retry';
  if (status >= 500 && status !== 501 && status !== 505 && status !== 511) return 'retry';
  return status === 402 ? 'never' : 'rejected';
}

const BY_STATUS: Readonly<Record<Leaning, Ruling>> = {
  ok: { leaning: 'ok', from: 'status', field: null, pushbackMs: null },
  retry: { leaning: 'retry', from: 'status', field: null, pushbackMs: null },
  never: { leaning: 'never', from: 'status', field: null, pushbackMs: null },
  rejected: { leaning: 'rejected', from: 'status', field: null, pushbackMs: null },
};

function byDialect({ verdict }: Signal): Ruling {
  return { leaning: verdict, from: 'dialect', field: null, pushbackMs: null };
}

function serverRuling(view: ResponseView, leaning: Leaning): Ruling | null {
  const pushed = view.text(PUSHBACK);
  if (pushed !== null) {
    // gRFC A6: a value that is negative or cannot be read asks not to retry.
    const ms = pushback.read(pushed, view);
    if (Number.isNaN(ms)) return { leaning: 'never', from: 'server', field: PUSHBACK, pushbackMs: null };
    return { leaning: 'retry', from: 'server', field: PUSHBACK, pushbackMs: ms };
  }
  if (leaning === 'ok') return null;
  const should = view.text(SHOULD_RETRY)?.toLowerCase();
  if (should === 'true') return { leaning: 'retry', from: 'server', field: SHOULD_RETRY, pushbackMs: null };
  if (should === 'false') {
    const never = leaning === 'rejected' ? 'rejected' : 'never';
    return { leaning: never, from: 'server', field: SHOULD_RETRY, pushbackMs: null };
  }
  // RFC 9110 §15.5.14: beside a 413 the field says that the condition is temporary.
  const isTemporary = view.status === 413 && view.value(RETRY_AFTER) !== undefined;
  return isTemporary ? { leaning: 'retry', from: 'server', field: RETRY_AFTER, pushbackMs: null } : null;
}
