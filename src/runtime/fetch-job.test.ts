import { describe, expect, it, vi } from 'vitest';
import { playFetch } from '../../test/support/played-fetch.js';
import { fetchFault, type Script, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { scriptedFetch } from '../testing/scripted-fetch.js';
import { createClient, createFetch } from './client.js';
import { GaveUpError } from './errors.js';
import { reportOf } from './report.js';

const URL_ = 'https://api.example/v1/messages';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 500 } };
const post = { method: 'POST', body: '{}' };

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
    const { sent } = await playFetch({ ...strict, retryAfter }, [refusal, { status: 200 }]);
    expect(sent).toEqual(sentAt);
  });

  it('spreadMs adds to the wait and never takes from it', async () => {
    const policy = { ...strict, retryAfter: { spreadMs: 1000 } };
    const { sent } = await playFetch(policy, [minute, { status: 200 }]);
    expect(sent[1]).toBeGreaterThan(60_000);
    expect(sent[1]).toBeLessThan(61_000);
  });
});

describe('a wait that is longer than the policy obeys', () => {
  const now = Date.UTC(2026, 1, 16);

  it('RA-22: of 28 days by date gives up at once with that instant', async () => {
    const headers = { 'Retry-After': 'Mon, 16 Mar 2026 00:00:00 GMT' };
    const { sent, call, report } = await playFetch({}, [{ status: 503, headers }], undefined, now);
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
    const { sent } = await playFetch({ retryAfter: { maxMs: '30d' } }, script, undefined, now);
    expect(sent).toEqual([0, waitMs]);
  });
});

describe('AT-02: maxAttempts counts every request, the first included', () => {
  it.each([1, 2, 3])('%d', async (maxAttempts) => {
    const { sent, report } = await playFetch({ ...fixed, maxAttempts }, [{ status: 503 }]);
    expect(sent).toHaveLength(maxAttempts);
    expect(report).toMatchObject({ reason: 'attempts-exhausted', attempts: maxAttempts });
  });

  it('0 is refused: a call that is never sent is nothing that anybody means', () => {
    expect(() => createFetch({ maxAttempts: 0 })).toThrow('maxAttempts: 0 is not allowed; give');
  });

  it('a refusal by a quota is a wait and is not counted, unless the policy says so', async () => {
    const refusals = Array.from({ length: 5 }, () => ({ status: 429 }));
    const lenient = await playFetch({ ...fixed, maxAttempts: 2 }, [...refusals, { status: 200 }]);
    expect(lenient.report).toMatchObject({ reason: 'answered', attempts: 6, refusals: 5 });
    const strict = await playFetch({ ...fixed, maxAttempts: 2, refusals: { countAsAttempts: true } }, refusals);
    expect(strict.report).toMatchObject({ reason: 'attempts-exhausted', attempts: 2, refusals: 2 });
    const bounded = await playFetch({ ...fixed, refusals: { max: 3 } }, refusals);
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
    const { sent, call } = await playFetch(fixed, [{ status }, { status: 200 }]);
    expect(sent).toHaveLength(retried ? 2 : 1);
    expect(call.value?.status).toBe(retried ? 200 : status);
  });

  it.each([409, 425])('%d is if the policy lists it', async (status) => {
    const { sent } = await playFetch({ ...fixed, retryOn: { statuses: [status] } }, [{ status }, { status: 200 }]);
    expect(sent).toHaveLength(2);
  });

  it.each([200, 204, 206, 301, 304])('%d is handed back', async (status) => {
    const { sent, call, report } = await playFetch(fixed, [{ status }]);
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
    const { sent, call } = await playFetch({ ...fixed, maxAttempts: 3 }, faults, post);
    expect(sent).toHaveLength(1);
    expect(call.error).toBeInstanceOf(GaveUpError);
    expect(call.error).toMatchObject({ reason: 'method-not-repeatable', cause: { message: 'fetch failed' } });
  });

  it('ID-02: a POST is retried when nothing was sent', async () => {
    const { sent, call } = await playFetch(fixed, [{ error: fetchFault('ECONNREFUSED') }, { status: 200 }], post);
    expect([sent.length, call.value?.status]).toEqual([2, 200]);
  });

  it.each<[string, PolicyInput, RequestInit]>([
    ['the policy says always', { retryOn: { idempotent: 'always' } }, post],
    ['it has an Idempotency-Key', {}, { ...post, headers: { 'Idempotency-Key': 'k-1' } }],
  ])('ID-02: a POST is sent up to maxAttempts in all when %s', async (_, policy, init) => {
    const { sent } = await playFetch({ ...fixed, ...policy, maxAttempts: 3 }, faults, init);
    expect(sent).toHaveLength(3);
  });

  it('ID-03: a POST that is not retried says why', async () => {
    const { sent, call, report } = await playFetch({ ...fixed, maxAttempts: 4 }, [{ status: 502 }], post);
    expect(sent).toHaveLength(1);
    expect(call.value?.status).toBe(502);
    expect(report?.reason).toBe('method-not-repeatable');
    expect(report?.sentence).toMatch(/Idempotency-Key.*always/);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'get', 'put'])('a %s is repeated after a 502', async (method) => {
    expect((await playFetch(fixed, [{ status: 502 }, {}], { method })).sent).toHaveLength(2);
  });

  it.each(['POST', 'PATCH', 'post', 'PURGE'])('a %s is not', async (method) => {
    expect((await playFetch(fixed, [{ status: 502 }, {}], { method })).sent).toHaveLength(1);
  });

  it('a GET is not when the policy says never', async () => {
    const policy: PolicyInput = { ...fixed, retryOn: { idempotent: 'never' } };
    expect((await playFetch(policy, [{ status: 502 }, {}])).sent).toHaveLength(1);
    expect((await playFetch(policy, [{ status: 503 }, {}])).sent).toHaveLength(2);
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
    const { sent, call } = await playFetch(fixed, [{ error }]);
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
    const { call, sent, client } = await playFetch({}, [{ status: 503 }, { status: 200 }]);
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
