import { InputError, type InputIssue } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { QUOTA_FIELDS } from './fields.js';
import { isPlain } from './paths.js';
import type { Quota } from './policy.js';
import { readField } from './read-field.js';

const NAMES = QUOTA_FIELDS.map((field) => field.path);

/** Reads the list of quotas. Throws {@link InputError} for the first entry that is wrong. */
export function readQuotas(value: unknown, name: string): Quota[] {
  if (!Array.isArray(value)) throw new InputError({ field: name, value, allowed: 'a list of quotas' });
  const quotas = value.map((entry, index) => readQuota(entry, `${name}[${index}]`));
  const names = new Set<string>();
  for (const [index, quota] of quotas.entries()) {
    if (names.has(quota.name)) {
      throw new InputError({
        field: `${name}[${index}].name`,
        value: quota.name,
        allowed: 'a name that no other quota has',
      });
    }
    names.add(quota.name);
  }
  return quotas;
}

function readQuota(entry: unknown, at: string): Quota {
  if (!isPlain(entry)) {
    throw new InputError({ field: at, value: entry, allowed: `an object with ${NAMES.join(', ')}` });
  }
  for (const key of Object.keys(entry)) {
    if (!NAMES.includes(key)) throw new InputError(unknownKey(`${at}.${key}`, key, NAMES));
  }
  const quota: Record<string, unknown> = {};
  for (const field of QUOTA_FIELDS) {
    const value = entry[field.path];
    quota[field.path] =
      value === undefined && field.default !== undefined
        ? field.default
        : readField(field, value, `${at}.${field.path}`);
  }
  quota.burst ??= quota.amount;
  return quota as unknown as Quota;
}

/** The issue for a key that is not known, naming the nearest one that is. */
export function unknownKey(field: string, key: string, known: readonly string[]): InputIssue {
  const close = nearest(key, known);
  const allowed = `one of ${known.join(', ')}`;
  return close === null
    ? { field, value: key, allowed }
    : { field, value: key, allowed, hint: `did you mean ${close}?` };
}
