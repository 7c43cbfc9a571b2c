// The Retry(…) calls of a Python file.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { isCode } from '../code.js';
import { toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { type Loss, passedOver } from '../loss.js';
import { pythonCalls, readArguments } from '../python/calls.js';
import type { Urllib3Settings } from './settings.js';

const DEFAULTS = { total: 10, maxSeconds: 120, retryAfterMaxSeconds: 21_600 };
const KEYS = ['total', 'backoff_factor', 'status_forcelist', 'backoff_max', 'connect', 'status', 'read'];
const ALLOWED = 'a call of Retry, such as Retry(total=3, backoff_factor=1), or its arguments by themselves';

export function findRetries(source: unknown): Found<Urllib3Settings>[] {
  const text = String(source);
  const calls = pythonCalls(text, ['Retry']);
  if (calls.length > 0) return calls.map(({ name, values }) => ({ name, read: () => read(values) }));
  const values = readArguments(text);
  if (!KEYS.some((key) => key in values)) throw new InputError({ field: 'Retry', value: undefined, allowed: ALLOWED });
  return [{ name: '', read: () => read(values) }];
}

function read(values: Plain): Reading<Urllib3Settings> {
  // Retry(3) is Retry(total=3).
  const fields = new Fields('0' in values ? { total: values['0'], ...values } : values, '');
  fields.value('0');
  const seconds = (name: string, fallback: number): number =>
    toNanosecond(1000 * (fields.number([name], { min: 0 }) ?? fallback));
  const losses: Loss[] = [];
  const networkErrors = !['connect', 'read'].every((name) => fields.value(name) === 0);
  for (const name of ['connect', 'read', 'status', 'other', 'redirect']) {
    const count = fields.value(name);
    if (typeof count === 'number' && !(count === 0 && !networkErrors)) {
      losses.push(passedOver(name, `has ${count}`, 'a policy counts all attempts together'));
    }
  }
  const methods = fields.value('allowed_methods', 'method_whitelist');
  const anyMethod = values.allowed_methods === null || values.method_whitelist === null || methods === false;
  if (methods !== undefined && methods !== false) {
    losses.push(passedOver('allowed_methods', 'has a list', 'a policy goes by what is safe to repeat'));
  }
  const honor = fields.boolean(['respect_retry_after_header']) ?? true;
  const settings: Urllib3Settings = {
    total: readTotal(fields, values),
    factorMs: seconds('backoff_factor', 0),
    maxMs: seconds('backoff_max', DEFAULTS.maxSeconds),
    jitterMs: seconds('backoff_jitter', 0),
    statuses: readStatuses(fields),
    networkErrors,
    anyMethod,
    retryAfterMaxMs: honor ? seconds('retry_after_max', DEFAULTS.retryAfterMaxSeconds) : null,
  };
  const aside = ['raise_on_status', 'raise_on_redirect', 'remove_headers_on_redirect', 'history'];
  return { settings, passedOver: [...losses, ...fields.rest(aside)] };
}

function readTotal(fields: Fields, values: Plain): number {
  const total = fields.value('total');
  // False switches retries off, like 0.
  if (total === false) return 0;
  if (total === true || isCode(total) || values.total === null) {
    const value = isCode(total) ? total.code : (total ?? null);
    throw new InputError({ field: 'total', value, allowed: 'a whole number of at least 0, or False' });
  }
  return fields.whole(['total'], { min: 0 }) ?? DEFAULTS.total;
}

/** A list of statuses, or range(500, 600). */
function readStatuses(fields: Fields): number[] {
  const given = fields.value('status_forcelist') ?? [];
  const between = isCode(given) ? /^(?:list\()?range\(\s*(\d{3})\s*,\s*(\d{3})\s*\)\)?$/.exec(given.code) : null;
  if (between !== null) {
    const [from, to] = [Number(between[1]), Number(between[2])];
    return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  }
  if (Array.isArray(given) && given.every((status) => Number.isInteger(status))) return given;
  return fields.refuse(['status_forcelist'], 'a list of statuses such as [429, 503]');
}
