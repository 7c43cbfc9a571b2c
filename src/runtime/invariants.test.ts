// What must hold whatever happens, in random worlds: small ones, with everything that can go wrong in them.

import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedSignal, scriptedClient } from '../../test/support/scripted-client.js';
import { manualClock } from '../testing/manual-clock.js';
import { type ScriptedAnswer, scriptedFetch } from '../testing/scripted-fetch.js';
import { createClient } from './client.js';
import { retryAfter } from './retry-after-error.js';

const URL_ = 'https://api.example/v1/things';

const answers: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  fc.record({ latencyMs: fc.nat(300), body: fc.constantFrom('', 'x') }),
  fc.record({
    latencyMs: fc.nat(300),
    stream: fc.array(fc.oneof(fc.constant('a'), fc.nat(500), fc.constant(new TypeError('terminated'))), {
      maxLength: 4,
    }),
    headers: fc.constantFrom({}, { 'content-type': 'text/event-stream' }),
  }),
  fc.record({
    latencyMs: fc.nat(300),
    status: fc.constantFrom(429, 503),
    headers: fc.integer({ min: 1, max: 5 }).map((seconds) => ({ 'retry-after': String(seconds) })),
    body: fc.constantFrom(null, 'slow down'),
  }),
  fc.record({ latencyMs: fc.nat(300), status: fc.constantFrom(500, 502, 404, 408) }),
  fc.record({ latencyMs: fc.nat(300), error: fc.constant(Object.assign(new Error('reset'), { code: 'ECONNRESET' })) }),
  fc.record({ latencyMs: fc.constant(Number.POSITIVE_INFINITY) }),
);

const worlds = fc.record({
  script: fc.array(answers, { minLength: 1, maxLength: 12 }),
  calls: fc.array(
    fc.record({
      at: fc.nat(2000),
      abortAt: fc.option(fc.nat(8000)),
      read: fc.constantFrom('text', 'cancel', 'part', 'never'),
      method: fc.constantFrom('GET', 'POST'),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  maxInFlight: fc.integer({ min: 1, max: 4 }),
  tracksBodies: fc.boolean(),
});

it('every call ends, none is sent early, no more are in flight than allowed, and an abort at any instant leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ script, calls, maxInFlight, tracksBodies }) => {
      const clock = manualClock();
      const upstream = scriptedFetch(clock, script);
      const problems: string[] = [];
      let inFlight = 0;
      let shutUntil = 0;
      let toldAt = Number.POSITIVE_INFINITY;
      const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        // Noted rather than thrown: a client takes what its fetch throws for a fault.
        if (++inFlight > maxInFlight) problems.push(`${inFlight} in flight`);
        if (clock.now() > toldAt && clock.now() < shutUntil)
          problems.push(`sent at ${clock.now()}, shut to ${shutUntil}`);
        let isHere = true;
        const leave = (): void => {
          if (isHere) inFlight--;
          isHere = false;
        };
        // A request ends with its abort; that its promise says so comes a moment later.
        init?.signal?.addEventListener('abort', leave);
        try {
          const response = await upstream(input, init);
          const seconds = response.headers.get('retry-after');
          if (seconds !== null && !init?.signal?.aborted) {
            const until = clock.now() + Number(seconds) * 1000;
            if (until > shutUntil) [shutUntil, toldAt] = [until, clock.now()];
          }
          return response;
        } finally {
          leave();
        }
      };
      const policy = { maxInFlight, maxAttempts: 3, attemptTimeoutMs: 1000, deadlineMs: 20_000 };
      const idleTimeoutMs = tracksBodies ? 700 : null;
      const client = createClient({ ...policy, idleTimeoutMs }, { clock, fetch, seed: 1, trackBodies: tracksBodies });
      const controllers: AbortController[] = [];
      let ended = 0;
      for (const { at, abortAt, read, method } of calls) {
        const controller = new AbortController();
        controllers.push(controller);
        clock.setTimer(at, () => {
          const { signal } = controller;
          const done = client.fetch(URL_, { method, signal }).then(async (response) => {
            if (read === 'text') await response.text();
            else if (read === 'cancel') await response.body?.cancel();
            else if (read === 'part') await response.body?.getReader().read();
          });
          done.then(
            () => ended++,
            () => ended++,
          );
        });
        if (abortAt !== null) clock.setTimer(abortAt, () => controller.abort('enough'));
      }
      await clock.run();
      expect(problems).toEqual([]);
      expect(ended).toBe(calls.length);
      expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
      expect(client.snapshot().counters.calls).toBeLessThanOrEqual(calls.length);
      // Without tracking, AbortSignal.any keeps a link that is no listener of ours.
      if (tracksBodies) {
        for (const { signal } of controllers) expect(ownListeners(signal)).toBe(0);
      }
    }),
    { numRuns: 300 },
  );
});

/** The listeners of the client itself; the body of the script has one too, as long as nobody has aborted it. */
function ownListeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').filter((listener) => typeof listener === 'object').length;
}

describe('100 000 calls that wait on one signal', () => {
  it('have one listener, and end within the turn of its abort', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 1 }, [{}], { maxQueued: Infinity });
    const { controller, signal, listeners, mostListeners } = countedSignal();
    let ended = 0;
    for (let call = 0; call < 100_000; call++) {
      client
        .execute(() => new Promise(() => {}), { signal })
        .catch((reason) => {
          if (reason === 'enough') ended++;
        });
    }
    await clock.advance(0);
    expect(client.stats()).toEqual({ inFlight: 1, queued: 99_999, sleeping: 0 });
    controller.abort('enough');
    await clock.advance(0);
    expect(ended).toBe(100_000);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    expect([listeners(), mostListeners()]).toEqual([0, 1]);
  });
});

it('a wait that the server names is never shortened, whatever else is told of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 6 }), async (ms, refusals) => {
      const { client, clock } = scriptedClient({ retryAfter: { maxMs: '10m' } }, [{}], { seed: ms });
      const at: number[] = [];
      void client.execute(() => {
        at.push(clock.now());
        if (at.length <= refusals) throw retryAfter(ms);
      });
      await clock.run();
      expect(at).toHaveLength(refusals + 1);
      for (let index = 1; index < at.length; index++) {
        // Less what the difference of two numbers with fractions loses.
        expect((at[index] as number) - (at[index - 1] as number)).toBeGreaterThan(ms - 1e-6);
      }
    }),
    { numRuns: 100 },
  );
});
