import { describe, expect, it } from 'vitest';
import { countedSignal, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import { GaveUpError, WouldWaitError } from './errors.js';
import { retryAfter } from './retry-after-error.js';

const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 1000 } };

function timed(policy: PolicyInput = fixed, options: { maxQueued?: number } = {}) {
  const clock = manualClock();
  return { clock, client: createClient(policy, { clock, seed: 1, ...options }) };
}

/** Spelled so that nobody takes a thenable that is meant for one that is not. */
const THEN = 'then';

const failure = (status: number, rest: object = {}) => Object.assign(new Error(`HTTP ${status}`), { status, ...rest });
const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

/** A function that throws these, one per attempt, and then gives its attempt number. */
function throwing(clock: { now(): number }, errors: readonly unknown[]) {
  const sentAt: number[] = [];
  const run = ({ attempt }: { attempt: number }): number => {
    sentAt.push(clock.now());
    if (attempt <= errors.length) throw errors[attempt - 1];
    return attempt;
  };
  return Object.assign(run, { sentAt });
}

describe('what a function gives is what execute gives', () => {
  it.each<[string, () => unknown, unknown]>([
    ['a value', () => 7, 7],
    ['nothing', () => undefined, undefined],
    ['null', () => null, null],
    ['a promise', async () => 7, 7],
    ['a promise of a promise', () => Promise.resolve(Promise.resolve(7)), 7],
    ['a thenable', () => ({ [THEN]: (resolve: (value: number) => void) => resolve(7) }), 7],
    [
      'a thenable that is a function',
      () => Object.assign(() => {}, { [THEN]: (done: (value: number) => void) => done(7) }),
      7,
    ],
    [
      'a thenable that calls back later',
      () => ({ [THEN]: (done: (value: number) => void) => setTimeout(done, 1, 7) }),
      7,
    ],
    [
      'a thenable that calls back twice',
      () => ({
        [THEN]: (done: (value: number) => void) => {
          done(7);
          done(8);
        },
      }),
      7,
    ],
    ['an object whose then is no function', () => ({ [THEN]: 7 }), { [THEN]: 7 }],
  ])('%s', async (_, run, expected) => {
    const client = createClient();
    await expect(client.execute(run)).resolves.toEqual(expected);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('a function that is no method gets no this', async () => {
    const seen = await createClient().execute(function (this: unknown) {
      return { self: this };
    });
    expect(seen).toEqual({ self: undefined });
  });
});

describe('what is thrown without a status and is no network fault is thrown on, as it is, after one attempt', () => {
  const error = new TypeError('x is not a function');
  it.each<[string, () => unknown, unknown]>([
    [
      'by the function',
      () => {
        throw error;
      },
      error,
    ],
    [
      'by its promise',
      async () => {
        throw error;
      },
      error,
    ],
    ['by its thenable', () => ({ [THEN]: (_: unknown, fail: (reason: unknown) => void) => fail(error) }), error],
    [
      'by the then of its thenable',
      () => ({
        [THEN]() {
          throw error;
        },
      }),
      error,
    ],
    [
      'by the getter of then',
      () => ({
        get [THEN]() {
          throw error;
        },
      }),
      error,
    ],
    [
      'a text',
      () => {
        throw 'no';
      },
      'no',
    ],
    ['nothing', () => Promise.reject(undefined), undefined],
    [
      'a client error',
      () => {
        throw failure(404);
      },
      failure(404),
    ],
  ])('%s', async (_, run, expected) => {
    const client = createClient();
    let calls = 0;
    const call = watch(
      client.execute(
        () => {
          calls++;
          return run();
        },
        { idempotent: true },
      ),
    );
    await new Promise(setImmediate);
    expect(call.state).toBe('rejected');
    expect(call.error).toEqual(expected);
    expect(calls).toBe(1);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });
});

describe('what is retried', () => {
  it.each<[string, unknown, boolean | undefined, number]>([
    ['a quota that refused', retryAfter(null), undefined, 2],
    ['429', failure(429), undefined, 2],
    ['503: nothing was processed', failure(503), undefined, 2],
    ['a connection that was never made', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), undefined, 2],
    ['500, which may have happened', failure(500), undefined, 1],
    ['500', failure(500), false, 1],
    ['500', failure(500), true, 2],
    ['a reset, which may have happened', reset(), undefined, 1],
    ['a reset', reset(), true, 2],
  ])('%s, with idempotent %j: %d attempts', async (_, error, idempotent, attempts) => {
    const { clock, client } = timed();
    const run = throwing(clock, [error]);
    const call = watch(client.execute(run, { idempotent }));
    await clock.run();
    expect(run.sentAt).toHaveLength(attempts);
    expect(call.state).toBe(attempts === 2 ? 'resolved' : 'rejected');
    if (attempts === 1) expect(call.error).toMatchObject({ reason: 'method-not-repeatable', cause: error });
  });

  it.each([1, 1500, 250.5])('a wait of %d ms that the function names is waited exactly', async (ms) => {
    const { clock, client } = timed();
    const run = throwing(clock, [retryAfter(ms)]);
    await Promise.all([client.execute(run), clock.run()]);
    expect(run.sentAt).toEqual([0, ms]);
  });

  it('a thenable that leads to a promise is judged by how that ends', async () => {
    const { clock, client } = timed();
    const sentAt: number[] = [];
    const run = ({ attempt }: { attempt: number }) => {
      sentAt.push(clock.now());
      const end = attempt === 1 ? Promise.reject(failure(503)) : Promise.resolve('served');
      end.catch(() => {});
      return { [THEN]: (done: (value: unknown) => void) => done(end) };
    };
    const call = watch(client.execute(run));
    await clock.run();
    expect(sentAt).toEqual([0, 1000]);
    expect(call.value).toBe('served');
  });

  it('a wait of 0 or none is the own backoff', async () => {
    for (const ms of [0, null, undefined]) {
      const { clock, client } = timed();
      const run = throwing(clock, [retryAfter(ms)]);
      await Promise.all([client.execute(run), clock.run()]);
      expect(run.sentAt).toEqual([0, 1000]);
    }
  });

  it('a wait in the headers of an SDK error is waited, a broken one is not', async () => {
    for (const [headers, waitMs] of [
      [{ 'Retry-After': '7' }, 7000],
      [new Headers({ 'retry-after-ms': '1234' }), 1234],
      [{ 'retry-after': 'soon' }, 1000],
      [7, 1000],
      [[1, 2], 1000],
    ] as const) {
      const { clock, client } = timed();
      const run = throwing(clock, [failure(429, { headers })]);
      await Promise.all([client.execute(run), clock.run()]);
      expect(run.sentAt).toEqual([0, waitMs]);
    }
  });
});

describe('giving up', () => {
  it('rejects with the numbers and with what the last attempt threw as cause', async () => {
    const { clock, client } = timed({ ...fixed, maxAttempts: 3 });
    const errors = [failure(503), failure(502), failure(500)];
    const call = watch(client.execute(throwing(clock, errors), { idempotent: true }), clock);
    await clock.run();
    expect(call.at).toBe(3000);
    expect(call.error).toBeInstanceOf(GaveUpError);
    expect(call.error).not.toBeInstanceOf(WouldWaitError);
    const { code, name, report, cause, message } = call.error as GaveUpError;
    expect([code, name]).toEqual(['gave-up', 'GaveUpError']);
    expect(cause).toBe(errors[2]);
    expect(report).toMatchObject({ reason: 'attempts-exhausted', attempts: 3, refusals: 0, elapsedMs: 3000 });
    expect(message).toBe(report.sentence);
    expect(message).toContain('3 attempts');
  });

  it('says at once when it could go, where the wait is longer than the policy obeys', async () => {
    const { clock, client } = timed();
    const call = watch(client.execute(throwing(clock, [retryAfter(3_600_000)])), clock);
    await clock.run();
    expect(call.at).toBe(0);
    expect(call.error).toBeInstanceOf(WouldWaitError);
    const error = call.error as WouldWaitError;
    expect([error.code, error.reason]).toEqual(['would-wait', 'wait-exceeds-max']);
    expect(error.retryAt?.toISOString()).toBe('2026-01-01T01:00:00.000Z');
    expect(error.report.retryAfterMs).toBe(3_600_000);
    // And so does every later call of the bucket, without an attempt.
    const next = watch(client.execute(throwing(clock, [])), clock);
    await clock.run();
    expect(next.error).toMatchObject({ reason: 'wait-exceeds-max', report: { attempts: 0, retryAfterMs: 3_600_000 } });
  });

  it('with an attempt in flight tells what the one before it threw', async () => {
    const { clock, client } = timed();
    const error = failure(503);
    const run = ({ attempt }: { attempt: number }) => (attempt === 1 ? Promise.reject(error) : new Promise(() => {}));
    const calls = [5000, '5s'].map((deadlineMs) => watch(client.execute(run, { deadlineMs }), clock));
    await clock.run();
    for (const call of calls) {
      expect(call).toMatchObject({ at: 5000, error: { reason: 'wait-exceeds-deadline', report: { attempts: 2 } } });
      expect((call.error as Error).cause).toBe(error);
    }
  });

  it('a full queue refuses the newest', async () => {
    const { client } = timed({ maxInFlight: 1 }, { maxQueued: 2 });
    const started: number[] = [];
    const never = (index: number) => () => {
      started.push(index);
      return new Promise(() => {});
    };
    const calls = [0, 1, 2, 3].map((index) => watch(client.execute(never(index))));
    await null;
    await null;
    expect(calls.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending', 'rejected']);
    expect(calls[3]?.error).toMatchObject({ reason: 'queue-full' });
    expect(client.stats()).toEqual({ inFlight: 1, queued: 2, sleeping: 0 });
    expect(started).toEqual([0]);
  });
});

describe('an attempt', () => {
  it('learns its number and has a signal of its own', async () => {
    const { clock, client } = timed();
    const seen: { attempt: number; signal: AbortSignal }[] = [];
    const call = client.execute(async (attempt) => {
      seen.push({ attempt: attempt.attempt, signal: attempt.signal });
      if (attempt.attempt < 3) throw failure(503);
      expect(attempt.signal).toBe(attempt.signal);
    });
    await Promise.all([call, clock.run()]);
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(seen.map(({ signal }) => signal)).size).toBe(3);
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  });

  it('AB-06: that takes too long is cut with a TimeoutError, and the next one starts with all of its time', async () => {
    const { clock, client } = timed({ backoff: { baseMs: 0 }, attemptTimeoutMs: 100, maxAttempts: 3 });
    const signals: AbortSignal[] = [];
    const latencies = [5000, 5000, 10];
    const call = watch(
      client.execute(
        ({ attempt, signal }) => {
          signals.push(signal);
          return new Promise((resolve) =>
            clock.setTimer(clock.now() + (latencies[attempt - 1] ?? 0), () => resolve('ok')),
          );
        },
        { idempotent: true },
      ),
      clock,
    );
    await clock.run();
    expect(call).toMatchObject({ state: 'resolved', value: 'ok', at: 210 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' });
    expect(String(signals[0]?.reason)).toContain('Attempt 1 took longer than attemptTimeoutMs, 100 ms');
  });

  it('that was cut is not believed any more, whatever it still says', async () => {
    const { clock, client } = timed({
      backoff: { baseMs: 1000 },
      jitter: 'none',
      attemptTimeoutMs: 100,
      maxAttempts: 2,
    });
    const settle: ((value: unknown) => void)[] = [];
    const call = watch(
      client.execute(() => new Promise((resolve) => settle.push(resolve)), { idempotent: true }),
      clock,
    );
    await clock.advance(500);
    settle[0]?.('too late');
    await clock.advance(600);
    expect(settle).toHaveLength(2);
    settle[1]?.('second');
    await clock.run();
    expect(call).toMatchObject({ state: 'resolved', value: 'second' });
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('that reads its signal only after it was cut finds it aborted, not that of the next attempt', async () => {
    const { clock, client } = timed({ backoff: { baseMs: 0 }, attemptTimeoutMs: 100, maxAttempts: 2 });
    const late: (boolean | string)[] = [];
    const call = client.execute(
      async (attempt) => {
        if (attempt.attempt === 2) {
          expect(attempt.signal.aborted).toBe(false);
          return;
        }
        await new Promise<void>((resolve) => clock.setTimer(150, resolve));
        late.push(attempt.signal.aborted, attempt.signal.reason?.name);
      },
      { idempotent: true },
    );
    await Promise.all([call, clock.run()]);
    expect(late).toEqual([true, 'TimeoutError']);
  });

  it('has its signal aborted when the deadline comes', async () => {
    const { clock, client } = timed();
    let seen: AbortSignal | undefined;
    const call = watch(
      client.execute(
        ({ signal }) => {
          seen = signal;
          return new Promise(() => {});
        },
        { deadlineMs: 300 },
      ),
      clock,
    );
    await clock.run();
    expect(call).toMatchObject({ state: 'rejected', at: 300, error: { reason: 'wait-exceeds-deadline' } });
    expect(seen?.aborted).toBe(true);
    expect(seen?.reason).toBe(call.error);
  });
});

describe('the deadline of a call', () => {
  it('includes the time in the queue, where its attempt does not even start', async () => {
    const { clock, client } = timed({ maxInFlight: 1 });
    const first = watch(
      client.execute(() => new Promise((done) => clock.setTimer(500, () => done(1)))),
      clock,
    );
    let ran = false;
    const second = watch(
      client.execute(() => (ran = true), { deadlineMs: 200 }),
      clock,
    );
    await clock.run();
    expect(second).toMatchObject({ state: 'rejected', at: 200 });
    expect(ran).toBe(false);
    expect(first).toMatchObject({ state: 'resolved', at: 500 });
  });

  it('is the earlier one of the call and of the policy', async () => {
    for (const [ofPolicy, ofCall, endsAt] of [
      [300, 100, 100],
      [100, 300, 100],
      [100, Number.POSITIVE_INFINITY, 100],
    ] as const) {
      const { clock, client } = timed({ deadlineMs: ofPolicy });
      const call = watch(
        client.execute(() => new Promise(() => {}), { deadlineMs: ofCall }),
        clock,
      );
      await clock.run();
      expect(call.at).toBe(endsAt);
    }
  });

  it('of 0 is over before it starts', async () => {
    const { clock, client } = timed();
    let ran = false;
    await expect(client.execute(() => (ran = true), { deadlineMs: 0 })).rejects.toThrow(GaveUpError);
    expect(ran).toBe(false);
    await clock.run();
  });

  it('that a paced quota cannot meet is refused at once with the instant', async () => {
    const { clock, client } = timed({ quotas: [{ name: 'requests', amount: 1, windowMs: '10s' }] });
    await client.execute(() => 1);
    await clock.advance(2000);
    const call = watch(
      client.execute(() => 2, { deadlineMs: 5000 }),
      clock,
    );
    await clock.advance(0);
    expect(call).toMatchObject({ state: 'rejected', at: 2000, error: { code: 'would-wait' } });
    expect((call.error as WouldWaitError).report.retryAfterMs).toBeCloseTo(8000, 6);
  });
});

describe('costs by the name of the quota', () => {
  const quotas = [
    { name: 'requests', amount: 10, windowMs: '1s' },
    { name: 'tokens', amount: 100, windowMs: '1s' },
  ];

  it.each<[string, Record<string, number> | undefined, number]>([
    ['1 of each where none is named', undefined, 0],
    ['no tokens', { tokens: 0 }, 0],
    ['half of the tokens', { tokens: 50 }, 500],
    ['all of the tokens', { tokens: 100 }, 2000],
    ['five requests', { requests: 5 }, 500],
    ['both, of which the tokens bind', { requests: 5, tokens: 80 }, 1400],
  ])('%s: the third call leaves when the quotas have filled again', async (_, cost, thirdAt) => {
    const { clock, client } = timed({ quotas });
    const sentAt: number[] = [];
    const calls = [1, 2, 3].map(() => client.execute(() => sentAt.push(clock.now()), { cost }));
    await Promise.all([...calls, clock.run()]);
    expect(sentAt[2]).toBeCloseTo(thirdAt, 6);
  });

  it('more than the quota can ever hold is refused at once', async () => {
    const { client } = timed({ quotas });
    await expect(client.execute(() => 1, { cost: { tokens: 101 } })).rejects.toMatchObject({ reason: 'never-fits' });
  });
});

describe('calls with the same key', () => {
  it('share a cooldown, others do not', async () => {
    const { clock, client } = timed();
    const a = throwing(clock, [retryAfter(5000)]);
    const sameKey = throwing(clock, []);
    const otherKey = throwing(clock, []);
    const calls = [
      client.execute(a, { key: 'gpt' }),
      client.execute(sameKey, { key: 'gpt' }),
      client.execute(otherKey),
    ];
    await Promise.all([...calls, clock.run()]);
    expect(a.sentAt).toEqual([0, 5000]);
    expect(sameKey.sentAt).toEqual([5000]);
    expect(otherKey.sentAt).toEqual([0]);
  });
});

describe('an abort', () => {
  const reasons: [string, unknown][] = [
    ['an error', new Error('user-cancel')],
    ['a text', 'user-cancel'],
    ['null', null],
    ['0', 0],
  ];

  it.each(reasons)('AB-07: ends the call with the same reason at every stage: %s', async (_, reason) => {
    const stages: Record<string, number> = { before: -1, queued: 50, flight: 150, wait: 700 };
    for (const [stage, abortAt] of Object.entries(stages)) {
      const { clock, client } = timed({ ...fixed, maxInFlight: 1 });
      const { controller, signal, listeners } = countedSignal();
      // Keeps the only slot until 100, so that the call is queued before that.
      const blocker = client.execute(() => new Promise((done) => clock.setTimer(100, () => done(1))));
      let attempts = 0;
      let inFlight: AbortSignal | undefined;
      if (stage === 'before') controller.abort(reason);
      const call = watch(
        client.execute(
          (attempt) => {
            attempts++;
            inFlight = attempt.signal;
            return new Promise((_resolve, reject) => clock.setTimer(clock.now() + 100, () => reject(failure(503))));
          },
          { signal },
        ),
        clock,
      );
      if (stage !== 'before') clock.setTimer(abortAt, () => controller.abort(reason));
      await clock.run();
      await blocker;
      expect(call.state, stage).toBe('rejected');
      expect(call.error, stage).toBe(reason);
      expect(call.at, stage).toBe(stage === 'before' ? 0 : abortAt);
      expect(attempts, stage).toBe(stage === 'before' || stage === 'queued' ? 0 : 1);
      if (stage === 'flight') expect(inFlight?.reason).toBe(reason);
      expect(listeners(), stage).toBe(0);
      expect(client.stats(), stage).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }
  });

  it('without a reason gives the AbortError of the platform', async () => {
    const { client } = timed();
    const controller = new AbortController();
    const call = client.execute(() => new Promise(() => {}), { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBe(controller.signal.reason);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('settles the promise within the turn, with a function that never ends', async () => {
    const { client } = timed();
    const controller = new AbortController();
    const call = watch(client.execute(() => new Promise(() => {}), { signal: controller.signal }));
    await null;
    controller.abort('now');
    await null;
    expect(call).toMatchObject({ state: 'rejected', error: 'now' });
  });

  it('after the end changes nothing', async () => {
    const { client } = timed();
    const { controller, signal, listeners } = countedSignal();
    const call = client.execute(() => 7, { signal });
    expect(listeners()).toBe(0);
    controller.abort('too late');
    await expect(call).resolves.toBe(7);
  });

  it('AB-04: of 10 000 calls on one signal starts none of those that waited for the slots of others', async () => {
    const { client } = timed({ maxInFlight: 10, initialInFlight: 10 });
    const { controller, signal, listeners, mostListeners } = countedSignal();
    let started = 0;
    const calls = Array.from({ length: 10_000 }, () =>
      watch(
        client.execute(
          () => {
            started++;
            return new Promise(() => {});
          },
          { signal },
        ),
      ),
    );
    expect(started).toBe(10);
    controller.abort('all');
    await null;
    expect(started).toBe(10);
    expect(calls.every(({ error }) => error === 'all')).toBe(true);
    expect([listeners(), mostListeners()]).toEqual([0, 1]);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('AB-04: that reaches each call by a signal of its own starts none of them either', async () => {
    const { client } = timed({ maxInFlight: 1 });
    const parent = new AbortController();
    let started = 0;
    const calls = Array.from({ length: 20 }, () => {
      const signal = AbortSignal.any([parent.signal, new AbortController().signal]);
      return watch(
        client.execute(
          () => {
            started++;
            return new Promise(() => {});
          },
          { signal },
        ),
      );
    });
    parent.abort('all');
    await null;
    expect(started).toBe(1);
    expect(calls.every(({ error }) => error === 'all')).toBe(true);
  });

  it('of some calls leaves the others of the client alone', async () => {
    const { clock, client } = timed({ maxInFlight: 1 });
    const controller = new AbortController();
    const order: string[] = [];
    const job = (name: string, signal?: AbortSignal) =>
      watch(
        client.execute(
          () => {
            order.push(name);
            return new Promise((done) => clock.setTimer(clock.now() + 10, () => done(name)));
          },
          { signal },
        ),
      );
    const calls = [job('a', controller.signal), job('b'), job('c', controller.signal), job('d')];
    controller.abort('x');
    await clock.run();
    expect(order).toEqual(['a', 'b', 'd']);
    expect(calls.map(({ state }) => state)).toEqual(['rejected', 'resolved', 'rejected', 'resolved']);
  });

  it('by the function itself ends the call with that reason, whatever the function gives', async () => {
    const { client } = timed();
    for (const end of [
      () => 7,
      async () => 7,
      () => Promise.reject(new Error('x')),
      () => {
        throw new Error('x');
      },
    ]) {
      const controller = new AbortController();
      const call = client.execute(
        () => {
          controller.abort('from within');
          return end();
        },
        { signal: controller.signal },
      );
      await expect(call).rejects.toBe('from within');
      expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }
  });
});

describe('many calls', () => {
  it('10 000 at concurrency 10 all end, in order, never more than 10 at once', async () => {
    const { client } = timed({ maxInFlight: 10, initialInFlight: 10 });
    let inFlight = 0;
    let most = 0;
    const order: number[] = [];
    const results = await Promise.all(
      Array.from({ length: 10_000 }, (_, index) =>
        client.execute(async () => {
          order.push(index);
          most = Math.max(most, ++inFlight);
          await null;
          inFlight--;
          return index;
        }),
      ),
    );
    expect(results).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
    expect(order).toEqual(results);
    expect(most).toBe(10);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('10 000 whose functions are synchronous do not grow the stack', async () => {
    const { client } = timed({ maxInFlight: 1 });
    const results = await Promise.all(Array.from({ length: 10_000 }, (_, index) => client.execute(() => index)));
    expect(results).toHaveLength(10_000);
  });

  it('from within a call run once it gives way, however deep they are nested', async () => {
    const { client } = timed({ maxInFlight: 2 });
    const log: string[] = [];
    const outer = client.execute(async () => {
      log.push('outer');
      const inner = client.execute(() => log.push('inner'));
      log.push('after the submission');
      await inner;
      return 'done';
    });
    await expect(outer).resolves.toBe('done');
    expect(log).toEqual(['outer', 'after the submission', 'inner']);

    let depth = 0;
    const dive = (): void => {
      if (++depth < 5000) void client.execute(dive);
    };
    await client.execute(dive);
    await new Promise(setImmediate);
    expect(depth).toBe(5000);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('ID-02: a client within a client does not multiply the attempts', async () => {
    const { clock, client: outer } = timed({ ...fixed, maxAttempts: 3 });
    const inner = createClient({ ...fixed, maxAttempts: 3 }, { clock });
    let sent = 0;
    const send = () => {
      sent++;
      throw reset();
    };
    const options = { idempotent: true };
    const call = watch(outer.execute(() => inner.execute(send, options), options));
    await clock.run();
    expect(sent).toBe(3);
    expect(call.error).toMatchObject({ reason: 'attempts-exhausted', report: { attempts: 3 } });
  });
});
