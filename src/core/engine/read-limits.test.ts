import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import type { DecodedLimit } from '../headers/decoded.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { told } from './fixtures/told.js';
import { Outcome } from './outcome.js';

const HOUR = 3_600_000;

function world(policy: PolicyInput = {}) {
  const engine = new Engine(compile(parsePolicy({ jitter: 'none', initialInFlight: 100, ...policy })), {
    random: () => 0.5,
  });
  const key = engine.key('account', 'bucket');
  const submit = (now: number, units: Record<string, number> | null = null): CallState => {
    const call = new CallState(key, units === null ? null : engine.costsOf(units), true, null);
    engine.submit(call, now);
    return call;
  };
  const send = (now: number, units: Record<string, number> | null = null): CallState => {
    const call = submit(now, units);
    expect(engine.next(now)).toBe(call);
    return call;
  };
  const answer = (call: CallState, limits: DecodedLimit[], now: number, outcome: Outcome = Outcome.OK): void => {
    engine.observe(call, limits, now);
    engine.answer(call, outcome, null, now);
  };
  /** How many calls leave at `now`. */
  const leaving = (now: number): number => {
    let left = 0;
    while (engine.next(now)?.decision === Decision.SEND) left++;
    return left;
  };
  const level = (now: number, name = 'requests'): number | undefined =>
    engine.snapshot(key, now).limits.find((limit) => limit.name === name && limit.from === 'server')?.level;
  return { engine, key, submit, send, answer, leaving, level };
}

describe('a reading bounds the level', () => {
  it('to what was left, less all that may have arrived since', () => {
    const { send, answer, level } = world();
    const [first, second, third] = [send(0), send(0), send(10)];
    answer(first, [told(12)], 50);
    expect(level(50)).toBe(10);
    answer(second, [told(11)], 50);
    answer(third, [told(10)], 50);
    expect(level(50)).toBe(10);
  });

  it('and one of an older call that comes later changes nothing', () => {
    const { send, answer, level } = world();
    const [first, second] = [send(0), send(10)];
    answer(second, [told(10)], 60);
    const before = level(60);
    answer(first, [told(0)], 60);
    expect(level(60)).toBe(before);
  });

  it('downwards, when others have taken of it, as far as nothing can have come back meanwhile', () => {
    const { send, answer, level } = world();
    answer(send(0), [told(15)], 50);
    answer(send(1000), [told(3)], 1050);
    // Three and a part of the fourth were left when the call was sent, at the most; one comes back in 50 ms.
    expect(level(1050)).toBeLessThanOrEqual(5);
    expect(level(1050)).toBeGreaterThanOrEqual(3);
  });

  it('upwards, when more is left than was thought', () => {
    const { send, answer, level } = world();
    answer(send(0), [told(0)], 50);
    answer(send(200), [told(18)], 250);
    expect(level(250)).toBe(18);
  });

  it('and a limit that is not told how much is left is no reading', () => {
    const { send, answer, level } = world();
    answer(send(0), [told(null), told(5, { name: 'busy', limit: 0 })], 50);
    expect(level(50)).toBeUndefined();
  });
});

