import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import { type FetchInput, factsOf } from './fetch-request.js';
import { reportOf } from './report.js';

const URL_ = 'https://api.example/v1/messages';
const eager: PolicyInput = { backoff: { baseMs: 0 }, retryOn: { idempotent: 'always' } };

/** A client whose server fails `failures` times, and the bytes of the body that each attempt brought. */
function bodyClient(failures: number, policy: PolicyInput = eager) {
  const clock = manualClock();
  const bodies: Promise<Uint8Array>[] = [];
  const client = createClient(policy, {
    clock,
    fetch: async (input, init) => {
      // As fetch does, which takes the body of its Request.
      const request = new Request(input, { ...init, ...(init?.body instanceof ReadableStream && { duplex: 'half' }) });
      bodies.push(request.arrayBuffer().then((bytes) => new Uint8Array(bytes)));
      await bodies.at(-1);
      return new Response(null, { status: bodies.length <= failures ? 503 : 200 });
    },
  });
  return { client, clock, bodies: () => Promise.all(bodies) };
}

const stream = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

describe('an init that is a function', () => {
  it('is called exactly once for each attempt, with its number', async () => {
    const { client, clock, upstream } = scriptedClient(eager, [{ status: 503 }, { status: 429 }, { status: 500 }, {}]);
    const attempts: number[] = [];
    const made: RequestInit[] = [];
    const call = client.fetch(URL_, (attempt) => {
      attempts.push(attempt);
      made.push({ method: 'POST', body: `attempt ${attempt}` });
      return made.at(-1) as RequestInit;
    });
    await Promise.all([call, clock.run()]);
    expect(attempts).toEqual([1, 2, 3, 4]);
    expect(upstream.seen.map(({ init }) => init?.body)).toEqual(made.map(({ body }) => body));
  });

  it('makes streams that are sent whole each time', async () => {
    const { client, clock, bodies } = bodyClient(2);
    const call = client.fetch(URL_, () => ({ method: 'PUT', body: stream('hello') }));
    await Promise.all([call, clock.run()]);
    const texts = (await bodies()).map((bytes) => new TextDecoder().decode(bytes));
    expect(texts).toEqual(['hello', 'hello', 'hello']);
  });

  it('is not called for a call that never leaves the queue', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 1 }, [{ latencyMs: 100 }]);
    const controller = new AbortController();
    const attempts: number[] = [];
    const first = client.fetch(URL_);
    const second = watch(
      client.fetch(URL_, (attempt) => {
        attempts.push(attempt);
        return { signal: controller.signal };
      }),
    );
    controller.abort('no');
    await Promise.all([first, clock.run()]);
    expect(second.error).toBe('no');
    // The first init is made when the call is, because method, key and signal are needed to queue it.
    expect(attempts).toEqual([1]);
  });

  it('that throws later ends the call with what it threw', async () => {
    const { client, clock, sentAt } = scriptedClient(eager, [{ status: 503 }]);
    const failure = new Error('the file is gone');
    const call = watch(
      client.fetch(URL_, (attempt) => {
        if (attempt === 2) throw failure;
        return { method: 'PUT' };
      }),
    );
    await clock.run();
    expect(call.error).toBe(failure);
    expect(sentAt()).toHaveLength(1);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('gives the signal of the call with its first init, which aborts the later attempts too', async () => {
    const { client, clock, upstream } = scriptedClient(eager, (index) =>
      index === 0 ? { status: 503 } : { latencyMs: 1000 },
    );
    const controller = new AbortController();
    const call = watch(client.fetch(URL_, (attempt) => (attempt === 1 ? { signal: controller.signal } : {})));
    await clock.advance(10);
    expect(upstream.seen).toHaveLength(2);
    controller.abort('stop');
    expect(upstream.seen[1]?.init?.signal).toMatchObject({ aborted: true, reason: 'stop' });
    await clock.run();
    expect(call.error).toBe('stop');
  });

  it('may bring a signal of its own for each attempt', async () => {
    const { client, clock, upstream } = scriptedClient(eager, (index) =>
      index === 0 ? { status: 503 } : { latencyMs: 1000 },
    );
    const own = [new AbortController(), new AbortController()];
    const call = watch(client.fetch(URL_, (attempt) => ({ signal: own[attempt - 1]?.signal ?? null })));
    await clock.advance(10);
    own[1]?.abort(new DOMException('too long', 'TimeoutError'));
    await clock.advance(0);
    // It ends that attempt alone: the next one is sent.
    expect(upstream.seen).toHaveLength(3);
    await clock.run();
    expect(call.state).toBe('resolved');
  });
});

