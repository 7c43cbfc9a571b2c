import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import resolved from '../../../test/fixtures/vectors/resolve.json' with { type: 'json' };
import schedules from '../../../test/fixtures/vectors/schedule.json' with { type: 'json' };
import { compile, LONGEST_WAIT_MS } from '../backoff/compile.js';
import { loadFromFlags } from '../capacity/load-flags.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { Policy, PolicyInput } from '../policy/policy.js';
import { createRandom } from '../random/random.js';
import { largestCapThatFitsMs } from './largest-cap.js';
import type { ScheduleReport } from './report.js';
import { scheduleOf } from './schedule.js';
import { waitsOf } from './waits.js';

const QUANTILES = ['p50Ms', 'p90Ms', 'p95Ms', 'p99Ms'];

/** Every number of `expected` is in `actual`: to 1e-9 relative, quantiles to 1e-4. */
function expectClose(actual: unknown, expected: unknown, path = 'schedule', quantileTolerance = 1e-4): void {
  if (typeof expected === 'number') {
    expect(typeof actual, path).toBe('number');
    const tolerance = QUANTILES.some((name) => path.endsWith(name)) ? quantileTolerance : 1e-9;
    const error = Math.abs((actual as number) - expected) / Math.max(1, Math.abs(expected));
    expect(error, `${path}: ${actual} against ${expected}`).toBeLessThanOrEqual(tolerance);
  } else {
    for (const [key, value] of Object.entries(expected as object)) {
      const part = (actual as Record<string, unknown> | undefined)?.[key];
      expectClose(part, value, `${path}.${key}`, quantileTolerance);
    }
  }
}

interface VectorInput {
  readonly baseMs: number;
  readonly multiplier: number;
  readonly capMs: number | null;
  readonly maxAttempts: number;
  readonly jitter: string | { readonly low: number; readonly high: number };
}

const policyOf = ({ baseMs, multiplier, capMs, maxAttempts, jitter }: VectorInput): Policy =>
  parsePolicy({ backoff: { baseMs, multiplier, capMs }, maxAttempts, jitter });

