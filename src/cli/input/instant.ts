import { InputError } from '../../core/errors.js';
import { parseRfc3339 } from '../../core/headers/rfc3339.js';

const LATEST = 8.64e15;

/** Epoch ms of an instant as typed: RFC 3339 or epoch milliseconds. Throws `InputError` with the name of the flag. */
export function parseInstant(text: string, flag: string): number {
  const isNumber = /^-?\d{1,16}$/.test(text);
  const at = isNumber ? Number(text) : parseRfc3339(text);
  if (at !== null && Math.abs(at) <= LATEST) return at;
  const isDay = /^\d{4}-\d{2}-\d{2}/.test(text);
  throw new InputError({
    field: flag,
    value: text,
    allowed: 'an instant such as 2026-10-21T07:28:00Z, or milliseconds since 1970',
    ...(isDay ? { hint: 'the time and its zone are needed: T07:28:00Z, or an offset such as +01:00' } : {}),
  });
}
