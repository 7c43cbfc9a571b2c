// Civil dates as epoch milliseconds, refusing what does not exist. `Date.UTC` is no help here: it turns 31 February
// into 3 March, and the years 0–99 into 1900–1999.

const DAY_MS = 86_400_000;
const DAYS_IN_400_YEARS = 146_097;
/** Days from 1 March of year 0 to 1 January 1970. */
const DAYS_TO_EPOCH = 719_468;

/**
 * Epoch ms of a UTC date and time in the proleptic Gregorian calendar, or null when there is no such day or time.
 * `month` is 1–12. `second` may be 60, a leap second, which is read as the second after 59.
 */
export function utcMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  return epochDay(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** Day of the week of an instant: 0 is Sunday. */
export function weekdayOf(at: number): number {
  const day = Math.floor(at / DAY_MS);
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Days since 1 January 1970. Counts years from March, so that the leap day is the last day of a year
 * (Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil).
 */
function epochDay(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const cycle = Math.floor(marchYear / 400);
  const yearOfCycle = marchYear - cycle * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfCycle = yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * DAYS_IN_400_YEARS + dayOfCycle - DAYS_TO_EPOCH;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
