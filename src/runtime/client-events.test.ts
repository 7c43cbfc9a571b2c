import { channel } from 'node:diagnostics_channel';
import { describe, expect, it, vi } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';

const URL_ = 'https://api.example/v1/things';
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 500 } };

describe('what a client tells', () => {
  it('is every step of a call, in order', async () => {
    const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '30' };
    const { client, clock } = scriptedClient(fixed, [{ status: 503, latencyMs: 20 }, { headers: limits }]);
    const heard: unknown[] = [];
    for (const kind of ['sent', 'limits', 'answered', 'retry', 'ended'] as const) {
      client.on(kind, (event) => heard.push([kind, event.attempt, event.atMs - Date.UTC(2026, 0, 1)]));
    }
    client.on('answered', ({ outcome, status, tookMs }) => heard.push([outcome, status, tookMs]));
    client.on('retry', ({ waitMs }) => heard.push(waitMs));
    client.on('ended', ({ report }) => heard.push(report.reason));
    void client.fetch(URL_);
    await clock.run();
    expect(heard).toEqual([
      ['sent', 1, 0],
      ['answered', 1, 20],
      ['overloaded', 503, 20],
      ['retry', 1, 20],
      500,
      ['sent', 2, 520],
      ['limits', 2, 520],
      ['answered', 2, 520],
      ['ok', 200, 0],
      ['ended', 2, 520],
      'answered',
    ]);
  });

  it('is heard until somebody does not want to any more', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const [first, second] = [vi.fn(), vi.fn()];
    const off = client.on('sent', first);
    client.on('sent', second);
    void client.fetch(URL_);
    off();
    void client.fetch(URL_);
    await clock.run();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
  });

  it('goes to the channels of the process too', async () => {
    const heard: unknown[] = [];
    const listen = (event: unknown) => heard.push(event);
    channel('holdoff:ended').subscribe(listen);
    const { client, clock } = scriptedClient({}, [{}]);
    void client.fetch(URL_);
    await clock.run();
    channel('holdoff:ended').unsubscribe(listen);
    expect(heard).toEqual([expect.objectContaining({ call: 0, report: expect.objectContaining({ attempts: 1 }) })]);
  });

  it('names no credential', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const heard: unknown[] = [];
    client.on('sent', (event) => heard.push(event));
    void client.fetch(URL_, { headers: { authorization: 'Bearer very-secret' } });
    await clock.run();
    expect(JSON.stringify([heard, client.snapshot(), client.save()])).not.toContain('very-secret');
    expect(heard).toMatchObject([{ account: expect.stringContaining('https://api.example ') }]);
  });

  it('is counted once, also a fetch inside a function, whether that waits before it or not', async () => {
    const minute = { status: 429, headers: { 'retry-after': '60' } };
    const { client, clock } = scriptedClient({ ...fixed, maxInFlight: 1 }, [minute, {}]);
    const one = watch(client.map(['a', 'b'], () => client.fetch(URL_)));
    const other = watch(
      client.execute(async () => {
        await Promise.resolve();
        return client.fetch(URL_);
      }),
    );
    await clock.run();
    expect([one.state, other.state]).toEqual(['resolved', 'resolved']);
    expect(client.snapshot()).toMatchObject({
      counters: { calls: 3, attempts: 4, retries: 1, refused: 1 },
      functions: { calls: 3, attempts: 3, retries: 0, refused: 0 },
    });
  });

  it('is in flight, queued, or sleeps until it is tried again, and nowhere once it is over', async () => {
    const minute = { status: 429, headers: { 'retry-after': '60' } };
    const { client, clock } = scriptedClient({ ...fixed, maxInFlight: 1 }, [{ ...minute, latencyMs: 100 }, {}]);
    const stop = new AbortController();
    void client.fetch(URL_);
    void client.fetch(URL_);
    const aborted = watch(client.fetch(URL_, { signal: stop.signal }));
    expect(client.stats()).toEqual({ inFlight: 1, queued: 2, sleeping: 0 });
    await clock.advance(1000);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 2, sleeping: 1 });
    expect(client.snapshot()).toMatchObject({ queued: 2, sleeping: 1 });
    stop.abort();
    await clock.run();
    expect(aborted.state).toBe('rejected');
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('that is aborted while it sleeps is not counted as sleeping', async () => {
    const minute = { status: 429, headers: { 'retry-after': '60' } };
    const { client, clock } = scriptedClient(fixed, [minute]);
    const stop = new AbortController();
    watch(client.fetch(URL_, { signal: stop.signal }));
    await clock.advance(1000);
    expect(client.stats().sleeping).toBe(1);
    stop.abort();
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('is counted', async () => {
    const answers = [{ status: 429 }, { status: 503 }, { status: 500 }, {}, { status: 404 }];
    const { client, clock } = scriptedClient({ ...fixed, maxInFlight: 1 }, answers);
    void client.fetch(URL_);
    await clock.run();
    void client.fetch(URL_);
    await clock.run();
    expect(client.snapshot()).toMatchObject({
      inFlight: 0,
      queued: 0,
      counters: { calls: 2, attempts: 5, retries: 3, refused: 1, overloaded: 1, unknown: 1, gaveUp: 0, aborted: 0 },
    });
  });
});
