// How systems write a time.

import { InputError } from '../../core/errors.js';
import { digitsOf } from '../../core/grammar/digits.js';
import { MAX_DURATION_MS, parseDuration } from '../../core/grammar/duration.js';
import { isPlain } from '../../core/policy/paths.js';

const PROTO = /^\d+(?:\.\d{1,9})?s$/;

/** A duration of protocol buffers in JSON: seconds with at most nine decimals, as `0.1s`. Returns ms. */
export function readProtoDuration(value: unknown, field: string): number {
  if (typeof value === 'string' && PROTO.test(value)) return parseDuration(value, field);
  // What a program prints that has loaded such a config.
  if (isPlain(value) && Object.keys(value).every((key) => key === 'seconds' || key === 'nanos')) {
    const [seconds, nanos] = [Number(value.seconds ?? 0), Number(value.nanos ?? 0)];
    if (seconds >= 0 && nanos >= 0 && nanos < 1e9) return seconds * 1000 + nanos / 1e6;
  }
  throw new InputError({ field, value, allowed: 'seconds with an s, such as "0.1s" or "120s"' });
}

/** As {@link readProtoDuration} reads it, to the nanosecond. */
export function writeSeconds(ms: number): string {
  return `${secondsOf(ms)}s`;
}

/** Seconds without a unit, to the nanosecond. */
export function secondsOf(ms: number): string {
  return digitsOf(Number((ms / 1000).toFixed(9)));
}

/** The longest duration of protocol buffers, in ms: 10,000 years. */
export const LONGEST_MS = 315_576_000_000_000;

/**
 * What a config holds of a time: the nearest nanosecond, which is also what a product of two decimals is meant to be.
 * Beyond some days the nearest millisecond, since a double has no more digits; never more than {@link LONGEST_MS}.
 */
export function toNanosecond(ms: number): number {
  return Math.min(LONGEST_MS, Number(ms.toFixed(ms < 1e9 ? 6 : 0)));
}

/** As {@link toNanosecond}, where null is no time at all. */
export function timeOrNull(ms: number | null): number | null {
  return ms === null ? null : toNanosecond(ms);
}

const GO_UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 36e5 };

/** A duration as Go prints it: `1m30s`, `10ms`, `250us`. Returns ms. */
export function readGoDuration(text: string, field: string): number {
  const parts = [...text.matchAll(/(\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})(ns|us|µs|ms|s|m|h)/g)];
  const isWhole = parts.map(([part]) => part).join('') === text && parts.length > 0;
  if (isWhole) {
    return toNanosecond(
      parts.reduce((sum, [, digits, unit]) => sum + Number(digits) * (GO_UNITS[unit as string] as number), 0),
    );
  }
  if (text === '0') return 0;
  throw new InputError({ field, value: text, allowed: 'a Go duration such as 10ms, 1.5s or 1m30s' });
}

const ISO = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;

/** A Duration as Spring reads it: ISO 8601, a number of ms, or a number with one unit. */
export function readSpringDuration(value: unknown, field: string): number {
  const iso = typeof value === 'string' ? ISO.exec(value) : null;
  if (iso === null) return parseDuration(value, field);
  const [hours = 0, minutes = 0, seconds = 0] = iso.slice(1).map((digits) => Number(digits ?? 0));
  return Math.min(MAX_DURATION_MS, (hours * 60 + minutes) * 60_000 + seconds * 1000);
}
