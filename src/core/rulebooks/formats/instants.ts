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
  write: (ms, context) => `${toSecond(ms, context).toISOString().slice(0, 19)}Z`,
};

/** `Sun, 06 Nov 1994 08:49:37 GMT`: the form of HTTP (RFC 9110 §5.6.7). */
export const httpDate: Format = {
  id: 'http-date',
  about: 'an HTTP-date in GMT, to the second, rounded up',
  write: (ms, context) => {
    const date = toSecond(ms, context);
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    const time = date.toISOString().slice(11, 19);
    return `${DAYS[date.getUTCDay()]}, ${day} ${MONTHS[Number(month) - 1]} ${year} ${time} GMT`;
  },
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function at(ms: number, { nowMs }: FormatContext): number {
  return Math.ceil(nowMs + ms);
}

function toSecond(ms: number, context: FormatContext): Date {
  return new Date(Math.ceil(at(ms, context) / 1000) * 1000);
}
