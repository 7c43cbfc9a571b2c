import { Outcome } from '../../src/core/engine/outcome.js';
import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createRandom } from '../../src/core/random/random.js';
import type { Result, Script } from './engine-world.js';

/** A policy and its calls, the same for the same seed. */
export interface Traffic {
  readonly policy: PolicyInput;
  readonly scripts: readonly Script[];
  readonly nudges: readonly number[];
}

const OUTCOMES = [
  ...Array<Outcome>(5).fill(Outcome.OK),
  ...Array<Outcome>(3).fill(Outcome.REFUSED),
  ...Array<Outcome>(2).fill(Outcome.OVERLOADED),
  ...Array<Outcome>(2).fill(Outcome.UNKNOWN),
  Outcome.REJECTED,
  Outcome.TERMINAL,
];

/**
 * Random traffic. Times are coarse, so that many things happen in the same instant: submissions, answers, aborts,
 * deadlines, cuts and wake-ups meet there in every order.
 */
export function randomTraffic(seed: number): Traffic {
  const { next: u } = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(u() * values.length)] as T;
  const chance = (share: number): boolean => u() < share;
  const some = <T>(n: number, make: () => T): T[] => Array.from({ length: Math.ceil(u() * n) }, make);
  const coarse = (most: number): number => Math.floor((u() * most) / 50) * 50;

  const quotas = chance(0.5)
    ? [
        { name: 'requests', amount: pick([1, 5, 20]), windowMs: pick([500, 5000]), burst: pick([1, 3, 10]) },
        { name: 'tokens', amount: pick([100, 1000]), windowMs: pick([1000, 10_000]), burst: pick([50, 400]) },
        ...(chance(0.2) ? [{ name: 'day', amount: pick([3, 30]), windowMs: 7_200_000 }] : []),
      ]
    : [];
  const policy: PolicyInput = {
    backoff: { baseMs: pick([0, 50, 200]), capMs: pick([400, 5000]), throttledBaseMs: pick([null, 100]) },
    jitter: pick(['none', 'full', 'equal', 'decorrelated']),
    maxAttempts: pick([1, 2, 4]),
    refusals: { countAsAttempts: chance(0.3), max: pick([0, 2, 10]) },
    retryAfter: {
      maxMs: pick([300, 10_000]),
      beyondMax: pick(['fail', 'clamp', 'backoff']),
      spreadMs: pick(['auto', 100]),
    },
    attemptTimeoutMs: pick([null, null, 150]),
    deadlineMs: pick([null, null, 500, 3000]),
    maxInFlight: pick([null, 1, 2, 5]),
    initialInFlight: pick([1, 3]),
    quotas,
    retryBudget: pick([
      null,
      null,
      { share: 0.2, windowMs: 2000, floorPerSecond: 1 },
      { kind: 'tokens', capacity: 40 },
      { kind: 'tokens', capacity: 40, refund: { firstTry: 3, retry: 2 } },
    ]),
    throttle: chance(0.2) ? { k: 1.5, windowMs: 3000 } : null,
    breaker: chance(0.2) ? { threshold: 3, resetMs: 400, halfOpenPermits: pick([1, 2]) } : null,
  };
  const result = (): Result => ({
    outcome: pick(OUTCOMES),
    latencyMs: chance(0.1) ? u() * 300 : coarse(300),
    hintMs: chance(0.3) ? pick([0, 50, 200, 1000, 20_000]) : null,
    scope: chance(0.2) ? 'account' : 'bucket',
  });
  const scripts = some(40, (): Script => {
    const abortAt = chance(0.2) ? coarse(6000) : null;
    const cost = quotas.length === 0 || chance(0.3) ? null : [pick([1, 1, 2]), pick([0, 10, 45]), 1];
    const never: Result = { outcome: Outcome.OK, latencyMs: null };
    return {
      at: chance(0.5) ? 0 : coarse(4000),
      account: pick(['x', 'x', 'x', 'y']),
      bucket: pick(['a', 'b', 'c']),
      costs: cost?.slice(0, quotas.length) ?? null,
      repeatable: chance(0.7),
      abortAt,
      // What never answers can only be ended from outside.
      results: abortAt !== null && chance(0.3) ? [...some(2, result), never] : some(5, result),
    };
  });
  // An abort before its submission would abort nothing.
  const inOrder = scripts.map((script) =>
    (script.abortAt ?? Infinity) < script.at ? { ...script, abortAt: script.at + 100 } : script,
  );
  return { policy, scripts: inOrder, nudges: some(5, () => coarse(5000)) };
}
