// Responses of mocks, polyfills and tools for tracing: whatever they lack, the call ends and its slot is given back.

import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.js';
import { reportOf } from './report.js';

const URL_ = 'https://api.anthropic.com/v1/messages';

/** As the classes of polyfills are: accessors and methods on the prototype, and headers of any kind. */
class ForeignResponse {
  readonly bodyUsed = false;
  readonly status: number;
  readonly headers: unknown;
  private readonly parts: readonly string[];

  constructor(status: number, headers: unknown, parts: readonly string[] = ['{"answer":', '42}']) {
    this.status = status;
    this.headers = headers;
    this.parts = parts;
  }

  get body(): ReadableStream<Uint8Array> {
    const { parts } = this;
    return new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
  }

  async text(): Promise<string> {
    return this.parts.join('');
  }
}

const json = { 'Content-Type': 'application/json' };

/** A client whose attempts are answered by these, in order. */
function clientOf(...answers: readonly unknown[]) {
  let index = 0;
  const fetch = (async () => answers[index++]) as unknown as typeof globalThis.fetch;
  return createClient({ backoff: { baseMs: 1 } }, { fetch });
}

describe('a response that is not the platform’s', () => {
  it.each<[string, unknown]>([
    ['a plain object of headers', json],
    ['headers without a prototype', Object.assign(Object.create(null), json)],
    ['a Map of headers', new Map(Object.entries(json))],
    ['a list of headers', Object.entries(json)],
    ['headers that only know get', { get: (name: string) => (name === 'content-type' ? 'application/json' : null) }],
    ['no headers', undefined],
    ['null for headers', null],
  ])('with %s is handed out, and one that refuses is asked again', async (_, headers) => {
    const client = clientOf(new ForeignResponse(503, headers), new ForeignResponse(200, headers));
    const response = await client.fetch(URL_);
    expect(await response.text()).toBe('{"answer":42}');
    expect(reportOf(response)?.attempts).toBe(2);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it.each<[string, unknown]>([
    ['a plain object', { 'Retry-After': '0.05' }],
    ['pairs', [['Retry-After', '0.05']]],
  ])('has its Retry-After obeyed in %s', async (_, headers) => {
    const client = clientOf({ status: 429, headers }, { status: 200 });
    const startedMs = performance.now();
    expect((await client.fetch(URL_)).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(50);
  });

  it('may be as little as a status and a method', async () => {
    const response = await clientOf({ status: 200, json: async () => ({ answer: 42 }) }).fetch(URL_);
    expect(await response.json()).toEqual({ answer: 42 });
  });

  it.each<[string, object]>([
    ['status', Object.defineProperty({}, 'status', { get: fail })],
    ['headers', Object.defineProperty({ status: 200 }, 'headers', { get: fail })],
    ['body', Object.defineProperty({ status: 503, headers: {} }, 'body', { get: fail })],
    ['get of its headers', new ForeignResponse(200, { get: fail })],
  ])('whose %s throws ends its call', async (_, broken) => {
    const client = clientOf(broken, { status: 200 });
    const [result] = await Promise.allSettled([client.fetch(URL_)]);
    if (result?.status === 'rejected') expect(result.reason).toEqual(new Error('hands off'));
    else expect(result?.value.status).toBe(200);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('whose text throws rejects the reader and gives the slot back', async () => {
    class Broken extends ForeignResponse {
      override text(): never {
        fail();
      }
    }
    const client = clientOf(new Broken(200, {}));
    const response = await client.fetch(URL_);
    await expect(response.text()).rejects.toThrow('hands off');
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('that has no status is refused with a sentence that says so', async () => {
    const client = clientOf({ ok: true, json: async () => ({}) });
    await expect(client.fetch(URL_)).rejects.toThrow('fetch gave an object without a status instead of a Response');
  });
});

describe('a proxy around a response', () => {
  /** As tools for tracing make it: what is read is read from the response, and methods are called on it. */
  const traced = (response: Response): Response =>
    new Proxy(response, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

  it('is read, and its slot is held until then', async () => {
    const client = clientOf(traced(new Response('all of it')));
    const response = await client.fetch(URL_);
    expect(client.stats().inFlight).toBe(1);
    expect(await response.text()).toBe('all of it');
    expect(client.stats().inFlight).toBe(0);
  });

  it('keeps a body that was read ahead', async () => {
    const client = clientOf(
      traced(new Response('why not', { status: 400, headers: { 'content-type': 'text/plain' } })),
    );
    expect(await (await client.fetch(URL_)).text()).toBe('why not');
  });
});

it('whatever fetch throws reaches the caller, also what throws when it is looked at', async () => {
  const trap = new Proxy({}, { get: fail });
  const client = createClient({}, { fetch: () => Promise.reject(trap) });
  const thrown = await client.fetch(URL_).catch((error: unknown) => ({ error }));
  expect((thrown as { error: unknown }).error === trap).toBe(true);
  expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
});

function fail(): never {
  throw new Error('hands off');
}

describe('a response behind a proxy that refuses something', () => {
  const traps = ['has', 'get', 'set', 'isExtensible', 'getPrototypeOf', 'setPrototypeOf', 'defineProperty'] as const;
  const refuse = (): never => {
    throw new Error('closed');
  };

  it.each(traps)('ends its call and gives the slot back: %s', async (trap) => {
    for (const status of [200, 404, 429]) {
      for (const trackBodies of [true, false]) {
        const look = (_: object, name: string) => (name === 'status' ? status : name === 'then' ? undefined : refuse());
        const response = new Proxy(new Response('x', { status }), { [trap]: trap === 'get' ? look : refuse });
        const options = { fetch: async () => response, trackBodies };
        const client = createClient({ maxAttempts: 1, refusals: { max: 0 } }, options);
        const { signal } = new AbortController();
        const result = await client.fetch(URL_, { signal }).catch((error: Error) => error);
        expect(result instanceof Error ? result.message === 'closed' : result === response).toBe(true);
        expect(() => reportOf(result)).not.toThrow();
        if (result === response) await response.text().catch(() => {});
        expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
        expect(getEventListeners(signal, 'abort')).toEqual([]);
        expect(client.snapshot().counters.calls).toBe(1);
      }
    }
  });
});
