import { InputError } from '../errors.js';
import { printable } from '../text/printable.js';
import { parseCount } from './count.js';
import { readOr, readRate } from './rate.js';

/** A quota together with what one attempt takes of it. */
export interface Limit {
  readonly name: string;
  /** Units allowed per window, above 0. */
  readonly amount: number;
  readonly windowMs: number;
  /** Units that can be taken at once, above 0; the amount unless given. */
  readonly burst: number;
  /** Units one attempt takes, above 0. */
  readonly cost: number;
}

const FORMS = 'NAME=AMOUNT/WINDOW[@COST][+BURST], such as tokens=200k/min@2000, all above 0';
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const PARTS = /^([^@+]*)(?:@([^@+]*))?(?:\+([^@+]*))?$/;

/**
 * Reads `NAME=AMOUNT/WINDOW[@COST][+BURST]`. Throws {@link InputError} when any part is missing, unreadable or 0; its
 * hint names the part.
 */
export function parseLimit(input: unknown, field = 'limit'): Limit {
  const limit = typeof input === 'string' ? readLimit(input.trim()) : null;
  if (limit === null) throw new InputError({ field, value: input, allowed: FORMS });
  if (typeof limit === 'string') throw new InputError({ field, value: input, allowed: FORMS, hint: limit });
  return limit;
}

/** The limit, or what is wrong with which part of it. */
function readLimit(text: string): Limit | string {
  const equals = text.indexOf('=');
  if (equals === -1) return 'the = between name and amount is missing';
  const name = text.slice(0, equals).trim();
  if (name === '') return 'the name before the = is missing';
  if (!NAME.test(name)) {
    return `the name "${printable(name)}" is not made of 1 to 64 letters, digits, _, . and -, a letter first`;
  }
  const parts = PARTS.exec(text.slice(equals + 1));
  if (parts === null) return 'at most one @COST may follow, and then at most one +BURST';
  const rate = readRate(parts[1] as string);
  if (typeof rate === 'string') return rate;
  if (rate.amount === 0) return 'the amount must be above 0';
  const cost = readUnits('cost', parts[2], 1);
  if (typeof cost === 'string') return cost;
  const burst = readUnits('burst', parts[3], rate.amount);
  if (typeof burst === 'string') return burst;
  return { name, ...rate, burst, cost };
}

function readUnits(part: string, text: string | undefined, otherwise: number): number | string {
  if (text === undefined) return otherwise;
  const units = readOr(() => parseCount(text));
  return units !== null && units > 0 ? units : `the ${part} "${printable(text.trim())}" must be a number above 0`;
}
