import { InputError } from '../errors.js';

/** A share between 0 and 1; measured when it was given as counts, which then bound how sure we can be of it. */
export interface Share {
  readonly value: number;
  readonly counts: { readonly successes: number; readonly trials: number } | null;
}

const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const PERCENT = /^(\d+(?:\.\d+)?|\.\d+)\s*%$/;
const COUNTS = /^(\d+)\s*\/\s*(\d+)$/;

/** Reads `0.5`, `50%` or `37/50`. Throws {@link InputError} outside 0…1, for 3/0 and for more successes than trials. */
export function parseShare(input: unknown, field = 'share'): Share {
  const share = typeof input === 'number' ? plain(input) : typeof input === 'string' ? shareOf(input.trim()) : null;
  if (share === null) {
    throw new InputError({ field, value: input, allowed: 'a share from 0 to 1, as 0.5, 50% or counts such as 37/50' });
  }
  return share;
}

function shareOf(text: string): Share | null {
  if (DECIMAL.test(text)) return plain(Number(text));
  const percent = PERCENT.exec(text);
  if (percent !== null) return plain(Number(`${percent[1]}e-2`));
  const counts = COUNTS.exec(text);
  if (counts === null) return null;
  const successes = Number(counts[1]);
  const trials = Number(counts[2]);
  if (trials === 0 || successes > trials || !Number.isSafeInteger(trials)) return null;
  return { value: successes / trials, counts: { successes, trials } };
}

function plain(value: number): Share | null {
  return value >= 0 && value <= 1 ? { value, counts: null } : null;
}
