import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { told } from './fixtures/told.js';
import { Outcome } from './outcome.js';

// Who goes first, and who may pass.

function world(policy: PolicyInput = {}) {
  const engine = new Engine(compile(parsePolicy(policy)), { random: () => 0.5 });
  const key = engine.key('account', 'bucket');
  const submit = (name: string, now: number, units: Record<string, number> | null = null, priority = 0): CallState => {
    const call = new CallState(key, units === null ? null : engine.costsOf(units), true, name);
    call.priority = priority;
    engine.submit(call, now);
    return call;
  };
  /** The names of those that leave at `now`. */
  const leaving = (now: number): unknown[] => {
    const names: unknown[] = [];
    for (let call = engine.next(now); call !== null; call = engine.next(now)) names.push(call.payload);
    return names;
  };
  return { engine, key, submit, leaving };
}

describe('priority', () => {
  it('goes first', () => {
    const { submit, leaving, engine } = world({ initialInFlight: 1 });
    const first = submit('first', 0);
    leaving(0);
    submit('low', 1);
    submit('high', 2, null, 5);
    engine.answer(first, Outcome.OK, null, 10);
    expect(leaving(10)).toEqual(['high', 'low']);
  });

  it('QP-01: ages, so that a steady stream of it does not starve a call without', () => {
    const quotas = [{ name: 'requests', amount: 10, windowMs: 1000, burst: 1 }];
    const { engine, submit, leaving } = world({ quotas });
    submit('low', 0, null, 0);
    submit('high', 0, null, 10);
    let startedAt = -1;
    for (let now = 0; now < 60_000 && startedAt < 0; now += 100) {
      submit('high', now, null, 10);
      if (leaving(now).includes('low')) startedAt = now;
    }
    expect(startedAt).toBeGreaterThan(0);
    expect(startedAt).toBeLessThanOrEqual(15_000);
    expect(engine.queued).toBeGreaterThan(0);
  });

  it('counts for the predicted start: what is before it in the queue, and not what is behind', () => {
    const quotas = [{ name: 'requests', amount: 1, windowMs: 1000, burst: 1 }];
    const { submit, leaving } = world({ quotas, deadlineMs: 5500 });
    submit('sent', 0);
    leaving(0);
    for (let n = 0; n < 5; n++) expect(submit('low', 0).decision).toBe(Decision.QUEUED);
    const late = submit('late', 0);
    expect([late.decision, late.readyAt]).toEqual([Decision.GIVE_UP_DEADLINE, 6000]);
    expect(submit('high', 0, null, 1).decision).toBe(Decision.QUEUED);
  });
});

describe('a smaller call', () => {
  const quotas = [
    { name: 'requests', amount: 100, windowMs: 1000 },
    { name: 'tokens', amount: 1000, windowMs: 1000 },
  ];

  it('passes a head that waits for what it does not need', () => {
    const { submit, leaving, engine } = world({ quotas });
    submit('first', 0, { tokens: 1000 });
    leaving(0);
    submit('head', 0, { tokens: 500 });
    submit('smaller', 0, { tokens: 100 });
    submit('without tokens', 0, { tokens: 0 });
    expect(leaving(0)).toEqual(['without tokens']);
    expect(engine.wakeAt()).toBe(500);
    expect([leaving(499), leaving(500), leaving(600)]).toEqual([[], ['head'], ['smaller']]);
  });

  it('also when it comes later', () => {
    const { submit, leaving } = world({ quotas });
    submit('first', 0, { tokens: 1000 });
    submit('head', 0, { tokens: 500 });
    expect(leaving(0)).toEqual(['first']);
    submit('without tokens', 100, { tokens: 0 });
    expect(leaving(100)).toEqual(['without tokens']);
  });

  it('passes a head that waits for the end of a window, with what that window has left', () => {
    const { engine, key, submit, leaving } = world({ initialInFlight: 1 });
    const first = submit('first', 0);
    leaving(0);
    const window = {
      name: 'tokens',
      limit: 100,
      algorithm: 'window',
      resetMeans: 'window',
      windowMs: 60_000,
      resetMs: 30_000,
    } as const;
    engine.observe(first, [told(99, window), told(40, window)], 10);
    engine.answer(first, Outcome.OK, null, 10);
    submit('head', 10, { tokens: 80 });
    submit('small', 10, { tokens: 30 });
    submit('too large', 10, { tokens: 11 });
    submit('last', 10, { tokens: 10 });
    expect(leaving(10)).toEqual(['small', 'last']);
    const [limit] = engine.snapshot(key, 10).limits;
    expect(limit?.level).toBe(0);
    expect(leaving(10 + (limit?.resetMs as number))).toEqual(['head', 'too large']);
  });

  it('never makes the head start later', () => {
    const { submit, leaving, engine } = world({ quotas });
    submit('first', 0, { tokens: 900 });
    leaving(0);
    submit('head', 0, { tokens: 1000 });
    for (let n = 0; n < 10; n++) submit(`small ${n}`, 0, { tokens: 10 });
    expect(leaving(0)).toEqual([]);
    expect(engine.wakeAt()).toBe(900);
    expect(leaving(900)[0]).toBe('head');
  });

  it('passes nobody while the bucket is cooling down', () => {
    const { submit, leaving, engine } = world({ quotas, jitter: 'none' });
    const first = submit('first', 0, { tokens: 1000 });
    leaving(0);
    engine.answer(first, Outcome.REFUSED, 2000, 10);
    submit('without tokens', 20, { tokens: 0 });
    expect([leaving(2009), leaving(2010)]).toEqual([[], ['first', 'without tokens']]);
  });
});

