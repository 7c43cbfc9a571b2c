import type { Rules } from '../core/backoff/compile.js';
import { classify, NO_RESPONSE, Outcome, Trait } from '../core/engine/outcome.js';
import { InputError } from '../core/errors.js';
import { parseDuration } from '../core/grammar/duration.js';
import type { HeadersInput } from '../core/headers/field-map.js';
import { retryHint } from '../core/headers/retry-hint.js';
import { GaveUpError } from './errors.js';

/** Thrown by a function under `execute` to say that a quota refused, and how long to wait. */
export class RetryAfterError extends Error {
  readonly code = 'retry-after';
  /** How long to wait, in ms; null when it is not known. */
  readonly retryAfterMs: number | null;

  constructor(retryAfterMs: number | null, cause?: unknown) {
    super('A quota refused the attempt', cause === undefined ? undefined : { cause });
    this.name = 'RetryAfterError';
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Throw the result to have the call wait and go again: `throw retryAfter(1500)` or `throw retryAfter('1.5s')`. Null, or
 * nothing: the wait is not known, and the own backoff is waited. Throws {@link InputError} for any other value, such as a
 * NaN: read as "not known", it would hide that the answer of the server was misread.
 */
export function retryAfter(wait?: number | string | null, cause?: unknown): RetryAfterError {
  return new RetryAfterError(wait === null || wait === undefined ? null : readWait(wait), cause);
}

function readWait(wait: unknown): number {
  try {
    return parseDuration(wait, 'retryAfter');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.issue, hint: 'null says that the wait is not known' });
  }
}

/** Codes of failures before anything was sent, as Node and undici name them: nothing can have been processed. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Codes of connections that broke with a request on them. */
const BROKEN: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** How llhttp, Node's parser, begins the code for an answer that is no HTTP. */
const NO_HTTP = 'HPE_';

/** Browsers tell nothing but a sentence, each its own: Node and Chrome, Safari, Firefox; the last is a polyfill's. */
const FETCH_FAILED = /^(?:fetch failed|failed to fetch|load failed|network ?error|network request failed)/i;

export interface ErrorOutcome {
  readonly outcome: Outcome;
  readonly hintMs: number | null;
}

/** Not to be repeated as it is. */
const FINAL: ErrorOutcome = Object.freeze({ outcome: Outcome.REJECTED, hintMs: null });

/**
 * What a thrown value says of the attempt. A status on the error (or on its `response`) is classified like a response,
 * its headers read for a hint. A network fault may have happened or not. Anything else is a mistake of the program:
 * retrying a TypeError would only hide it.
 */
export function outcomeOfError(rules: Rules, error: unknown, wallNowMs: number): ErrorOutcome {
  if (error instanceof RetryAfterError) return { outcome: Outcome.REFUSED, hintMs: error.retryAfterMs };
  // A client inside this one has done what can be done; retrying that here would multiply the attempts.
  if (error instanceof GaveUpError) return FINAL;
  try {
    const { status, statusCode, headers, response } = fieldsOf(error);
    const answer = fieldsOf(response);
    const code = [status, statusCode, answer.status, answer.statusCode].find(isStatus);
    if (code !== undefined) {
      const hintMs = hintOf(headers, wallNowMs) ?? hintOf(answer.headers, wallNowMs);
      return { outcome: classify(rules, code, null, Trait.NONE), hintMs };
    }
    return outcomeOfFault(rules, error);
  } catch {
    // Anything can be thrown, a proxy or an object with a getter that throws too.
    return FINAL;
  }
}

/** The outcome of an attempt that brought no response: a network fault, or else a mistake of the program. */
export function outcomeOfFault(rules: Rules, error: unknown): ErrorOutcome {
  const traits = faultTraits(error);
  return traits === null ? FINAL : { outcome: classify(rules, NO_RESPONSE, null, traits), hintMs: null };
}

/** The wait that response headers ask for, in ms; null when they ask for none or are no headers. */
export function hintOf(headers: unknown, nowMs: number): number | null {
  if (typeof headers !== 'object' || headers === null) return null;
  try {
    return retryHint(headers as HeadersInput, { nowMs }).hintMs;
  } catch {
    // Headers of a shape that nobody knows are no headers; the call must not hang on them.
    return null;
  }
}

/** The traits of a network fault, or null when the error is none. fetch hides the fault in `cause`. */
function faultTraits(error: unknown): number | null {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { code, name, cause } = fieldsOf(at);
    if (NOT_SENT.has(code)) return Trait.NOT_SENT;
    if (BROKEN.has(code) || name === 'TimeoutError') return Trait.NONE;
    if (typeof code === 'string' && code.startsWith(NO_HTTP)) return Trait.NONE;
    at = cause;
  }
  // Node says "fetch failed" of everything, and gives the reason as cause. One that is no fault, such as a bad port, an
  // unknown scheme or a certificate, would be met again by every attempt.
  const { name, message, cause } = fieldsOf(error);
  const isBare = name === 'TypeError' && cause === undefined && typeof message === 'string';
  return isBare && FETCH_FAILED.test(message) ? Trait.NONE : null;
}

interface ErrorFields {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  readonly response?: unknown;
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

function fieldsOf(value: unknown): ErrorFields {
  return typeof value === 'object' && value !== null ? value : {};
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
}
