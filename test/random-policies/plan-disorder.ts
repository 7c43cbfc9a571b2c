import { ceilingOf } from '../../src/core/capacity/limits.js';
import type { PlanReport } from '../../src/core/capacity/report.js';
import { notFinite, notSaid } from './not-finite.js';

/** A thousand roundings, as a share. */
const ROUNDING = 1e-12;

/** What is wrong with a plan, in words; null when all its figures are in order. `worstMs` is the worst total wait. */
export function planDisorder(plan: PlanReport, worstMs: number): string | null {
  return (
    notFinite(plan, 'plan') ??
    notSaid(plan.sentences) ??
    firstBroken(promisesOf(plan, worstMs)) ??
    intervalsDisorder(plan)
  );
}

type Promises = Readonly<Record<string, boolean>>;

function firstBroken(promises: Promises): string | null {
  const broken = Object.entries(promises).find(([, kept]) => !kept);
  return broken === undefined ? null : `not so: ${broken[0]}`;
}

function promisesOf(plan: PlanReport, worstMs: number): Promises {
  const { policy, load, ceilingPerMinute: ceiling, drain, planned, limits } = plan;
  const most = (value: number, bound: number): boolean => value <= bound * (1 + ROUNDING);
  const within = (low: number, value: number, high: number): boolean => value >= low && most(value, high);
  const successShare = load.success?.value ?? 1;
  const { attemptsPerMinute } = ceilingOf(load.limits);
  const withBudget = plan.hiddenCapacityWithBudgetPerMinute ?? plan.hiddenCapacityPerMinute;
  return {
    '1 ≤ attempts per request ≤ all': within(1, plan.attemptsPerRequest, policy.maxAttempts),
    '0 ≤ exhausted ≤ 1 − success': within(0, plan.exhaustedShare, 1 - successShare),
    '0 ≤ expected wait ≤ worst': within(0, plan.expectedWaitMs, worstMs),
    '0 ≤ retry tax < 1': plan.retryTax >= 0 && plan.retryTax < 1,
    '0 < ceiling': ceiling > 0 && ceiling === attemptsPerMinute,
    '0 < spacing': plan.spacingMs > 0,
    'headroom ≥ 1': limits.every((limit) => limit.headroom >= 1 && most(ceiling, limit.attemptsPerMinute)),
    'the binding limit is one of them, without headroom':
      (limits.find(({ name }) => name === plan.binding)?.headroom ?? Infinity) <= 1 + ROUNDING,
    'units to drain ≥ backlog': limits.every(({ unitsToDrain }, index) => {
      const least = load.backlog * (load.limits[index]?.cost ?? 1);
      return unitsToDrain === null ? successShare < 1e-9 || load.backlog > 1 : most(least, unitsToDrain);
    }),
    'whole slots ≤ in flight': plan.slots === null || most(plan.slots, plan.safeInFlight as number),
    'in flight − 1 < whole slots':
      plan.slots === null || plan.slots > (plan.safeInFlight as number) * (1 - ROUNDING) - 1,
    'resolved ≤ completed ≤ ceiling':
      plan.resolvedPerMinute >= 0 &&
      most(plan.resolvedPerMinute, plan.completedPerMinute) &&
      most(plan.completedPerMinute, ceiling),
    'hidden ≤ with a budget ≤ ceiling': most(plan.hiddenCapacityPerMinute, withBudget) && most(withBudget, ceiling),
    'planned > 0': planned === null || (planned.attemptsPerMinute > 0 && planned.utilization >= 0),
    'net ≤ resolved': drain.netPerMinute <= drain.resolvedPerMinute,
    'a backlog that clears has a net above 0':
      drain.status !== 'clears' || (drain.netPerMinute > 0 && load.backlog > 0),
    'a backlog that grows has a shortfall': drain.status !== 'grows' || (drain.shortfallPerMinute as number) >= 0,
    'no backlog is empty': drain.status !== 'empty' || (load.backlog === 0 && drain.netPerMinute >= 0),
  };
}

function intervalsDisorder({ interval, intervals = {}, ...plan }: PlanReport): string | null {
  if (interval === undefined) return null;
  if (!(interval.low >= 0 && interval.low <= interval.high && interval.high <= 1))
    return `interval ${JSON.stringify(interval)}`;
  for (const [path, { low, high }] of Object.entries(intervals)) {
    if (low === null ? high !== null : high !== null && low > high) return `${path}: ${low}…${high}`;
    const figure = (plan as unknown as Record<string, unknown>)[path];
    if (typeof figure !== 'number' || low === null || high === null) continue;
    const slack = ROUNDING * figure;
    if (!(figure >= low - slack && figure <= high + slack)) return `${path}: ${figure} outside ${low}…${high}`;
  }
  return null;
}
