import { describe, expect, it, vi } from 'vitest';
import { fetchFault, type Script, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { scriptedFetch } from '../testing/scripted-fetch.js';
import { createClient, createFetch } from './client.js';
import { GaveUpError, WouldWaitError } from './errors.js';
import { reportOf } from './report.js';

const URL_ = 'https://api.example/v1/messages';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 500 } };
const post = { method: 'POST', body: '{}' };

/** Plays one fetch to its end. */
async function play(policy: PolicyInput, script: Script, init?: RequestInit, wallMs?: number) {
  const scripted = scriptedClient(policy, script, wallMs === undefined ? {} : { wallMs });
  const call = watch(scripted.client.fetch(URL_, init), scripted.clock);
  await scripted.clock.run();
  const report = call.value === undefined ? undefined : reportOf(call.value);
  return { ...scripted, call, report, sent: scripted.sentAt() };
}

describe('every option of retryAfter makes a difference', () => {
  const minute = { status: 429, headers: { 'retry-after': '60' } };
  const hour = { status: 429, headers: { 'retry-after': '3600' } };
  const strict = { ...fixed, maxAttempts: 2, refusals: { countAsAttempts: true } };

  it.each<[string, NonNullable<PolicyInput['retryAfter']>, object, number[]]>([
    ['RA-18: honor false does not wait for the header', { honor: false }, minute, [0, 500]],
    ['RA-18: honor true, the default, does', {}, minute, [0, 60_000]],
    ['maxMs below the wait gives up at once', { maxMs: '59s' }, minute, [0]],
    ['maxMs of exactly the wait waits', { maxMs: '60s' }, minute, [0, 60_000]],
    ['beyondMax fail, the default', {}, hour, [0]],
    ['beyondMax clamp waits the most allowed', { beyondMax: 'clamp' }, hour, [0, 600_000]],
    ['beyondMax backoff waits its own', { beyondMax: 'backoff' }, hour, [0, 500]],
  ])('%s', async (_, retryAfter, refusal, sentAt) => {
    const { sent } = await play({ ...strict, retryAfter }, [refusal, { status: 200 }]);
    expect(sent).toEqual(sentAt);
  });

  it('spreadMs adds to the wait and never takes from it', async () => {
    const policy = { ...strict, retryAfter: { spreadMs: 1000 } };
    const { sent } = await play(policy, [minute, { status: 200 }]);
    expect(sent[1]).toBeGreaterThan(60_000);
    expect(sent[1]).toBeLessThan(61_000);
  });
});

describe('a wait that is longer than the policy obeys', () => {
  const now = Date.UTC(2026, 1, 16);

  it('RA-22: of 28 days by date gives up at once with that instant', async () => {
    const headers = { 'Retry-After': 'Mon, 16 Mar 2026 00:00:00 GMT' };
    const { sent, call, report } = await play({}, [{ status: 503, headers }], undefined, now);
    expect(sent).toEqual([0]);
    expect(call.value?.status).toBe(503);
    expect(report).toMatchObject({ reason: 'wait-exceeds-max', attempts: 1, retryAfterMs: 2_419_200_000 });
    expect(report?.retryAt?.toISOString()).toBe('2026-03-16T00:00:00.000Z');
  });

  it.each([
    ['RA-22: a date 28 days ahead', 503, 'Mon, 16 Mar 2026 00:00:00 GMT', 2_419_200_000],
    ['TO-03: 30 days', 429, '2592000', 2_592_000_000],
  ])('%s is waited in full where the policy says so', async (_, status, value, waitMs) => {
    const script = [{ status, headers: { 'Retry-After': value } }, { status: 200 }];
    const { sent } = await play({ retryAfter: { maxMs: '30d' } }, script, undefined, now);
    expect(sent).toEqual([0, waitMs]);
  });
});

