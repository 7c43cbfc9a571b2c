import { describe, expect, it, vi } from 'vitest';
import { countedSignal, fetchFault, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';

const URL_ = 'https://api.example/v1/messages';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 1000 } };

/** A client over a fetch that leaves signals alone, so that every listener that is counted is the client's own. */
function deafClient(policy: PolicyInput, answer: (attempt: number) => Response | Promise<Response>) {
  const clock = manualClock();
  let attempts = 0;
  const client = createClient(policy, { clock, seed: 1, fetch: async () => answer(++attempts) });
  return { client, clock, attempts: () => attempts };
}

describe('an abort by the caller', () => {
  it('AB-04: during the wait sends nothing more', async () => {
    const { client, clock, sentAt } = scriptedClient({ ...fixed, maxAttempts: 3 }, [
      { error: fetchFault('ECONNRESET') },
    ]);
    const controller = new AbortController();
    const call = watch(client.fetch(URL_, { signal: controller.signal }), clock);
    clock.setTimer(100, () => controller.abort());
    await clock.run();
    expect(sentAt()).toEqual([0]);
    expect(call).toMatchObject({ state: 'rejected', at: 100, error: { name: 'AbortError' } });
  });

  it('AB-07: gives its reason at every stage, and leaves no listener', async () => {
    const reason = 'user-cancel';
    for (const [stage, abortAt] of Object.entries({ before: -1, queued: 20, flight: 60, wait: 500 })) {
      const { client, clock, upstream } = scriptedClient({ ...fixed, maxInFlight: 1 }, (index) =>
        index === 0 ? { latencyMs: 50 } : { status: 429, latencyMs: 50 },
      );
      const { controller, signal, listeners } = countedSignal();
      const blocker = client.fetch(`${URL_}/blocker`);
      if (stage === 'before') controller.abort(reason);
      else clock.setTimer(abortAt, () => controller.abort(reason));
      const call = watch(client.fetch(URL_, { signal }), clock);
      await clock.run();
      await blocker;
      expect(call, stage).toMatchObject({ state: 'rejected', error: reason, at: Math.max(0, abortAt) });
      expect(upstream.seen, stage).toHaveLength(stage === 'before' || stage === 'queued' ? 1 : 2);
      expect(listeners(), stage).toBe(0);
      expect(client.stats(), stage).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }
  });

  it.each([{}, { attemptTimeoutMs: '5s' }, { deadlineMs: '5s' }])(
    'reaches the attempt in flight, with %j',
    async (timeouts) => {
      const { client, clock, upstream } = scriptedClient({ ...fixed, ...timeouts }, [{ latencyMs: 1000 }]);
      const controller = new AbortController();
      const call = watch(client.fetch(URL_, { signal: controller.signal }));
      await clock.advance(10);
      controller.abort('stop');
      expect(upstream.seen[0]?.init?.signal).toMatchObject({ aborted: true, reason: 'stop' });
      await clock.advance(0);
      expect(call).toMatchObject({ state: 'rejected', error: 'stop' });
      await clock.run();
    },
  );

  it.each([{}, { attemptTimeoutMs: '5s' }, { deadlineMs: '30s', idleTimeoutMs: '25s' }])(
    'ends a body that is being read after the headers, with %j',
    async (timeouts) => {
      const clock = manualClock();
      // As fetch does: the body fails when the signal of its request is aborted.
      const fetch = async (_: unknown, init?: RequestInit): Promise<Response> =>
        new Response(
          new ReadableStream({
            start(body) {
              body.enqueue(new TextEncoder().encode('first '));
              init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason));
            },
          }),
        );
      const controller = new AbortController();
      const { fetch: ours, stats } = createClient(timeouts, { clock, fetch });
      const response = await ours(URL_, { signal: controller.signal });
      const text = watch(response.text());
      await clock.advance(20_000);
      expect(text.state).toBe('pending');
      controller.abort('enough');
      await clock.advance(0);
      expect(text).toMatchObject({ state: 'rejected', error: 'enough' });
      expect(stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    },
  );

  it('settles within the turn, whatever fetch does with the signal', async () => {
    const { client } = deafClient({}, () => new Promise(() => {}));
    const controller = new AbortController();
    const call = watch(client.fetch(URL_, { signal: controller.signal }));
    await null;
    controller.abort('now');
    await null;
    expect(call).toMatchObject({ state: 'rejected', error: 'now' });
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('lets go of an answer that comes after it', async () => {
    let cancelled = 0;
    let answer: (response: Response) => void = () => {};
    const { client } = deafClient({}, () => new Promise((resolve) => (answer = resolve)));
    const controller = new AbortController();
    const call = watch(client.fetch(URL_, { signal: controller.signal }));
    await null;
    controller.abort('now');
    answer(new Response(new ReadableStream({ cancel: () => void cancelled++ })));
    await new Promise(setImmediate);
    expect(call.error).toBe('now');
    expect(cancelled).toBe(1);
  });

  it('may come from the signal of a Request, unless the init replaces or removes it', async () => {
    const controllers = { request: new AbortController(), init: new AbortController() };
    const request = () => new Request(URL_, { signal: controllers.request.signal });
    const { client, clock } = scriptedClient(fixed, [{ latencyMs: 1000 }]);
    const calls = {
      request: watch(client.fetch(request())),
      replaced: watch(client.fetch(request(), { signal: controllers.init.signal })),
      removed: watch(client.fetch(request(), { signal: null })),
    };
    await clock.advance(10);
    controllers.request.abort('of the request');
    await clock.advance(10);
    expect(calls.request.error).toBe('of the request');
    expect([calls.replaced.state, calls.removed.state]).toEqual(['pending', 'pending']);
    controllers.init.abort('of the init');
    await clock.run();
    expect(calls.replaced.error).toBe('of the init');
    expect(calls.removed.state).toBe('resolved');
  });
});

describe('listeners', () => {
  it('AB-02: of attempts that are cut do not stay on the signal of the caller', async () => {
    const policy: PolicyInput = { attemptTimeoutMs: 100, maxAttempts: 16, backoff: { baseMs: 100, capMs: 500 } };
    const { client, clock, attempts } = deafClient(policy, (attempt) =>
      attempt <= 15 ? new Promise<Response>(() => {}) : new Response('ok'),
    );
    const { signal, listeners, mostListeners } = countedSignal();
    const call = watch(client.fetch(URL_, { signal }));
    await clock.run();
    expect(call.value?.status).toBe(200);
    expect(attempts()).toBe(16);
    expect(listeners()).toBe(0);
    expect(mostListeners()).toBeLessThanOrEqual(2);
  });

  it('AB-08: of 1000 calls on one long-lived signal are one at a time, and none in the end', async () => {
    const warnings: unknown[] = [];
    const onWarning = (warning: unknown): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const { client } = deafClient({}, () => new Response(null));
    const { signal, listeners, mostListeners } = countedSignal();
    for (let call = 0; call < 1000; call++) await client.fetch(URL_, { signal });
    expect([listeners(), mostListeners()]).toEqual([0, 1]);
    await Promise.all(Array.from({ length: 1000 }, () => client.fetch(URL_, { signal })));
    expect([listeners(), mostListeners()]).toEqual([0, 1]);
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

it('nothing of all this leaves a rejection that nobody handles', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  const error = vi.fn();
  for (const timeouts of [{}, { attemptTimeoutMs: 50 }, { deadlineMs: 50 }, { attemptTimeoutMs: 20, deadlineMs: 50 }]) {
    for (const abortAt of [undefined, 10, 30, 60]) {
      const script = [{ status: 503 }, { error: fetchFault('ECONNRESET'), latencyMs: 20 }, { latencyMs: 1e6 }, {}];
      const { client, clock } = scriptedClient({ ...timeouts, backoff: { baseMs: 10 }, maxAttempts: 4 }, script);
      const controller = new AbortController();
      client.fetch(URL_, { signal: controller.signal }).catch(error);
      client.execute(() => Promise.reject(fetchFault('ECONNRESET')), { idempotent: true }).catch(error);
      if (abortAt !== undefined) clock.setTimer(abortAt, () => controller.abort());
      await clock.run();
      expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
  expect(error).toHaveBeenCalled();
});

it('a signal of a polyfill that gives no reason ends the call with an AbortError, and is left without a listener', async () => {
  const listeners = new Set<EventListenerObject>();
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: EventListenerObject) => listeners.add(listener),
    removeEventListener: (_: string, listener: EventListenerObject) => listeners.delete(listener),
  };
  const { client, clock } = deafClient({}, () => new Promise(() => {}));
  const call = watch(client.fetch(URL_, { signal: signal as never }), clock);
  await clock.advance(10);
  signal.aborted = true;
  for (const listener of [...listeners]) listener.handleEvent(new Event('abort'));
  await clock.run();
  expect(call).toMatchObject({ state: 'rejected', error: { name: 'AbortError' } });
  expect(listeners.size).toBe(0);
  await expect(client.fetch(URL_, { signal: signal as never })).rejects.toMatchObject({ name: 'AbortError' });
});
