import { InputError } from '../errors.js';
import { parseCount } from './count.js';
import { parseRate } from './rate.js';

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
const LIMIT = /^([^=]*)=([^@+]*)(?:@([^@+]*))?(?:\+([^@+]*))?$/;

/** Reads `NAME=AMOUNT/WINDOW[@COST][+BURST]`. Throws {@link InputError} when any part is missing, unreadable or 0. */
export function parseLimit(input: unknown, field: string): Limit {
  const match = typeof input === 'string' ? LIMIT.exec(input.trim()) : null;
  const name = match?.[1]?.trim() ?? '';
  if (match === null || !NAME.test(name)) throw new InputError({ field, value: input, allowed: FORMS });
  try {
    const { amount, windowMs } = parseRate(match[2], field);
    const cost = match[3] === undefined ? 1 : parseCount(match[3], field);
    const burst = match[4] === undefined ? amount : parseCount(match[4], field);
    if (amount > 0 && cost > 0 && burst > 0) return { name, amount, windowMs, burst, cost };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  throw new InputError({ field, value: input, allowed: FORMS });
}
