// What a client offers beside waiting: refusing to wait, taking another way, telling what it does, and lasting.

import { describe, expect, it, vi } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import { InputError } from '../core/errors.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { createClient } from './client.js';
import type { ClientOptions } from './client-options.js';
import { type GaveUpError, WouldWaitError } from './errors.js';
import { policyFor } from './policy-for.js';
import { reportOf } from './report.js';
import { retryAfter } from './retry-after-error.js';

const URL_ = 'https://api.example/v1/things';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 500 } };
const minute = { status: 429, headers: { 'retry-after': '60' } };

describe('with waiting off', () => {
  const off = { waiting: 'off' } as const;

  it('a refusal is told at once, with the instant at which to come back', async () => {
    const { client, clock, sentAt } = scriptedClient({}, [minute, {}], { ...off, wallMs: Date.UTC(2026, 0, 1) });
    const call = watch(client.fetch(URL_), clock);
    await clock.run();
    expect(call).toMatchObject({ state: 'rejected', at: 0 });
    expect(call.error).toBeInstanceOf(WouldWaitError);
    expect(call.error).toMatchObject({ code: 'would-wait', reason: 'waiting-off' });
    expect((call.error as WouldWaitError).retryAt?.toISOString()).toBe('2026-01-01T00:01:00.000Z');
    expect((call.error as WouldWaitError).cause).toMatchObject({ status: 429 });
    expect(client.snapshot().counters).toMatchObject({ gaveUp: 1, aborted: 0 });
    expect(sentAt()).toEqual([0]);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('and so is the next call of the bucket, without being sent', async () => {
    const { client, clock, sentAt } = scriptedClient({}, [minute, {}], off);
    void client.fetch(URL_).catch(() => {});
    await clock.advance(10_000);
    const call = watch(client.fetch(URL_), clock);
    await clock.advance(0);
    expect(call.error).toMatchObject({ report: { retryAfterMs: 50_000, attempts: 0 } });
    await clock.advance(50_000);
    const later = watch(client.fetch(URL_));
    await clock.run();
    expect(later.state).toBe('resolved');
    expect(sentAt()).toEqual([0, 60_000]);
  });

  it('a missing slot is no instant: it is not known when there will be one', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 1 }, [{ latencyMs: 500 }], off);
    const [first, second] = [watch(client.fetch(URL_)), watch(client.fetch(URL_))];
    await clock.run();
    expect(first.state).toBe('resolved');
    expect(second.error).toMatchObject({ code: 'would-wait', retryAt: null });
  });

  it('execute says the same, with what the function threw', async () => {
    const { client, clock } = scriptedClient({}, [{}], off);
    const cause = retryAfter(1500);
    const call = watch(
      client.execute(() => {
        throw cause;
      }),
    );
    await clock.run();
    expect(call.error).toMatchObject({ code: 'would-wait', cause, report: { retryAfterMs: 1500, attempts: 1 } });
  });
});

