import { describe, expect, it } from 'vitest';
import { backoffMs, intervalMs } from '../src/core/backoff/backoff.js';
import { compile } from '../src/core/backoff/compile.js';
import { parsePolicy } from '../src/core/policy/parse-policy.js';
import { createRandom } from '../src/core/random/random.js';
import { scheduleOf } from '../src/core/schedule/schedule.js';
import { playRuntime } from './agreement/run-time.js';
import { randomScenario, type Scenario } from './agreement/script.js';
import { playSimulated } from './agreement/simulated.js';

const CASES = 1000;

/** Every way for a call to end that a fetch without explicit costs can meet. */
const REASONS = [
  'aborted',
  'answered',
  'attempts-exhausted',
  'breaker-open',
  'budget-exhausted',
  'method-not-repeatable',
  'quota-spent',
  'refusals-exhausted',
  'throttled',
  'wait-exceeds-deadline',
  'wait-exceeds-max',
];

describe('the runtime and the simulator are one client', () => {
  it(`${CASES} random policies, seeds and outcomes give the same attempts, instants and ends`, async () => {
    const reasons = new Set<string>();
    for (let seed = 1; seed <= CASES; seed++) {
      const scenario = randomScenario(seed);
      const simulated = playSimulated(scenario);
      const real = await playRuntime(scenario);
      expect(real, `case ${seed}: ${JSON.stringify(scenario)}`).toEqual(simulated);
      for (const { reason, endedAt } of simulated) {
        expect(endedAt, `case ${seed} has a call that never ended`).toBeGreaterThanOrEqual(0);
        reasons.add(reason);
      }
    }
    // A thousand trivial runs would agree too: every way for a call to end must have come up.
    expect([...reasons].sort()).toEqual(REASONS);
  });

  it('another seed gives other instants, so the comparison sees the draws', () => {
    const scenario = alwaysFailing({ jitter: 'full' }, 1);
    expect(playSimulated({ ...scenario, seed: 2 })).not.toEqual(playSimulated(scenario));
  });
});

describe('the waits are those of the schedule', () => {
  const jitters = ['none', 'full', 'equal', 'decorrelated', { low: 0.75, high: 1 }, { low: 0.8, high: 1.2 }] as const;
  const runs = 2000;

  it.each(jitters)('%j: every wait is the draw of its retry, within its bounds, and the means agree', (jitter) => {
    const input = { backoff: { baseMs: 200, multiplier: 2, capMs: 3000 }, jitter, maxAttempts: 7 };
    const rules = compile(parsePolicy(input));
    const report = scheduleOf(parsePolicy(input));
    const sums = report.retries.map(() => 0);
    for (let seed = 0; seed < runs; seed++) {
      const scenario = alwaysFailing(input, seed);
      const random = createRandom(seed);
      let previousMs = rules.baseMs;
      const { sentAt } = playSimulated(scenario)[0] as { sentAt: number[] };
      expect(sentAt).toHaveLength(7);
      for (let retry = 1; retry < sentAt.length; retry++) {
        const waitMs = (sentAt[retry] as number) - (sentAt[retry - 1] as number) - LATENCY_MS;
        previousMs = backoffMs(rules, retry, previousMs, random.next());
        expect(waitMs).toBeCloseTo(previousMs, 6);
        const { minMs, maxMs } = intervalMs(rules, retry);
        expect(waitMs).toBeGreaterThanOrEqual(minMs - 1e-6);
        expect(waitMs).toBeLessThanOrEqual(maxMs + 1e-6);
        sums[retry - 1] = (sums[retry - 1] as number) + waitMs;
      }
    }
    for (const [index, { meanMs, stddevMs }] of report.retries.entries()) {
      const standardError = stddevMs / Math.sqrt(runs);
      expect(Math.abs((sums[index] as number) / runs - meanMs)).toBeLessThanOrEqual(4 * standardError + 1e-6);
    }
  });
});

const LATENCY_MS = 12.5;

function alwaysFailing(policy: Scenario['policy'], seed: number): Scenario {
  const results = [{ status: 500, latencyMs: LATENCY_MS, hintMs: null }];
  return { policy, seed, calls: [{ at: 0, bucket: 'a', repeatable: true, abortAfterMs: null, results }] };
}
