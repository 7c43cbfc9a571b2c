import { describe, expect, it } from 'vitest';
import { playFetch } from '../../test/support/played-fetch.js';
import { fetchFault, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import { GaveUpError, WouldWaitError } from './errors.js';

const URL_ = 'https://api.example/v1/messages';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 500 } };

describe('the last response', () => {
  it('is what a give-up returns, its body unread', async () => {
    const { call, report } = await playFetch({ ...fixed, maxAttempts: 2 }, [
      { status: 500 },
      { status: 503, body: 'down' },
    ]);
    expect(call.value?.status).toBe(503);
    expect(await call.value?.text()).toBe('down');
    expect(report).toMatchObject({ reason: 'attempts-exhausted', attempts: 2, refusals: 0, elapsedMs: 500 });
  });

  it('is thrown on request, and can still be read', async () => {
    const { call } = await playFetch({ ...fixed, maxAttempts: 1, onGiveUp: 'throw' }, [{ status: 503, body: 'down' }]);
    expect(call.error).toBeInstanceOf(GaveUpError);
    const { reason, cause } = call.error as GaveUpError;
    expect(reason).toBe('attempts-exhausted');
    expect(await (cause as Response).text()).toBe('down');
  });

  it('is not thrown where there is nothing to give up', async () => {
    for (const status of [200, 301, 404]) {
      const { call } = await playFetch({ onGiveUp: 'throw' }, [{ status }]);
      expect(call.value?.status).toBe(status);
    }
  });

  it('is given with its status and fields when the call ends while it waits', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '10', 'x-request-id': 'r-1' }, body: 'slow down' };
    const { call, report } = await playFetch({ ...fixed, throttle: null, deadlineMs: '30s' }, (index) =>
      index === 0 ? refusal : { latencyMs: Number.POSITIVE_INFINITY },
    );
    // The second attempt is in flight when the deadline comes.
    expect(call).toMatchObject({ state: 'resolved', at: 30_000 });
    expect([call.value?.status, call.value?.headers.get('x-request-id')]).toEqual([429, 'r-1']);
    expect(await call.value?.text()).toBe('');
    expect(report).toMatchObject({ reason: 'wait-exceeds-deadline', attempts: 2, refusals: 1 });
  });

  it('stops the attempt that is still in flight', async () => {
    const { upstream } = await playFetch({ ...fixed, deadlineMs: '30s' }, (index) =>
      index === 0 ? { status: 503 } : { latencyMs: Number.POSITIVE_INFINITY },
    );
    expect(upstream.seen.map(({ init }) => init?.signal?.aborted)).toEqual([false, true]);
  });

  it('is overtaken by a network fault: that is thrown', async () => {
    const fault = fetchFault('ECONNRESET');
    const { call } = await playFetch({ ...fixed, maxAttempts: 2 }, [{ status: 503 }, { error: fault }]);
    expect(call.error).toBeInstanceOf(GaveUpError);
    expect((call.error as GaveUpError).cause).toBe(fault);
    const late = await playFetch({ ...fixed, deadlineMs: 700 }, [{ status: 503 }, { error: fault, latencyMs: 10 }]);
    expect((late.call.error as GaveUpError).cause).toBe(fault);
    expect(late.sent).toEqual([0, 500]);
    // Also when the call ends later, with another attempt in flight.
    const script = [{ status: 503 }, { error: fault }, { latencyMs: Number.POSITIVE_INFINITY }];
    const later = await playFetch({ ...fixed, deadlineMs: '10s' }, script);
    expect(later.call).toMatchObject({ state: 'rejected', at: 10_000, error: { reason: 'wait-exceeds-deadline' } });
    expect((later.call.error as GaveUpError).cause).toBe(fault);
  });

  it('that was retried without a wait is not the one that a fault overtakes', async () => {
    const { call } = await playFetch({ backoff: { baseMs: 0 }, maxAttempts: 2 }, [
      { status: 503 },
      { error: fetchFault('EPIPE') },
    ]);
    expect(call.error).toMatchObject({ reason: 'attempts-exhausted', cause: { message: 'fetch failed' } });
  });

  it('keeps its body when another call of the bucket is given up in the same step', async () => {
    // The breaker opens with this answer, and the head of the queue is refused while the answer is handed over.
    const policy: PolicyInput = { ...fixed, maxInFlight: 1, maxAttempts: 1, breaker: { threshold: 1, resetMs: '10s' } };
    const { client, clock } = scriptedClient(policy, [{ status: 500, body: 'mine' }]);
    const [first, second] = [watch(client.fetch(URL_)), watch(client.fetch(URL_))];
    await clock.run();
    expect(await first.value?.text()).toBe('mine');
    expect(second.error).toBeInstanceOf(WouldWaitError);
    expect(second.error).toMatchObject({ reason: 'breaker-open', report: { attempts: 0, retryAfterMs: 10_000 } });
  });
});

