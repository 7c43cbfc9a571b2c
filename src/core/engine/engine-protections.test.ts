import { describe, expect, it } from 'vitest';
import { endsOf, play, type Result, type Script } from '../../../test/support/engine-world.js';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { Outcome } from './outcome.js';

// How budget, throttle, breaker and window are fed by what happens to the calls of a bucket.

const { OK, REFUSED, OVERLOADED, UNKNOWN, REJECTED } = Outcome;
const ends = (outcome: Outcome, latencyMs = 10, hintMs: number | null = null): Result => ({
  outcome,
  latencyMs,
  hintMs,
});
const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));

/** An engine whose draws are counted. */
function engineOf(policy: PolicyInput, u = 0.5) {
  let draws = 0;
  const random = (): number => {
    draws++;
    return u;
  };
  const engine = new Engine(compile(parsePolicy(policy)), { random });
  const key = engine.key('account', 'bucket');
  const submit = (now: number): CallState => {
    const call = new CallState(key, null, true, null);
    engine.submit(call, now);
    return call;
  };
  const sent = (now: number): CallState => {
    const call = submit(now);
    expect(engine.next(now)).toBe(call);
    expect(call.decision).toBe(Decision.SEND);
    return call;
  };
  return { engine, key, submit, sent, draws: () => draws };
}

describe('a retry budget', () => {
  const steady: PolicyInput = { jitter: 'none', backoff: { baseMs: 100 }, initialInFlight: 100_000 };

  it('RB-02: of 20 % lets at most 200 retries leave for 1000 calls that fail in the same instant', () => {
    const scripts = times(1000, (): Script => ({ at: 0, results: [ends(UNKNOWN)] }));
    const budget = { share: 0.2, floorPerSecond: 0 };
    const world = play({ ...steady, maxAttempts: 2, retryBudget: budget }, scripts);
    expect(world.sentAt.filter((sent) => sent.length === 2)).toHaveLength(200);
    expect(endsOf(world).filter((end) => end === 'GIVE_UP_BUDGET')).toHaveLength(800);
  });

  it('is a share of first tries: retries do not feed it', () => {
    const scripts = times(100, (): Script => ({ at: 0, results: [ends(UNKNOWN)] }));
    const world = play({ ...steady, maxAttempts: 10, retryBudget: { share: 0.1, floorPerSecond: 0 } }, scripts);
    expect(world.sentAt.flat()).toHaveLength(110);
  });

  it('RB-06: of one bucket is not spent by another', () => {
    const failing = times(100, (): Script => ({ at: 0, bucket: 'a', results: [ends(UNKNOWN)] }));
    const shaky = times(
      10,
      (n): Script => ({ at: 500, bucket: 'b', results: n === 0 ? [ends(UNKNOWN), ends(OK)] : [ends(OK)] }),
    );
    const world = play({ ...steady, retryBudget: { share: 0.1, floorPerSecond: 0 } }, [...failing, ...shaky]);
    expect(endsOf(world).slice(100)).toEqual(Array(10).fill('RETURN'));
    expect(world.sentAt[100]).toHaveLength(2);
  });

  it('of tokens gets back what a retry took when it succeeds, and one for each first success', () => {
    const { engine, key, sent } = engineOf({ ...steady, retryBudget: { kind: 'tokens', capacity: 100 } });
    const retried = sent(0);
    engine.answer(retried, OVERLOADED, null, 10);
    expect(key.budget?.tokens).toBe(86);
    engine.answer(sent(20), OK, null, 30);
    expect(key.budget?.tokens).toBe(87);
    engine.answer(sent(40), REJECTED, null, 50);
    expect(key.budget?.tokens).toBe(87);
    expect(engine.next(110)).toBe(retried);
    engine.answer(retried, OK, null, 120);
    expect(key.budget?.tokens).toBe(100);
  });
});

