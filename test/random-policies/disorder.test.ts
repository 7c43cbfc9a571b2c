// The checks that the random policies go through can fail: each finds its own kind of disorder.

import { describe, expect, it } from 'vitest';
import { loadFromFlags } from '../../src/core/capacity/load-flags.js';
import { planOf } from '../../src/core/capacity/plan.js';
import type { PlanReport } from '../../src/core/capacity/report.js';
import type { CallModel } from '../../src/core/distributions/time-to-success.js';
import { uniformTotals } from '../../src/core/distributions/uniform/uniform-sum.js';
import type { TotalWaits } from '../../src/core/distributions/wait-distribution.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import type { ScheduleReport } from '../../src/core/schedule/report.js';
import { scheduleOf } from '../../src/core/schedule/schedule.js';
import { curveDisorder, deadlineDisorder } from './deadline-disorder.js';
import { disorders } from './look.js';
import { planDisorder } from './plan-disorder.js';
import { randomCase } from './random-case.js';
import { scheduleDisorder } from './schedule-disorder.js';

/** Everything may be written, so that it can be broken. */
type Loose<T> = { -readonly [K in keyof T]: T[K] extends object ? Loose<T[K]> : T[K] extends number ? number : T[K] };

const policy = parsePolicy({ backoff: { throttledBaseMs: 2000 }, retryBudget: {} });
const load = loadFromFlags({
  success: '37/50',
  latency: '4s',
  deadline: '60s',
  rpm: '100',
  'in-flight': '6',
  backlog: '100',
});

describe('a schedule', () => {
  const broken = (breakIt: (report: Loose<ScheduleReport>) => void): string | null => {
    const report = structuredClone(scheduleOf(policy, { load })) as Loose<ScheduleReport>;
    breakIt(report);
    return scheduleDisorder(report as ScheduleReport, load);
  };
  const row = (report: Loose<ScheduleReport>) => report.retries[2] as Loose<ScheduleReport['retries'][number]>;

  it('is in order as it comes', () => expect(broken(() => {})).toBeNull());

  it.each<[string, (report: Loose<ScheduleReport>) => void]>([
    ['report.retries.2.meanMs is NaN', (report) => Object.assign(row(report), { meanMs: Number.NaN })],
    ['report.total.p99Ms is Infinity', (report) => Object.assign(report.total, { p99Ms: Infinity })],
    ['total: waits NaN s', (report) => Object.assign(report.sentences[0] ?? {}, { text: 'waits NaN s' })],
    ['4 retries of 6 attempts', (report) => (report.retries as unknown[]).pop()],
    ['retry 3: 0 ≤ 4001', (report) => Object.assign(row(report), { meanMs: 4001 })],
    ['retry 3: 0 ≤ 2000 ≤ 32001 ≤ cap 32000', (report) => Object.assign(row(report), { maxMs: 32_001 })],
    ['retry 3: spread 2001', (report) => Object.assign(row(report), { stddevMs: 2001 })],
    ['retry 3: raw delay -1', (report) => Object.assign(row(report), { rawMs: -1 })],
    ['retry 3: chance at the cap 1.1', (report) => Object.assign(row(report), { atCapShare: 1.1 })],
    ['retry 3: sample 4001', (report) => Object.assign(row(report), { sampleMs: 4001 })],
    ['retry 3: 1499 after 1500', (report) => Object.assign(row(report), { cumulativeMeanMs: 1499 })],
    ['total: 0 ≤ 0 ≤ 30000', (report) => Object.assign(report.total, { p50Ms: 30_000 })],
    ['total: mean 31001', (report) => Object.assign(report.total, { meanMs: 31_001 })],
    ['total: spread 15501', (report) => Object.assign(report.total, { stddevMs: 15_501 })],
    ['total: p50Ms 1 is too far', (report) => Object.assign(report.total, { p50Ms: 1 })],
    ['sample -1 in total', (report) => Object.assign(report.sample, { totalMs: -1 })],
    [
      'retry 1: 3 ≤ 1000',
      (report) => Object.assign(report.throttled?.retries[0] ?? {}, { minMs: 3, meanMs: 1000, maxMs: 2 }),
    ],
    ['largest cap 31999', (report) => Object.assign(report, { largestCapThatFitsMs: 31_999 })],
    ['largest cap null', (report) => Object.assign(report, { largestCapThatFitsMs: null })],
    ['resolved by the deadline 1.1', (report) => Object.assign(report, { resolvedByDeadlineShare: 1.1 })],
    ['resolved by the deadline 0.5 outside', (report) => Object.assign(report, { resolvedByDeadlineShare: 0.5 })],
  ])('is found out: %s', (message, breakIt) => expect(broken(breakIt)).toContain(message));
});

