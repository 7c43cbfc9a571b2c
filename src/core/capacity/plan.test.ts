import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fixtures/vectors/plan.json' with { type: 'json' };
import { PolicyError } from '../errors.js';
import { parseLimit } from '../grammar/limit.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { planAnswer } from './answer.js';
import { loadFromFlags } from './load-flags.js';
import { parseLoad } from './parse-load.js';
import { planOf } from './plan.js';
import type { PlanReport } from './report.js';

/** Base 1 s, ×2, 5 attempts, full jitter against 1 000 requests and 200 000 tokens per minute. */
const worked = parsePolicy({ backoff: { baseMs: 1000, capMs: null }, maxAttempts: 5 });
const workedLoad = loadFromFlags({
  success: '0.5',
  latency: '4s',
  rpm: '1000',
  tpm: '200k',
  tokens: '2000',
  'in-flight': '8',
  backlog: '5,000',
  arrivals: '20/min',
});

/** Every number of `expected` is in `actual`, to 1e-12 relative. */
function expectClose(actual: unknown, expected: unknown, path = 'plan'): void {
  if (typeof expected === 'number') {
    expect(typeof actual, path).toBe('number');
    const error = Math.abs((actual as number) - expected) / Math.max(1, Math.abs(expected));
    expect(error, `${path}: ${actual} against ${expected}`).toBeLessThanOrEqual(1e-12);
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      expectClose((actual as Record<string, unknown> | undefined)?.[key], value, `${path}.${key}`);
    }
  } else expect(actual, path).toBe(expected);
}

describe('reference plans', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, { input, expect: expected }) => {
    const { baseMs, multiplier, capMs, maxAttempts, jitter } = input;
    const policy = parsePolicy({ backoff: { baseMs, multiplier, capMs }, maxAttempts, jitter });
    const plan = planOf(
      policy,
      parseLoad({
        success: input.successShare,
        latencyMs: input.latencyMs,
        backlog: input.backlog,
        arrivalsPerMinute: input.arrivalsPerMinute,
        inFlight: input.inFlight,
        limits: input.limits.map(({ name, quota, windowMs, cost }) => ({ name, amount: quota, windowMs, cost })),
      }),
    );
    expectClose(plan, expected);
    expect(plan.limits).toHaveLength(expected.limits.length);
  });
});

describe('limits', () => {
  it('are the quotas of the policy when the load has none, at cost 1 or the cost of that name', () => {
    const quotas = [
      { name: 'requests', amount: 60, windowMs: 60_000 },
      { name: 'tokens', amount: 1000, windowMs: 60_000 },
    ];
    const policy = parsePolicy({ quotas });
    const plan = planOf(policy, loadFromFlags({ tokens: '100' }));
    expect(plan.limits.map(({ name, attemptsPerMinute }) => [name, attemptsPerMinute])).toEqual([
      ['requests', 60],
      ['tokens', 10],
    ]);
    expect(plan.load.limits.map(({ cost }) => cost)).toEqual([1, 100]);
    expect(planOf(policy, loadFromFlags({ rpm: '5' })).limits.map(({ name }) => name)).toEqual(['requests']);
    expect(() => planOf(policy, {})).toThrow(
      '--tokens: missing; give what one attempt takes of the limit tokens, above 0',
    );
  });

  it('must be there', () => {
    expect(() => planOf(worked, {})).toThrow(PolicyError);
    expect(() => planOf(worked, {})).toThrow('limits: missing; give at least one, such as --rpm 1000');
  });
});

describe('a measured success share', () => {
  const plan = planOf(worked, loadFromFlags({ rpm: '100', success: '37/50', backlog: '100', arrivals: '70/min' }));

  it('comes with its Wilson interval', () => {
    // Newcombe (1998) gives the method; 37 of 50 by hand.
    expect(plan.interval?.low).toBeCloseTo(0.6045, 4);
    expect(plan.interval?.high).toBeCloseTo(0.8413, 4);
    expect(plan.sentences.find(({ id }) => id === 'success')?.text).toBe(
      '37 of 50 attempts succeeded: with 95 % confidence the success share lies between 60.4 % and 84.1 %, and a request costs 1.19 to 1.64 attempts.',
    );
  });

  it('carries it through every figure that depends on it, the figure itself inside', () => {
    const { intervals = {} } = plan;
    expect(Object.keys(intervals).sort()).toEqual([
      'attemptsPerRequest',
      'completedPerMinute',
      'drain.maxArrivalsPerMinute',
      'drain.ms',
      'drain.netPerMinute',
      'drain.resolvedPerMinute',
      'drain.shortfallPerMinute',
      'exhaustedShare',
      'expectedWaitMs',
      'limits.requests.unitsToDrain',
      'resolvedPerMinute',
      'retryTax',
    ]);
    for (const [path, figure] of [
      ['attemptsPerRequest', plan.attemptsPerRequest],
      ['exhaustedShare', plan.exhaustedShare],
      ['expectedWaitMs', plan.expectedWaitMs],
      ['retryTax', plan.retryTax],
      ['drain.netPerMinute', plan.drain.netPerMinute],
      ['limits.requests.unitsToDrain', plan.limits[0]?.unitsToDrain as number],
    ] as const) {
      expect(intervals[path]?.low, path).toBeLessThan(figure);
      expect(intervals[path]?.high, path).toBeGreaterThan(figure);
    }
  });

  it('leaves the longest drain open when the backlog may never clear', () => {
    expect(plan.drain.status).toBe('clears');
    expect(plan.intervals?.['drain.ms']?.low).toBeCloseTo((100 / (84.13 - 70)) * 60_000, -3);
    expect(plan.intervals?.['drain.ms']?.high).toBeNull();
  });

  it('is not there for a share that is assumed', () => {
    expect(planOf(worked, workedLoad)).not.toHaveProperty('intervals');
  });
});