describe('reference schedules', () => {
  it.each(schedules.map((vector) => [vector.name, vector] as const))('%s', (_, { input, expect: expected }) => {
    const report = scheduleOf(policyOf(input));
    const { totalQuantilesApprox, ...exact } = expected as typeof expected & { totalQuantilesApprox?: object };
    expectClose(report, exact);
    expect(report.retries).toHaveLength(input.maxAttempts - 1);
    if (totalQuantilesApprox !== undefined) expectClose(report.total, totalQuantilesApprox, 'total', 1e-3);
  });

  it('have no raw delay for decorrelated jitter, and say how often it sits at the cap', () => {
    const { retries } = scheduleOf(parsePolicy({ jitter: 'decorrelated' }));
    expect(retries.map((row) => row.rawMs)).toEqual([null, null, null, null, null]);
    expect(retries.map((row) => [row.capped, (row.atCapShare as number) > 0])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  it('count a raw delay equal to the cap as capped', () => {
    const { retries } = scheduleOf(parsePolicy({ backoff: { baseMs: 1000, capMs: 4000 }, maxAttempts: 5 }));
    expect(retries.map((row) => row.capped)).toEqual([false, false, true, true]);
  });
});

describe('chance of success by a deadline', () => {
  it.each(resolved.map((vector) => [vector.name, vector] as const))('%s', (_, { input, expect: expected }) => {
    const { successShare, latencyMs, deadlineMs } = input;
    const load = { success: { value: successShare, counts: null }, latencyMs, deadlineMs };
    const { resolvedByDeadlineShare } = scheduleOf(policyOf(input), { load });
    expect(Math.abs((resolvedByDeadlineShare as number) - expected.resolvedByDeadlineShare)).toBeLessThan(1e-6);
  });

  it('is 96.31 % by 30 s for six attempts of 4 s at success 0.5', () => {
    const load = loadFromFlags({ success: '0.5', latency: '4s', deadline: '30s' });
    expect(said(scheduleOf(parsePolicy(), { load }))['resolved-by-deadline']).toBe(
      'When 50.0 % of attempts succeed and each takes 4.00 s, 96.31 % of calls have succeeded by 30.0 s.',
    );
  });

  it('lies between those of the Wilson bounds when success was counted', () => {
    const load = loadFromFlags({ success: '37/50', latency: '1s', deadline: '5s' });
    const report = scheduleOf(parsePolicy(), { load });
    const bounds = report.intervals?.resolvedByDeadlineShare;
    expect(bounds?.low).toBeLessThan(report.resolvedByDeadlineShare as number);
    expect(bounds?.high).toBeGreaterThan(report.resolvedByDeadlineShare as number);
    expect(said(report)['resolved-by-deadline']).toMatch(
      /by 5\.00 s, between \d+\.\d\d % and \d+\.\d\d % with 95 % confidence\.$/,
    );
  });

  it('uses the deadline of the policy unless the load has one', () => {
    const policy = parsePolicy({ deadlineMs: '1s', maxAttempts: 2 });
    const load = loadFromFlags({ success: '0.5', latency: '1s' });
    expect(scheduleOf(policy, { load }).resolvedByDeadlineShare).toBe(0.5);
    expect(scheduleOf(policy, { load: { ...load, deadlineMs: 60_000 } }).resolvedByDeadlineShare).toBe(0.75);
  });
});

describe('the largest cap that fits', () => {
  const largest = (input: PolicyInput, flags: Record<string, string>): number | null | undefined =>
    scheduleOf(parsePolicy(input), { load: loadFromFlags(flags) }).largestCapThatFitsMs;

  it.each([
    // 1 + 2 + 4 + 8 + 15 = 30.
    ['five retries within 30 s', { maxAttempts: 6 }, { deadline: '30s' }, 15_000],
    ['the same with 1 s per attempt', { maxAttempts: 6 }, { deadline: '30s', latency: '1s' }, 9000],
    ['attempts alone take too long', { maxAttempts: 6 }, { deadline: '5s', latency: '1s' }, null],
    ['any cap', { maxAttempts: 3 }, { deadline: '1h' }, LONGEST_WAIT_MS],
    ['without a deadline', { maxAttempts: 6 }, {}, undefined],
  ] as const)('%s', (_, input, flags, capMs) => {
    const found = largest(input, flags);
    if (typeof capMs === 'number') expect(found).toBeCloseTo(capMs, 6);
    else expect(found).toBe(capMs);
  });
});

describe('a cap that is called the largest', () => {
  it('fits, and a larger one does not', () => {
    const input = fc.record({
      maxAttempts: fc.integer({ min: 2, max: 12 }),
      jitter: fc.constantFrom('none', 'full', 'equal', 'decorrelated', '0.8..1.2', '0.25..0.5'),
      baseMs: fc.integer({ min: 1, max: 5000 }),
      multiplier: fc.integer({ min: 1, max: 4 }),
      minMs: fc.constantFrom(0, 0, 700),
    });
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 100_000 }), ({ maxAttempts, jitter, ...backoff }, deadlineMs) => {
        const worstMs = (capMs: number | null): number =>
          waitsOf(compile(parsePolicy({ maxAttempts, jitter, backoff: { ...backoff, capMs } }))).totals.after(
            maxAttempts - 1,
          ).maxMs;
        const policy = parsePolicy({ maxAttempts, jitter, backoff: { ...backoff, capMs: null } });
        const capMs = largestCapThatFitsMs(compile(policy), 0, deadlineMs);
        if (capMs === null) {
          expect(worstMs(Math.max(backoff.minMs, 0.001))).toBeGreaterThan(deadlineMs);
        } else if (capMs === LONGEST_WAIT_MS) {
          expect(worstMs(null)).toBeLessThanOrEqual(deadlineMs * (1 + 1e-9));
        } else {
          expect(worstMs(capMs)).toBeLessThanOrEqual(deadlineMs * (1 + 1e-9));
          expect(worstMs(capMs * 1.001)).toBeGreaterThan(deadlineMs);
        }
      }),
    );
  });
});

describe('a sample', () => {
  it('is drawn with one uniform per retry, in order, from the seed', () => {
    const { retries, sample } = scheduleOf(parsePolicy({ maxAttempts: 4 }), { seed: 42 });
    const random = createRandom(42);
    expect(retries.map((row) => row.sampleMs)).toEqual([1000, 2000, 4000].map((rawMs) => rawMs * random.next()));
    expect(sample).toEqual({ seed: 42, totalMs: retries.reduce((sum, row) => sum + row.sampleMs, 0) });
  });

  it('of decorrelated jitter grows from the base, then from the draw before', () => {
    const { retries } = scheduleOf(parsePolicy({ jitter: 'decorrelated', maxAttempts: 5 }), { seed: 3 });
    const random = createRandom(3);
    let previous = 1000;
    for (const row of retries) {
      previous = Math.min(32_000, 1000 + random.next() * (3 * previous - 1000));
      expect(row.sampleMs).toBeCloseTo(previous, 9);
    }
  });

  it('is the same for the same seed, and another for the next', () => {
    const totals = [1, 1, 2].map((seed) => scheduleOf(parsePolicy(), { seed }).sample.totalMs);
    expect(totals[0]).toBe(totals[1]);
    expect(totals[0]).not.toBe(totals[2]);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 32])('refuses the seed %s', (seed) => {
    expect(() => scheduleOf(parsePolicy(), { seed })).toThrow('seed: ');
  });
});

it('takes a compiled policy for the policy', () => {
  const policy = parsePolicy({ jitter: 'equal' });
  expect(scheduleOf(compile(policy))).toEqual(scheduleOf(policy));
});

