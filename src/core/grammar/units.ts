import { InputError } from '../errors.js';
import { parseCount } from './count.js';

/** What arithmetic with limits stays finite with: no amount, burst or cost lies outside these. */
export const LEAST_UNITS = 1e-9;
export const MOST_UNITS = Number.MAX_SAFE_INTEGER;

/** Reads an amount of units above 0, as {@link parseCount} does. Throws {@link InputError}, also for what is out of range. */
export function parseUnits(input: unknown, field: string): number {
  const units = parseCount(input, field);
  if (units >= LEAST_UNITS && units <= MOST_UNITS) return units;
  const allowed = units === 0 ? 'a number above 0' : `a number from ${LEAST_UNITS} to ${MOST_UNITS}`;
  throw new InputError({ field, value: input, allowed });
}
