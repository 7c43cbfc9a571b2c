import { InputError } from '../errors.js';
import { parseCount } from '../grammar/count.js';
import { parseDurationOrNone } from '../grammar/duration.js';
import { type Limit, parseLimit } from '../grammar/limit.js';
import { parseRate, perMinute } from '../grammar/rate.js';
import { parseShare, type Share } from '../grammar/share.js';
import { MOST_UNITS, parseUnits } from '../grammar/units.js';
import type { Field } from '../policy/field.js';
import { QUOTA_FIELDS } from '../policy/fields.js';
import { isPlain } from '../policy/paths.js';
import { readField } from '../policy/read-field.js';
import { unknownKey } from '../policy/read-quotas.js';

/** A limit whose cost may still have to be looked up by its name. */
export interface LimitDraft extends Omit<Limit, 'cost'> {
  readonly cost: number | null;
}

/** Reads a success share, keeping the counts it was given as. Null, or nothing, stays null. */
export function readSuccess(value: unknown, name: string): Share | null {
  return value === null ? null : parseShare(value, name);
}

/** Reads a duration in ms; null or `none` is null. */
export function readDuration(value: unknown, name: string): number | null {
  return parseDurationOrNone(value, name);
}

/** Reads a whole number of slots of at least 1; null stays null. */
export function readSlots(value: unknown, name: string): number | null {
  if (value === null) return null;
  const slots = countOrNaN(value, name);
  if (Number.isInteger(slots) && slots >= 1 && slots <= MOST_UNITS) return slots;
  throw new InputError({ field: name, value, allowed: 'a whole number of at least 1' });
}

/** Reads a count of at least 0 that arithmetic stays exact with. */
export function readCount(value: unknown, name: string): number {
  const count = parseCount(value, name);
  if (count <= MOST_UNITS) return count;
  throw new InputError({ field: name, value, allowed: `at most ${MOST_UNITS}` });
}

/** Reads an amount per window as an amount per minute; 0 is allowed. */
export function readRatePerMinute(value: unknown, name: string): number {
  return readCount(perMinute(parseRate(value, name)), name);
}

/** Reads one limit, as `NAME=AMOUNT/WINDOW[@COST][+BURST]` or as an object with those names. */
export function readLimit(value: unknown, name: string): LimitDraft {
  if (isPlain(value)) return limitFromObject(value, name);
  const limit = parseLimit(value, name);
  for (const part of ['amount', 'burst', 'cost'] as const) checkPart(part, limit[part], name);
  if (limit.windowMs < 1) throw new InputError({ field: name, value, allowed: 'a window of at least 1ms' });
  return { ...limit, cost: String(value).includes('@') ? limit.cost : null };
}

function checkPart(part: string, units: number, name: string): void {
  try {
    parseUnits(units, name);
  } catch (error) {
    throw error instanceof InputError ? new InputError({ ...error.issue, hint: `the ${part} is out of range` }) : error;
  }
}

/** Reads a table of costs by limit name. */
export function readCosts(value: unknown, name: string): Record<string, number> {
  if (!isPlain(value)) throw new InputError({ field: name, value, allowed: 'an object such as {"tokens": 2000}' });
  return Object.fromEntries(
    Object.entries(value).map(([limit, cost]) => [limit, parseUnits(cost, `${name}.${limit}`)] as const),
  );
}

const LIMIT_FIELDS: readonly Field[] = [
  ...QUOTA_FIELDS,
  { path: 'cost', kind: 'amount', default: null, about: 'Units one attempt takes, above 0.' },
];
const LIMIT_KEYS = LIMIT_FIELDS.map((field) => field.path);

function limitFromObject(given: Record<string, unknown>, at: string): LimitDraft {
  for (const key of Object.keys(given)) {
    if (!LIMIT_KEYS.includes(key)) throw new InputError(unknownKey(`${at}.${key}`, key, LIMIT_KEYS));
  }
  const read = (path: string): unknown => {
    const field = LIMIT_FIELDS.find((each) => each.path === path) as Field;
    const value = given[path];
    if (value === undefined && field.default === null) return null;
    return readField(field, value, `${at}.${path}`);
  };
  const amount = read('amount') as number;
  return {
    name: read('name') as string,
    amount,
    windowMs: read('windowMs') as number,
    burst: (read('burst') as number | null) ?? amount,
    cost: read('cost') as number | null,
  };
}

/** So that the refusal speaks of whole numbers, whichever way the value is wrong. */
function countOrNaN(value: unknown, name: string): number {
  try {
    return parseCount(value, name);
  } catch (error) {
    if (error instanceof InputError) return Number.NaN;
    throw error;
  }
}
