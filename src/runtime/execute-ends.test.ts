// How a call of execute ends: with what was thrown, or given up.

import { describe, expect, it } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { failure, fixed, THEN, throwing, timed } from '../../test/support/timed-client.js';
import { createClient } from './client.js';
import { GaveUpError, WouldWaitError } from './errors.js';
import { retryAfter } from './retry-after-error.js';

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
