import { InputError, type InputIssue, PolicyError } from '../errors.js';
import type { Field } from './field.js';
import { FIELDS } from './fields.js';
import { type Flag, type FlagValues, flagOf } from './flag.js';
import { layerOf, mergeLayers, type PolicyLayer } from './layers.js';
import { parsePolicy } from './parse-policy.js';
import { type Plain, setAt } from './paths.js';
import type { Policy } from './policy.js';
import { readField } from './read-field.js';

/** A checked policy, and where each of its values came from. */
export interface SourcedPolicy {
  readonly policy: Policy;
  /** The layer that a field's value came from; null for a default. */
  sourceOf(path: string): PolicyLayer | null;
}

const RETRIES: Field = {
  path: 'retries',
  kind: 'integer',
  default: undefined,
  min: 0,
  max: 999,
  about: 'Calls after the first one: another way to say --attempts, as retries + 1. Give one of the two.',
};

const SEED: Field = {
  path: 'seed',
  kind: 'integer',
  default: 1,
  min: 0,
  max: 2 ** 32 - 1,
  about: 'Seed of the sample: the same seed draws the same waits everywhere.',
};

const IGNORE_RETRY_AFTER: Flag = {
  name: 'no-retry-after',
  value: null,
  about: 'Ignore the wait that the server names.',
};

/** Every flag that says something about a policy, in the order of the field table. */
export const POLICY_FLAGS: readonly Flag[] = FIELDS.flatMap((field) => {
  if (field.path === 'maxAttempts') return [flagOf(field), flagOf(RETRIES)];
  if (field.path === 'retryAfter.honor') return [IGNORE_RETRY_AFTER];
  return field.flag === undefined ? [] : [flagOf(field)];
});

/** The flag of the seed, which belongs to a run rather than to a policy. */
export const SEED_FLAG: Flag = flagOf(SEED);

/**
 * The policy that flags and the layers beneath (a file, a preset) give together: a flag beats a file, a file a preset.
 * Throws {@link PolicyError} listing every issue, each under the name of the flag or file that its value came from.
 */
export function policyFromFlags(flags: FlagValues, beneath: readonly PolicyLayer[] = []): SourcedPolicy {
  const issues: InputIssue[] = [];
  const layers: PolicyLayer[] = [{ kind: 'flag', name: 'flags', input: inputOf(flags, issues) }, ...beneath];
  let policy: Policy | null = null;
  try {
    policy = parsePolicy(mergeLayers(layers));
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    issues.push(...error.issues.map((issue) => underItsSource(issue, flags, layers)));
  }
  if (policy === null || issues.length > 0) throw new PolicyError(issues);
  return { policy, sourceOf: (path) => layerOf(layers, path) };
}

/** The seed that the flags give; 1 without one. Throws {@link InputError}. */
export function seedFromFlags(flags: FlagValues): number {
  return readField(SEED, flags[SEED.path] ?? SEED.default, `--${SEED.path}`) as number;
}

/** The values as typed: what is wrong with them is for parsePolicy to say, as with any other input. */
function inputOf(flags: FlagValues, issues: InputIssue[]): Plain {
  const input: Plain = {};
  for (const { flag, path } of FIELDS) {
    if (flag !== undefined && flags[flag] !== undefined) setAt(input, path, flags[flag]);
  }
  if (flags[IGNORE_RETRY_AFTER.name] !== undefined) setAt(input, 'retryAfter.honor', false);
  const { retries } = flags;
  if (retries === undefined) return input;
  if (flags.attempts !== undefined) {
    const hint = 'an attempt is any call, the first one included; a retry is a call after it';
    issues.push({ field: '--retries', value: retries, allowed: 'either --attempts or --retries, not both', hint });
    return input;
  }
  try {
    input.maxAttempts = (readField(RETRIES, retries, '--retries') as number) + 1;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    issues.push(error.issue);
  }
  return input;
}

function underItsSource(issue: InputIssue, flags: FlagValues, layers: readonly PolicyLayer[]): InputIssue {
  const path = issue.field.split('[', 1)[0] as string;
  const source = layerOf(layers, path) ?? layers.find((layer) => layer.kind === 'file') ?? null;
  if (source === null) return issue;
  if (source.kind !== 'flag') return { ...issue, field: `${source.name}: ${issue.field}` };
  const flag = FIELDS.find((field) => field.path === path)?.flag;
  // The value is echoed as it was typed, not as it was understood.
  return flag === undefined ? issue : { ...issue, field: `--${flag}`, value: flags[flag] };
}
