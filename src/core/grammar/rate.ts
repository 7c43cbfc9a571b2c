import { InputError } from '../errors.js';
import { parseCount } from './count.js';
import { parseDuration } from './duration.js';

/** An amount per window, as people write limits: `20/min`, `5/s`, `1000/5m`. */
export interface Rate {
  readonly amount: number;
  readonly windowMs: number;
}

const FORMS = 'an amount per window such as 20/min, 5/s, 300/h or 1000/5m';
const UNIT_WORDS: Record<string, number> = { sec: 1e3, second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 };
const UNIT = /^(?:ms|min|[smhd])$/;

/** Reads an amount per window; a bare unit is a window of one. Throws {@link InputError}; the window must be above 0. */
export function parseRate(input: unknown, field: string): Rate {
  if (typeof input !== 'string') throw new InputError({ field, value: input, allowed: FORMS });
  const slash = input.indexOf('/');
  if (slash < 1) throw new InputError({ field, value: input, allowed: FORMS });
  try {
    const amount = parseCount(input.slice(0, slash), field);
    const windowMs = parseWindow(input.slice(slash + 1).trim(), field);
    if (windowMs > 0) return { amount, windowMs };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  throw new InputError({ field, value: input, allowed: FORMS });
}

/** The amount per minute of a rate. */
export function perMinute(rate: Rate): number {
  return (rate.amount * 60_000) / rate.windowMs;
}

function parseWindow(text: string, field: string): number {
  const lower = text.toLowerCase();
  return UNIT_WORDS[lower] ?? parseDuration(UNIT.test(lower) ? `1${lower}` : text, field);
}
