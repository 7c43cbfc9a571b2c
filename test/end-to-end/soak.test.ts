// Thousands of calls through everything that can go wrong: all of them settle, and nothing is left behind.

import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random/random.js';
import { createEmulator, listen } from '../../src/emulator/index.js';
import { createClient } from '../../src/runtime/client.js';
import type { Client } from '../../src/runtime/client-options.js';
import { GaveUpError } from '../../src/runtime/errors.js';
import { manualClock } from '../../src/testing/manual-clock.js';
import { type ScriptedAnswer, scriptedFetch } from '../../src/testing/scripted-fetch.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

describe('under a clock that is moved by hand', () => {
  const MAX_IN_FLIGHT = 40;
  const policy = {
    maxInFlight: MAX_IN_FLIGHT,
    initialInFlight: 16,
    maxAttempts: 4,
    attemptTimeoutMs: '4s',
    idleTimeoutMs: '3s',
    deadlineMs: '90s',
    backoff: { baseMs: 200, capMs: 5000 },
  } as const;

  /** One world: a server that does everything wrong at random, and a client that lives with it. */
  function world(seed: number) {
    const { next } = createRandom(seed);
    const clock = manualClock();
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    /** For each host, when it has told somebody to stay away, and until when. */
    const closed = new Map<string, { readonly toldAt: number; readonly until: number }>();
    const early: unknown[] = [];
    /** Per host, which is an account here: that is what the limit is for. */
    const inFlight = new Map<string, number>();
    let mostInFlight = 0;

    const answer = (): ScriptedAnswer => {
      const latencyMs = Math.floor(next() * 300);
      const body = pick(['', 'x', 'y'.repeat(5000)]);
      const u = next();
      if (u < 0.55) return { latencyMs, body };
      if (u < 0.62) return { latencyMs, stream: ['a', 50, 'b', 400, 'c'] };
      if (u < 0.68) {
        const seconds = 1 + Math.floor(next() * 3);
        return { latencyMs, status: 429, headers: { 'retry-after': String(seconds) }, body };
      }
      if (u < 0.74) return { latencyMs, status: pick([500, 502, 503, 529, 408]), body };
      if (u < 0.78) return { latencyMs, status: pick([400, 404, 501]), body };
      if (u < 0.84) return { latencyMs, error: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) };
      if (u < 0.87) return { latencyMs: Infinity };
      if (u < 0.91) return { latencyMs, stream: ['a', 20, new TypeError('terminated')] };
      if (u < 0.94) return { latencyMs, stream: ['a', Infinity] };
      if (u < 0.97)
        return { latencyMs, status: 429, headers: { 'content-type': 'text/plain' }, stream: ['b', Infinity] };
      return {
        latencyMs,
        headers: { 'content-type': 'text/event-stream' },
        stream: ['data: 1\n\n', 10, 'data: 2\n\n'],
      };
    };
    const upstream = scriptedFetch(clock, (_, { url, at }) => {
      const { host } = new URL(url);
      // Those who are sent in the very instant in which it is told could not know.
      const { toldAt, until } = closed.get(host) ?? { toldAt: Infinity, until: 0 };
      if (at > toldAt && at < until) early.push({ host, at, toldAt, until });
      return answer();
    });
    const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { host } = new URL(String(input));
      const count = (by: number): number => {
        const now = (inFlight.get(host) ?? 0) + by;
        inFlight.set(host, now);
        return now;
      };
      mostInFlight = Math.max(mostInFlight, count(1));
      try {
        const response = await upstream(input, init);
        const seconds = response.headers.get('retry-after');
        if (seconds !== null && init?.signal?.aborted !== true) {
          const until = clock.now() + Number(seconds) * 1000;
          if (until > (closed.get(host)?.until ?? 0)) closed.set(host, { toldAt: clock.now(), until });
        }
        return response;
      } finally {
        count(-1);
      }
    };
    const client = createClient(policy, { clock, fetch, seed });
    return { client, clock, next, pick, upstream, early, most: () => mostInFlight };
  }

  /** One call, and what its caller does with it: reads, reads in part, forgets, or aborts at any instant. */
  async function call(it: ReturnType<typeof world>, index: number, shared: AbortSignal): Promise<string> {
    const { client, clock, next, pick } = it;
    const url = `https://${pick(['a', 'b', 'c'])}.example/${index}`;
    const own = new AbortController();
    const isAborted = next() < 0.1;
    if (isAborted) clock.setTimer(clock.now() + next() * 3000, () => own.abort('enough'));
    const signal = isAborted ? own.signal : next() < 0.5 ? shared : null;
    const how = next();
    try {
      const response = await client.fetch(url, { method: pick(['GET', 'POST', 'PUT']), signal });
      if (how < 0.6) await response.text();
      else if (how < 0.7) await response.arrayBuffer();
      else if (how < 0.8) {
        const reader = response.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      } else if (how < 0.9) await response.body?.cancel();
      return 'answered';
    } catch (error) {
      if (error === 'enough') expect(isAborted).toBe(true);
      return error instanceof GaveUpError ? error.reason : 'failed';
    } finally {
      if (isAborted) expect(getEventListeners(own.signal, 'abort').length).toBeLessThanOrEqual(1);
    }
  }

  it('10 000 calls settle; slots and listeners return to zero, and nothing is sent early or beside the limit', async () => {
    const it_ = world(7);
    const { client, clock, upstream } = it_;
    const shared = new AbortController();
    const ends = new Map<string, number>();
    let settled = 0;
    for (let index = 0; index < 10_000; index++) {
      clock.setTimer(index * 40, () => {
        void call(it_, index, shared.signal).then((end) => {
          settled++;
          ends.set(end, (ends.get(end) ?? 0) + 1);
        });
      });
    }
    await clock.run(2_000_000);
    expect(settled).toBe(10_000);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
    expect(it_.early).toEqual([]);
    expect(it_.most()).toBeLessThanOrEqual(MAX_IN_FLIGHT);
    expect(client.snapshot().counters).toMatchObject({ calls: 10_000, attempts: upstream.seen.length });
    // All of it has been met.
    expect([...ends.keys()]).toEqual(expect.arrayContaining(['answered', 'failed', 'method-not-repeatable']));
  });

  it('an hour of them leaves no more memory than a minute', async () => {
    const it_ = world(11);
    const { clock } = it_;
    const shared = new AbortController();
    let index = 0;
    const minutes = async (count: number): Promise<number> => {
      for (let at = 0; at < count * 60; at++) {
        clock.setTimer(clock.now() + at * 1000, () => void call(it_, index++, shared.signal));
      }
      await clock.run(1_000_000);
      (it_.upstream.seen as unknown[]).length = 0;
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    await minutes(5);
    const before = await minutes(5);
    const after = await minutes(50);
    expect(after - before).toBeLessThan(2_000_000);
  });
});

