import { describe, expect, it } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { manualClock } from '../testing/manual-clock.js';
import { scriptedFetch } from '../testing/scripted-fetch.js';
import { createClient } from './client.js';
import { GaveUpError, WouldWaitError } from './errors.js';
import { reportOf } from './report.js';
import { retryAfter } from './retry-after-error.js';

const URL_ = 'https://api.example/v1/messages';
const NOON = Date.UTC(2026, 5, 1, 12);
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 1000 } };

it('the report of an error is found in the same way, and of anything else there is none', async () => {
  const { client, clock } = scriptedClient(fixed, [{ status: 429 }]);
  const error = watch(client.execute(() => Promise.reject(retryAfter(900_000)), { deadlineMs: 1000 }));
  await clock.run();
  expect(reportOf(error.error)).toMatchObject({ reason: 'wait-exceeds-deadline', attempts: 1, retryAfterMs: 900_000 });
  for (const other of [null, undefined, 'text', new Error('other'), new Response()])
    expect(reportOf(other)).toBeUndefined();
});

describe('the report of a response', () => {
  it('tells how the call went', async () => {
    const script = [
      { status: 429, headers: { 'retry-after': '3' }, latencyMs: 20 },
      { status: 503, latencyMs: 20 },
      { latencyMs: 20 },
    ];
    const { client, clock } = scriptedClient(fixed, script);
    const call = watch(client.fetch(URL_));
    await clock.run();
    expect(call.value && reportOf(call.value)).toEqual({
      reason: 'answered',
      history: [
        { attempt: 1, sentAfterMs: 0, tookMs: 20, outcome: 'refused', status: 429, hintMs: 3000 },
        { attempt: 2, sentAfterMs: 3020, tookMs: 20, outcome: 'overloaded', status: 503, hintMs: null },
      ],
      sentence: expect.stringContaining('3 attempts'),
      attempts: 3,
      refusals: 1,
      elapsedMs: 20 + 3000 + 20 + 2000 + 20,
      retryAt: null,
      retryAfterMs: null,
    });
  });

  it('names the instant on the wall clock at which the call could have gone', async () => {
    const headers = { 'retry-after': '7200' };
    const { client, clock } = scriptedClient(fixed, [{ status: 429, headers, latencyMs: 500 }], { wallMs: NOON });
    const call = watch(client.fetch(URL_));
    await clock.run();
    const report = call.value && reportOf(call.value);
    expect(report?.retryAt).toBeInstanceOf(Date);
    expect(report?.retryAt?.toISOString()).toBe('2026-06-01T14:00:00.500Z');
    expect(report).toMatchObject({ reason: 'wait-exceeds-max', attempts: 1, refusals: 1, retryAfterMs: 7_200_000 });
    expect(report?.sentence).toMatch(/longer wait than retryAfter\.maxMs; it could go in 120.*1 attempt/);
  });

  it('is undefined for a response from elsewhere', () => {
    expect(reportOf(new Response())).toBeUndefined();
  });

  it('names no instant beyond what a Date can hold', async () => {
    const script = [{ status: 429, headers: { 'retry-after': '99999999999999' } }];
    const { client, clock } = scriptedClient(fixed, script);
    const call = watch(client.fetch(URL_));
    await clock.run();
    const retryAt = call.value && reportOf(call.value)?.retryAt;
    expect(retryAt === null || Number.isFinite(retryAt?.getTime())).toBe(true);
  });
});

describe('a step of the wall clock', () => {
  /** A manual clock whose wall clock is set by `jumpMs` at an instant of its monotonic time. */
  function jumpingClock(jumpMs: number, at: number) {
    const clock = manualClock(NOON);
    return { ...clock, wallNow: () => clock.wallNow() + (clock.now() >= at ? jumpMs : 0) };
  }

  it.each([-86_400_000, -1, 3_600_000, 1e12])('by %d ms moves nothing but retryAt', async (jumpMs) => {
    const script = [
      { status: 429, headers: { 'retry-after': '30' } },
      { status: 503 },
      { status: 503, latencyMs: 100 },
    ];
    const play = async (clock: ReturnType<typeof jumpingClock>) => {
      const upstream = scriptedFetch(clock, script);
      const client = createClient({ ...fixed, maxAttempts: 2, deadlineMs: '1h' }, { clock, fetch: upstream });
      const call = watch(client.fetch(URL_), clock);
      await clock.run();
      return {
        sentAt: upstream.seen.map(({ at }) => at),
        endedAt: call.at,
        report: call.value && reportOf(call.value),
      };
    };
    const jumped = await play(jumpingClock(jumpMs, 10));
    const steady = await play(jumpingClock(0, 10));
    expect(jumped).toEqual(steady);
    expect(steady.sentAt).toEqual([0, 30_000, 32_000]);

    const clock = jumpingClock(jumpMs, 10);
    const client = createClient(fixed, { clock });
    await clock.advance(50);
    const error: WouldWaitError = await client
      .execute(() => {
        throw retryAfter(3_600_000);
      })
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(WouldWaitError);
    expect(error.retryAt?.getTime()).toBe(NOON + jumpMs + 50 + 3_600_000);
  });

  it('does not move the wait that a date asked for, once that is known', async () => {
    const clock = jumpingClock(-3_600_000, 1);
    const headers = { date: 'Mon, 01 Jun 2026 12:00:00 GMT', 'retry-after': 'Mon, 01 Jun 2026 12:00:40 GMT' };
    const upstream = scriptedFetch(clock, [{ status: 429, headers }, {}]);
    const client = createClient(fixed, { clock, fetch: upstream });
    await Promise.all([client.fetch(URL_), clock.run()]);
    expect(upstream.seen.map(({ at }) => at)).toEqual([0, 40_000]);
  });
});

describe('errors', () => {
  it('say in one sentence what happened, how often it was tried, and what to do', async () => {
    const { client, clock } = scriptedClient({ ...fixed, maxAttempts: 2 }, [{ status: 503 }]);
    const failing = watch(client.execute(() => Promise.reject({ status: 503 })));
    await clock.run();
    expect(failing.error).toBeInstanceOf(GaveUpError);
    expect(String(failing.error)).toMatch(
      /^GaveUpError: Every attempt has failed; raise maxAttempts to go on.*\(2 attempts; the last failed with status 503\)\.$/,
    );
  });

  it('are told apart by class, name and code', async () => {
    const { client } = scriptedClient(fixed, [{}]);
    const longWait = () => Promise.reject(retryAfter(1e9));
    const error = await client.execute(longWait).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WouldWaitError);
    expect(error).toBeInstanceOf(GaveUpError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'WouldWaitError', code: 'would-wait', reason: 'wait-exceeds-max' });
    expect((error as Error).cause).toMatchObject({ code: 'retry-after', retryAfterMs: 1e9 });
  });
});
