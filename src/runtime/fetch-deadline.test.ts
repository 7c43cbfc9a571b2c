import { describe, expect, it } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';

const URL_ = 'https://api.example/v1/messages';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 1000 } };

describe('the time of an attempt', () => {
  it('AB-06: starts anew for each', async () => {
    const policy: PolicyInput = { attemptTimeoutMs: 100, maxAttempts: 3, backoff: { baseMs: 0 } };
    const latencies = [5000, 5000, 10];
    const { client, clock, upstream, sentAt } = scriptedClient(policy, (index) => ({
      latencyMs: latencies[index] ?? 0,
    }));
    const call = watch(client.fetch(URL_), clock);
    await clock.run();
    expect(sentAt()).toEqual([0, 100, 200]);
    expect(call).toMatchObject({ state: 'resolved', at: 210 });
    expect(upstream.seen.map(({ init }) => init?.signal?.aborted)).toEqual([true, true, false]);
    expect(new Set(upstream.seen.map(({ init }) => init?.signal)).size).toBe(3);
  });

  it('does not run while the call is queued', async () => {
    const { client, clock, sentAt } = scriptedClient({ maxInFlight: 1, attemptTimeoutMs: 100 }, [{ latencyMs: 90 }]);
    const calls = [1, 2, 3].map(() => watch(client.fetch(URL_), clock));
    await clock.run();
    expect(sentAt()).toEqual([0, 90, 180]);
    expect(calls.map(({ state, at }) => [state, at])).toEqual([
      ['resolved', 90],
      ['resolved', 180],
      ['resolved', 270],
    ]);
  });

  it('ends in a TimeoutError as cause when no attempt is left', async () => {
    const { client, clock } = scriptedClient({ ...fixed, attemptTimeoutMs: 100, maxAttempts: 2 }, [
      { latencyMs: 5000 },
    ]);
    const call = watch(client.fetch(URL_), clock);
    await clock.run();
    expect(call).toMatchObject({ at: 1200, error: { reason: 'attempts-exhausted', cause: { name: 'TimeoutError' } } });
  });

  it('that is over is not repeated for a POST, which may have been processed', async () => {
    const { client, clock, sentAt } = scriptedClient({ ...fixed, attemptTimeoutMs: 100 }, [{ latencyMs: 5000 }]);
    const call = watch(client.fetch(URL_, { method: 'POST' }));
    await clock.run();
    expect(sentAt()).toEqual([0]);
    expect(call.error).toMatchObject({ reason: 'method-not-repeatable', cause: { name: 'TimeoutError' } });
  });
});

describe('the deadline', () => {
  const delays: PolicyInput = {
    jitter: 'none',
    backoff: { delaysMs: [1000, 2000, 4000, 8000, 16_000] },
    attemptTimeoutMs: '10s',
    maxAttempts: 6,
  };

  it('DL-02: is another thing than the time of an attempt', async () => {
    const silent = [{ latencyMs: Number.POSITIVE_INFINITY }];
    const without = scriptedClient(delays, silent);
    const slow = watch(without.client.fetch(URL_), without.clock);
    await without.clock.run();
    expect(slow).toMatchObject({ state: 'rejected', at: 91_000 });
    expect(without.sentAt()).toHaveLength(6);

    const within = scriptedClient({ ...delays, deadlineMs: '10s' }, silent);
    const quick = watch(within.client.fetch(URL_), within.clock);
    await within.clock.run();
    expect(quick).toMatchObject({ state: 'rejected', at: 10_000 });
    expect(within.sentAt()).toEqual([0]);
  });

  it('DL-06: ends the call at once when the next wait does not fit', async () => {
    const policy: PolicyInput = { jitter: 'none', deadlineMs: 7000, maxAttempts: 8, backoff: { baseMs: 200 } };
    const { client, clock, sentAt } = scriptedClient(policy, [{ status: 500 }]);
    const call = watch(client.fetch(URL_), clock);
    await clock.run();
    expect(sentAt()).toEqual([0, 200, 600, 1400, 3000, 6200]);
    expect(call.at).toBe(6200);
    expect(call.value?.status).toBe(500);
  });

  it('DL-07: leaves no room for a send after it', async () => {
    const policy: PolicyInput = {
      jitter: 'none',
      deadlineMs: 1000,
      maxAttempts: 5,
      backoff: { baseMs: 200, multiplier: 1 },
    };
    const { client, clock, sentAt } = scriptedClient(policy, [{ status: 503, latencyMs: 950 }]);
    const call = watch(client.fetch(URL_), clock);
    await clock.run();
    expect(sentAt()).toEqual([0]);
    expect(call.value?.status).toBe(503);
    expect(call.at).toBeLessThanOrEqual(1000);
  });

  it('includes the time in the queue', async () => {
    const { client, clock, sentAt } = scriptedClient({ maxInFlight: 1, deadlineMs: 1000 }, [{ latencyMs: 800 }]);
    const calls = [1, 2, 3].map(() => watch(client.fetch(URL_), clock));
    await clock.run();
    expect(sentAt()).toEqual([0, 800]);
    expect(calls.map(({ state, at }) => [state, at])).toEqual([
      ['resolved', 800],
      ['rejected', 1000],
      ['rejected', 1000],
    ]);
    expect(calls[2]?.error).toMatchObject({ reason: 'wait-exceeds-deadline', report: { attempts: 0 } });
  });
});
