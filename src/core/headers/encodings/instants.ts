// Instants, as how long they are ahead of the response.

import { type DailyReset, nextReset } from '../../limiters/daily-reset.js';
import { utcMs } from '../calendar.js';
import { decimalPoint, millisecondsToMs, secondsToMs } from '../decimal-delay.js';
import { parseHttpDate } from '../http-date.js';
import { parseRfc3339 } from '../rfc3339.js';
import type { Encoding, ValueContext } from './encoding.js';

/** `1470173023`, `1470173023.123`: seconds since 1970. */
export const epochSeconds: Encoding = {
  read: (text, context) => {
    const point = decimalPoint(text);
    return point === -1 ? Number.NaN : until(secondsToMs(text, point), context);
  },
  stepMs: 1000,
};

/** The same where the server is known to send decimals. */
export const epochDecimalSeconds: Encoding = { read: epochSeconds.read, stepMs: 1 };

/** `1788220800000`: milliseconds since 1970. */
export const epochMilliseconds: Encoding = {
  read: (text, context) => {
    const point = decimalPoint(text);
    return point === -1 ? Number.NaN : until(millisecondsToMs(text, point), context);
  },
  stepMs: 1,
};

/** `2024-03-26T20:00:00Z`, with or without fractions. */
export const rfc3339: Encoding = {
  read: (text, context) => untilOrNaN(parseRfc3339(text), context),
  stepMs: 1000,
};

/** `2026-03-26T16:00Z`: an ISO date that leaves the seconds out. */
export const isoMinute: Encoding = {
  read: (text, context) => {
    const isShort = text.length > MINUTES && text[MINUTES] !== ':';
    return untilOrNaN(parseRfc3339(isShort ? `${text.slice(0, MINUTES)}:00${text.slice(MINUTES)}` : text), context);
  },
  stepMs: 60_000,
};
const MINUTES = 'yyyy-mm-ddThh:mm'.length;

/** `Tue, 05 Jan 2021 11:00:00 GMT`, in any of the three forms of HTTP. */
export const httpDate: Encoding = {
  read: (text, context) => untilOrNaN(parseHttpDate(text, context.referenceMs), context),
  stepMs: 1000,
};

/** `Tue Feb 16 2021 09:02:42 GMT+0100 (Central European Standard Time)`: what JavaScript prints of a Date. */
export const jsDateString: Encoding = {
  read: (text, context) => untilOrNaN(parseJsDateString(text), context),
  stepMs: 1000,
};

/** The next midnight in Pacific time, which is documented and not sent: the text is not looked at. */
export const pacificMidnight: Encoding = {
  read: (_text, context) => until(nextReset(PACIFIC_MIDNIGHT, context.referenceMs), context),
  stepMs: 1000,
};

const JS_DATE =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT([+-])(\d{2})(\d{2})(?: \([^()]{1,60}\))?$/;
const LONGEST_JS_DATE = 110;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

function parseJsDateString(text: string): number | null {
  const match = text.length > LONGEST_JS_DATE ? null : JS_DATE.exec(text);
  if (match === null) return null;
  const [, month = '', day, year, hour, minute, second, sign, zoneHour, zoneMinute] = match;
  const index = MONTHS.indexOf(month);
  if (index % 3 !== 0) return null;
  const at = utcMs(Number(year), index / 3 + 1, Number(day), Number(hour), Number(minute), Number(second));
  if (at === null) return null;
  const offsetMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return sign === '-' ? at + offsetMs : at - offsetMs;
}

function untilOrNaN(at: number | null, context: ValueContext): number {
  return at === null ? Number.NaN : until(at, context);
}

function until(at: number, context: ValueContext): number {
  return Math.ceil(at - context.referenceMs);
}

const PACIFIC_MIDNIGHT: DailyReset = { hour: 0, zone: 'us-pacific' };
