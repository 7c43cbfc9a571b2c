import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import type { Policy, PolicyInput } from '../../../../src/core/policy/policy.js';
import type { Scenario } from '../../../../src/simulator/index.js';

/** Another policy that callers can be given while they run. */
export interface Remedy {
  readonly id: string;
  readonly title: string;
  /** Of what it makes, and of the policy of the form. */
  of(policy: Policy, yours: Policy): Policy;
}

const REMEDIES: readonly Remedy[] = [
  budget(0.05),
  budget(0.1),
  { id: 'jitter', title: 'full jitter', of: (policy) => changed(policy, { jitter: 'full' }) },
  { id: 'once', title: 'no retries', of: (policy) => changed(policy, { maxAttempts: 1 }) },
  { id: 'yours', title: 'your policy', of: (_, yours) => yours },
];

/** Those that can make a difference. A refusal by a quota is exempt from budgets, and engines keep the policy they have. */
export function remediesFor({ clients, service }: Scenario): readonly Remedy[] {
  if (clients.kind === 'engines') return [];
  const isQuota = service.kind === 'limiter' || service.kind === 'rule-book';
  return isQuota ? REMEDIES.filter(({ id }) => id === 'jitter' || id === 'yours') : REMEDIES;
}

/** Without a floor: a few retries a second that are always allowed would be a second budget. */
function budget(share: number): Remedy {
  const title = `a retry budget of ${share * 100} %`;
  const retryBudget = { kind: 'ratio', share, floorPerSecond: 0 } as const;
  return { id: `budget-${share}`, title, of: (policy) => changed(policy, { retryBudget }) };
}

function changed(policy: Policy, changes: PolicyInput): Policy {
  return parsePolicy({ ...(policy as PolicyInput), ...changes });
}
