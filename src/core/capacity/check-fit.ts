import { type InputIssue, PolicyError } from '../errors.js';
import { digitsOf } from '../grammar/digits.js';
import type { Limit } from '../grammar/limit.js';

/**
 * Throws {@link PolicyError} for every limit whose burst is below the cost of one attempt. A client refuses such a call
 * at once (`never-fits`), so a rate for it would promise what never comes.
 */
export function checkFit(limits: readonly Limit[]): void {
  const issues = limits.flatMap((limit) => (limit.cost > limit.burst ? tooLarge(limit) : []));
  if (issues.length > 0) throw new PolicyError(issues);
}

function tooLarge({ name, cost, burst }: Limit): InputIssue {
  const raised = digitsOf(cost);
  return {
    field: `limits.${name}.cost`,
    value: cost,
    allowed: `at most ${digitsOf(burst)}: the limit ${name} never holds more at once, so no such attempt could ever go`,
    hint: `make each attempt smaller, or raise the burst to ${raised} where the server allows it, with +${raised} in --limit`,
  };
}
