import { LOAD_FIELDS, type LoadField } from '../../../src/core/capacity/load-fields.js';
import type { Field } from '../../../src/core/policy/field.js';
import { FIELDS, NULLABLE_GROUPS } from '../../../src/core/policy/fields.js';

/** A field of the policy with its key: the same in the form, in a link and (without the dashes) on the command line. */
export interface PolicyField {
  readonly key: string;
  readonly field: Field;
  /** The group it belongs to that may be off as a whole, such as `breaker`; else null. */
  readonly group: string | null;
  /** Whether giving it switches its group on. */
  readonly opens: boolean;
}

/** Every field of a policy that can be edited, in the order of the field table. */
export const POLICY_FIELDS: readonly PolicyField[] = FIELDS.filter(({ path }) => path !== 'version').map(
  (field, _, all) => {
    const group = NULLABLE_GROUPS.find((name) => field.path.startsWith(`${name}.`)) ?? null;
    const first = group === null ? undefined : all.find(({ path }) => path.startsWith(`${group}.`));
    return { key: keyOf(field), field, group, opens: first === field };
  },
);

const BY_KEY = new Map(POLICY_FIELDS.map((each) => [each.key, each]));
const LOAD_BY_KEY = new Map(
  LOAD_FIELDS.flatMap((field) => (field.flag === null ? [] : [[field.flag, field] as const])),
);

/** The policy's field of this key, if it has one. */
export function policyField(key: string): PolicyField | undefined {
  return BY_KEY.get(key);
}

/** The load's field of this key, if it has one. The deadline is a field of both. */
export function loadField(key: string): LoadField | undefined {
  return LOAD_BY_KEY.get(key);
}

/** Groups that can be switched off by `group=none`, where a preset switches them on. */
export const GROUP_KEYS: readonly string[] = NULLABLE_GROUPS;

/** Every key that a draft may have, in the order in which a link names them. */
export const DRAFT_KEYS: readonly string[] = [
  ...new Set([...BY_KEY.keys(), ...GROUP_KEYS, ...LOAD_BY_KEY.keys(), 'seed']),
];

/** Keys that stand for several entries: one a line in the form, one parameter each in a link. */
export const LIST_KEYS: readonly string[] = ['quota', 'limit'];

/** The key of a policy's field in a link, as core's `linkOf` writes it. */
function keyOf(field: Field): string {
  if (field.kind === 'quotas') return 'quota';
  if (field.kind === 'durations') return 'delays';
  return field.flag ?? field.path;
}
