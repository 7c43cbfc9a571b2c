import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { createLimiter } from '../limiters/create-limiter.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState } from './call-state.js';
import type { Scope } from './cooldown.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { type Habit, judge } from './fixtures/judge.js';
import { told } from './fixtures/told.js';
import { Outcome } from './outcome.js';

const engineOf = () => new Engine(compile(parsePolicy({ jitter: 'none' })), { random: () => 0.5 });
const callOf = (engine: Engine) => new CallState(engine.key('account', 'bucket'), null, true, null);

/** An engine that has been told what is left of its limits. */
function taught(...limits: Parameters<Engine['observe']>[1][number][]): Engine {
  const engine = engineOf();
  const call = callOf(engine);
  engine.submit(call, 0);
  engine.next(0);
  engine.observe(call, limits, 0);
  engine.answer(call, Outcome.OK, null, 0);
  return engine;
}

/** Saved at `now`, through text, and restored in another engine at 0. */
function moved(engine: Engine, now: number, elapsedMs = 0): Engine {
  const other = engineOf();
  other.importState(JSON.parse(JSON.stringify(engine.exportState(now))), 0, elapsedMs);
  return other;
}

function leaving(engine: Engine, calls: number, now: number): number {
  for (let n = 0; n < calls; n++) engine.submit(callOf(engine), now);
  let left = 0;
  while (engine.next(now)?.decision === Decision.SEND) left++;
  return left;
}