describe('a body that can be sent again', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  const kinds: [string, () => BodyInit, boolean?][] = [
    ['a text', () => 'grüße\u0000\uD83D\uDE80'],
    ['an empty text', () => ''],
    ['a Uint8Array', () => bytes],
    ['a view of a part of a buffer', () => bytes.subarray(7, 19)],
    ['a DataView', () => new DataView(bytes.buffer, 3, 100)],
    ['an ArrayBuffer', () => bytes.buffer],
    ['a Blob', () => new Blob([bytes, 'tail'])],
    ['URLSearchParams', () => new URLSearchParams({ a: '1 2', b: 'ü' })],
  ];

  it.each(kinds)('%s: every attempt brings the same bytes', async (_, make) => {
    const { client, clock, bodies } = bodyClient(3);
    const expected = new Uint8Array(await new Response(make()).arrayBuffer());
    const response = client.fetch(URL_, { method: 'POST', body: make() });
    await settle(clock, response);
    expect((await response).status).toBe(200);
    const sent = await bodies();
    expect(sent).toHaveLength(4);
    for (const body of sent) expect(body).toEqual(expected);
  });

  it('FormData: every attempt brings the same fields', async () => {
    const { client, clock, bodies } = bodyClient(2);
    const form = new FormData();
    form.set('name', 'value');
    form.set('file', new Blob([bytes]), 'file.bin');
    const response = client.fetch(URL_, { method: 'POST', body: form });
    await settle(clock, response);
    const sent = await bodies();
    // The boundary between the parts is drawn anew each time.
    const texts = sent.map((body) => new TextDecoder('latin1').decode(body).replaceAll(/-+formdata-undici-\d+/g, '--'));
    expect(texts).toHaveLength(3);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('name="name"\r\n\r\nvalue');
  });

  it.each<[string, () => Request]>([
    ['a text', () => new Request(URL_, { method: 'POST', body: 'hello' })],
    ['a stream', () => new Request(URL_, { method: 'POST', body: stream('hello'), duplex: 'half' } as RequestInit)],
  ])('in a Request, from %s: it is cloned, and stays unread', async (_, make) => {
    const { client, clock, bodies } = bodyClient(3);
    const request = make();
    const response = client.fetch(request);
    await settle(clock, response);
    expect((await bodies()).map((body) => new TextDecoder().decode(body))).toEqual(Array(4).fill('hello'));
    expect(request.bodyUsed).toBe(false);
    expect(await request.text()).toBe('hello');
  });

  it('a Request whose body has been read is refused as fetch refuses it', async () => {
    const { client } = bodyClient(0);
    const request = new Request(URL_, { method: 'POST', body: 'hello' });
    await request.text();
    await expect(client.fetch(request)).rejects.toThrow(TypeError);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });
});

describe('a body that can be sent only once', () => {
  it.each(['POST', 'PUT'])('QB-01, QB-02: a %s with a stream is not retried, and says so', async (method) => {
    const { client, clock, upstream } = scriptedClient({ ...eager, maxAttempts: 2 }, [{ status: 503 }, {}]);
    const init = { method, body: stream('hello'), duplex: 'half' } as RequestInit;
    const call = watch(client.fetch(URL_, init));
    await clock.run();
    expect(upstream.seen).toHaveLength(1);
    expect(call.value?.status).toBe(503);
    const report = call.value && reportOf(call.value);
    expect(report?.reason).toBe('body-not-replayable');
    expect(report?.sentence).toContain('pass a function that makes a fresh init for each attempt');
  });

  it('QB-02: goes on when a function makes it', async () => {
    const { client, clock, upstream } = scriptedClient({ ...eager, maxAttempts: 2 }, [{ status: 503 }, {}]);
    const call = watch(client.fetch(URL_, () => ({ method: 'PUT', body: stream('hello') })));
    await clock.run();
    expect(upstream.seen).toHaveLength(2);
    expect(call.value?.status).toBe(200);
  });

  it('is any object that fetch does not send as text or bytes', () => {
    const replayable = (body: unknown): boolean => factsOf(URL_, { method: 'POST', body: body as BodyInit }).replayable;
    async function* generator() {
      yield new Uint8Array(1);
    }
    expect([stream('x'), generator(), new Blob(['x']).stream(), { pipe() {} }].map(replayable)).toEqual(
      Array(4).fill(false),
    );
    expect([undefined, null, '', 'x', 0, 7, true].map(replayable)).toEqual(Array(7).fill(true));
  });
});

