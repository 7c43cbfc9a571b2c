// Instants: when a wait that begins now is over. They round up as well.

import type { Format, FormatContext } from './format.js';

/** `1655120964`. */
export const epochSeconds: Format = {
  id: 'epoch-seconds',
  about: 'whole seconds since 1970, rounded up',
  write: (ms, context) => String(Math.ceil(at(ms, context) / 1000)),
};

/** `1470173023.123`. */
export const epochDecimalSeconds: Format = {
  id: 'epoch-decimal-seconds',
  about: 'seconds since 1970 with three decimal places',
  write: (ms, context) => {
    const digits = String(at(ms, context)).padStart(4, '0');
    return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
  },
};

/** `1788220800000`. */
export const epochMilliseconds: Format = {
  id: 'epoch-milliseconds',
  about: 'milliseconds since 1970',
  write: (ms, context) => String(at(ms, context)),
};

/** `2024-03-26T20:00:00Z`. */
export const rfc3339: Format = {
  id: 'rfc3339',
  about: 'a date and time of RFC 3339 in UTC, to the second, rounded up',
  write: (ms, context) => isoOf(secondOf(ms, context)),
};

/** `Sun, 06 Nov 1994 08:49:37 GMT`: the form of HTTP (RFC 9110 §5.6.7). */
export const httpDate: Format = {
  id: 'http-date',
  about: 'an HTTP-date in GMT, to the second, rounded up',
  write: (ms, context) => {
    const second = secondOf(ms, context);
    const iso = isoOf(second);
    const [year, month, day] = iso.slice(0, 10).split('-');
    const time = iso.slice(11, 19);
    return `${DAYS[new Date(second * 1000).getUTCDay()]}, ${day} ${MONTHS[Number(month) - 1]} ${year} ${time} GMT`;
  },
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The last second of the year 9999: no form of HTTP or RFC 3339 can tell a later one. */
const LAST_MS = 253_402_300_799_000;

function at(ms: number, { nowMs }: FormatContext): number {
  return Math.min(Math.ceil(nowMs + ms), LAST_MS);
}

function secondOf(ms: number, context: FormatContext): number {
  return Math.ceil(at(ms, context) / 1000);
}

/** The texts of a few seconds, since one answer writes several instants and most of them are near. */
const written = new Map<number, string>();

function isoOf(second: number): string {
  const known = written.get(second);
  if (known !== undefined) return known;
  if (written.size >= 64) written.clear();
  const text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  written.set(second, text);
  return text;
}