describe('what was learned can be saved and restored', () => {
  it('so that another process begins where this one was', () => {
    expect(leaving(moved(taught(told(5)), 0), 50, 0)).toBe(4);
    expect(leaving(moved(taught(told(5, { resetMs: 750 })), 0), 50, 500)).toBe(14);
    expect(leaving(engineOf(), 50, 0)).toBe(4);
  });

  it('with the time that has passed between them', () => {
    expect(leaving(moved(taught(told(0, { resetMs: 1000 })), 0, 500), 50, 0)).toBe(9);
    const whole = told(19, { algorithm: 'window', resetMeans: 'window' });
    const window = told(3, { algorithm: 'window', resetMeans: 'window', resetMs: 5000, windowMs: 60_000 });
    expect(leaving(moved(taught(whole, window), 0, 4000), 50, 0)).toBe(3);
    expect(leaving(moved(taught(whole, window), 0, 6000), 50, 0)).toBe(20);
  });

  it('with no more at once than was seen, until a reading shows more', () => {
    const engine = moved(taught(told(5)), 0);
    const call = callOf(engine);
    engine.submit(call, 0);
    engine.next(0);
    engine.observe(call, [told(19)], 50);
    engine.answer(call, Outcome.OK, null, 50);
    expect(leaving(engine, 50, 50)).toBe(18);
  });

  it('with the rest of a cooldown that the server named', () => {
    const engine = engineOf();
    const call = callOf(engine);
    engine.submit(call, 0);
    engine.next(0);
    engine.answer(call, Outcome.REFUSED, 10_000, 0);
    const other = moved(engine, 2000, 3000);
    expect([leaving(other, 1, 4999), leaving(other, 0, 5000)]).toEqual([0, 1]);
  });

  it.each<[what: string, outcome: Outcome, scope: Scope, bucket: string, leftEarly: number]>([
    ['the account, of a bucket that was not known yet', Outcome.REFUSED, 'account', 'another', 0],
    ['a bucket, of that alone', Outcome.REFUSED, 'bucket', 'another', 1],
    ['an overloaded server', Outcome.OVERLOADED, 'bucket', 'bucket', 0],
  ])('with the rest of a wait for %s', (_, outcome, scope, bucket, leftEarly) => {
    const engine = engineOf();
    const call = callOf(engine);
    engine.submit(call, 0);
    engine.next(0);
    engine.answer(call, outcome, 10_000, 0, scope);
    const other = moved(engine, 2000, 3000);
    const key = other.key('account', bucket);
    other.submit(new CallState(key, null, true, null), 0);
    const leaves = (now: number) => (other.next(now)?.decision === Decision.SEND ? 1 : 0);
    expect([leaves(4999), leaves(5000)]).toEqual([leftEarly, 1 - leftEarly]);
  });

  it('with a size that was only guessed: what costs more is sent, and not refused as impossible', () => {
    const engine = moved(taught(told(5, { limit: null, name: 'tokens' })), 0);
    const call = new CallState(engine.key('account', 'bucket'), engine.costsOf({ tokens: 50 }), true, null);
    expect(engine.submit(call, 0)).toBe(Decision.QUEUED);
  });

  it('with what such calls have used on average', () => {
    const engine = taught(told(1000, { limit: 1000, name: 'tokens' }));
    const call = callOf(engine);
    engine.submit(call, 0);
    engine.next(0);
    engine.answer(call, Outcome.OK, null, 0);
    engine.settle(call, { tokens: 100 }, 0);
    expect(leaving(moved(engine, 0), 50, 0)).toBe(leaving(engine, 50, 0));
  });

  describe('and a batch that begins with it is not worse off than one that knows nothing', () => {
    const bucket = { kind: 'token-bucket', amount: 20, windowMs: 1000 } as const;
    const small = { kind: 'token-bucket', amount: 1200, windowMs: 60_000, burst: 20 } as const;
    const large = { kind: 'token-bucket', amount: 200, windowMs: 10_000 } as const;
    it.each<[string, Habit]>([
      ['a server that tells nothing', { limiter: bucket, tells: 'nothing', retryAfter: 's' }],
      ['a small bucket that fills slowly', { limiter: small, tells: 'full', algorithm: 'bucket', retryAfter: 's' }],
      ['whole seconds', { limiter: large, tells: 'next', tellsWindow: false, resetStepMs: 1000, retryAfter: 's' }],
      ['a bucket that is called a window', { limiter: large, tells: 'full', algorithm: 'window', retryAfter: 's' }],
    ])('%s', (_, habit) => {
      for (const seed of [11, 12, 13]) {
        const { saved } = judge({ habit, calls: 200, seed });
        const fresh = judge({ habit, calls: 400, seed });
        const restored = judge({ habit, calls: 400, seed, saved: JSON.parse(JSON.stringify(saved)) });
        expect(restored).toMatchObject({ served: 400, early: 0 });
        expect(restored.perRequest).toBeLessThanOrEqual(fresh.perRequest + 0.05);
        expect(restored.endMs).toBeLessThanOrEqual(fresh.endMs * 1.15);
      }
    });
  });

  it('with a rate that was learned from what was accepted', () => {
    const engine = engineOf();
    const server = createLimiter({ kind: 'token-bucket', amount: 20, windowMs: 1000 }, 0);
    for (let now = 0; now < 3000; now += 5) {
      engine.submit(callOf(engine), now);
      for (let sent = engine.next(now); sent !== null; sent = engine.next(now)) {
        const isServed = server.waitMs(1, now) === 0;
        if (isServed) server.charge(1, now);
        engine.answer(sent, isServed ? Outcome.OK : Outcome.REFUSED, null, now);
      }
    }
    const [bucket] = engine.exportState(3000).buckets;
    expect(bucket?.accepted?.perMs).toBeCloseTo(0.02, 2);
    const restored = moved(engine, 3000).snapshots(0)[0]?.limits[0];
    expect(restored?.perMinute).toBeCloseTo((bucket?.accepted?.perMs as number) * 60_000, 6);
  });

  it('and an engine that has learned by itself keeps what it knows', () => {
    const engine = taught(told(2));
    engine.importState(taught(told(20)).exportState(0), 0);
    expect(engine.snapshots(0)[0]?.limits[0]?.level).toBe(2);
  });

  it('and nothing is saved of a bucket that has learned nothing', () => {
    const engine = engineOf();
    leaving(engine, 1, 0);
    expect(engine.exportState(0)).toEqual({ version: 1, buckets: [] });
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['another version', { version: 2, buckets: [] }],
    ['no buckets', { version: 1 }],
    ['a bucket without a name', { version: 1, buckets: [{ account: 'a', limits: [] }] }],
    [
      'a share above 1',
      { version: 1, buckets: [{ account: 'a', bucket: 'b', cooldownMs: 0, share: 2, limits: [], accepted: null }] },
    ],
    [
      'a cooldown that is no number',
      { version: 1, buckets: [{ account: 'a', bucket: 'b', cooldownMs: 'x', share: 1, limits: [], accepted: null }] },
    ],
    [
      'a limit without figures',
      {
        version: 1,
        buckets: [
          { account: 'a', bucket: 'b', cooldownMs: 0, share: 1, limits: [{ name: 'requests' }], accepted: null },
        ],
      },
    ],
    [
      'a rate of 0',
      {
        version: 1,
        buckets: [{ account: 'a', bucket: 'b', cooldownMs: 0, share: 1, limits: [], accepted: { perMs: 0, burst: 1 } }],
      },
    ],
  ])('anything else is refused: %s', (_, saved) => {
    expect(() => engineOf().importState(saved, 0)).toThrow(
      /saved.*give what exportState\(\) has returned, in version 1/,
    );
  });

  it('any value at all is taken or refused, and never breaks the engine', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (limit, bucket) => {
        const engine = engineOf();
        for (const saved of [
          limit,
          { version: 1, buckets: [bucket] },
          { version: 1, buckets: [{ ...Object(bucket), limits: [limit] }] },
        ]) {
          try {
            engine.importState(saved, 0);
          } catch (error) {
            expect((error as Error).name).toBe('InputError');
          }
        }
        expect(leaving(engine, 1, 0)).toBe(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a snapshot', () => {
  it('tells the limits, where they are from, and what is left of them', () => {
    const engine = new Engine(compile(parsePolicy({ quotas: [{ name: 'requests', amount: 60, windowMs: 60_000 }] })), {
      random: () => 0.5,
    });
    const call = callOf(engine);
    engine.submit(call, 0);
    engine.next(0);
    const daily = {
      name: 'requestsPerDay',
      limit: 1000,
      windowMs: 86_400_000,
      resetMs: 3_600_000,
      algorithm: 'window',
      resetMeans: 'window',
    } as const;
    engine.observe(call, [told(700, daily)], 100);
    expect(engine.snapshot(call.key, 100)).toEqual({
      account: 'account',
      bucket: 'bucket',
      inFlight: 1,
      queued: 0,
      window: null,
      cooldownMs: 0,
      share: 1,
      limits: [
        {
          name: 'requests',
          from: 'policy',
          limit: 60,
          windowMs: 60_000,
          perMinute: 60,
          burst: 60,
          level: 59.1,
          resetMs: null,
        },
        {
          name: 'requestsPerDay',
          from: 'server',
          limit: 1000,
          windowMs: 86_400_000,
          perMinute: null,
          burst: 701,
          level: 700,
          resetMs: 3_600_000,
        },
      ],
    });
  });
});
