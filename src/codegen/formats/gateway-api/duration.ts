// Durations of the Gateway API, GEP-2257: at most four numbers of at most five digits, each with its unit.

import { InputError } from '../../../core/errors.js';
import { readGoDuration } from '../durations.js';

const FORM = /^(?:\d{1,5}(?:h|m|s|ms)){1,4}$/;
const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;
/** The longest that five digits of hours hold. */
const LONGEST_MS = 99_999 * 3_600_000;

/** Returns ms. */
export function readDuration(value: unknown, field: string): number {
  if (typeof value === 'string' && FORM.test(value)) return readGoDuration(value, field);
  throw new InputError({ field, value, allowed: 'a duration of the Gateway API such as 100ms, 10s or 1h30m' });
}

/** In whole milliseconds. */
export function writeDuration(ms: number): string {
  let rest = ms;
  const parts = UNITS.flatMap(([unit, of]) => {
    const count = Math.floor(rest / of);
    rest -= count * of;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.join('') || '0s';
}

/** What such a duration can hold of a time. */
export function toWhole(ms: number): number {
  return Math.min(LONGEST_MS, Math.round(ms));
}
