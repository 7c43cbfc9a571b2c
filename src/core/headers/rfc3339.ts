// Dates of the internet (RFC 3339) with their zone: not an HTTP-date, but what several APIs send.

import { utcMs } from './calendar.js';

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,18}))?(?:Z|([+-])(\d{2}):(\d{2}))$/i;
const LONGEST = 'yyyy-mm-ddThh:mm:ss.+hh:mm'.length + 18;

/**
 * Epoch ms of an RFC 3339 date-time, fractions of a millisecond rounded up; null when it is none or names no existing
 * instant. The zone is required: without one the instant would depend on where this program runs.
 */
export function parseRfc3339(text: string): number | null {
  if (text.length === UTC_SECONDS.length) return parseUtcSeconds(text);
  if (text.length > LONGEST) return null;
  return parseAnyForm(text);
}

function parseAnyForm(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = match;
  const at = utcMs(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
  if (at === null || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return null;
  const offsetMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return at + milliseconds(fraction) - (sign === '-' ? -offsetMs : offsetMs);
}

const UTC_SECONDS = 'yyyy-mm-ddThh:mm:ssZ';
const ZERO = 48;

/** The form that nearly all servers send, by position: many times as fast as capturing the parts. */
function parseUtcSeconds(text: string): number | null {
  const isFormed =
    text.charCodeAt(4) === 45 &&
    text.charCodeAt(7) === 45 &&
    text.charCodeAt(10) === 84 &&
    text.charCodeAt(13) === 58 &&
    text.charCodeAt(16) === 58 &&
    text.charCodeAt(19) === 90;
  // Small letters are allowed by RFC 3339 §5.6 and rare.
  if (!isFormed) return parseAnyForm(text);
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if ((century | year | month | day | hour | minute | second) < 0) return null;
  return utcMs(century * 100 + year, month, day, hour, minute, second);
}

/** −1 when one of the two is no digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Digit by digit, since 0.001 × 1000 and its kin are not exact and rounding up would add a millisecond. */
function milliseconds(fraction: string): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
}