it('no plan has a figure that is infinite or not a number, or a sentence that shows one', () => {
  const amount = fc.oneof(fc.double({ min: 1e-9, max: 9e15, noNaN: true }), fc.integer({ min: 1, max: 1_000_000 }));
  const load = fc.record({
    success: fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }).map((value) => ({ value, counts: null })),
      fc.constantFrom(0, 1, 5e-324).map((value) => ({ value, counts: null })),
      fc
        .integer({ min: 0, max: 20 })
        .map((successes) => ({ value: successes / 20, counts: { successes, trials: 20 } })),
    ),
    latencyMs: fc.option(fc.oneof(fc.double({ min: 0, max: 9e15, noNaN: true }), fc.constant(0))),
    inFlight: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    backlog: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 9e15, noNaN: true })),
    arrivalsPerMinute: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 9e15, noNaN: true })),
    limits: fc.array(
      fc.record({
        name: fc.constantFrom('requests', 'tokens', 'own'),
        amount,
        burst: amount,
        cost: amount,
        windowMs: fc.double({ min: 1, max: 9e15, noNaN: true }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
  const policy = fc.record({
    maxAttempts: fc.integer({ min: 1, max: 12 }),
    jitter: fc.constantFrom('none', 'full', 'equal', { low: 0.8, high: 1.2 }),
    backoff: fc.record({
      baseMs: fc.integer({ min: 0, max: 100_000 }),
      capMs: fc.option(fc.integer({ min: 0, max: 100_000 })),
    }),
    retryBudget: fc.constantFrom(null, { kind: 'ratio' }, { kind: 'tokens' }),
  });
  fc.assert(
    fc.property(policy, load, (input, given) => {
      const plan = planOf(parsePolicy(input), given);
      const text = JSON.stringify(plan, (_, value) =>
        typeof value === 'number' && !Number.isFinite(value) ? 'NOT FINITE' : value,
      );
      expect(text).not.toMatch(/NOT FINITE|NaN|Infinity|undefined/);
      const { drain } = plan;
      expect(drain.netPerMinute).toBeLessThanOrEqual(drain.resolvedPerMinute);
      expect(plan.resolvedPerMinute).toBeLessThanOrEqual(plan.completedPerMinute * (1 + 1e-9));
      for (const { low, high } of Object.values(plan.intervals ?? {})) {
        if (low === null) expect(high).toBeNull();
        else if (high !== null) expect(low).toBeLessThanOrEqual(high);
      }
    }),
  );
});

describe('an attempt that costs more than a limit ever holds', () => {
  const plan = (limit: string) => planOf(parsePolicy({}), { limits: [parseLimit(limit)] });
  const said = (report: PlanReport) => report.sentences.find(({ id }) => id === 'warning-never-fits')?.text ?? null;

  it.each([
    ['tokens=1000/min@2000', 'An attempt costs 2,000 of the tokens limit, which never holds more than 1,000 at once'],
    ['tokens=1M/d@500+499', 'An attempt costs 500 of the tokens limit, which never holds more than 499 at once'],
  ])('is told in the answer and among the sentences, as the client gives it up: %s', (limit, sentence) => {
    const report = plan(limit);
    expect(planAnswer(report)).toContain(sentence);
    expect(said(report)).toContain(sentence);
  });

  it('is told for a quota of the policy, too', () => {
    const report = planOf(parsePolicy({ quotas: [{ name: 'a', amount: 10, windowMs: 1000, burst: 0.5 }] }));
    expect(said(report)).toContain('An attempt costs 1 of the a limit');
  });

  it.each(['tokens=1000/min@1000', 'tokens=1000/min@2000+2000'])('may be as large as the burst: %s', (limit) => {
    expect(said(plan(limit))).toBeNull();
    expect(planAnswer(plan(limit))).not.toContain('none could ever go');
  });
});
