import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import { retryAfter } from './retry-after-error.js';

describe('a slot', () => {
  it('CS-01: is freed by an abort, though the job that held it never ends', async () => {
    const clock = manualClock();
    const client = createClient({ maxInFlight: 1 }, { clock });
    const controller = new AbortController();
    const a = watch(client.execute(() => new Promise(() => {}), { signal: controller.signal }));
    clock.setTimer(50, () => controller.abort());
    let startedAt = -1;
    const b = watch(
      client.execute(() => {
        startedAt = clock.now();
        return new Promise((done) => clock.setTimer(clock.now() + 10, () => done('b')));
      }),
    );
    await clock.run();
    expect(startedAt).toBe(50);
    expect([a.state, b.value]).toEqual(['rejected', 'b']);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('CS-02: is freed by a job that throws before it has given a promise', async () => {
    const client = createClient({ maxInFlight: 2 });
    const error = new Error('thrown at once');
    const thrower = (): number => {
      throw error;
    };
    const results = await Promise.allSettled([
      client.execute(thrower),
      client.execute(thrower),
      client.execute(() => 1),
    ]);
    expect(results).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
      { status: 'fulfilled', value: 1 },
    ]);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it.each(['now', 'later'])('is freed by a job that throws what cannot be looked at, %s', async (when) => {
    const client = createClient({ maxInFlight: 1 });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const run = (): Promise<never> => {
      if (when === 'now') throw proxy;
      return Promise.reject(proxy);
    };
    const thrown = await client.execute(run).catch((error: unknown) => [error]);
    expect((thrown as unknown[])[0] === proxy).toBe(true);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('CS-05: is not given to a call that has run out of time in the queue', async () => {
    const clock = manualClock();
    const client = createClient({ maxInFlight: 1 }, { clock });
    const startedAt: Record<string, number> = {};
    const job = (name: string, durationMs: number, deadlineMs?: number) =>
      watch(
        client.execute(
          () => {
            startedAt[name] = clock.now();
            return new Promise((done) => clock.setTimer(clock.now() + durationMs, () => done(name)));
          },
          { deadlineMs },
        ),
        clock,
      );
    const a = job('a', 300);
    const b = job('b', 10, 100);
    await clock.advance(250);
    expect(b).toMatchObject({ state: 'rejected', at: 100, error: { reason: 'wait-exceeds-deadline' } });
    expect(client.stats()).toEqual({ inFlight: 1, queued: 0, sleeping: 0 });
    const c = job('c', 10, 100);
    await clock.run();
    expect(startedAt).toEqual({ a: 0, c: 300 });
    expect([a.value, c.value]).toEqual(['a', 'c']);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('is not held while a call waits for its retry', async () => {
    const clock = manualClock();
    const client = createClient({ maxInFlight: 1 }, { clock });
    const order: string[] = [];
    const first = client.execute(
      ({ attempt }) => {
        order.push(`first ${attempt}`);
        if (attempt === 1) throw retryAfter(1000);
      },
      { key: 'a' },
    );
    const second = client.execute(() => order.push('second'), { key: 'b' });
    await Promise.all([first, second, clock.run()]);
    expect(order).toEqual(['first 1', 'second', 'first 2']);
  });
});

/** What a job does, when it is aborted and how long it may take. */
const jobs = fc.array(
  fc.record({
    kind: fc.constantFrom('value', 'throws', 'promise', 'rejects', 'refused', 'overloaded', 'never'),
    at: fc.integer({ min: 0, max: 300 }),
    durationMs: fc.integer({ min: 0, max: 200 }),
    abortAt: fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
    deadlineMs: fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
    key: fc.constantFrom('a', 'b'),
  }),
  { minLength: 1, maxLength: 30 },
);

it('whatever jobs do, no more than allowed are in flight, every call ends, and nothing is left behind', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, fc.integer({ min: 1, max: 4 }), fc.integer(), async (specs, maxInFlight, seed) => {
      const clock = manualClock();
      const policy = {
        maxInFlight,
        maxAttempts: 3,
        attemptTimeoutMs: 150,
        backoff: { baseMs: 40 },
        refusals: { max: 4 },
      };
      const client = createClient(policy, { clock, seed });
      let most = 0;
      let startedAborted = 0;
      const calls: ReturnType<typeof watch>[] = [];
      for (const { kind, at, durationMs, abortAt, deadlineMs, key } of specs) {
        const controller = new AbortController();
        const later = <T>(end: (done: (value: T) => void, fail: (error: unknown) => void) => void): Promise<T> =>
          new Promise((done, fail) => clock.setTimer(clock.now() + durationMs, () => end(done, fail)));
        const run = (): unknown => {
          most = Math.max(most, client.stats().inFlight);
          if (controller.signal.aborted) startedAborted++;
          if (kind === 'value') return 1;
          if (kind === 'throws') throw new Error('thrown');
          if (kind === 'refused') throw retryAfter(durationMs);
          if (kind === 'never') return new Promise(() => {});
          if (kind === 'promise') return later((done) => done(1));
          return later((_, fail) => fail(kind === 'overloaded' ? { status: 503 } : new Error('rejected')));
        };
        clock.setTimer(at, () => {
          calls.push(watch(client.execute(run, { signal: controller.signal, deadlineMs, key, idempotent: true })));
        });
        if (abortAt !== undefined) clock.setTimer(abortAt, () => controller.abort('aborted'));
      }
      await clock.run();
      expect(calls).toHaveLength(specs.length);
      expect(calls.map(({ state }) => state)).not.toContain('pending');
      expect(most).toBeLessThanOrEqual(maxInFlight);
      expect(startedAborted).toBe(0);
      expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }),
    { numRuns: 300 },
  );
});