describe('client-side throttling', () => {
  it('counts every attempt as a request, retries too, and every answer of a healthy server as an accept', () => {
    const { engine, key, sent } = engineOf({ jitter: 'none', backoff: { baseMs: 100 }, throttle: {} }, 0.999);
    const counts = (): unknown => [key.throttle?.firstTotal, key.throttle?.secondTotal];
    const retried = sent(0);
    engine.answer(retried, UNKNOWN, null, 10);
    expect(counts()).toEqual([1, 0]);
    expect(engine.next(110)).toBe(retried);
    engine.answer(retried, OVERLOADED, null, 120);
    expect(counts()).toEqual([2, 0]);
    expect(engine.next(320)).toBe(retried);
    engine.answer(retried, OK, null, 330);
    expect(counts()).toEqual([3, 1]);
    // A quota refusal or a wrong request says nothing of the server's health.
    engine.answer(sent(400), REJECTED, null, 410);
    engine.answer(sent(500), REFUSED, null, 510);
    expect(counts()).toEqual([5, 3]);
  });

  it('refuses none to a server that serves all, however many are in flight unanswered', () => {
    const scripts = times(200, (n): Script => ({ at: n * 0.01, results: [ends(OK, 500)] }));
    const world = play({ throttle: {}, initialInFlight: 1000 }, scripts, { seed: 4 });
    expect(endsOf(world)).toEqual(Array(200).fill('RETURN'));
  });

  it('refuses part of the calls while the server fails, and counts those as requests', () => {
    const scripts = times(400, (n): Script => ({ at: n * 10, repeatable: false, results: [ends(UNKNOWN, 5)] }));
    const world = play({ throttle: { k: 2 }, initialInFlight: 1000 }, scripts, { seed: 4 });
    const refused = endsOf(world).filter((end) => end === 'GIVE_UP_THROTTLED').length;
    // All fail: request n is refused with n ÷ (n + 1), at most 0.9. Expected: Σ min(0.9, n ÷ (n + 1)) = 357, σ = 6.
    expect(Math.abs(refused - 357)).toBeLessThan(4 * 6);
    expect(world.engine.key('account', 'bucket').throttle?.firstTotal).toBe(400);
  });
});

describe('a breaker', () => {
  const policy: PolicyInput = { breaker: { threshold: 5, resetMs: 1000 }, maxAttempts: 1, initialInFlight: 1000 };
  const failing = times(5, (): Script => ({ at: 0, results: [ends(UNKNOWN, 0)] }));

  it('CB-01: sends one of a hundred once it is half open, and none until a second later when that fails', () => {
    const burst = (at: number) => times(100, (): Script => ({ at, results: [ends(UNKNOWN, 0)] }));
    const world = play(policy, [...failing, ...burst(1001), ...burst(2000), ...burst(2001)]);
    const sentAt = (from: number) => world.sentAt.slice(from, from + 100).flat();
    expect([sentAt(5), sentAt(105), sentAt(205)]).toEqual([[1001], [], [2001]]);
  });

  it('CB-03: fails twenty calls fast that come beside a slow trial', () => {
    const world = play({ ...policy, breaker: { threshold: 1, resetMs: 100 } }, [
      { at: 0, results: [ends(UNKNOWN, 0)] },
      { at: 101, results: [ends(OK, 500)] },
      ...times(20, (): Script => ({ at: 150, results: [ends(OK)] })),
      { at: 602, results: [ends(OK)] },
    ]);
    expect(world.sentAt.flat()).toEqual([0, 101, 602]);
    expect(world.ends.slice(2, 22).map(([end]) => end?.at)).toEqual(Array(20).fill(150));
  });

  it('gives what is queued up at once, with the instant of the reset', () => {
    const queued = times(10, (): Script => ({ at: 0, results: [ends(UNKNOWN, 10)] }));
    const world = play({ ...policy, maxInFlight: 1 }, queued);
    expect(world.sentAt.flat()).toEqual([0, 10, 20, 30, 40]);
    expect(world.ends.slice(5)).toEqual(Array(5).fill([{ at: 50, decision: Decision.GIVE_UP_BREAKER }]));
    expect(world.calls[9]?.readyAt).toBe(1050);
  });

  it('is not opened by refusals: a quota is no failure', () => {
    const refused = times(20, (n): Script => ({ at: n, results: [ends(REFUSED, 0, 10), ends(OK)] }));
    expect(endsOf(play(policy, refused))).toEqual(Array(20).fill('RETURN'));
  });
});

