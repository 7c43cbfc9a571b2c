import { InputError } from '../errors.js';

const FORMS = 'a duration such as 250ms, 1.5s, 2m, 1h30m or 1d (a bare number is milliseconds)';

/** Largest duration accepted, in ms: beyond it whole milliseconds are no longer exact in a double. */
export const MAX_DURATION_MS = Number.MAX_SAFE_INTEGER;

/**
 * Reads `250ms`, `1.5s`, `2m` or `2min`, `1h30m`, `1d`; a bare number is milliseconds. Returns milliseconds ≥ 0.
 * Throws {@link InputError} on anything else, an empty text included: empty is a mistake, not zero.
 */
export function parseDuration(input: unknown, field = 'duration'): number {
  const ms = typeof input === 'number' ? input : typeof input === 'string' ? durationMs(input.trim()) : null;
  if (ms === null || !Number.isFinite(ms) || ms < 0 || ms > MAX_DURATION_MS) {
    const tooLong = ms !== null && ms > MAX_DURATION_MS && ms !== Infinity;
    throw new InputError({ field, value: input, allowed: tooLong ? `at most ${MAX_DURATION_MS} ms` : FORMS });
  }
  return ms;
}

/** As {@link parseDuration}, where `none` (or null) means "without". */
export function parseDurationOrNone(input: unknown, field = 'duration'): number | null {
  if (isNone(input)) return null;
  try {
    return parseDuration(input, field);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.issue, allowed: `${error.issue.allowed}, or none` });
  }
}

/** Null, or `none` in letters of either case. */
export function isNone(input: unknown): boolean {
  return input === null || (typeof input === 'string' && input.trim().toLowerCase() === 'none');
}

const PART = /^(\d+(?:\.\d+)?|\.\d+)(ms|min|[smhd])/;
const BARE = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Units must fall from day to millisecond, each at most once: `30m1h` and `1s1s` are slips, not durations. */
const UNIT_ORDER = ['d', 'h', 'm', 's', 'ms'];

function durationMs(text: string): number | null {
  if (BARE.test(text)) return Number(text);
  let rest = text.toLowerCase();
  let total = 0;
  let reached = -1;
  while (rest !== '') {
    const match = PART.exec(rest);
    if (match === null) return null;
    const unit = match[2] === 'min' ? 'm' : (match[2] as string);
    const rank = UNIT_ORDER.indexOf(unit);
    if (rank <= reached) return null;
    reached = rank;
    total += inMs(match[1] as string, unit);
    rest = rest.slice(match[0].length);
  }
  return reached === -1 ? null : total;
}

/** Shifts the decimal point in the text, so that 1.1s is exactly 1100 and not 1100.0000000000002. */
function inMs(digits: string, unit: string): number {
  switch (unit) {
    case 'd':
      return Number(`${digits}e5`) * 864;
    case 'h':
      return Number(`${digits}e5`) * 36;
    case 'm':
      return Number(`${digits}e4`) * 6;
    case 's':
      return Number(`${digits}e3`);
    default:
      return Number(digits);
  }
}
