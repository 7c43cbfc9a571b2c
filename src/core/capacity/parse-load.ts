import { PolicyError } from '../errors.js';
import { isPlain } from '../policy/paths.js';
import { unknownKey } from '../policy/read-quotas.js';
import { type Load, NO_LOAD } from './load.js';
import { emptyDraft, finishDraft, readIntoDraft } from './load-draft.js';
import { LOAD_FIELDS } from './load-fields.js';

/**
 * Checks the `load { … }` of a policy file and fills in what is missing. Throws {@link PolicyError} listing every issue:
 * wrong values, unknown keys with the nearest known one, two limits of one name, arrivals given twice.
 */
export function parseLoad(input: unknown = {}): Load {
  if (!isPlain(input)) throw new PolicyError([{ field: 'load', value: input, allowed: 'a plain object' }]);
  const draft = emptyDraft();
  for (const key of Object.keys(input)) {
    if (!KEYS.includes(key)) draft.issues.push(unknownKey(`load.${key}`, key, KEYS));
  }
  for (const field of LOAD_FIELDS) {
    const value = field.path === null || !Object.hasOwn(input, field.path) ? undefined : input[field.path];
    if (value !== undefined) readIntoDraft(draft, field, value, `load.${field.path}`);
  }
  if (input.arrivals !== undefined && input.arrivalsPerMinute !== undefined) {
    draft.issues.push({ field: 'load.arrivals', value: input.arrivals, allowed: 'either it or arrivalsPerMinute' });
  }
  return finishDraft(draft, NO_LOAD);
}

const KEYS = LOAD_FIELDS.flatMap((field) => field.path ?? []);
