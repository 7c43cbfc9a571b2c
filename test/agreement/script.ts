import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createRandom } from '../../src/core/random/random.js';

/** How one attempt of a scripted call ends. */
export interface ScriptedResult {
  /** 0: a network fault that may have been processed; 1: a connection that was never made. */
  readonly status: number;
  readonly latencyMs: number;
  /** Whole ms, as a header carries it; null for none. */
  readonly hintMs: number | null;
}

export interface ScriptedCall {
  readonly at: number;
  readonly bucket: string;
  readonly repeatable: boolean;
  /** When the caller aborts, after the submission; null when it does not. */
  readonly abortAfterMs: number | null;
  /** One result per attempt; the last repeats. */
  readonly results: readonly ScriptedResult[];
}

/** One case: a policy, a seed of its jitter, and what happens to each call. */
export interface Scenario {
  readonly policy: PolicyInput;
  readonly seed: number;
  readonly calls: readonly ScriptedCall[];
}

/** What a driver made of a call: when each attempt left, when and why the call ended. */
export interface Trace {
  readonly sentAt: number[];
  endedAt: number;
  reason: string;
  retryAfterMs: number | null;
}

const STATUSES = [200, 200, 429, 429, 429, 500, 500, 503, 529, 408, 404, 501, 0, 0, 1];

/** A random case, the same for the same seed. Latencies have fractions, so that no two events share an instant. */
export function randomScenario(seed: number): Scenario {
  const random = createRandom(seed);
  const u = (): number => random.next();
  const pick = <T>(values: readonly T[]): T => values[Math.floor(u() * values.length)] as T;
  const sometimes = <T>(share: number, value: () => T, otherwise: T): T => (u() < share ? value() : otherwise);
  const baseMs = pick([0, 1, 50, 1000, 2500.5]);
  const policy: PolicyInput = {
    backoff:
      u() < 0.1
        ? { delaysMs: [10, 200, 3000] }
        : {
            baseMs,
            multiplier: pick([1, 1.5, 2, 10]),
            capMs: pick([null, 800, 32_000]),
            minMs: pick([0, 0, 20]),
            throttledBaseMs: pick([null, null, 700]),
          },
    jitter: pick(['none', 'full', 'equal', { low: 0.75, high: 1 }, { low: 0.8, high: 1.2 }]),
    maxAttempts: pick([1, 2, 3, 6, 12]),
    refusals: { countAsAttempts: u() < 0.3, max: pick([0, 3, 100]) },
    retryAfter: {
      honor: u() < 0.85,
      maxMs: pick([1000, 20_000, 600_000]),
      beyondMax: pick(['fail', 'clamp', 'backoff']),
      spreadMs: pick(['auto', 0, 250]),
    },
    retryOn: { idempotent: pick(['auto', 'always', 'never']), networkErrors: u() < 0.9 },
    attemptTimeoutMs: sometimes(0.3, () => 150 + 500 * u(), null),
    deadlineMs: sometimes(0.4, () => 200 + 20_000 * u(), null),
    maxInFlight: pick([null, 1, 2]),
    initialInFlight: pick([1, 2, 4]),
    quotas: sometimes(
      0.3,
      () => [{ name: 'requests', amount: pick([1, 3]), windowMs: pick([500, 4000, 7_200_000]), burst: pick([1, 2]) }],
      [],
    ),
    retryBudget: pick([
      null,
      null,
      { kind: 'ratio', share: 0.2, windowMs: 3000, floorPerSecond: 0.4 },
      { kind: 'tokens', capacity: 30 },
      { kind: 'tokens', capacity: 30, refund: { firstTry: 2, retry: 3 } },
    ]),
    throttle: sometimes(0.25, () => ({ k: 1.1, windowMs: 20_000 }), null),
    breaker: sometimes(0.25, () => ({ threshold: 2, resetMs: 900 }), null),
  };
  if (u() < 0.2 && !('delaysMs' in (policy.backoff ?? {}))) Object.assign(policy, { jitter: 'decorrelated' });
  const calls = Array.from({ length: 1 + Math.floor(u() * 8) }, () => ({
    at: u() < 0.3 ? 0 : 5000 * u(),
    bucket: pick(['a', 'b']),
    repeatable: u() < 0.7,
    abortAfterMs: sometimes(0.1, () => 3000 * u(), null),
    results: Array.from({ length: 1 + Math.floor(u() * 6) }, () => ({
      status: pick(STATUSES),
      latencyMs: 1 + 400 * u(),
      hintMs: sometimes(0.3, () => pick([0, 37, 1500, 15_000, 900_000]), null),
    })),
  }));
  return { policy, seed: Math.floor(u() * 2 ** 32), calls };
}

/** The result of attempt n ≥ 1 of a call. */
export function resultOf(call: ScriptedCall, attempt: number): ScriptedResult {
  return call.results[Math.min(attempt, call.results.length) - 1] as ScriptedResult;
}
