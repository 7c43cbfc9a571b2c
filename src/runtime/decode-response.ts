import { standardDecoder } from '../core/headers/decode.js';
import type { Decoded } from '../core/headers/decoded.js';

/** What a response says. Headers of a shape that nobody knows say nothing; the call must not hang on them. */
export function decodeResponse(
  status: number,
  headers: Headers,
  body: unknown,
  nowMs: number,
  dialect: string | undefined,
): Decoded {
  const decoder = standardDecoder();
  const options = { nowMs: Math.min(nowMs, LATEST_INSTANT), dialect };
  try {
    return decoder.decode({ status, headers, body }, options);
  } catch {
    return decoder.decode({ status, headers: [], body: undefined }, options);
  }
}

/** As far as `Date` reaches; a wall clock beyond it is a test's. */
const LATEST_INSTANT = 8.64e15;

/**
 * What an error says that came in place of the first event of a stream. The status of the response says that all is
 * well, so the one that belongs to the error takes its place.
 */
export function decodeEarlyError(
  headers: Headers,
  error: unknown,
  nowMs: number,
  dialect: string | undefined,
): { readonly status: number; readonly decoded: Decoded } {
  const status = statusOf(error);
  return { status, decoded: decodeResponse(status, headers, error, nowMs, dialect) };
}

/** Types of errors for which the APIs that stream have statuses. */
const STATUSES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['insufficient_quota', 429],
  ['overloaded_error', 529],
]);

function statusOf(value: unknown): number {
  const { error = value } = fieldsOf(value);
  const { code, status, type } = fieldsOf(error);
  const stated = [code, status].find((it) => Number.isInteger(it) && (it as number) >= 400 && (it as number) <= 599);
  return (stated as number | undefined) ?? STATUSES.get(type) ?? STATUSES.get(code) ?? 500;
}

function fieldsOf(value: unknown): { error?: unknown; code?: unknown; status?: unknown; type?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}
