import type { Rules } from '../backoff/compile.js';
import { wilson } from '../distributions/wilson.js';
import type { Policy } from '../policy/policy.js';
import { asRules } from '../schedule/as-rules.js';
import { totalWaitOf } from '../schedule/total-wait.js';
import { waitsOf } from '../schedule/waits.js';
import { limitsOf } from './costs.js';
import { figuresAt, finiteOrNull, type Given, type SuccessFigures } from './figures.js';
import { fullLoad } from './full-load.js';
import { hiddenCapacity, hiddenCapacityWithBudget } from './hidden-capacity.js';
import { intervalsOf } from './intervals.js';
import { type Ceiling, ceilingOf, wholeSlots } from './limits.js';
import type { Load } from './load.js';
import type { PlanReport } from './report.js';
import { planSentences } from './sentences/plan-sentences.js';

/**
 * What limits and load allow a policy to do. Exact arithmetic: every figure is good to some units in the last place
 * (expected waits of decorrelated jitter to 1e-9). Throws {@link PolicyError} without any limit, for a load that cannot be
 * used, and for a policy that did not come from `parsePolicy`.
 */
export function planOf(policy: Policy | Rules, load: Partial<Load> = {}): PlanReport {
  const rules = asRules(policy);
  const known = fullLoad(load);
  const limits = limitsOf(rules.policy, known);
  const used: Load = { ...known, limits };
  const ceiling = ceilingOf(limits);
  const waits = waitsOf(rules).each;
  const planned = plannedOf(used, ceiling.attemptsPerMinute);
  const given: Given = {
    meanWaitsMs: waits.map((wait) => wait.meanMs),
    limits,
    ceilingPerMinute: ceiling.attemptsPerMinute,
    sentPerMinute: planned?.attemptsPerMinute ?? ceiling.attemptsPerMinute,
    load: used,
  };
  const successShare = used.success?.value ?? 1;
  const report = {
    ...reportOf(rules.policy, used, ceiling, planned, figuresAt(successShare, given)),
    ...measured(used, given),
  };
  const context = {
    rules,
    load: used,
    report,
    binding: ceiling.binding.limit,
    successShare,
    allFail: totalWaitOf(waits),
    allThrottled: rules.throttled === null ? null : totalWaitOf(waitsOf(rules.throttled).each),
  };
  return { ...report, sentences: planSentences(context) };
}

function reportOf(
  policy: Policy,
  load: Load,
  ceiling: Ceiling,
  planned: PlanReport['planned'],
  figures: SuccessFigures,
): Omit<PlanReport, 'sentences'> {
  const ceilingPerMinute = ceiling.attemptsPerMinute;
  const safeInFlight =
    load.latencyMs === null || load.latencyMs === 0 ? null : (ceilingPerMinute * load.latencyMs) / 60_000;
  const withBudget = hiddenCapacityWithBudget(ceilingPerMinute, policy);
  return {
    policy,
    load,
    attemptsPerRequest: figures.attemptsPerRequest,
    exhaustedShare: figures.exhaustedShare,
    expectedWaitMs: figures.expectedWaitMs,
    limits: ceiling.rates.map(({ limit, attemptsPerMinute, headroom }, index) => {
      return { name: limit.name, attemptsPerMinute, headroom, unitsToDrain: figures.unitsToDrain[index] ?? null };
    }),
    binding: ceiling.binding.limit.name,
    ceilingPerMinute,
    spacingMs: 60_000 / ceilingPerMinute,
    safeInFlight,
    slots: safeInFlight === null ? null : wholeSlots(safeInFlight),
    completedPerMinute: figures.completedPerMinute,
    resolvedPerMinute: figures.resolvedPerMinute,
    retryTax: figures.retryTax,
    hiddenCapacityPerMinute: hiddenCapacity(ceilingPerMinute, policy),
    ...(withBudget === undefined ? {} : { hiddenCapacityWithBudgetPerMinute: withBudget }),
    planned,
    drain: figures.drain,
  };
}

function plannedOf({ inFlight, latencyMs }: Load, ceilingPerMinute: number): PlanReport['planned'] {
  if (inFlight === null || latencyMs === null || latencyMs === 0) return null;
  const attemptsPerMinute = finiteOrNull((inFlight * 60_000) / latencyMs);
  const utilization = attemptsPerMinute === null ? null : finiteOrNull(attemptsPerMinute / ceilingPerMinute);
  return attemptsPerMinute === null || utilization === null ? null : { attemptsPerMinute, utilization };
}

/** A measured success share is known only within its interval, and so is all that follows from it. */
function measured({ success }: Load, given: Given): Pick<PlanReport, 'interval' | 'intervals'> {
  if (success === null || success.counts === null) return {};
  const { successes, trials } = success.counts;
  const interval = wilson(successes, trials);
  const [atLow, atHigh] = [figuresAt(interval.low, given), figuresAt(interval.high, given)];
  return { interval, intervals: intervalsOf(atLow, atHigh, given.limits) };
}
