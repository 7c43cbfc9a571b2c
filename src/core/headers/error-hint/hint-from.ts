// hintFrom: what the response inside a thrown error says.

import { standardDecoder } from '../decode.js';
import type { Decoded } from '../decoded.js';
import { type ErrorParts, partsOfError } from './parts-of-error.js';
import { peek } from './peek.js';

/** What cannot be read from the error itself. */
export interface HintFromOptions {
  /** The local wall clock when the error came, in epoch ms. */
  readonly nowMs: number;
  /** A dialect's id, or a name that maps onto one. Without it the dialect is detected. */
  readonly dialect?: string | undefined;
}

/** Errors wrap errors, and a cycle of them must end. */
const DEEPEST = 5;

/**
 * The answer of the response that an error carries, or null when it carries none: a network fault, a time-out, a mistake
 * of the program. Reads the errors of the OpenAI, Anthropic, Octokit and AWS clients, of axios and of those that carry a
 * `response` as fetch has it, also as the `cause` or `lastError` of another. Never throws on any value that was thrown;
 * throws `InputError` for a `nowMs` that is no instant and for an unknown dialect.
 */
export function hintFrom(error: unknown, options: HintFromOptions): Decoded | null {
  return responseIn(error, options)?.decoded ?? null;
}

/** The same with the status of the response. */
export function responseIn(
  error: unknown,
  options: HintFromOptions,
): { readonly status: number; readonly decoded: Decoded } | null {
  let at = error;
  for (let depth = 0; depth < DEEPEST && at !== undefined && at !== null; depth++) {
    const parts = partsOfError(at);
    if (parts !== null) return { status: parts.status, decoded: decodeParts(parts, options) };
    at = peek(at, 'cause') ?? peek(at, 'lastError');
  }
  return null;
}

function decodeParts(parts: ErrorParts, { nowMs, dialect = parts.dialect }: HintFromOptions): Decoded {
  const { status, headers } = parts;
  const decoder = standardDecoder();
  const decodeWith = (body: unknown): Decoded => decoder.decode({ status, headers, body }, { nowMs, dialect });
  // Without the body first: what is wrong with the options must show, and a body with traps must not hide the headers.
  const byHeaders = decodeWith(undefined);
  try {
    return marked(decodeWith(parts.body), parts);
  } catch {
    return marked(byHeaders, parts);
  }
}

/** AWS clients know more retryable errors than any list here: their mark beats a verdict of the status alone. */
function marked(decoded: Decoded, { isMarkedRetryable }: ErrorParts): Decoded {
  const { verdict, verdictFrom, hintMs } = decoded;
  if (!isMarkedRetryable || verdict !== 'rejected' || verdictFrom !== 'status') return decoded;
  return {
    ...decoded,
    verdict: hintMs !== null && hintMs > 0 ? 'retry' : 'backoff',
    verdictFrom: 'dialect',
    reason: `${decoded.reason} But the client marks the error as one that may be retried.`,
  };
}
