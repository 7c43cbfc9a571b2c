// Values of Retry-After and what generated code is to make of them, by the letter of RFC 9110 §10.2.3 and §5.6.7.

import { DATE_FORMS } from './scenarios.js';

export interface HintCase {
  readonly value: string;
  /** The wait in ms, or the longest of a date that comes close; null where the value is none. */
  readonly waitMs: number | null;
  readonly isDate?: boolean;
}

const FAR_MS = 600_000;

/** Made when the test runs, since dates count from then. */
export function hintCases(nowMs: number): HintCase[] {
  const soon = new Date(nowMs + 300_000);
  const year = new Date(nowMs).getUTCFullYear();
  const twoDigits = (of: number) => String(of % 100).padStart(2, '0');
  const date = (value: string, waitMs: number | null): HintCase => ({ value, waitMs, isDate: true });
  const wrongDay = soon.toUTCString().replace(/^\w+/, (day) => (day === 'Mon' ? 'Tue' : 'Mon'));
  return [
    { value: '0', waitMs: 0 },
    { value: '1', waitMs: 1000 },
    { value: '007', waitMs: 7000 },
    { value: '08', waitMs: 8000 },
    { value: '599', waitMs: 599_000 },
    { value: '600', waitMs: FAR_MS },
    { value: '601', waitMs: FAR_MS },
    { value: '4294967297', waitMs: FAR_MS },
    { value: '18446744073709551617', waitMs: FAR_MS },
    { value: '9'.repeat(500), waitMs: FAR_MS },
    ...Object.values(DATE_FORMS).map((form) => date(form(soon), 300_000)),
    date(wrongDay, 300_000),
    date('Sun, 06 Nov 1994 08:49:37 GMT', 0),
    date('Sunday, 06-Nov-94 08:49:37 GMT', 0),
    date('Sun Nov  6 08:49:37 1994', 0),
    date('Fri, 01 Jan 2199 00:00:00 GMT', FAR_MS),
    // The latest year of two digits is the one 50 years ahead; the next is in the past century.
    date(`Friday, 01-Jan-${twoDigits(year + 49)} 00:00:00 GMT`, FAR_MS),
    date(`Friday, 01-Jan-${twoDigits(year + 51)} 00:00:00 GMT`, 0),
    date('Wed, 29 Feb 2096 00:00:00 GMT', FAR_MS),
    date('Wed, 29 Feb 2094 00:00:00 GMT', null),
    date('Mon, 30 Feb 2096 00:00:00 GMT', null),
    date('Mon, 00 Mar 2096 00:00:00 GMT', null),
    date('Mon, 32 Mar 2096 00:00:00 GMT', null),
    date('Mon, 01 Foo 2096 00:00:00 GMT', null),
    date('Mon, 01 Mar 2096 24:00:00 GMT', null),
    date('Mon, 01 Mar 2096 00:60:00 GMT', null),
    date('Mon, 01 Mar 2096 00:00:00 +0000', null),
    date('Mon, 01 Mar 2096 00:00:00', null),
    date('01 Mar 2096 00:00:00 GMT', null),
    date('Mon, 01 Mar 96 00:00:00 GMT', null),
    date('2096-03-01T00:00:00Z', null),
    date('2096-03-01', null),
    ...['1.5', '.5', '-1', '+1', '1e3', '0x10', '1,5', '30s', '1 2', 'soon', '""', 'NaN', 'null', '1;2'].map(
      (value) => ({ value, waitMs: null }),
    ),
  ];
}