describe('what is told decides how many leave', () => {
  it('at once, and the rest at the pace of the limit with half a unit in reserve', () => {
    const { engine, send, submit, answer, leaving } = world({ initialInFlight: 1 });
    const first = send(0);
    for (let n = 0; n < 30; n++) submit(0);
    answer(first, [told(10)], 50);
    expect(leaving(50)).toBe(9);
    expect(engine.wakeAt()).toBeCloseTo(75, 6);
    expect([leaving(74), leaving(75.001), leaving(124), leaving(125.001)]).toEqual([0, 1, 0, 1]);
  });

  it('after a cooldown as many as have come back by then', () => {
    const { engine, send, submit, leaving } = world({ initialInFlight: 1 });
    const first = send(0);
    for (let n = 0; n < 30; n++) submit(0);
    engine.observe(first, [told(0, { resetMs: 1000 })], 50);
    engine.answer(first, Outcome.REFUSED, 500, 50);
    expect([leaving(549), leaving(550)]).toEqual([0, 9]);
  });

  it('until a window ends, and then all that it gives', () => {
    const { send, submit, answer, leaving } = world({ initialInFlight: 1 });
    const first = send(0);
    for (let n = 0; n < 40; n++) submit(0);
    const window = { algorithm: 'window', resetMeans: 'window', resetMs: 700 } as const;
    answer(first, [told(19, window)], 60);
    expect(leaving(60)).toBe(19);
    expect([leaving(699), leaving(760)]).toEqual([0, 20]);
  });

  it.each<[string, resets: [atMs: number, resetMs: number][], stepMs: number, leavesAt: number]>([
    ['told once: never before it', [[60, 700]], 1, 760],
    // 1000 of our own clock, read three times.
    [
      'an instant: never before it',
      [
        [60, 940],
        [80, 920],
        [90, 910],
      ],
      1,
      1000,
    ],
    [
      'an instant in whole seconds: never before it',
      [
        [60, 940],
        [80, 1920],
        [90, 1910],
      ],
      1000,
      1000,
    ],
    // 700 ms from when the server wrote it, somewhere on a journey of 60 ms.
    [
      'a span: early enough to be there when it is over',
      [
        [60, 700],
        [80, 700],
      ],
      1,
      712,
    ],
    [
      'a span in whole seconds: the same',
      [
        [60, 1000],
        [90, 1000],
      ],
      1000,
      1012,
    ],
  ])('until a window ends that is %s', (_, resets, stepMs, leavesAt) => {
    const { send, submit, answer, leaving } = world({ initialInFlight: resets.length });
    const first = resets.map(() => send(0));
    for (let n = 0; n < 30; n++) submit(0);
    for (const [index, [atMs, resetMs]] of resets.entries()) {
      const resolution = { amount: 1, resetMs: stepMs };
      const window = { algorithm: 'window', resetMeans: 'window', resetMs, resolution } as const;
      answer(first[index] as CallState, [told(0, window)], atMs);
    }
    // One, since no more was ever seen to be there.
    expect([leaving(leavesAt - 1), leaving(leavesAt)]).toEqual([0, 1]);
  });

  it('and where nobody knows whether it is a window, a quarter in the course of it, the last of it too', () => {
    const { send, submit, answer, leaving } = world({ initialInFlight: 1 });
    const first = send(0);
    for (let n = 0; n < 40; n++) submit(0);
    answer(first, [told(19, { algorithm: 'unknown', resetMeans: 'window', resetMs: 940 })], 60);
    const atOnce = leaving(60);
    expect(atOnce).toBeLessThan(16);
    const later = [300, 500, 700, 900].map(leaving);
    expect(later.every((left) => left > 0)).toBe(true);
    expect(later.reduce((sum, left) => sum + left, atOnce)).toBe(19);
  });

  it('while a configured quota stays the ceiling', () => {
    const quotas = [{ name: 'requests', amount: 5, windowMs: 1000 }];
    const { send, submit, answer, leaving } = world({ quotas });
    const first = send(0);
    for (let n = 0; n < 40; n++) submit(0);
    answer(first, [told(19)], 10);
    expect(leaving(10)).toBe(4);

    const lower = world({ quotas: [{ name: 'requests', amount: 100, windowMs: 1000 }] });
    const call = lower.send(0);
    lower.answer(call, [told(3)], 10);
    for (let n = 0; n < 40; n++) lower.submit(10);
    expect(lower.leaving(10)).toBe(2);
  });

  it('and one spent for longer than the policy waits is given up with the instant at which it is back', () => {
    const daily = {
      name: 'requestsPerDay',
      limit: 100,
      windowMs: 24 * HOUR,
      resetMs: 5 * HOUR,
      algorithm: 'window',
      resetMeans: 'window',
    } as const;
    const { engine, send, submit, answer } = world();
    answer(send(0), [told(0, daily)], 50);
    const late = submit(60);
    expect(late.decision).toBe(Decision.GIVE_UP_QUOTA);
    expect(late.readyAt).toBe(50 + 5 * HOUR);
    expect(engine.queued).toBe(0);
    // Within ten minutes, which is what the policy obeys, it is waited for.
    const hourly = world();
    hourly.answer(hourly.send(0), [told(0, { ...daily, windowMs: HOUR, resetMs: 500_000 })], 50);
    expect(hourly.submit(60).decision).toBe(Decision.QUEUED);
  });

  it('but a guess never shuts a bucket for hours', () => {
    const { send, submit, answer } = world();
    answer(
      send(0),
      [
        told(0, {
          windowMs: null,
          resetMs: 500 * HOUR,
          resetMeans: 'window',
          algorithm: 'unknown',
          confidence: 'guess',
        }),
      ],
      50,
    );
    expect(submit(60).decision).toBe(Decision.QUEUED);
  });

  it('and where nobody says when it is back, one call at a time finds out', () => {
    const { engine, send, submit, answer, leaving } = world();
    answer(send(0), [told(1, { windowMs: null, algorithm: 'unknown' })], 50);
    for (let n = 0; n < 5; n++) submit(50);
    expect(leaving(50)).toBe(1);
    expect(leaving(engine.wakeAt())).toBe(0);
  });

  it('but what is left of an hour does not let a thousand out at once', () => {
    const hourly = { limit: 5000, windowMs: HOUR, resetMs: HOUR, algorithm: 'window', resetMeans: 'window' } as const;
    const { send, submit, answer, leaving } = world({ initialInFlight: 4 });
    const first = send(0);
    for (let n = 0; n < 1000; n++) submit(0);
    answer(first, [told(4999, hourly)], 50);
    expect(leaving(50)).toBe(5);
  });

  it('and a limit that is told only by refusals, with nothing left and no end, is not kept', () => {
    const { send, answer, level } = world();
    answer(send(0), [told(0, { windowMs: 60_000 })], 50, Outcome.REFUSED);
    expect(level(50)).toBeUndefined();
  });

  it('for at most sixteen limits of a bucket, however many a server makes up', () => {
    const { engine, key, send, answer } = world();
    answer(
      send(0),
      Array.from({ length: 100 }, (_, n) => told(5, { name: `limit ${n}` })),
      50,
    );
    expect(engine.snapshot(key, 50).limits).toHaveLength(16);
  });
});

