// Daily quotas that start anew at an hour of the clock on somebody's wall. The zones are worked out from the law rather
// than asked of the machine's time zone data, so that the answer is the same everywhere.

import { utcMs, weekdayOf } from '../headers/calendar.js';

export interface DailyReset {
  /** The whole hour, 0–23, on the clocks of the zone. */
  readonly hour: number;
  readonly zone: Zone;
}

export type Zone = 'utc' | 'us-pacific';

export const ZONES: readonly Zone[] = ['utc', 'us-pacific'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The first reset after an instant, in epoch ms. */
export function nextReset(reset: DailyReset, now: number): number {
  // The day before is looked at first, since the local date may differ from the one in UTC by up to a day.
  const day = Math.floor(now / DAY_MS) - 1;
  for (let later = 0; later < 4; later++) {
    const at = resetOn(reset, (day + later) * DAY_MS);
    if (at > now) return at;
  }
  return Number.NaN;
}

/** The last reset at or before an instant, in epoch ms. */
export function previousReset(reset: DailyReset, now: number): number {
  const day = Math.floor(now / DAY_MS);
  for (let earlier = 0; earlier < 4; earlier++) {
    const at = resetOn(reset, (day - earlier) * DAY_MS);
    if (at <= now) return at;
  }
  return Number.NaN;
}

/**
 * The reset on a local date, which is given as its midnight in UTC. An hour that is left out in spring comes as the one
 * after it; one that is there twice in autumn counts the first time.
 */
function resetOn({ hour, zone }: DailyReset, date: number): number {
  const local = date + hour * HOUR_MS;
  if (zone === 'utc') return local;
  const asDaylight = local - DAYLIGHT_MS;
  if (isDaylight(asDaylight)) return asDaylight;
  // Once more by standard time: the hour that is left out becomes the one after it.
  return local - STANDARD_MS;
}

const STANDARD_MS = -8 * HOUR_MS;
const DAYLIGHT_MS = -7 * HOUR_MS;

/**
 * Daylight saving time of the Pacific zone: from 2 a.m. standard time on the second Sunday in March to 2 a.m. daylight
 * time on the first Sunday in November (Energy Policy Act of 2005, in force since 2007; earlier years had other dates).
 */
function isDaylight(at: number): boolean {
  const year = yearOf(at);
  return at >= daylightStart(year) && at < sundayFrom(year, 11, 1) + 2 * HOUR_MS - DAYLIGHT_MS;
}

function daylightStart(year: number): number {
  return sundayFrom(year, 3, 8) + 2 * HOUR_MS - STANDARD_MS;
}

function yearOf(at: number): number {
  return new Date(at).getUTCFullYear();
}

/** Midnight in UTC of the first Sunday of the month that is not before this day. */
function sundayFrom(year: number, month: number, day: number): number {
  const at = utcMs(year, month, day, 0, 0, 0) ?? Number.NaN;
  return at + ((7 - weekdayOf(at)) % 7) * DAY_MS;
}
