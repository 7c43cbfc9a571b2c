import { InputError } from '../errors.js';
import { printable } from '../text/printable.js';
import { parseCount } from './count.js';
import { parseDuration } from './duration.js';

/** An amount per window, as people write limits: `20/min`, `5/s`, `1000/5m`. */
export interface Rate {
  readonly amount: number;
  readonly windowMs: number;
}

const FORMS = 'an amount per window such as 20/min, 5/s, 300/h or 1000/5m';
const UNIT_WORDS: Readonly<Record<string, number>> = { sec: 1e3, second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 };
const UNIT = /^(?:ms|min|[smhd])$/;
const BARE = /^[\d.]+$/;

/**
 * Reads an amount per window; a bare unit is a window of one, and a bare number is refused, since 37/50 is a share to
 * most readers. Throws {@link InputError}, whose hint names the part that is wrong; the window must be above 0.
 */
export function parseRate(input: unknown, field = 'rate'): Rate {
  const parts = typeof input === 'string' ? readRate(input) : null;
  if (parts === null) throw new InputError({ field, value: input, allowed: FORMS });
  if (typeof parts === 'string') throw new InputError({ field, value: input, allowed: FORMS, hint: parts });
  return parts;
}

/** The amount per minute of a rate. */
export function perMinute(rate: Rate): number {
  return (rate.amount * 60_000) / rate.windowMs;
}

/** The rate, or what is wrong with which part of it. */
export function readRate(text: string): Rate | string {
  const slash = text.indexOf('/');
  if (slash === -1) return 'the window is missing: a / and a time such as min';
  const [before, after] = [text.slice(0, slash).trim(), text.slice(slash + 1).trim()];
  if (before === '') return 'the amount before the / is missing';
  const amount = readOr(() => parseCount(before));
  if (amount === null) return `the amount "${printable(before)}" is no number of 0 or more`;
  if (after === '') return 'the window after the / is missing';
  if (BARE.test(after)) return `the window "${printable(after)}" needs a unit, such as s, min, h or d`;
  const windowMs = readOr(() => windowOf(after));
  if (windowMs === null) return `the window "${printable(after)}" is no time such as s, min, h, d or 5m`;
  return windowMs > 0 ? { amount, windowMs } : `the window "${printable(after)}" must be above 0`;
}

function windowOf(text: string): number {
  const lower = text.toLowerCase();
  if (Object.hasOwn(UNIT_WORDS, lower)) return UNIT_WORDS[lower] as number;
  return parseDuration(UNIT.test(lower) ? `1${lower}` : text);
}

/** Null for what cannot be read. */
export function readOr<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
