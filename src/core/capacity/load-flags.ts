import type { Flag, FlagValues } from '../policy/flag.js';
import { type Load, NO_LOAD } from './load.js';
import { emptyDraft, finishDraft, readIntoDraft } from './load-draft.js';
import { LOAD_FIELDS, type LoadFieldKind } from './load-fields.js';

const PLACEHOLDERS: Record<LoadFieldKind, string> = {
  'measured-share': 'SHARE',
  duration: 'DURATION',
  slots: 'COUNT',
  count: 'COUNT',
  rate: 'RATE',
  limits: 'LIMIT',
  costs: 'COSTS',
  limit: 'COUNT',
  cost: 'COUNT',
};

/** Every flag that says something about a load, in the order of the field table. */
export const LOAD_FLAGS: readonly Flag[] = LOAD_FIELDS.flatMap(({ flag, kind, about }) =>
  flag === null ? [] : [{ name: flag, value: PLACEHOLDERS[kind], about }],
);

/**
 * The load that flags give; a link has the same keys. Flags that are no load's are not its business and pass.
 * `base` is what a policy file said: each flag takes the place of its field, any limit flag the place of all its limits.
 * Shorthands come first, in the order of {@link LOAD_FIELDS}, then `limit` in the order given. Throws `PolicyError`.
 */
export function loadFromFlags(flags: FlagValues, base: Load = NO_LOAD): Load {
  const draft = emptyDraft();
  for (const field of LOAD_FIELDS) {
    const value = field.flag === null || !Object.hasOwn(flags, field.flag) ? undefined : flags[field.flag];
    if (value !== undefined) readIntoDraft(draft, field, value, `--${field.flag}`);
  }
  return finishDraft(draft, base);
}
