import { type InputIssue, PolicyError } from '../errors.js';
import type { Limit } from '../grammar/limit.js';
import type { Policy, Quota } from '../policy/policy.js';
import type { Load } from './load.js';
import { LOAD_FIELDS } from './load-fields.js';

/** Units of one attempt by the name of the limit. */
export type Costs = Readonly<Record<string, number>>;

/**
 * The limits to plan with: those of the load, or the quotas of the policy where the load has none.
 * Throws {@link PolicyError} without any limit, and for a quota counted in tokens or images whose cost is not known.
 */
export function limitsOf(policy: Policy, load: Pick<Load, 'limits' | 'costs'>): readonly Limit[] {
  const limits = load.limits.length > 0 ? load.limits : quotasWithCosts(policy.quotas, load.costs);
  if (limits.length > 0) return limits;
  const allowed = 'at least one, such as --rpm 1000 or --limit requests=1000/min, or quotas in the policy';
  throw new PolicyError([{ field: 'limits', value: undefined, allowed }]);
}

/**
 * Quotas of a policy or of a server's headers as limits. One attempt takes the cost given for the quota's name, else 1;
 * but a quota counted in tokens or images needs its cost, because 1 would promise thousands of times too much.
 * Throws {@link PolicyError} naming the flag that is missing.
 */
export function quotasWithCosts(quotas: readonly Quota[], costs: Costs): Limit[] {
  const issues = quotas.flatMap((quota) => missingCost(quota.name, costs) ?? []);
  if (issues.length > 0) throw new PolicyError(issues);
  return quotas.map((quota) => ({ ...quota, cost: costFor(quota.name, costs) ?? 1 }));
}

/** The cost given for a limit of this name, or undefined. */
export function costFor(name: string, costs: Costs): number | undefined {
  return Object.hasOwn(costs, name) ? costs[name] : undefined;
}

/** The issue of a limit that is counted in something other than requests when its cost is not given; else null. */
export function missingCost(name: string, costs: Costs): InputIssue | null {
  if (costFor(name, costs) !== undefined) return null;
  const field = LOAD_FIELDS.find((each) => each.costOf?.includes(name));
  if (field === undefined) return null;
  const allowed = `what one attempt takes of the limit ${name}, above 0`;
  return { field: `--${field.flag}`, value: undefined, allowed, hint: `in a policy file, load.costs.${name}` };
}