describe('over real sockets', () => {
  it('2000 calls to the emulator settle, nearly all of them at the first attempt', async () => {
    const emulator = createEmulator({
      rules: 'anthropic',
      seed: 3,
      latencyMs: [1, 10],
      amountFactor: 1000,
      limits: { requests: { amount: 400, windowMs: 1000, burst: 200 } },
    });
    const server = await listen(emulator);
    const client = createClient(
      { maxInFlight: 24, attemptTimeoutMs: '100s', deadlineMs: '220s', backoff: { baseMs: 20, capMs: 200 } },
      { provider: 'anthropic' },
    );
    const body = JSON.stringify({ model: 'claude', max_tokens: 20, messages: [{ role: 'user', content: 'hello' }] });
    const headers = { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };
    try {
      const ends = await drain(client, `${server.address}/v1/messages`, { method: 'POST', headers, body });
      expect(ends.length).toBe(2000);
      expect(ends.filter((status) => status !== 200)).toEqual([]);
      expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
      // Refusals that crossed on the way are no calls that came early.
      const { attempts } = client.snapshot().counters;
      expect(attempts).toBeLessThanOrEqual(2000 * 1.1);
    } finally {
      await server.close();
    }
  });
});

function drain(client: Client, url: string, init: RequestInit): Promise<number[]> {
  return Promise.all(
    Array.from({ length: 2000 }, async () => {
      const response = await client.fetch(url, init);
      await response.text();
      return response.status;
    }),
  );
}