it('without retries waits for nothing', () => {
  const { retries, total, sample } = scheduleOf(parsePolicy({ maxAttempts: 1 }));
  expect(retries).toEqual([]);
  expect(Object.values(total)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(sample.totalMs).toBe(0);
});

it('repeats the last of listed delays', () => {
  const policy = parsePolicy({ backoff: { delaysMs: [100, 500] }, jitter: 'none', maxAttempts: 5, deadlineMs: 1000 });
  const report = scheduleOf(policy);
  expect(report.retries.map((row) => row.rawMs)).toEqual([100, 500, 500, 500]);
  // 100 + 3 × 300 = 1000.
  expect(report.largestCapThatFitsMs).toBeCloseTo(300, 9);
});

it('has a second schedule where the policy has a second base', () => {
  const policy = parsePolicy({ backoff: { baseMs: 50, throttledBaseMs: 1000, capMs: 20_000 }, maxAttempts: 3 });
  const report = scheduleOf(policy);
  expect(report.retries.map((row) => row.rawMs)).toEqual([50, 100]);
  expect(report.throttled?.retries.map((row) => row.rawMs)).toEqual([1000, 2000]);
  expect(report.throttled?.total).toMatchObject({ minMs: 0, meanMs: 1500, maxMs: 3000 });
  expect(said(report).throttled).toBe(
    'After quota refusals the base is 1.00 s instead: the expected total is then 1.50 s, the worst 3.00 s.',
  );
});

const said = (report: ScheduleReport): Record<string, string> =>
  Object.fromEntries(report.sentences.map(({ id, text }) => [id, text]));

describe('every schedule', () => {
  const policies = fc
    .record({
      maxAttempts: fc.integer({ min: 1, max: 14 }),
      jitter: fc.oneof(
        fc.constantFrom('none', 'full', 'equal', 'decorrelated'),
        fc
          .tuple(fc.double({ min: 0, max: 2, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }))
          .map(([low, width]) => ({ low, high: low + width })),
      ),
      baseMs: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constant(0)),
      multiplier: fc.double({ min: 1, max: 10, noNaN: true }),
      capMs: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      minMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
      seed: fc.integer({ min: 0, max: 0xffffffff }),
    })
    .map(({ maxAttempts, jitter, baseMs, multiplier, capMs, minMs, seed }) => {
      const floor = capMs === null ? minMs : Math.min(minMs, capMs);
      return {
        policy: parsePolicy({ maxAttempts, jitter, backoff: { baseMs, multiplier, capMs, minMs: floor } }),
        seed,
      };
    });

  it('has min ≤ sample, mean ≤ max in every row and in total, quantiles in order, and sums that add up', () => {
    fc.assert(
      fc.property(policies, ({ policy, seed }) => {
        const { retries, total, sample } = scheduleOf(policy, { seed });
        const capMs = policy.backoff.capMs ?? Number.MAX_SAFE_INTEGER;
        let cumulative = 0;
        for (const row of retries) {
          const rounding = 1e-9 * row.maxMs;
          expect(row.minMs).toBeLessThanOrEqual(row.meanMs);
          expect(row.meanMs).toBeLessThanOrEqual(row.maxMs);
          expect(row.maxMs).toBeLessThanOrEqual(capMs);
          expect(row.sampleMs).toBeGreaterThanOrEqual(row.minMs - rounding);
          expect(row.sampleMs).toBeLessThanOrEqual(row.maxMs + rounding);
          // No distribution on [min, max] spreads more than half its width.
          expect(row.stddevMs).toBeLessThanOrEqual((row.maxMs - row.minMs) / 2 + rounding);
          cumulative += row.meanMs;
          expect(row.cumulativeMeanMs).toBe(cumulative);
        }
        expect(total.meanMs).toBe(cumulative);
        const { minMs, p50Ms, p90Ms, p95Ms, p99Ms, maxMs } = total;
        const rising = [minMs, p50Ms, p90Ms, p95Ms, p99Ms, maxMs];
        expect([...rising].sort((a, b) => a - b)).toEqual(rising);
        expect(total.meanMs).toBeGreaterThanOrEqual(minMs * (1 - 1e-12));
        expect(total.meanMs).toBeLessThanOrEqual(maxMs * (1 + 1e-12));
        expect(sample.totalMs).toBeGreaterThanOrEqual(minMs * (1 - 1e-9));
        expect(sample.totalMs).toBeLessThanOrEqual(maxMs * (1 + 1e-9));
      }),
      { numRuns: 200 },
    );
  });

  it('is free of numbers that are none, in figures and sentences', () => {
    const load = loadFromFlags({ success: '3/4', latency: '10ms', deadline: '1s', rpm: '60' });
    fc.assert(
      fc.property(policies, ({ policy, seed }) => {
        const text = JSON.stringify(scheduleOf(policy, { seed, load }), (_, value) =>
          typeof value === 'number' && !Number.isFinite(value) ? 'NOT FINITE' : value,
        );
        expect(text).not.toMatch(/NOT FINITE|NaN|Infinity|undefined/);
      }),
      { numRuns: 100 },
    );
  });
});