describe('AT-02: maxAttempts counts every request, the first included', () => {
  it.each([1, 2, 3])('%d', async (maxAttempts) => {
    const { sent, report } = await play({ ...fixed, maxAttempts }, [{ status: 503 }]);
    expect(sent).toHaveLength(maxAttempts);
    expect(report).toMatchObject({ reason: 'attempts-exhausted', attempts: maxAttempts });
  });

  it('0 is refused: a call that is never sent is nothing that anybody means', () => {
    expect(() => createFetch({ maxAttempts: 0 })).toThrow('maxAttempts: 0 is not allowed; give');
  });

  it('a refusal by a quota is a wait and is not counted, unless the policy says so', async () => {
    const refusals = Array.from({ length: 5 }, () => ({ status: 429 }));
    const lenient = await play({ ...fixed, maxAttempts: 2 }, [...refusals, { status: 200 }]);
    expect(lenient.report).toMatchObject({ reason: 'answered', attempts: 6, refusals: 5 });
    const strict = await play({ ...fixed, maxAttempts: 2, refusals: { countAsAttempts: true } }, refusals);
    expect(strict.report).toMatchObject({ reason: 'attempts-exhausted', attempts: 2, refusals: 2 });
    const bounded = await play({ ...fixed, refusals: { max: 3 } }, refusals);
    expect(bounded.report).toMatchObject({ reason: 'refusals-exhausted', attempts: 4, refusals: 4 });
  });
});

describe('RC-06: what is retried by status', () => {
  it.each<[number, boolean]>([
    [400, false],
    [401, false],
    [402, false],
    [403, false],
    [404, false],
    [408, true],
    [409, false],
    [425, false],
    [429, true],
    [500, true],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
    [511, false],
    [529, true],
  ])('%d: %s', async (status, retried) => {
    const { sent, call } = await play(fixed, [{ status }, { status: 200 }]);
    expect(sent).toHaveLength(retried ? 2 : 1);
    expect(call.value?.status).toBe(retried ? 200 : status);
  });

  it.each([409, 425])('%d is if the policy lists it', async (status) => {
    const { sent } = await play({ ...fixed, retryOn: { statuses: [status] } }, [{ status }, { status: 200 }]);
    expect(sent).toHaveLength(2);
  });

  it.each([200, 204, 206, 301, 304])('%d is handed back', async (status) => {
    const { sent, call, report } = await play(fixed, [{ status }]);
    expect([sent.length, call.value?.status, report?.reason]).toEqual([1, status, 'answered']);
  });
});

describe('RC-03: an overload is not about our quota', () => {
  it.each([529, 503])('a single %d is retried in place, and the bucket stays open meanwhile', async (status) => {
    const { client, clock, sentAt } = scriptedClient(fixed, (index) => ({ status: index === 0 ? status : 200 }));
    const first = watch(client.fetch(URL_, post));
    await clock.advance(100);
    const second = watch(client.fetch(URL_, post), clock);
    await clock.run();
    expect(sentAt()).toEqual([0, 100, 500]);
    expect([first.value?.status, second.value?.status]).toEqual([200, 200]);
  });

  it.each([529, 503])('a %d that names a wait shuts it for that long', async (status) => {
    const script: Script = (index) => (index === 0 ? { status, headers: { 'retry-after': '2' } } : {});
    const { client, clock, sentAt } = scriptedClient(fixed, script);
    watch(client.fetch(URL_, post));
    await clock.advance(100);
    watch(client.fetch(URL_, post));
    await clock.run();
    expect(sentAt()).toEqual([0, 2000, 2000]);
  });

  it('a 429 shuts it until the refused call goes again', async () => {
    const { client, clock, sentAt } = scriptedClient(fixed, (index) => ({ status: index === 0 ? 429 : 200 }));
    watch(client.fetch(URL_, post));
    await clock.advance(100);
    watch(client.fetch(URL_, post));
    await clock.run();
    expect(sentAt()).toEqual([0, 500, 500]);
  });
});

