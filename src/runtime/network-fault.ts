// Network faults told from mistakes of the program, by the codes and sentences of the platforms.

import { Trait } from '../core/engine/outcome.js';

/** The traits of a network fault, or null when the error is none. fetch hides the fault in `cause`. */
export function faultTraits(error: unknown): number | null {
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

interface ErrorFields {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

function fieldsOf(value: unknown): ErrorFields {
  return typeof value === 'object' && value !== null ? value : {};
}
