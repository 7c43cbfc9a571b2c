// How long a response asks to wait, from the fields that say it outright: the call made for every response.

import { decimalPoint, millisecondsToMs } from './decimal-delay.js';
import { fieldValue, type HeadersInput } from './field-map.js';
import { fieldMembers } from './field-members.js';
import { type HeaderWarning, NO_WARNINGS, quoteValue } from './header-warning.js';
import { parseHttpDate } from './http-date.js';
import { isPlainlyDelay, parseRetryAfter } from './retry-after.js';
import { trimOws } from './trim-ows.js';

export type RetryHintSource = 'retry-after-ms' | 'x-ms-retry-after-ms' | 'retry-after';

export interface RetryHintOptions {
  /** The local wall clock, in epoch ms. */
  readonly nowMs: number;
  /** Read `Retry-After` as RFC 9110 says, to the letter. */
  readonly strict?: boolean | undefined;
}

export interface RetryHint {
  /** How long to wait, in whole ms rounded up; 0 when the server said now; null when it said nothing usable. */
  readonly hintMs: number | null;
  /** The field that gave the answer; null when none did. */
  readonly source: RetryHintSource | null;
  readonly warnings: readonly HeaderWarning[];
}

/**
 * The wait asked for by `retry-after-ms`, else `x-ms-retry-after-ms`, else `Retry-After`. A field that is malformed or
 * 0 gives way to the next one, since Azure sends `retry-after-ms: 0` beside `retry-after: 1`. Instants are measured
 * against the response's `Date`. Only misuse throws: a `nowMs` that is no number, headers of no known shape.
 */
export function retryHint(headers: HeadersInput, options: RetryHintOptions): RetryHint {
  const milliseconds = fieldValue(headers, 'retry-after-ms');
  const azureMilliseconds = fieldValue(headers, 'x-ms-retry-after-ms');
  const retryAfter = fieldValue(headers, 'retry-after');
  if (milliseconds === null && azureMilliseconds === null) {
    return retryAfter === null ? NOTHING : hintOfRetryAfter(headers, retryAfter, options);
  }
  const warnings: HeaderWarning[] = [];
  let zeroFrom: RetryHintSource | null = null;
  for (const source of ['retry-after-ms', 'x-ms-retry-after-ms'] as const) {
    const value = source === 'retry-after-ms' ? milliseconds : azureMilliseconds;
    if (value === null) continue;
    const hintMs = parseMilliseconds(source, value, warnings);
    if (hintMs === 0) zeroFrom ??= source;
    else if (hintMs !== null) return { hintMs, source, warnings };
  }
  if (retryAfter !== null) {
    const answer = hintOfRetryAfter(headers, retryAfter, options);
    warnings.push(...answer.warnings);
    if (answer.hintMs !== null) return { ...answer, warnings };
  }
  return { hintMs: zeroFrom === null ? null : 0, source: zeroFrom, warnings };
}

const NOTHING: RetryHint = Object.freeze({ hintMs: null, source: null, warnings: NO_WARNINGS });

function hintOfRetryAfter(
  headers: HeadersInput,
  value: string | readonly string[],
  { nowMs, strict }: RetryHintOptions,
): RetryHint {
  const dateText = isPlainlyDelay(value) ? null : fieldValue(headers, 'date');
  const dateMs = typeof dateText === 'string' ? parseHttpDate(trimOws(dateText), nowMs) : null;
  const { hintMs, at, warnings } = parseRetryAfter(value, { nowMs, dateMs, strict });
  const source = hintMs === null ? null : 'retry-after';
  if (at === null || dateText === null || dateMs !== null) return { hintMs, source, warnings };
  const message = "the response's Date cannot be read, so the instant is measured against the local clock";
  return { hintMs, source, warnings: [...warnings, { code: 'unreadable-date', message }] };
}

function parseMilliseconds(
  source: RetryHintSource,
  value: string | readonly string[],
  warnings: HeaderWarning[],
): number | null {
  let longest: number | null = null;
  for (const member of fieldMembers(value)) {
    const point = decimalPoint(member);
    if (point !== -1) longest = Math.max(longest ?? 0, millisecondsToMs(member, point));
  }
  if (longest === null) {
    const shown = quoteValue(typeof value === 'string' ? value : value.join(', '));
    warnings.push({ code: 'malformed', message: `${source} is ignored: ${shown} is no number of milliseconds` });
  } else if (longest === 0) {
    warnings.push({ code: 'zero-delay', message: `${source} is 0, which gives way to any other answer` });
  }
  return longest;
}