describe('a bucket of which nothing is known', () => {
  it('is asked with more calls at once as they are answered, and with half as many after a refusal', () => {
    let inFlight: number[] = [];
    const sent = (call: CallState): void => void inFlight.push(call.key.inFlight);
    const scripts = times(40, (): Script => ({ at: 0, results: [ends(OK)] }));
    play({ initialInFlight: 2 }, scripts, { observer: { sent } });
    expect(inFlight.slice(0, 30)).toEqual([1, 2, 2, 3, 3, 4, ...times(24, () => expect.any(Number))]);
    expect(Math.max(...inFlight)).toBeGreaterThan(15);

    inFlight = [];
    const refused: Script[] = [{ at: 0, results: [ends(REFUSED, 5, 100), ends(OK)] }, ...scripts];
    play({ initialInFlight: 8 }, refused, { observer: { sent } });
    expect(inFlight.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(Math.max(...inFlight.slice(8, 16))).toBeLessThanOrEqual(8);
  });
});

describe('random numbers', () => {
  it('are drawn once per decision that computes a wait, and not otherwise', () => {
    const drawn = (outcome: Outcome, hintMs: number | null, policy: PolicyInput = {}): number => {
      const { engine, sent, draws } = engineOf({ retryAfter: { maxMs: 1000 }, ...policy });
      engine.answer(sent(0), outcome, hintMs, 0);
      return draws();
    };
    expect([drawn(OVERLOADED, null), drawn(UNKNOWN, 0), drawn(REFUSED, null, { jitter: 'none' })]).toEqual([1, 1, 1]);
    expect([drawn(OVERLOADED, 5, { retryAfter: { spreadMs: 100 } })]).toEqual([1]);
    expect([drawn(OK, null), drawn(REJECTED, null), drawn(OVERLOADED, 5), drawn(OVERLOADED, 2000)]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(drawn(UNKNOWN, null, { maxAttempts: 1 })).toBe(0);
  });
});

describe('a call', () => {
  it('has the nearer of its own deadline and that of the policy', () => {
    const { engine, key } = engineOf({ deadlineMs: 1000 });
    for (const [own, expected] of [
      [500, 500],
      [5000, 1100],
    ] as const) {
      const call = Object.assign(new CallState(key, null, true, null), { deadlineAt: own });
      engine.submit(call, 100);
      expect(call.deadlineAt).toBe(expected);
    }
  });

  it('whose deadline comes while it is queued knows how long the bucket is still shut', () => {
    const { engine, key, submit } = engineOf({ deadlineMs: 1000 });
    const call = submit(0);
    key.cooldownAt = 3000;
    expect([engine.next(0), engine.wakeAt(), engine.next(1000)]).toEqual([null, 1000, call]);
    expect([call.decision, call.readyAt]).toEqual([Decision.GIVE_UP_DEADLINE, 3000]);
  });

  it('that has ended is not moved by an answer that comes after all', () => {
    const { engine, key, sent } = engineOf({});
    const call = sent(0);
    engine.abort(call, 10);
    expect(engine.answer(call, OK, null, 20)).toBe(Decision.ABORTED);
    engine.abort(call, 30);
    expect([key.inFlight, engine.inFlight, call.readyAt, key.window]).toEqual([0, 0, 10, 4]);
  });
});
