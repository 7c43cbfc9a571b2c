import { InputError } from '../errors.js';
import { parseCount } from '../grammar/count.js';
import { isNone, parseDuration } from '../grammar/duration.js';
import { parseJitter } from '../grammar/jitter.js';
import { readOr } from '../grammar/rate.js';
import { parseShare } from '../grammar/share.js';
import { parseUnits } from '../grammar/units.js';
import { nearest } from '../text/nearest.js';
import type { Field } from './field.js';
import { readQuotas } from './read-quotas.js';

/** Statuses that a policy cannot ask to retry: repeating what the server does not implement never helps. */
export const NEVER_RETRIED: readonly number[] = [501, 505, 511];

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const INTEGER = /^\d+$/;
const LARGE_COUNT = /^[\d.,]+[kKmMgG]$|^\d+,/;
const NUMBER = /^(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * Reads one value by the rules of its field, from a policy file, a flag or a link alike.
 * `name` is what the field is called in the message. Throws {@link InputError}.
 */
export function readField(field: Field, value: unknown, name: string = field.path): unknown {
  if (field.nullable && isNone(value)) return null;
  if (field.word !== undefined && value === field.word) return value;
  try {
    return readKind(field, value, name);
  } catch (error) {
    const instead = field.word ?? (field.nullable ? 'none' : null);
    if (!(error instanceof InputError) || instead === null) throw error;
    throw new InputError({ ...error.issue, allowed: `${error.issue.allowed}, or ${instead}` });
  }
}

function readKind(field: Field, value: unknown, name: string): unknown {
  switch (field.kind) {
    case 'duration': {
      const ms = parseDuration(value, name);
      return field.min !== undefined && ms < field.min ? refuse(name, value, `at least ${field.min}ms`) : ms;
    }
    case 'integer':
    case 'number':
      return readNumber(field, value, name);
    case 'amount':
      return parseUnits(value, name);
    case 'share':
      return parseShare(value, name).value;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return value === 'true' ? true : value === 'false' ? false : refuse(name, value, 'true or false');
    case 'choice':
      return readChoice(field.choices ?? [], value, name);
    case 'jitter':
      return parseJitter(value, name);
    case 'durations':
      if (!Array.isArray(value) || value.length === 0 || value.length > 1000) {
        return refuse(name, value, 'a list of 1 to 1000 durations');
      }
      return value.map((entry, index) => parseDuration(entry, `${name}[${index}]`));
    case 'statuses':
      return readStatuses(value, name);
    case 'quotas':
      return readQuotas(value, name);
    case 'name':
      return typeof value === 'string' && NAME.test(value) ? value : refuse(name, value, 'a name such as requests');
  }
}

function readNumber(field: Field, value: unknown, name: string): number {
  const whole = field.kind === 'integer';
  const number =
    typeof value === 'string' ? numberIn(value.trim(), whole) : typeof value === 'number' ? value : Number.NaN;
  const min = field.min ?? 0;
  const max = field.max ?? Number.MAX_SAFE_INTEGER;
  if ((whole ? Number.isInteger(number) : Number.isFinite(number)) && number >= min && number <= max) return number;
  return refuse(
    name,
    value,
    min === max ? String(min) : `a ${whole ? 'whole number' : 'number'} from ${min} to ${max}`,
  );
}

/** A whole number may be written as counts are elsewhere: 1k, 1,000. */
function numberIn(text: string, whole: boolean): number {
  if ((whole ? INTEGER : NUMBER).test(text)) return Number(text);
  return whole && LARGE_COUNT.test(text) ? (readOr(() => parseCount(text)) ?? Number.NaN) : Number.NaN;
}

function readChoice(choices: readonly string[], value: unknown, name: string): string {
  if (typeof value === 'string' && choices.includes(value)) return value;
  const close = typeof value === 'string' ? nearest(value, choices) : null;
  return refuse(name, value, choices.join(', '), close === null ? undefined : `did you mean ${close}?`);
}

function readStatuses(value: unknown, name: string): (number | '5xx')[] {
  if (!Array.isArray(value)) return refuse(name, value, 'a list of statuses such as [408, 429, "5xx"]');
  return value.map((entry, index) => {
    const at = `${name}[${index}]`;
    if (entry === '5xx') return entry;
    if (NEVER_RETRIED.includes(entry)) {
      return refuse(at, entry, 'another status', '501, 505 and 511 do not change when asked again');
    }
    if (Number.isInteger(entry) && entry >= 400 && entry <= 599) return entry;
    return refuse(at, entry, 'a status from 400 to 599, or "5xx"');
  });
}

function refuse(field: string, value: unknown, allowed: string, hint?: string): never {
  throw new InputError(hint === undefined ? { field, value, allowed } : { field, value, allowed, hint });
}
