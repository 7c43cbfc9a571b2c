// The next midnight in Los Angeles, when Google's daily quotas start anew. Worked out from the law rather than asked of
// the machine's time zone data, so that it is the same everywhere.

import { utcMs, weekdayOf } from '../calendar.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Epoch ms of the first midnight in Pacific time after `nowMs`. NaN when `nowMs` is no instant. */
export function pacificMidnightAfter(nowMs: number): number {
  const local = nowMs + pacificOffsetMs(nowMs);
  const nextDay = (Math.floor(local / DAY_MS) + 1) * DAY_MS;
  // Clocks change at two in the morning, so the offset at a midnight is that of the hour before it, too.
  return nextDay - pacificOffsetMs(nextDay - pacificOffsetMs(nowMs) - 1);
}

/**
 * Daylight saving time runs from 10:00 UTC (2 a.m. standard time) on the second Sunday in March to 9:00 UTC (2 a.m.
 * daylight time) on the first Sunday in November: Energy Policy Act of 2005, in force since 2007.
 */
function pacificOffsetMs(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const starts = sundayFrom(year, 3, 8) + 10 * HOUR_MS;
  const ends = sundayFrom(year, 11, 1) + 9 * HOUR_MS;
  return (at >= starts && at < ends ? -7 : -8) * HOUR_MS;
}

/** The first Sunday of the month that is not before this day. */
function sundayFrom(year: number, month: number, day: number): number {
  const at = utcMs(year, month, day, 0, 0, 0) ?? Number.NaN;
  return at + ((7 - weekdayOf(at)) % 7) * DAY_MS;
}
