import { InputError, type InputIssue, PolicyError } from '../errors.js';
import type { Field } from './field.js';
import { FIELDS, NULLABLE_GROUPS } from './fields.js';
import { isPlain, type Plain, setAt, valueAt } from './paths.js';
import { isListed, type Policy, type PolicyInput } from './policy.js';
import { readField } from './read-field.js';
import { unknownKey } from './read-quotas.js';

/**
 * Checks a policy as people write it and fills in the defaults. The result is frozen.
 * Throws {@link PolicyError} listing every issue: wrong values, unknown keys with the nearest known one, contradictions.
 */
export function parsePolicy(input: PolicyInput | unknown = {}): Policy {
  const issues: InputIssue[] = [];
  if (!isPlain(input)) throw new PolicyError([{ field: 'policy', value: input, allowed: 'a plain object' }]);
  refuseUnknown(input, '', issues);
  const variant = variantOf(input);
  const policy: Plain = {};
  for (const field of FIELDS) {
    if (!belongs(field, variant)) {
      if (valueAt(input, field.path) !== undefined) issues.push(misplaced(field, input));
      continue;
    }
    const group = NULLABLE_GROUPS.find((name) => field.path.startsWith(`${name}.`));
    if (group !== undefined && (valueAt(input, group) ?? null) === null) {
      policy[group] = null;
      continue;
    }
    const given = valueAt(input, field.path);
    try {
      setAt(policy, field.path, given === undefined ? defaultOf(field, variant) : readField(field, given));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      issues.push(error.issue);
    }
  }
  if (issues.length === 0) issues.push(...contradictions(policy as unknown as Policy));
  if (issues.length > 0) throw new PolicyError(issues);
  return freeze(policy) as unknown as Policy;
}

interface Variant {
  readonly listed: boolean;
  readonly budget: unknown;
}

function variantOf(input: Plain): Variant {
  return {
    listed: valueAt(input, 'backoff.delaysMs') !== undefined,
    budget: valueAt(input, 'retryBudget.kind') ?? 'ratio',
  };
}

const COMPUTED_ONLY = ['backoff.baseMs', 'backoff.multiplier', 'backoff.throttledBaseMs'];

function belongs(field: Field, variant: Variant): boolean {
  if (field.when?.path === 'backoff') return variant.listed;
  if (field.when?.path === 'retryBudget.kind') return variant.budget === field.when.is;
  return !(variant.listed && COMPUTED_ONLY.includes(field.path));
}

function misplaced(field: Field, input: Plain): InputIssue {
  const value = valueAt(input, field.path);
  return field.when === undefined
    ? { field: field.path, value, allowed: 'either backoff.delaysMs or base and multiplier, not both' }
    : { field: field.path, value, allowed: `it only with ${field.when.path} ${field.when.is}` };
}

/** Listed delays mean what they say, so they are not capped unless a cap is written beside them. */
function defaultOf(field: Field, variant: Variant): unknown {
  return variant.listed && field.path === 'backoff.capMs' ? null : field.default;
}

function contradictions({ backoff, jitter }: Policy): InputIssue[] {
  const issues: InputIssue[] = [];
  if (backoff.capMs !== null && backoff.minMs > backoff.capMs) {
    issues.push({ field: 'backoff.minMs', value: backoff.minMs, allowed: `at most the cap, ${backoff.capMs}ms` });
  }
  if (isListed(backoff) && jitter === 'decorrelated') {
    issues.push({
      field: 'jitter',
      value: jitter,
      allowed: 'another jitter, since decorrelated waits grow from a base',
    });
  }
  return issues;
}

/** Child names of every group, by the group's path; the root is the empty path. */
const CHILDREN = childrenOf(FIELDS.map((field) => field.path));

function childrenOf(paths: readonly string[]): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const path of paths) {
    const parts = path.split('.');
    for (let depth = 0; depth < parts.length; depth++) {
      const parent = parts.slice(0, depth).join('.');
      const names = children.get(parent) ?? [];
      if (!names.includes(parts[depth] as string)) names.push(parts[depth] as string);
      children.set(parent, names);
    }
  }
  return children;
}

function refuseUnknown(value: Plain, path: string, issues: InputIssue[]): void {
  const known = CHILDREN.get(path) ?? [];
  for (const key of Object.keys(value)) {
    const child = path === '' ? key : `${path}.${key}`;
    if (!known.includes(key)) issues.push(withPath(unknownKey(child, key, known), key));
    else if (CHILDREN.has(child)) {
      const group = value[key];
      if (isPlain(group)) refuseUnknown(group, child, issues);
      else if (group !== undefined && !(group === null && NULLABLE_GROUPS.includes(child))) {
        issues.push({ field: child, value: group, allowed: `an object with ${CHILDREN.get(child)?.join(', ')}` });
      }
    }
  }
}

/** A name that is right in another group is told with its path. */
function withPath(issue: InputIssue, key: string): InputIssue {
  const paths = FIELDS.map(({ path }) => path).filter((path) => path === key || path.endsWith(`.${key}`));
  return paths.length === 0 ? issue : { ...issue, hint: `the policy has ${paths.join(' and ')}` };
}

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) freeze(child);
    Object.freeze(value);
  }
  return value;
}
