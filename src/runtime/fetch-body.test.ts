// What becomes of the bodies of responses: slots, silence, streams that break off, and what the response still is.

import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { atOnce, countedSignal, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import { StreamInterruptedError } from './errors.js';
import { reportOf } from './report.js';

const URL_ = 'https://api.example/v1/things';
const CLAUDE = 'https://api.anthropic.com/v1/messages';
const one: PolicyInput = { maxInFlight: 1 };
const sse = { 'content-type': 'text/event-stream' };
const event = (data: object, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

describe('a slot is held until the body', () => {
  it('ends', async () => {
    const { client, clock, sentAt } = scriptedClient(one, [{ stream: ['a', 500, 'b', 500] }, {}]);
    const first = client.fetch(URL_).then((response) => response.text());
    const second = watch(client.fetch(URL_), clock);
    await clock.advance(999);
    expect(client.stats()).toEqual({ inFlight: 1, queued: 1, sleeping: 0 });
    await clock.run();
    expect(await first).toBe('ab');
    expect(second.state).toBe('resolved');
    expect(sentAt()).toEqual([0, 1000]);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('is cancelled', async () => {
    const { client, clock, sentAt } = scriptedClient(one, [{ stream: ['a', Infinity] }, {}]);
    const response = await atOnce(client.fetch(URL_), clock);
    void client.fetch(URL_);
    await clock.advance(50);
    await response.body?.cancel();
    await clock.run();
    expect(sentAt()).toEqual([0, 50]);
  });

  it.each(['text', 'body'] as const)('fails, read by %s', async (how) => {
    const broken = new TypeError('terminated');
    const { client, clock, sentAt } = scriptedClient(one, [{ stream: ['a', 40, broken] }, {}]);
    const response = await atOnce(client.fetch(URL_), clock);
    const read = watch(how === 'text' ? response.text() : readAll(response.body));
    void client.fetch(URL_);
    await clock.run();
    expect(read.state).toBe('rejected');
    expect(sentAt()).toEqual([0, 40]);
    expect(client.snapshot().counters).toMatchObject({ unknown: 1, attempts: 2, interrupted: 1, gaveUp: 0 });
    expect(reportOf(response)).toMatchObject({ reason: 'stream-interrupted', attempts: 1 });
  });

  it('has had its lease: one that nobody begins to read does not hold it for long', async () => {
    const { client, clock, sentAt } = scriptedClient(one, [{ body: 'unread' }, {}]);
    const response = await atOnce(client.fetch(URL_), clock);
    void client.fetch(URL_);
    await clock.run();
    expect(sentAt()).toEqual([0, 100]);
    expect(await response.text(), 'it can still be read').toBe('unread');
  });

  it('has had its lease: one whose reader stops in the middle', async () => {
    const { client, clock, sentAt } = scriptedClient(one, [{ stream: ['a', 'b', 'c'] }, {}]);
    const reader = (await atOnce(client.fetch(URL_), clock)).body?.getReader();
    await reader?.read();
    void client.fetch(URL_);
    await clock.run();
    expect(sentAt()).toEqual([0, 30_000]);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('b');
  });

  it('but not at all where bodies are not tracked, or where there is none', async () => {
    for (const [options, answer] of [
      [{ trackBodies: false }, { body: 'x' }],
      [{}, { body: null }],
    ] as const) {
      const { client, clock, sentAt } = scriptedClient(one, [answer, {}], options);
      await atOnce(client.fetch(URL_), clock);
      await atOnce(client.fetch(URL_), clock);
      expect(sentAt()).toEqual([0, 0]);
      await clock.run();
    }
  });
});

describe('time', () => {
  it('the deadline goes on in the body', async () => {
    const { client, clock } = scriptedClient({ deadlineMs: '2s' }, [{ latencyMs: 500, stream: ['a', 5000, 'b'] }]);
    const text = watch(
      client.fetch(URL_).then((response) => response.text()),
      clock,
    );
    await clock.run();
    expect(text).toMatchObject({ state: 'rejected', at: 2000 });
    expect(text.error).toMatchObject({ reason: 'wait-exceeds-deadline' });
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('the time of an attempt does not: it is over with the head of the response', async () => {
    const { client, clock } = scriptedClient({ attemptTimeoutMs: '1s' }, [{ stream: ['a', 5000, 'b'] }]);
    const text = client.fetch(URL_).then((response) => response.text());
    await clock.run();
    expect(await text).toBe('ab');
  });

  it('a body that is silent for too long is broken off, one that is slow is not', async () => {
    const script = [{ stream: ['a', 900, 'b', 900, 'c'] }, { stream: ['a', 900, 'b', 1100, 'c'] }];
    const { client, clock } = scriptedClient({ idleTimeoutMs: '1s' }, script);
    const read = () =>
      watch(
        client.fetch(URL_).then((response) => response.text()),
        clock,
      );
    const slow = read();
    const silent = read();
    await clock.run();
    expect(slow).toMatchObject({ state: 'resolved', value: 'abc', at: 1800 });
    expect(silent).toMatchObject({ state: 'rejected', at: 1900 });
    expect((silent.error as Error).cause ?? silent.error).toMatchObject({ name: 'TimeoutError' });
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('nobody is silent whom nobody asks: a reader who takes his time is not cut off', async () => {
    const { client, clock } = scriptedClient({ idleTimeoutMs: '1s' }, [{ stream: ['a', 'b'] }]);
    const reader = (await atOnce(client.fetch(URL_), clock)).body?.getReader();
    await reader?.read();
    await clock.advance(10_000);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('b');
    expect((await reader?.read())?.done).toBe(true);
  });
});

describe('once a byte has been handed out', () => {
  it('SB-07: nothing is asked for again, and the reader learns that the rest is missing', async () => {
    const script = [
      { headers: sse, stream: ['data: pri\n\n', new TypeError('terminated')] },
      { headers: sse, stream: ['data: print(1)\n\n'] },
    ];
    const { client, clock, upstream } = scriptedClient({ maxAttempts: 3 }, script);
    const { got, error } = await readUntilBroken(client.fetch(URL_), clock);
    expect(got).toBe('data: pri\n\n');
    expect(upstream.seen).toHaveLength(1);
    expect(error).toBeInstanceOf(StreamInterruptedError);
    expect(error).toMatchObject({ code: 'stream-interrupted', bytes: 11, cause: { message: 'terminated' } });
  });

  it('SB-08: an error in the place of the rest is no success', async () => {
    const overloaded = event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error');
    const start = event({ type: 'message_start', message: {} }, 'message_start');
    const { client, clock, upstream } = scriptedClient({}, [{ headers: sse, stream: [start, overloaded, 1000] }]);
    const { got, error } = await readUntilBroken(client.fetch(CLAUDE, { method: 'POST' }), clock);
    expect(got, 'the error is handed on, so that an SDK reads it').toBe(start + overloaded);
    expect(error).toMatchObject({ code: 'stream-interrupted', cause: { error: { type: 'overloaded_error' } } });
    expect(upstream.seen).toHaveLength(1);
    expect(client.snapshot().counters.unknown).toBe(1);
  });
});

describe('the response', () => {
  it('is the one that fetch made, whatever is asked of it', async () => {
    const native = new Response('{"a":1}', { status: 201, statusText: 'Made', headers: { 'x-a': 'b' } });
    Object.defineProperty(native, 'url', { value: `${URL_}?after=redirect` });
    const response = await scriptedOnce(native).fetch(URL_);
    expect(response).toBe(native);
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ status: 201, statusText: 'Made', ok: true, redirected: false, type: 'default' });
    expect(response.url).toBe(`${URL_}?after=redirect`);
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual({ a: 1 });
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  it.each(['text', 'json', 'arrayBuffer', 'blob', 'bytes'] as const)('gives its body as %s', async (method) => {
    const plain = new Response('[1]') as unknown as Record<string, () => Promise<unknown>>;
    if (typeof plain[method] !== 'function') return;
    for (const policy of [{}, { idleTimeoutMs: '9s' }]) {
      const client = scriptedOnce(new Response('[1]'), policy);
      const response = (await client.fetch(URL_)) as unknown as typeof plain;
      expect(await response[method]?.()).toEqual(await (new Response('[1]') as unknown as typeof plain)[method]?.());
      expect(client.stats().inFlight).toBe(0);
    }
  });

  it('gives its body as a form', async () => {
    const form = new FormData();
    form.set('a', 'b');
    for (const policy of [{}, { idleTimeoutMs: '9s' }]) {
      const response = await scriptedOnce(new Response(form), policy).fetch(URL_);
      expect([...(await response.formData())]).toEqual([['a', 'b']]);
    }
  });

  it('can be cloned: both have the whole body, and the slot is held until it has come', async () => {
    const { client, clock } = scriptedClient(one, [{ headers: { 'x-a': 'b' }, stream: ['a', 100, 'b'] }]);
    const response = await atOnce(client.fetch(URL_), clock);
    const copy = response.clone();
    const texts = Promise.all([response.text(), copy.text()]);
    await clock.advance(50);
    expect(client.stats().inFlight).toBe(1);
    await clock.run();
    expect(await texts).toEqual(['ab', 'ab']);
    expect(copy.headers.get('x-a')).toBe('b');
    expect(copy.url).toBe(response.url);
    expect(client.stats().inFlight).toBe(0);
    expect(() => response.clone()).toThrow(TypeError);
  });

  it('is read by for await, piped, and handed to another response', async () => {
    for (const read of [
      async (response: Response) => {
        let text = '';
        const decoder = new TextDecoder();
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) text += decoder.decode(chunk);
        return text;
      },
      async (response: Response) => readAll(response.body?.pipeThrough(new TransformStream()) ?? null),
      (response: Response) => new Response(response.body).text(),
    ]) {
      const client = scriptedOnce(new Response('whole'));
      expect(await read(await client.fetch(URL_))).toBe('whole');
      expect(client.stats().inFlight).toBe(0);
    }
  });

  it('has its body read into a buffer of the reader, as bodies of the platform can', async () => {
    const client = scriptedOnce(new Response('whole'));
    const { body } = await client.fetch(URL_);
    const reader = body?.getReader({ mode: 'byob' });
    const { value } = (await reader?.read(new Uint8Array(10))) ?? {};
    expect(new TextDecoder().decode(value)).toBe('whole');
    expect((await reader?.read(new Uint8Array(10)))?.done).toBe(true);
    expect(client.stats().inFlight).toBe(0);
  });

  it('that was refused for good can be read as if nobody had looked into it', async () => {
    const body = JSON.stringify({ error: { message: 'no such thing' } });
    const { client, clock } = scriptedClient({}, [
      { status: 404, headers: { 'content-type': 'application/json' }, body },
    ]);
    const response = await atOnce(client.fetch(URL_), clock);
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual(JSON.parse(body));
    expect(response.bodyUsed).toBe(true);
    expect(reportOf(response)?.reason).toBe('answered');
  });

  it('a mistake is told as the platform tells it', async () => {
    const response = await scriptedOnce(new Response('x')).fetch(URL_);
    const { text } = response;
    expect(() => (text as () => unknown)()).toThrow(TypeError);
  });
});

it('an abort while the body is read frees the slot and tells the reader why', async () => {
  for (const policy of [{}, { attemptTimeoutMs: '9s' }, { idleTimeoutMs: '60s' }, { deadlineMs: '60s' }]) {
    const { client, clock } = scriptedClient(policy, [{ stream: ['a', Infinity] }]);
    const controller = new AbortController();
    const response = await atOnce(client.fetch(URL_, { signal: controller.signal }), clock);
    const text = watch(response.text());
    await clock.advance(100);
    controller.abort('enough');
    await clock.advance(0);
    expect(text, JSON.stringify(policy)).toMatchObject({ state: 'rejected', error: 'enough' });
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    expect(client.snapshot().counters).toMatchObject({ calls: 1, aborted: 1 });
  }
});

it('an abort reaches a body that is read on after its slot was given back, and leaves no listener', async () => {
  for (const policy of [{}, { attemptTimeoutMs: '9s' }, { deadlineMs: '60s', idleTimeoutMs: '60s' }]) {
    const { client, clock } = scriptedClient(policy, [{ stream: ['a', Infinity] }]);
    const { controller, signal } = countedSignal();
    const response = await atOnce(client.fetch(URL_, { signal }), clock);
    await clock.advance(500);
    expect(client.stats().inFlight).toBe(0);
    const text = watch(response.text());
    await clock.advance(500);
    controller.abort('enough');
    await clock.advance(0);
    expect(text, JSON.stringify(policy)).toMatchObject({ state: 'rejected', error: 'enough' });
    const ours = getEventListeners(signal, 'abort').filter((listener) => typeof listener === 'object');
    expect(ours).toEqual([]);
    expect(client.snapshot().counters).toMatchObject({ calls: 1, aborted: 0 });
  }
});

function scriptedOnce(response: Response, policy: PolicyInput = {}) {
  return createClient(policy, { clock: manualClock(), fetch: async () => response });
}

async function readAll(body: ReadableStream<Uint8Array> | null): Promise<string> {
  return new Response(body).text();
}

/** Reads a stream chunk by chunk, while time goes on. */
async function readUntilBroken(call: Promise<Response>, clock: { run(): Promise<void> }) {
  const read = (async () => {
    const reader = (await call).body?.getReader();
    const decoder = new TextDecoder();
    let got = '';
    try {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return { got, error: null };
        got += decoder.decode(value);
      }
    } catch (error) {
      return { got, error };
    }
  })();
  await clock.run();
  return read;
}