describe('what may be repeated', () => {
  const repeatable = (init: RequestInit, input: FetchInput = URL_): boolean => factsOf(input, init).repeatable;

  it.each([{ 'Idempotency-Key': 'x' }, { 'idempotency-key': 'x' }, [['IDEMPOTENCY-KEY', 'x']] as [string, string][]])(
    'is a POST with %j',
    (headers) => {
      expect(repeatable({ method: 'POST', headers })).toBe(true);
      expect(repeatable({ method: 'POST', headers: new Headers(headers) })).toBe(true);
      expect(repeatable({}, new Request(URL_, { method: 'POST', headers }))).toBe(true);
    },
  );

  it('goes by the init where there is a Request too', () => {
    const request = new Request(URL_, { method: 'POST', headers: { 'idempotency-key': 'x' } });
    expect(repeatable({ method: 'PUT' }, request)).toBe(true);
    expect(repeatable({ headers: {} }, request)).toBe(false);
  });

  it('is a GET of a URL or a Request of another realm', () => {
    expect(repeatable({}, { href: URL_, toString: () => URL_ } as never)).toBe(true);
    expect(factsOf({ href: URL_, toString: () => URL_ } as never, undefined).account).toBe(
      factsOf(URL_, undefined).account,
    );
    expect(repeatable({}, { url: URL_, method: 'POST', headers: new Headers(), clone: () => null } as never)).toBe(
      false,
    );
  });
});

it.each(['X-Api-Key', 'Ocp-Apim-Subscription-Key', 'PRIVATE-TOKEN', 'X-Shopify-Access-Token', 'X-Auth-Token'])(
  'two values of %s are two accounts',
  (name) => {
    const accountOf = (value: string): string => factsOf(URL_, { headers: { [name]: value } }).account;
    expect(accountOf('a')).toBe(accountOf('a'));
    expect(accountOf('a')).not.toBe(accountOf('b'));
  },
);

describe('bodies and headers of another realm, or of another fetch', () => {
  // As in a test runner that gives every file a realm of its own, or a fetch that brings its own classes.
  const foreign = runInNewContext(`({
    bytes: new ArrayBuffer(3),
    view: new Uint8Array(3),
    text: new String('abc'),
    form: { [Symbol.toStringTag]: 'FormData', getAll() {} },
    blob: { [Symbol.toStringTag]: 'Blob' },
    file: { [Symbol.toStringTag]: 'File' },
    params: { [Symbol.toStringTag]: 'URLSearchParams' },
    stream: { [Symbol.toStringTag]: 'ReadableStream' },
    generator: (function* () {})(),
    nodeStreamThatCallsItselfForm: { [Symbol.toStringTag]: 'FormData', pipe() {} },
    headers: { *[Symbol.iterator]() { yield ['Authorization', 'Bearer a']; yield ['Idempotency-Key', 'k']; } },
  })`) as Record<string, never>;

  it.each([
    ['bytes', true],
    ['view', true],
    ['text', true],
    ['form', true],
    ['blob', true],
    ['file', true],
    ['params', true],
    ['stream', false],
    ['generator', false],
    ['nodeStreamThatCallsItselfForm', false],
  ])('%s can be sent again: %s', (name, replayable) => {
    expect(factsOf(URL_, { method: 'POST', body: foreign[name] as never }).replayable).toBe(replayable);
  });

  it('headers are read: who pays, and that a repeat is safe', () => {
    const facts = factsOf(URL_, { method: 'POST', headers: foreign.headers as never });
    const own = factsOf(URL_, { method: 'POST', headers: { authorization: 'Bearer a' } });
    expect(facts).toMatchObject({ account: own.account, hasIdempotencyKey: true });
  });
});

/** Bodies are read by I/O of their own, so that time has to be moved on until the call has ended. */
async function settle(clock: { advance(ms: number): Promise<void> }, call: Promise<unknown>): Promise<void> {
  const watched = watch(call);
  for (let turn = 0; turn < 1000 && watched.state === 'pending'; turn++) await clock.advance(1);
  await call;
}
