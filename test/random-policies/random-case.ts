import type { QuotaInput } from '../../src/core/policy/policy.js';
import { createRandom } from '../../src/core/random/random.js';

/** A policy and a load as people may write them, the same for the same seed. Both are in order, however odd. */
export interface RandomCase {
  readonly policy: {
    readonly backoff: Readonly<Record<string, number | readonly number[] | null>>;
    readonly jitter: string | { readonly low: number; readonly high: number };
    readonly maxAttempts: number;
    readonly deadlineMs: number | null;
    readonly quotas: readonly QuotaInput[];
    readonly retryBudget: object | null;
  };
  readonly load: Readonly<Record<string, unknown>>;
}

/** Longest duration, largest count: whole numbers are exact up to here. */
const MOST = Number.MAX_SAFE_INTEGER;

/**
 * Ordinary policies and loads, mixed with whatever is still allowed: base 0 and 5e-324 ms, 285 000 years, a cap of 0 or
 * below the base, one attempt and a thousand, shares next to 0 and 1. `decorrelated` asks for that jitter, or for any other.
 * Decorrelated schedules are kept short, since their cost grows with every retry.
 */
export function randomCase(seed: number, decorrelated: boolean): RandomCase {
  const { next: u } = createRandom(seed);
  const chance = (share: number): boolean => u() < share;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(u() * values.length)] as T;
  const whole = (low: number, high: number): number => low + Math.floor(u() * (high - low + 1));
  /** Even in its digits rather than in its value. */
  const scaled = (low: number, high: number): number => low * (high / low) ** u();
  const orNull = <T>(share: number, make: () => T): T | null => (chance(share) ? null : make());

  const duration = (): number => {
    const kind = u();
    if (kind < 0.1) return 0;
    if (kind < 0.4) return pick([1, 20, 50, 100, 250, 500, 1000, 2000, 30_000, 60_000]);
    if (kind < 0.9) return scaled(0.01, 1e7);
    return pick([MOST, scaled(1e7, MOST), scaled(1e-300, 0.01), Number.MIN_VALUE, 0.1 + 0.2, 1e-9]);
  };
  const share = (): number => {
    const kind = u();
    if (kind < 0.6) return u();
    return pick([0, 1, 0.5, 1e-9, 1e-17, 5e-324, 1 - 2 ** -53, 1 - 1e-9]);
  };
  const units = (): number => (chance(0.7) ? whole(1, 200_000) : scaled(1e-9, MOST));

  const backoff = (): RandomCase['policy']['backoff'] => {
    const baseMs = duration();
    const capMs = orNull(0.25, () =>
      chance(0.5) ? Math.min(MOST, baseMs * pick([scaled(0.1, 1000), 1, 1 + 1e-13, 3, 9])) : duration(),
    );
    const most = capMs ?? MOST;
    const minMs = chance(0.75) ? 0 : pick([Math.min(most, duration()), u() * most, most, Math.min(most, baseMs)]);
    if (!decorrelated && chance(0.08)) {
      const count = chance(0.02) ? 1000 : whole(1, 12);
      return { delaysMs: Array.from({ length: count }, duration), capMs, minMs };
    }
    const multiplier = pick([1, 1.5, 2, 2, 10, 1 + 1e-12, 1 + 9 * u(), 1 + u()]);
    return { baseMs, multiplier, capMs, minMs, throttledBaseMs: orNull(0.9, duration) };
  };
  const jitter = (): RandomCase['policy']['jitter'] => {
    if (decorrelated) return 'decorrelated';
    if (chance(0.55)) return pick(['none', 'full', 'full', 'equal']);
    const high = pick([1, 1.2, 0.5, u() + 1e-12, 100, 100 * u() + 1e-12, 1e-12, 1e-300]);
    return { low: pick([0, high, 0.75 * high, u() * high, high * (1 - 1e-12)]), high };
  };
  const attempts = (): number => {
    const kind = u();
    if (decorrelated) return kind < 0.05 ? 1 : kind < 0.997 ? whole(2, 12) : whole(13, 200);
    if (kind < 0.04) return 1;
    if (kind < 0.85) return whole(2, 12);
    if (kind < 0.985) return whole(13, 80);
    return kind < 0.997 ? whole(81, 1000) : 1000;
  };
  const quota = (name: string): QuotaInput => {
    const windowMs = pick([1, 1000, 60_000, 60_000, 3_600_000, 86_400_000, scaled(1, MOST)]);
    return { name, amount: units(), windowMs, burst: units() };
  };
  const names = ['requests', 'own', 'tokens'];
  const quotas = (count: number): QuotaInput[] => names.slice(0, count).map(quota);

  const own = chance(0.2) ? quotas(whole(1, 2)) : [];
  const success = (): number | string => {
    const trials = whole(1, 200);
    return chance(0.3) ? `${whole(0, trials)}/${trials}` : share();
  };
  return {
    policy: {
      backoff: backoff(),
      jitter: jitter(),
      maxAttempts: attempts(),
      deadlineMs: orNull(0.8, duration),
      quotas: own,
      retryBudget: orNull(0.7, () =>
        pick([
          { kind: 'ratio', share: share() },
          { kind: 'tokens' },
          { kind: 'tokens', capacity: 1, cost: { transient: 0 }, refund: { firstTry: 0 } },
        ]),
      ),
    },
    load: {
      success: orNull(0.2, success),
      latencyMs: orNull(0.2, duration),
      deadlineMs: orNull(0.3, () => (chance(0.2) ? duration() : scaled(10, 1e6))),
      inFlight: orNull(0.3, () => (chance(0.9) ? whole(1, 1000) : MOST)),
      backlog: pick([0, whole(1, 10_000), scaled(1e-9, MOST), MOST]),
      arrivalsPerMinute: pick([0, whole(1, 1000), scaled(1e-9, MOST)]),
      limits: quotas(own.length > 0 ? whole(0, 3) : whole(1, 3)).map((limit) => ({ ...limit, cost: units() })),
    },
  };
}