describe('a call whose deadline moves out', () => {
  const totals = uniformTotals([{ minMs: 0, maxMs: 1000 }]);
  const call: CallModel = { successShare: 0.5, latencyMs: 100, maxAttempts: 2, totals };
  /** The same with another chance to have waited enough. */
  const withCdf = (cdf: (xMs: number) => number): CallModel => {
    const after: TotalWaits['after'] = (retries) => ({ ...totals.after(retries), cdf });
    return { ...call, totals: { retries: 1, after } };
  };

  it('is in order as it comes', () => expect([deadlineDisorder(call), curveDisorder(call)]).toEqual([null, null]));

  it('is found out when its chance falls', () => {
    expect(deadlineDisorder(withCdf((xMs) => 1 - xMs / 1000))).toMatch(/^\S+ resolved by \S+ after/);
    expect(curveDisorder(withCdf(() => Number.NaN))).toContain('curve');
  });

  it('is found out when its chance is none', () => {
    expect(deadlineDisorder({ ...call, successShare: Number.NaN })).toContain('NaN resolved');
  });
});

describe('a plan', () => {
  const broken = (breakIt: (plan: Loose<PlanReport>) => void): string | null => {
    const plan = structuredClone(planOf(policy, load)) as Loose<PlanReport>;
    breakIt(plan);
    return planDisorder(plan as PlanReport, 31_000);
  };

  it('is in order as it comes', () => expect(broken(() => {})).toBeNull());

  it.each<[string, (plan: Loose<PlanReport>) => void]>([
    ['plan.retryTax is NaN', (plan) => Object.assign(plan, { retryTax: Number.NaN })],
    ['plan.planned.utilization is undefined', (plan) => Object.assign(plan.planned ?? {}, { utilization: undefined })],
    ['attempts per request', (plan) => Object.assign(plan, { attemptsPerRequest: 6.1 })],
    ['exhausted', (plan) => Object.assign(plan, { exhaustedShare: 0.3 })],
    ['expected wait', (plan) => Object.assign(plan, { expectedWaitMs: 31_001 })],
    ['retry tax', (plan) => Object.assign(plan, { retryTax: 1 })],
    ['ceiling', (plan) => Object.assign(plan, { ceilingPerMinute: 99 })],
    ['headroom', (plan) => Object.assign(plan.limits[0] ?? {}, { headroom: 0.9 })],
    ['the binding limit', (plan) => Object.assign(plan, { binding: 'another' })],
    ['units to drain', (plan) => Object.assign(plan.limits[0] ?? {}, { unitsToDrain: 99 })],
    ['whole slots ≤', (plan) => Object.assign(plan, { slots: 7 })],
    ['whole slots', (plan) => Object.assign(plan, { slots: 5 })],
    ['resolved ≤', (plan) => Object.assign(plan, { resolvedPerMinute: 90 })],
    ['hidden', (plan) => Object.assign(plan, { hiddenCapacityPerMinute: 101 })],
    ['net ≤', (plan) => Object.assign(plan.drain, { netPerMinute: 90 })],
    ['clears', (plan) => Object.assign(plan.drain, { netPerMinute: -1 })],
    ['no backlog', (plan) => Object.assign(plan.drain, { status: 'empty' })],
    ['retryTax: ', (plan) => Object.assign(plan.intervals?.retryTax ?? {}, { low: 0.9 })],
    ['attemptsPerRequest: ', (plan) => Object.assign(plan, { attemptsPerRequest: 1.05 })],
  ])('is found out: %s', (message, breakIt) => expect(broken(breakIt)).toContain(message));
});

describe('a random case', () => {
  it('is the same for the same seed, and another for the next', () => {
    expect(JSON.stringify(randomCase(7, false))).toBe(JSON.stringify(randomCase(7, false)));
    expect(JSON.stringify(randomCase(7, false))).not.toBe(JSON.stringify(randomCase(8, false)));
  });

  it('that fails or throws is told with its seed and what it was', () => {
    expect(disorders(5, 9, 'uniform', (_rules, _load, seed) => (seed === 7 ? 'odd' : null))).toMatch(
      /^SEED=7, uniform: odd\n\{"policy":\{"backoff":/,
    );
    const thrown = disorders(1, 1, 'decorrelated', () => {
      throw new RangeError('too far');
    });
    expect(thrown).toContain('SEED=1, decorrelated: throws RangeError: too far');
  });
});
