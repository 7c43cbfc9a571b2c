// The tester of Retry-After: a value read as the RFC says and as clients in the wild have to.

import { parseRetryAfter, type RetryAfter, type RetryAfterForm } from '../../../../src/core/headers/retry-after.js';
import { formatInstant } from '../../../../src/core/text/format-instant.js';
import { formatTableMs } from '../../../../src/core/text/format-time.js';

/** One reading of a value, in words. */
export interface ReadingRow {
  readonly how: string;
  readonly wait: string;
  readonly form: string;
  readonly remarks: string;
}

/** Values that show what there is. */
export const TESTED: readonly string[] = [
  '120',
  '1.5',
  '0',
  '-1',
  '1e3',
  'Mon, 30 Nov 2026 12:00:00 GMT',
  '2026-11-30T12:00:00Z',
];

/** Both readings of one value. Never throws. */
export function readingRows(value: string, nowMs: number): ReadingRow[] {
  return [
    rowOf('RFC 9110, to the letter', parseRetryAfter(value, { nowMs, strict: true })),
    rowOf('leniently', parseRetryAfter(value, { nowMs })),
  ];
}

function rowOf(how: string, { hintMs, at, form, warnings }: RetryAfter): ReadingRow {
  const until = at === null ? '' : `, until ${formatInstant(at)}`;
  return {
    how,
    wait:
      hintMs === null ? 'your own backoff' : hintMs === 0 ? '“now”: your own backoff' : formatTableMs(hintMs) + until,
    form: form === null ? 'not valid' : FORMS[form],
    remarks: warnings.map(({ message }) => message).join('; '),
  };
}

const FORMS: Readonly<Record<RetryAfterForm, string>> = {
  seconds: 'whole seconds',
  decimal: 'decimal seconds',
  epoch: 'epoch time',
  rfc3339: 'ISO date',
  'imf-fixdate': 'HTTP-date',
  rfc850: 'HTTP-date (RFC 850)',
  asctime: 'HTTP-date (asctime)',
};
