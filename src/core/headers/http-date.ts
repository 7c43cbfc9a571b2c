// The three date forms of HTTP (RFC 9110 §5.6.7). All of them mean UTC, whatever zone this machine is in.

import { utcMs, weekdayOf } from './calendar.js';
import { type HeaderWarning, NO_WARNINGS } from './header-warning.js';

export type HttpDateForm = 'imf-fixdate' | 'rfc850' | 'asctime';

export interface HttpDate {
  /** The instant, in epoch ms; null when the text has the form of a date but no such day or time exists. */
  readonly at: number | null;
  readonly form: HttpDateForm;
  /** Departures from the RFC that do not hide the instant: names in the wrong case, a weekday that does not fit. */
  readonly warnings: readonly HeaderWarning[];
}

/**
 * Epoch ms of an HTTP-date, or null when it is none or names no existing instant. `nowMs` decides the century of the
 * two-digit years of RFC 850. Names in the wrong case and wrong weekdays are accepted; {@link readHttpDate} tells.
 */
export function parseHttpDate(text: string, nowMs: number): number | null {
  return readHttpDate(text, nowMs)?.at ?? null;
}

/** As {@link parseHttpDate}, with the form and the warnings. Null when the text has none of the three forms. */
export function readHttpDate(text: string, nowMs: number): HttpDate | null {
  if (text.length > LONGEST) return null;
  if (IMF_FIXDATE.test(text)) return assemble(text, IMF_PARTS, fourDigits(text, 12));
  if (ASCTIME.test(text)) return assemble(text, ASCTIME_PARTS, fourDigits(text, 20));
  if (!RFC_850.test(text)) return null;
  const dayEnd = text.indexOf(',');
  const parts = rfc850Parts(dayEnd);
  const latest = yearFiftyAfter(nowMs);
  if (Number.isNaN(latest)) return null;
  const year = latest - ((((latest - twoDigits(text, dayEnd + 9)) % 100) + 100) % 100);
  const date = assemble(text, parts, year);
  // In the very year that is 50 years ahead, the day decides.
  return date?.at != null && date.at > fiftyYearsAfter(nowMs) ? assemble(text, parts, year - 100) : date;
}

// The forms are checked as a whole, then read by position: four times as fast as capturing the parts.
const IMF_FIXDATE = /^[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/i;
const RFC_850 = /^[a-z]{6,9}, \d{2}-[a-z]{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/i;
const ASCTIME = /^[a-z]{3} [a-z]{3} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/i;
const LONGEST = 'Wednesday, 06-Nov-94 08:49:37 GMT'.length;

const SHORT_DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Where in the text the parts stand: the weekday ends, the others start. */
interface Parts {
  readonly form: HttpDateForm;
  readonly days: readonly string[];
  readonly dayEnd: number;
  readonly date: number;
  readonly month: number;
  readonly time: number;
}

const IMF_PARTS: Parts = { form: 'imf-fixdate', days: SHORT_DAYS, dayEnd: 3, date: 5, month: 8, time: 17 };
const ASCTIME_PARTS: Parts = { form: 'asctime', days: SHORT_DAYS, dayEnd: 3, date: 8, month: 4, time: 11 };

function rfc850Parts(dayEnd: number): Parts {
  return { form: 'rfc850', days: LONG_DAYS, dayEnd, date: dayEnd + 2, month: dayEnd + 5, time: dayEnd + 12 };
}

function assemble(text: string, { form, days, dayEnd, date, month, time }: Parts, year: number): HttpDate | null {
  const dayName = text.slice(0, dayEnd);
  const monthName = text.slice(month, month + 3);
  const weekday = indexOfName(days, dayName);
  const monthIndex = indexOfName(MONTHS, monthName);
  // A word that is no weekday means that this is some other format, not a date with a slip in it.
  if (weekday === -1 || monthIndex === -1) return null;
  const second = twoDigits(text, time + 6);
  const minute = twoDigits(text, time + 3);
  const at = utcMs(year, monthIndex + 1, twoDigits(text, date), twoDigits(text, time), minute, second);
  if (at === null) return { at, form, warnings: NO_WARNINGS };
  const rightWeekday = weekdayOf(second === 60 ? at - 1000 : at);
  const rightCase =
    days[weekday] === dayName && MONTHS[monthIndex] === monthName && (form === 'asctime' || text.endsWith('GMT'));
  if (rightCase && weekday === rightWeekday) return { at, form, warnings: NO_WARNINGS };
  const warnings: HeaderWarning[] = [];
  if (!rightCase) {
    const message = 'day, month and zone names are case-sensitive: "Wed", "Oct" and "GMT", not lower case or capitals';
    warnings.push({ code: 'letter-case', message });
  }
  if (weekday !== rightWeekday) {
    const message = `the day was a ${days[rightWeekday]}, not a ${days[weekday]}; the date is taken at its word`;
    warnings.push({ code: 'wrong-weekday', message });
  }
  return { at, form, warnings };
}

function indexOfName(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index === -1 ? names.indexOf(name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()) : index;
}

/** The first digit may be a space, as in the day of an asctime date. */
function twoDigits(text: string, start: number): number {
  const tens = text.charCodeAt(start);
  return (tens === SPACE ? 0 : tens - ZERO) * 10 + text.charCodeAt(start + 1) - ZERO;
}

function fourDigits(text: string, start: number): number {
  return twoDigits(text, start) * 100 + twoDigits(text, start + 2);
}

const SPACE = 32;
const ZERO = 48;

/**
 * A two-digit year more than 50 years ahead means the past century (RFC 9110 §5.6.7). So the year is the latest one
 * with these digits that lies no further ahead, which also reads "01" as 2101 when now is 2099.
 */
function yearFiftyAfter(nowMs: number): number {
  return new Date(nowMs).getUTCFullYear() + 50;
}

function fiftyYearsAfter(nowMs: number): number {
  const date = new Date(nowMs);
  return date.setUTCFullYear(date.getUTCFullYear() + 50);
}
