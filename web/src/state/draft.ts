import { GROUP_KEYS, policyField } from './fields.js';

/**
 * What the form holds: texts as typed, right or wrong, by their key in a link. Only what differs from what holds anyway
 * (the preset, or else the defaults) is kept, so a draft is also what a link says.
 */
export interface Draft {
  /** Id of the preset beneath the values; null for none. */
  readonly preset: string | null;
  /** Lists (limits, quotas) have one entry a line. */
  readonly values: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: Draft = { preset: null, values: {} };

/** The draft with one more text; `baseline` is the text that holds without it. */
export function withValue(draft: Draft, key: string, text: string, baseline: string): Draft {
  const { [key]: _before, ...others } = draft.values;
  return { ...draft, values: text === baseline ? others : { ...others, [key]: text } };
}

/** The draft without the values whose key `drop` names. */
export function withoutValues(draft: Draft, drop: (key: string) => boolean): Draft {
  return { ...draft, values: Object.fromEntries(Object.entries(draft.values).filter(([key]) => !drop(key))) };
}

/** The draft over another preset: what was changed of the policy goes, what is known of the load stays. */
export function withPreset(draft: Draft, preset: string | null): Draft {
  return { ...withoutValues(draft, isPolicyKey), preset };
}

/** The policy of a draft by itself. */
export function policyPart(draft: Draft): Draft {
  return withoutValues(draft, (key) => !isPolicyKey(key));
}

/** The deadline is the load's as much as the policy's; it is the caller's, so it stays when the policy changes. */
export function isPolicyKey(key: string): boolean {
  return key !== 'deadline' && (policyField(key) !== undefined || GROUP_KEYS.includes(key));
}
