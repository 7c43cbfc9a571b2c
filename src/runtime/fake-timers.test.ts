// Time that is not the platform's: the fake timers of a test runner, and a wall clock that is set while calls wait.

import { afterEach, expect, it, vi } from 'vitest';
import { manualClock } from '../testing/manual-clock.js';
import { scriptedFetch } from '../testing/scripted-fetch.js';
import { createClient } from './client.js';

const URL_ = 'https://api.example/';

afterEach(() => vi.useRealTimers());

it.each(['before', 'after'])(
  'fake timers that are put in place %s the client is made move its waits',
  async (order) => {
    let attempts = 0;
    const fetch = async () =>
      ++attempts === 1 ? new Response(null, { status: 429, headers: { 'retry-after': '30' } }) : new Response(null);
    if (order === 'before') vi.useFakeTimers();
    const client = createClient({}, { fetch });
    // Any call: what does the work is loaded with it.
    await client.execute(() => null);
    vi.useFakeTimers();
    const response = client.fetch(URL_);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(attempts).toBe(2);
    expect((await response).status).toBe(200);
  },
);

it.each([-3_600_000, 3_600_000])(
  'a wall clock that is set by %s ms while a call waits moves nothing',
  async (stepMs) => {
    const clock = manualClock();
    let steppedMs = 0;
    const setClock = { ...clock, wallNow: () => clock.wallNow() + steppedMs };
    const wallMs = clock.wallNow();
    const headers = { date: new Date(wallMs).toUTCString(), 'retry-after': new Date(wallMs + 60_000).toUTCString() };
    const fetch = scriptedFetch(setClock, [{ status: 429, headers }, {}]);
    const client = createClient({}, { clock: setClock, fetch });
    const response = client.fetch(URL_);
    await clock.advance(1000);
    steppedMs = stepMs;
    await clock.run();
    expect((await response).status).toBe(200);
    expect(fetch.seen.map(({ at }) => at)).toEqual([0, 60_000]);
  },
);