describe('a response that is refused', () => {
  /** Responses with an endless body, and what became of them. */
  function endless(failures: number) {
    const bodies: { pulled: number; cancelled: number }[] = [];
    const clock = manualClock();
    const cancelledBefore: number[] = [];
    const fetch = async (): Promise<Response> => {
      cancelledBefore.push(bodies.filter(({ cancelled }) => cancelled > 0).length);
      if (bodies.length === failures) return new Response('served');
      const body = { pulled: 0, cancelled: 0 };
      bodies.push(body);
      const chunk = new Uint8Array(16_384);
      const source: UnderlyingDefaultSource<Uint8Array> = {
        pull(controller) {
          body.pulled += chunk.length;
          controller.enqueue(chunk);
        },
        cancel() {
          body.cancelled++;
        },
      };
      return new Response(new ReadableStream(source), { status: 429 });
    };
    return { bodies, clock, fetch, cancelledBefore };
  }

  it('SB-01: is cancelled once, before the wait', async () => {
    const { bodies, clock, fetch, cancelledBefore } = endless(2);
    const client = createClient({ ...fixed, backoff: { baseMs: 1000 } }, { clock, fetch });
    const call = watch(client.fetch(URL_));
    await clock.advance(0);
    expect(bodies).toMatchObject([{ cancelled: 1 }]);
    await clock.run();
    expect(call.value?.status).toBe(200);
    expect(bodies.map(({ cancelled }) => cancelled)).toEqual([1, 1]);
    expect(cancelledBefore).toEqual([0, 1, 2]);
  });

  it('SB-06: is not read on during the waits, however long its body is', async () => {
    const { bodies, clock, fetch } = endless(3);
    const client = createClient({ ...fixed, backoff: { baseMs: 1000 } }, { clock, fetch });
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect(call.value?.status).toBe(200);
    for (const { pulled } of bodies) expect(pulled).toBeLessThanOrEqual(65_536);
  });

  it('is left to the caller when it is the last one', async () => {
    const { bodies, clock, fetch } = endless(5);
    const client = createClient({ ...fixed, refusals: { max: 1 } }, { clock, fetch });
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect(call.value?.status).toBe(429);
    expect(bodies.map(({ cancelled }) => cancelled)).toEqual([1, 0]);
    expect((await call.value?.body?.getReader().read())?.done).toBe(false);
  });

  it('whose body has failed already, or is being read by somebody else, is no trouble', async () => {
    const clock = manualClock();
    const failed = new Response(new ReadableStream({ start: (body) => body.error(new Error('gone')) }), {
      status: 503,
    });
    const taken = new Response('taken', { status: 503 });
    taken.body?.getReader();
    const answers = [failed, taken, new Response('served')];
    const client = createClient(fixed, { clock, fetch: async () => answers.shift() as Response });
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect(call.value?.status).toBe(200);
  });
});
