import { compile } from '../../../../src/core/backoff/compile.js';
import type { Load } from '../../../../src/core/capacity/load.js';
import { planOf } from '../../../../src/core/capacity/plan.js';
import type { PlanReport } from '../../../../src/core/capacity/report.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { waitsOf } from '../../../../src/core/schedule/waits.js';

export interface PlanInput {
  readonly policy: Policy;
  readonly load: Load;
  /** A second policy under the same load; null for none. */
  readonly pinned: Policy | null;
}

/** Everything the page shows, as plain data. */
export interface PlanView {
  readonly input: PlanInput;
  readonly a: PlanSide;
  readonly b: PlanSide | null;
}

export interface PlanSide {
  readonly report: PlanReport;
  /** Total waits of a request whose attempts all fail. */
  readonly allFail: { readonly meanMs: number; readonly maxMs: number };
}

/** The plan of one policy, or of two that are compared. Pure. Throws `PolicyError` without any limit. */
export function planView(input: PlanInput): PlanView {
  const { policy, load, pinned } = input;
  return { input, a: sideOf(policy, load), b: pinned === null ? null : sideOf(pinned, load) };
}

/** Whether a plan takes longer than a frame: the means of long decorrelated chains do. */
export function isHeavyPlan({ policy, pinned }: PlanInput): boolean {
  return [policy, pinned].some((each) => each?.jitter === 'decorrelated' && each.maxAttempts > 50);
}

function sideOf(policy: Policy, load: Load): PlanSide {
  const rules = compile(policy);
  const allFail = { meanMs: 0, maxMs: 0 };
  for (const wait of waitsOf(rules).each) {
    allFail.meanMs += wait.meanMs;
    allFail.maxMs += wait.maxMs;
  }
  return { report: planOf(rules, load), allFail };
}
