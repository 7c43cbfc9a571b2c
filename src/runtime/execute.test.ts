import { describe, expect, it } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { failure, fixed, reset, THEN, throwing, timed } from '../../test/support/timed-client.js';
import { createClient } from './client.js';
import { retryAfter } from './retry-after-error.js';

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