describe('costs by name', () => {
  const tokens = (remaining: number) => told(remaining, { name: 'tokens', limit: 1000 });

  it('are taken of a limit that the server tells later', () => {
    const { send, answer, level } = world();
    answer(send(0), [tokens(1000)], 0);
    send(0, { tokens: 300 });
    expect(level(0, 'tokens')).toBe(700);
  });

  it('are corrected by what was used', () => {
    const { engine, send, answer, level } = world();
    answer(send(0), [tokens(1000)], 0);
    const call = send(0, { tokens: 300 });
    engine.settle(call, { tokens: 50, unheardOf: 7 }, 0);
    expect(level(0, 'tokens')).toBe(950);
  });

  it('are what calls have used on average where they are not stated, but never more than fits', () => {
    const { engine, send, answer, level } = world();
    const first = send(0);
    answer(first, [tokens(1000)], 0);
    engine.settle(first, { tokens: 400 }, 0);
    const before = level(0, 'tokens') as number;
    const second = send(0);
    expect(before - (level(0, 'tokens') as number)).toBe(400);
    engine.settle(second, { tokens: 1e6 }, 0);
    const third = new CallState(engine.key('account', 'bucket'), null, true, null);
    expect(engine.submit(third, 0)).toBe(Decision.QUEUED);
  });

  it('that were stated and can never fit are refused at once', () => {
    const { send, submit, answer } = world();
    answer(send(0), [tokens(1000)], 0);
    expect(submit(0, { tokens: 1001 }).decision).toBe(Decision.GIVE_UP_TOO_LARGE);
    expect(submit(0, { tokens: 1000 }).decision).toBe(Decision.QUEUED);
  });

  it.each([Number.NaN, -1, Infinity, '5' as unknown as number])('of %s are an error that says so', (amount) => {
    expect(() => world().engine.costsOf({ tokens: amount })).toThrow(
      /cost\.tokens: .* not allowed; give a number of units/,
    );
  });

  it('may have 64 names, and no more', () => {
    const { engine } = world();
    for (let n = 0; n < 64; n++) engine.costsOf({ [`unit ${n}`]: 1 });
    expect(() => engine.costsOf({ another: 1 })).toThrow(/64 different names/);
  });
});
