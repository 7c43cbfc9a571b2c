import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalMs } from '../backoff/backoff.js';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from './parse-policy.js';
import type { PolicyInput } from './policy.js';

const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const nullable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.oneof(fc.constant(null), value);
const durationMs = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e12, noNaN: true })).map((ms) => ms + 0);
const positiveMs = durationMs.map((ms) => ms + 1);
const count = fc.integer({ min: 1, max: 1_000_000 });
const amount = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const optional = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const computed = optional({
  baseMs: durationMs,
  multiplier: fc.double({ min: 1, max: 10, noNaN: true }),
  capMs: nullable(durationMs),
  throttledBaseMs: nullable(durationMs),
});
const range = fc.tuple(share, share).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) + 0.5 }));
const budget = fc.oneof(
  optional({ kind: fc.constant('ratio'), share, windowMs: positiveMs, floorPerSecond: count }),
  fc.record({
    kind: fc.constant('tokens'),
    capacity: count,
    cost: optional({ transient: count, throttled: count }),
    refund: optional({ firstTry: count, retry: fc.oneof(fc.constant('cost'), count) }),
  }),
);
const quotas = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[A-Za-z][\w.-]{0,5}$/), amount, windowMs: positiveMs }),
  {
    selector: ({ name }) => name,
    maxLength: 3,
  },
);

/** Any policy that is in order, written with any of its fields left out. */
const policies = optional({
  backoff: fc.oneof(computed, fc.record({ delaysMs: fc.array(durationMs, { minLength: 1, maxLength: 5 }) })),
  jitter: fc.oneof(fc.constantFrom('none', 'full', 'equal'), range),
  maxAttempts: fc.integer({ min: 1, max: 1000 }),
  refusals: optional({ countAsAttempts: fc.boolean(), max: fc.nat({ max: 1_000_000 }) }),
  retryAfter: optional({
    honor: fc.boolean(),
    maxMs: durationMs,
    beyondMax: fc.constantFrom('fail', 'clamp', 'backoff'),
    spreadMs: fc.oneof(fc.constant('auto'), durationMs),
  }),
  retryOn: optional({
    statuses: fc.array(fc.constantFrom(408, 409, 425, 429, 500, 599, '5xx')),
    networkErrors: fc.boolean(),
    idempotent: fc.constantFrom('auto', 'always', 'never'),
  }),
  attemptTimeoutMs: nullable(positiveMs),
  idleTimeoutMs: nullable(positiveMs),
  deadlineMs: nullable(durationMs),
  maxInFlight: nullable(count),
  initialInFlight: count,
  quotas,
  retryBudget: nullable(budget),
  throttle: nullable(optional({ k: count.map((k) => 1 + k / 2000), windowMs: positiveMs, maxRejectShare: share })),
  breaker: nullable(optional({ threshold: count, resetMs: positiveMs, halfOpenPermits: count })),
  onGiveUp: fc.constantFrom('response', 'throw'),
});

describe('any policy that is in order', () => {
  it('is the same after a trip through JSON, and again after another', () => {
    fc.assert(
      fc.property(policies, (input) => {
        const policy = parsePolicy(input as PolicyInput);
        expect(parsePolicy(JSON.parse(JSON.stringify(input)))).toEqual(policy);
        expect(parsePolicy(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps every value that was written', () => {
    fc.assert(
      fc.property(policies, (input) => {
        expect(parsePolicy(input as PolicyInput)).toMatchObject(JSON.parse(JSON.stringify(input)));
      }),
      { numRuns: 300 },
    );
  });

  it('compiles to waits that are in order', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 2000 }), (input, retry) => {
        const { minMs, maxMs } = intervalMs(compile(parsePolicy(input as PolicyInput)), retry);
        expect(minMs).toBeLessThanOrEqual(maxMs);
        expect(Number.isFinite(maxMs)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