describe('a cold start', () => {
  it('RB-09: opens with one call and doubles only as it is answered; the first refusal ends that', () => {
    // The server takes one at first and one more for each 100 ms, up to eight; a job takes 300 ms.
    const { engine, key, submit, leaving } = world({ initialInFlight: 1, maxInFlight: 8, jitter: 'none' });
    for (let n = 0; n < 32; n++) submit(`job ${n}`, 0);
    const running: { call: CallState; endsAt: number }[] = [];
    let [refused, peakFirst100Ms, served] = [0, 0, 0];
    for (let now = 0; now < 10_000 && served < 32; now += 10) {
      for (const { call, endsAt } of [...running]) {
        if (endsAt > now) continue;
        running.splice(
          running.findIndex((one) => one.call === call),
          1,
        );
        engine.answer(call, Outcome.OK, null, now);
        served++;
      }
      for (let call = engine.next(now); call !== null; call = engine.next(now)) {
        if (running.length >= Math.min(8, 1 + Math.floor(now / 100))) refused++;
        running.push({ call, endsAt: now + 300 });
      }
      if (now < 100) peakFirst100Ms = Math.max(peakFirst100Ms, running.length);
    }
    expect({ served, refused, peakFirst100Ms }).toEqual({ served: 32, refused: 0, peakFirst100Ms: 1 });
    expect(key.growing).toBe(true);
    const last = submit('last', 20_000);
    leaving(20_000);
    engine.answer(last, Outcome.REFUSED, 100, 20_100);
    expect(key.growing).toBe(false);
  });
});

describe('an attempt that says nothing of the server', () => {
  const mistake = (policy: PolicyInput, before: Outcome[]) => {
    const { engine, key, submit, leaving } = world({ maxAttempts: 1, ...policy });
    for (const outcome of [...before, Outcome.NO_ANSWER]) {
      const call = submit('call', 0);
      leaving(0);
      engine.answer(call, outcome, null, 0);
      if (outcome === Outcome.NO_ANSWER) expect(call.decision).toBe(Decision.RETURN);
    }
    return key;
  };

  it('is no success for the breaker, nor a failure', () => {
    const breaker = { threshold: 3, resetMs: 1000 };
    expect(mistake({ breaker }, [Outcome.UNKNOWN, Outcome.UNKNOWN]).breaker?.failures).toBe(2);
    expect(mistake({ breaker }, []).breaker?.failures).toBe(0);
  });

  it('gives the trial of a half-open breaker back', () => {
    const { engine, key, submit, leaving } = world({ maxAttempts: 1, breaker: { threshold: 1, resetMs: 1000 } });
    const failing = submit('failing', 0);
    leaving(0);
    engine.answer(failing, Outcome.UNKNOWN, null, 0);
    const trial = submit('trial', 1000);
    expect([leaving(1000), key.breaker?.trials]).toEqual([['trial'], 1]);
    engine.answer(trial, Outcome.NO_ANSWER, null, 1010);
    expect([key.breaker?.trials, key.breaker?.openUntil]).toEqual([0, 1000]);
  });

  it('counts neither as a request nor as an accept of the throttle', () => {
    const { throttle } = mistake({ throttle: {} }, [Outcome.UNKNOWN]);
    expect([throttle?.firstTotal, throttle?.secondTotal]).toEqual([1, 0]);
  });
});
