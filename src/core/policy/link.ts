import { InputError, type InputIssue, PolicyError } from '../errors.js';
import { digitsOf } from '../grammar/digits.js';
import { parseLimit } from '../grammar/limit.js';
import type { Field } from './field.js';
import { FIELDS, NULLABLE_GROUPS } from './fields.js';
import { parsePolicy } from './parse-policy.js';
import { type Plain, setAt, valueAt } from './paths.js';
import type { Policy, Quota } from './policy.js';
import { readWritten, writeDuration, writeField } from './written.js';

/** One parameter of a link. Keys are the flags' names, or the dotted path where a field has no flag. */
export type LinkParameter = readonly [key: string, value: string];

/** What a link says: a usable policy in any case, and what had to be left out of it. */
export interface LinkedPolicy {
  readonly policy: Policy;
  /** Values that could not be used; the default stands in their place. */
  readonly issues: readonly InputIssue[];
  /** Keys that name nothing of a policy. They are left to whoever else reads the link. */
  readonly unknown: readonly string[];
}

/** The parameters that lead back to a policy: what differs from the defaults, quotas as one `quota` each. */
export function linkOf(policy: Policy): LinkParameter[] {
  const defaults = defaultsBeside(policy);
  const parameters: LinkParameter[] = [];
  for (const field of FIELDS) {
    const value = valueAt(policy, field.path);
    if (field.kind === 'quotas') parameters.push(...policy.quotas.map(writeQuota));
    else if (value !== undefined && (opensGroup(field, policy) || !same(field, value, valueAt(defaults, field.path)))) {
      parameters.push([keyOf(field), writeField(field, value)]);
    }
  }
  return parameters;
}

/** Reads a link's parameters. Never throws: a link is often old or cut short, and most of it may still be right. */
export function policyOfLink(parameters: readonly LinkParameter[]): LinkedPolicy {
  const input: Plain = {};
  const issues: InputIssue[] = [];
  const unknown: string[] = [];
  const quotas: Quota[] = [];
  for (const [key, text] of parameters) {
    const field = FIELDS.find((known) => keyOf(known) === key);
    try {
      if (field === undefined) unknown.push(key);
      else if (field.kind === 'quotas') quotas.push(readQuota(text));
      else setAt(input, field.path, readWritten(field, text, key));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      issues.push(error.issue);
    }
  }
  if (quotas.length > 0) input.quotas = quotas;
  try {
    return { policy: parsePolicy(input), issues, unknown };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { policy: parsePolicy({}), issues: [...issues, ...error.issues], unknown };
  }
}

/** Parameters as the part of an address after `#` or `?`, with what is legal there left readable. */
export function writeQuery(parameters: readonly LinkParameter[]): string {
  return parameters.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
}

/** The parameters of an address's part after `#` or `?`. Broken escapes are taken as they stand. */
export function readQuery(query: string): LinkParameter[] {
  const parts = query.replace(/^[#?]/, '').split('&');
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at === -1 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
}

function keyOf(field: Field): string {
  if (field.kind === 'quotas') return 'quota';
  if (field.kind === 'durations') return 'delays';
  return field.flag ?? field.path;
}

/** What parsePolicy fills in when only the variants are chosen, so that a link need not say it. */
function defaultsBeside(policy: Policy): Policy {
  const { backoff, retryBudget } = policy;
  return parsePolicy({
    backoff: 'delaysMs' in backoff ? { delaysMs: [0] } : {},
    ...(retryBudget === null ? {} : { retryBudget: { kind: retryBudget.kind } }),
    ...(policy.throttle === null ? {} : { throttle: {} }),
    ...(policy.breaker === null ? {} : { breaker: {} }),
  });
}

/** A group that is off by default is switched on by its first field, so that one is always written. */
function opensGroup(field: Field, policy: Policy): boolean {
  const group = NULLABLE_GROUPS.find((name) => field.path.startsWith(`${name}.`));
  return (
    group !== undefined &&
    FIELDS.find(({ path }) => path.startsWith(`${group}.`)) === field &&
    valueAt(policy, group) !== null
  );
}

function same(field: Field, a: unknown, b: unknown): boolean {
  return field.kind !== 'durations' && b !== undefined && writeField(field, a) === writeField(field, b);
}

function writeQuota({ name, amount, windowMs, burst }: Quota): LinkParameter {
  const rate = `${name}=${digitsOf(amount)}/${writeDuration(windowMs)}`;
  return ['quota', burst === amount ? rate : `${rate}+${digitsOf(burst)}`];
}

function readQuota(text: string): Quota {
  const { name, amount, windowMs, burst } = parseLimit(text, 'quota');
  return { name, amount, windowMs, burst };
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|2F|3A|3D|40)/g, decodeURIComponent);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