describe('what may be repeated', () => {
  const faults: Script = [
    { error: fetchFault('ECONNRESET') },
    { error: fetchFault('ECONNRESET') },
    { status: 502 },
    { error: fetchFault('ECONNRESET') },
  ];

  it('ID-02: a POST is sent once when it may have been processed', async () => {
    const { sent, call } = await play({ ...fixed, maxAttempts: 3 }, faults, post);
    expect(sent).toHaveLength(1);
    expect(call.error).toBeInstanceOf(GaveUpError);
    expect(call.error).toMatchObject({ reason: 'method-not-repeatable', cause: { message: 'fetch failed' } });
  });

  it('ID-02: a POST is retried when nothing was sent', async () => {
    const { sent, call } = await play(fixed, [{ error: fetchFault('ECONNREFUSED') }, { status: 200 }], post);
    expect([sent.length, call.value?.status]).toEqual([2, 200]);
  });

  it.each<[string, PolicyInput, RequestInit]>([
    ['the policy says always', { retryOn: { idempotent: 'always' } }, post],
    ['it has an Idempotency-Key', {}, { ...post, headers: { 'Idempotency-Key': 'k-1' } }],
  ])('ID-02: a POST is sent up to maxAttempts in all when %s', async (_, policy, init) => {
    const { sent } = await play({ ...fixed, ...policy, maxAttempts: 3 }, faults, init);
    expect(sent).toHaveLength(3);
  });

  it('ID-03: a POST that is not retried says why', async () => {
    const { sent, call, report } = await play({ ...fixed, maxAttempts: 4 }, [{ status: 502 }], post);
    expect(sent).toHaveLength(1);
    expect(call.value?.status).toBe(502);
    expect(report?.reason).toBe('method-not-repeatable');
    expect(report?.sentence).toMatch(/Idempotency-Key.*always/);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'get', 'put'])('a %s is repeated after a 502', async (method) => {
    expect((await play(fixed, [{ status: 502 }, {}], { method })).sent).toHaveLength(2);
  });

  it.each(['POST', 'PATCH', 'post', 'PURGE'])('a %s is not', async (method) => {
    expect((await play(fixed, [{ status: 502 }, {}], { method })).sent).toHaveLength(1);
  });

  it('a GET is not when the policy says never', async () => {
    const policy: PolicyInput = { ...fixed, retryOn: { idempotent: 'never' } };
    expect((await play(policy, [{ status: 502 }, {}])).sent).toHaveLength(1);
    expect((await play(policy, [{ status: 503 }, {}])).sent).toHaveLength(2);
  });
});