describe('a fallback', () => {
  it('is asked when a fetch is given up, and takes its place', async () => {
    const asked: unknown[] = [];
    const { client, clock } = scriptedClient({ retryAfter: { maxMs: '30s' } }, [minute], {
      fallback: ({ input, error, response }) => {
        asked.push([input, error.reason, error.retryAt instanceof Date, response?.status]);
        return new Response('from another model');
      },
    });
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect(await call.value?.text()).toBe('from another model');
    expect(asked).toEqual([[URL_, 'wait-exceeds-max', true, 429]]);
  });

  it('may leave the result as it is', async () => {
    for (const onGiveUp of ['response', 'throw'] as const) {
      const { client, clock } = scriptedClient({ maxAttempts: 1, onGiveUp }, [{ status: 503 }], {
        fallback: () => undefined,
      });
      const call = watch(client.fetch(URL_));
      await clock.run();
      expect(call.value?.status ?? (call.error as GaveUpError).reason).toBe(
        onGiveUp === 'response' ? 503 : 'attempts-exhausted',
      );
    }
  });

  it('is not asked for an answer, a wrong request, a mistake or an abort', async () => {
    const fallback = vi.fn();
    const controller = new AbortController();
    controller.abort();
    const { client, clock } = scriptedClient({}, (n) => (n === 0 ? {} : { status: 404 }), { fallback });
    const calls = [client.fetch(URL_), client.fetch(URL_), client.fetch(URL_, { signal: controller.signal })].map(
      (it) => watch(it),
    );
    await clock.run();
    expect(calls.map(({ state }) => state)).toEqual(['resolved', 'resolved', 'rejected']);
    expect(fallback).not.toHaveBeenCalled();
  });

  it('that gives anything else than a response is refused with what it gave', async () => {
    const { client, clock } = scriptedClient({ maxAttempts: 1 }, [{ status: 503 }], {
      fallback: () => 'cached' as never,
    });
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect(call.error).toMatchObject({
      message: 'fallback: "cached" is not allowed; give a function that returns a Response, or nothing',
    });
  });

  it('of execute gives the result instead', async () => {
    const { client, clock } = scriptedClient({ maxAttempts: 1 }, [{}]);
    const fail = (error: unknown) => () => {
      throw error;
    };
    const fallback = (error: GaveUpError) => error.reason;
    const given = watch(client.execute<unknown>(fail({ status: 503 }), { fallback }));
    const mistake = watch(client.execute<unknown>(fail(new RangeError('x')), { fallback }));
    await clock.run();
    expect(given.value).toBe('attempts-exhausted');
    expect(mistake.error).toBeInstanceOf(RangeError);
  });

  it('of execute that cannot be read rejects the call, as any option does', async () => {
    const { client } = scriptedClient({}, [{}]);
    const run = vi.fn();
    const unreadable = () => {
      throw new RangeError('no fallback');
    };
    const options = Object.defineProperty({}, 'fallback', { get: unreadable, enumerable: true });
    await expect(client.execute(run, options)).rejects.toThrow('no fallback');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('an error', () => {
  it('carries every attempt', async () => {
    const { client, clock } = scriptedClient({ ...fixed, maxAttempts: 3, onGiveUp: 'throw' }, [
      { status: 503, latencyMs: 10 },
    ]);
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect((call.error as GaveUpError).report.history).toEqual([
      { attempt: 1, sentAfterMs: 0, tookMs: 10, outcome: 'overloaded', status: 503, hintMs: null },
      { attempt: 2, sentAfterMs: 510, tookMs: 10, outcome: 'overloaded', status: 503, hintMs: null },
      { attempt: 3, sentAfterMs: 1520, tookMs: 10, outcome: 'overloaded', status: 503, hintMs: null },
    ]);
  });

  it('of an SDK is read for what the response in it says', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const headers = new Headers({ 'retry-after-ms': '1250' });
    const runs: number[] = [];
    void client.execute(() => {
      runs.push(clock.now());
      if (runs.length === 1) throw Object.assign(new Error('429'), { status: 429, headers, error: { type: 'tokens' } });
    });
    await clock.run();
    expect(runs).toEqual([0, 1250]);
  });

  it('of an SDK about a quota that is used up ends the call', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const error = Object.assign(new Error('429'), { status: 429, error: { code: 'insufficient_quota' } });
    const call = watch(client.execute(() => Promise.reject(error)));
    await clock.run();
    expect(call.error).toMatchObject({ reason: 'terminal', cause: error });
  });
});

describe('a policy for a provider', () => {
  it('has its changes on top, and tells the client whose rules apply', async () => {
    const policy = policyFor('anthropic', { ...fixed, deadlineMs: '5m' });
    expect(policy).toMatchObject({ deadlineMs: '5m', idleTimeoutMs: '2m' });
    const { client, clock, sentAt } = scriptedClient(policy, [{ status: 502 }, {}]);
    expect(client.policy).toMatchObject({ deadlineMs: 300_000, idleTimeoutMs: 120_000 });
    void client.fetch('https://gateway.example/v1/messages', { method: 'POST', body: '{}' });
    await clock.run();
    expect(sentAt(), 'a POST that generates text is repeated after a 502').toEqual([0, 500]);
  });

  it.each(['antropic', '', 'toString', '__proto__', null])('%j is refused', (name) => {
    expect(() => policyFor(name as never)).toThrow(InputError);
  });

  it('names the nearest', () => expect(() => policyFor('open-ai')).toThrow('did you mean openai?'));
});

describe('a key that makes a repeat safe', () => {
  const charge = 'https://api.stripe.com/v1/charges';

  it('is made once for each call where the server honours it', async () => {
    const { client, clock, upstream } = scriptedClient(fixed, [{ status: 500 }, {}]);
    void client.fetch(charge, { method: 'POST', body: 'a=1', headers: { 'x-a': 'b' } });
    void client.fetch(charge, { method: 'POST', body: 'a=2' });
    await clock.run();
    const keys = upstream.seen.map(({ init }) => new Headers(init?.headers).get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Headers(upstream.seen[0]?.init?.headers).get('x-a')).toBe('b');
  });

  it('is the caller’s where there is one, and none is made for others', async () => {
    const { client, clock, upstream } = scriptedClient(fixed, [{}]);
    void client.fetch(charge, { method: 'POST', headers: { 'Idempotency-Key': 'mine' } });
    void client.fetch(charge);
    void client.fetch(URL_, { method: 'POST' });
    await clock.run();
    expect(upstream.seen.map(({ init }) => new Headers(init?.headers).get('idempotency-key'))).toEqual([
      'mine',
      null,
      null,
    ]);
  });
});

it('priority goes before, and does not starve what waits: QP-01', async () => {
  const { client, clock } = scriptedClient({ quotas: [{ name: 'requests', amount: 10, windowMs: '1s', burst: 1 }] }, [
    {},
  ]);
  let lowAt = Number.NaN;
  for (let at = 0; at < 600; at++) {
    clock.setTimer(at * 100, () => void client.execute(() => {}, { priority: 10 }));
  }
  // One call more than the quota takes, so that a high one always waits.
  void client.execute(() => {}, { priority: 10 });
  void client.execute(() => (lowAt = clock.now()), { priority: 0 });
  await clock.run();
  expect(lowAt).toBeGreaterThan(1000);
  expect(lowAt).toBeLessThanOrEqual(15_000);
});

it('what was saved is taken up by another client, and nothing else is', async () => {
  const { client } = scriptedClient({}, [{}]);
  const saved = JSON.parse(JSON.stringify(client.save()));
  expect(saved).toMatchObject({ version: 1, savedAtMs: Date.UTC(2026, 0, 1) });
  scriptedClient({}, [{}]).client.restore(saved);
  for (const wrong of [null, 5, {}, { version: 2, savedAtMs: 0 }, { version: 1 }]) {
    expect(() => client.restore(wrong as never)).toThrow(InputError);
    expect(() => createClient().restore(wrong as never)).toThrow(InputError);
  }
});

it('reports of what was handed back carry no less than those of errors', async () => {
  const { client, clock } = scriptedClient({ maxAttempts: 1 }, [{ status: 503 }]);
  const call = watch(client.fetch(URL_));
  await clock.run();
  expect(reportOf(call.value)?.history).toHaveLength(1);
});

it('TypeScript takes a fetch of ours for one of the platform, and options that may be missing', async () => {
  const { clock, upstream } = scriptedClient({}, [{}]);
  const unset: { provider?: string; seed?: number } = {};
  const options: ClientOptions = { provider: unset.provider, seed: unset.seed, key: undefined, clock, fetch: upstream };
  const fetch: typeof globalThis.fetch = createClient({}, options).fetch;
  const [response] = await Promise.all([fetch(URL_), clock.run()]);
  expect(response.status).toBe(200);
});
