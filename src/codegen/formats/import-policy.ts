// The config of another system as a policy, with what the policy cannot say.

import { InputError } from '../../core/errors.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import type { Policy, PolicyInput } from '../../core/policy/policy.js';
import { nearest } from '../../core/text/nearest.js';
import { printable } from '../../core/text/printable.js';
import type { Format, Found } from './format.js';
import type { Loss } from './loss.js';
import { largestMeanChange, type MeanChange } from './mean-change.js';
import { refuseOther } from './other-formats.js';

/** Which policy is meant. */
export interface ImportOptions {
  /** Which policy of a file that holds several: a method, a route, a state, an instance. */
  readonly name?: string;
}

/** What the config of another system amounts to. */
export interface ImportedPolicy {
  /** The policy, normalised. */
  readonly policy: Policy;
  /** The same as a policy file would have it: only what the config decides. */
  readonly input: PolicyInput;
  /** Which one was taken; empty where it has no name. */
  readonly name: string;
  /** The names of all that the file holds. */
  readonly names: readonly string[];
  readonly losses: readonly Loss[];
  readonly largestMeanChange: MeanChange | null;
  /** What should be looked at in the config itself, one sentence each. */
  readonly warnings: readonly string[];
}

/** Reads a policy in a format: parsed data or text, as the format's `syntax` says. Throws {@link InputError}. */
export function importWith<Settings>(
  format: Format<Settings>,
  source: unknown,
  { name }: ImportOptions = {},
): ImportedPolicy {
  refuseOther(format, source);
  const all = toldApart(format.find(source));
  const chosen = choose(all, name);
  const { settings, passedOver } = chosen.read();
  const { policy: input, losses } = format.toPolicy(settings);
  const policy = parsePolicy(input);
  const meansMs = format.meansMs(settings, policy.maxAttempts - 1);
  return {
    policy,
    input,
    name: chosen.name,
    names: all.map((one) => one.name),
    losses: [...passedOver, ...losses],
    largestMeanChange: largestMeanChange(policy, meansMs, format.system),
    warnings: withoutBackoff(meansMs),
  };
}

/** Where several have no name, or one name, each has its number behind it: `#1`, `api #2`. */
function toldApart<Settings>(all: readonly Found<Settings>[]): readonly Found<Settings>[] {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return all.map((one) => {
    if (counts.get(one.name) === 1) return one;
    const number = (seen.get(one.name) ?? 0) + 1;
    seen.set(one.name, number);
    return { ...one, name: `${one.name} #${number}`.trimStart() };
  });
}

const MOST_NAMES = 12;

function choose<Settings>(all: readonly Found<Settings>[], name: string | undefined): Found<Settings> {
  const names = all.map((one) => one.name);
  const shown = names.slice(0, MOST_NAMES).map((one) => printable(one) || '(without a name)');
  const allowed = `one of ${shown.join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
  if (name === undefined) {
    const [only] = all;
    if (only !== undefined && all.length === 1) return only;
    const issue = { field: 'method', value: undefined, allowed, hint: `the file holds ${all.length} retry policies` };
    throw new InputError(issue);
  }
  const match = all.find((one) => one.name === name);
  if (match !== undefined) return match;
  const close = nearestName(name, names);
  const issue = { field: 'method', value: name, allowed };
  throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${printable(close)}?` });
}

/** The nearest name, or else the first of which a part is meant: `Payments` for `pay.Payments/Charge`. */
function nearestName(given: string, names: readonly string[]): string | null {
  const partsOf = (name: string): string[] => name.split(/[\s./:#[\]]+/).filter((part) => part !== '');
  const withPart = (part: string): string | undefined =>
    names.find((name) => partsOf(name).some((one) => one.toLowerCase() === part.toLowerCase()));
  const whole = withPart(given) ?? nearest(given, names);
  if (whole !== null) return whole;
  const part = nearest(given, names.flatMap(partsOf));
  return part === null ? null : (withPart(part) ?? null);
}

/** A burst in place of a backoff is legal everywhere, and rarely meant. */
function withoutBackoff(meansMs: readonly number[]): string[] {
  if (meansMs.length === 0 || meansMs.some((ms) => ms > 0)) return [];
  const calls = meansMs.length + 1;
  return [
    `no backoff: a call that fails is sent ${calls} times in a row without a wait, ${meansMs.length} of them retries.`,
  ];
}
