import { compile, type Rules } from '../backoff/compile.js';
import type { Policy } from '../policy/policy.js';

/** Compiles a policy unless it is compiled already, so that callers may pass whichever they have. */
export function asRules(policy: Policy | Rules): Rules {
  return typeof policy === 'object' && policy !== null && 'rawMs' in policy ? policy : compile(policy);
}