describe('the last response', () => {
  it('is what a give-up returns, its body unread', async () => {
    const { call, report } = await play({ ...fixed, maxAttempts: 2 }, [{ status: 500 }, { status: 503, body: 'down' }]);
    expect(call.value?.status).toBe(503);
    expect(await call.value?.text()).toBe('down');
    expect(report).toMatchObject({ reason: 'attempts-exhausted', attempts: 2, refusals: 0, elapsedMs: 500 });
  });

  it('is thrown on request, and can still be read', async () => {
    const { call } = await play({ ...fixed, maxAttempts: 1, onGiveUp: 'throw' }, [{ status: 503, body: 'down' }]);
    expect(call.error).toBeInstanceOf(GaveUpError);
    const { reason, cause } = call.error as GaveUpError;
    expect(reason).toBe('attempts-exhausted');
    expect(await (cause as Response).text()).toBe('down');
  });

  it('is not thrown where there is nothing to give up', async () => {
    for (const status of [200, 301, 404]) {
      const { call } = await play({ onGiveUp: 'throw' }, [{ status }]);
      expect(call.value?.status).toBe(status);
    }
  });

  it('is given with its status and fields when the call ends while it waits', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '10', 'x-request-id': 'r-1' }, body: 'slow down' };
    const { call, report } = await play({ ...fixed, throttle: null, deadlineMs: '30s' }, (index) =>
      index === 0 ? refusal : { latencyMs: Number.POSITIVE_INFINITY },
    );
    // The second attempt is in flight when the deadline comes.
    expect(call).toMatchObject({ state: 'resolved', at: 30_000 });
    expect([call.value?.status, call.value?.headers.get('x-request-id')]).toEqual([429, 'r-1']);
    expect(await call.value?.text()).toBe('');
    expect(report).toMatchObject({ reason: 'wait-exceeds-deadline', attempts: 2, refusals: 1 });
  });

  it('stops the attempt that is still in flight', async () => {
    const { upstream } = await play({ ...fixed, deadlineMs: '30s' }, (index) =>
      index === 0 ? { status: 503 } : { latencyMs: Number.POSITIVE_INFINITY },
    );
    expect(upstream.seen.map(({ init }) => init?.signal?.aborted)).toEqual([false, true]);
  });

  it('is overtaken by a network fault: that is thrown', async () => {
    const fault = fetchFault('ECONNRESET');
    const { call } = await play({ ...fixed, maxAttempts: 2 }, [{ status: 503 }, { error: fault }]);
    expect(call.error).toBeInstanceOf(GaveUpError);
    expect((call.error as GaveUpError).cause).toBe(fault);
    const late = await play({ ...fixed, deadlineMs: 700 }, [{ status: 503 }, { error: fault, latencyMs: 10 }]);
    expect((late.call.error as GaveUpError).cause).toBe(fault);
    expect(late.sent).toEqual([0, 500]);
    // Also when the call ends later, with another attempt in flight.
    const script = [{ status: 503 }, { error: fault }, { latencyMs: Number.POSITIVE_INFINITY }];
    const later = await play({ ...fixed, deadlineMs: '10s' }, script);
    expect(later.call).toMatchObject({ state: 'rejected', at: 10_000, error: { reason: 'wait-exceeds-deadline' } });
    expect((later.call.error as GaveUpError).cause).toBe(fault);
  });

  it('that was retried without a wait is not the one that a fault overtakes', async () => {
    const { call } = await play({ backoff: { baseMs: 0 }, maxAttempts: 2 }, [
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

describe('what is no answer is thrown on, as it is, after one attempt', () => {
  it.each<[string, unknown]>([
    ['a TypeError of the program', new TypeError('x is not a function')],
    ['a URL that cannot be parsed', new TypeError('Failed to parse URL')],
    ['a certificate', fetchFault('CERT_HAS_EXPIRED')],
    ['a text', 'failed'],
    ['null', null],
  ])('%s', async (_, error) => {
    const { sent, call } = await play(fixed, [{ error }]);
    expect(sent).toHaveLength(1);
    expect(call.state).toBe('rejected');
    expect(call.error).toBe(error);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a text', () => 'ok'],
    ['an object without a status', () => ({ ok: true })],
    ['a promise of nothing', async () => undefined],
  ])('a fetch that gives %s', async (_, fetch) => {
    const client = createClient({}, { fetch: fetch as never });
    await expect(client.fetch(URL_)).rejects.toThrow(/instead of a Response/);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('a fetch that throws instead of rejecting', async () => {
    const failure = new Error('not even a promise');
    const client = createClient(
      {},
      {
        fetch: () => {
          throw failure;
        },
      },
    );
    await expect(client.fetch(URL_)).rejects.toBe(failure);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });
});

describe('a fetch that is not the platform’s', () => {
  it('is called without a this, which browsers refuse, and looked up for each call', async () => {
    const seen: unknown[] = [];
    const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(function (this: unknown) {
      seen.push(this);
      return Promise.resolve(new Response('stubbed'));
    });
    const fetch = createFetch();
    expect(await (await fetch(URL_)).text()).toBe('stubbed');
    stub.mockRestore();
    expect(seen).toEqual([undefined]);
  });

  it('may answer with something that is only like a Response', async () => {
    let destroyed = 0;
    const bodies = [
      { destroy: () => destroyed++ },
      { cancel: () => undefined },
      {
        cancel: () => {
          throw new Error('x');
        },
      },
      undefined,
    ];
    for (const body of bodies) {
      const answers = [
        { status: 503, headers: { 'retry-after-ms': '1' }, body },
        { status: 200, headers: {} },
      ];
      const client = createClient({}, { fetch: async () => answers.shift() as never });
      expect((await client.fetch(URL_)).status).toBe(200);
    }
    expect(destroyed).toBe(1);
  });

  it('may answer with status 0, as a page sees answers of another origin', async () => {
    const opaque = Response.error();
    expect(opaque.status).toBe(0);
    const response = await createFetch({}, { fetch: async () => opaque })(URL_);
    expect(response).toBe(opaque);
    expect(reportOf(response)?.reason).toBe('answered');
  });
});

describe('without arguments', () => {
  it('a client has the documented defaults', async () => {
    const { call, sent, client } = await play({}, [{ status: 503 }, { status: 200 }]);
    expect(client.policy).toMatchObject({ maxAttempts: 6, jitter: 'full', onGiveUp: 'response', deadlineMs: null });
    expect(createClient().policy).toEqual(client.policy);
    expect(call.value?.status).toBe(200);
    expect(sent[1]).toBeLessThanOrEqual(1000);
  });

  it('two clients draw different waits, two with the same seed the same', async () => {
    const secondAt = async (options: { seed?: number }): Promise<number | undefined> => {
      const clock = manualClock();
      const upstream = scriptedFetch(clock, [{ status: 503 }, {}]);
      const { fetch } = createClient({}, { ...options, clock, fetch: upstream });
      await Promise.all([fetch(URL_), clock.run()]);
      return upstream.seen[1]?.at;
    };
    expect(await secondAt({ seed: 7 })).toBe(await secondAt({ seed: 7 }));
    expect(await secondAt({})).not.toBe(await secondAt({}));
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
