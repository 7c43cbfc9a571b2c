import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFetch } from './client.js';
import { LONGEST_TIMER_MS, systemClock, timerDelayMs } from './clock.js';
import * as liveClient from './live-client.js';
import { provideClient } from './load-client.js';

// With time standing still nothing would be loaded.
provideClient(liveClient);

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the delay of a platform timer', () => {
  const LONG = [2_147_483_647, 2_147_483_648, 4_294_962_296, 4_294_972_296, 1e300, Number.POSITIVE_INFINITY];

  it.each([...LONG, Number.NaN, -5, Number.NEGATIVE_INFINITY, 0, 0.1, 1, 999.5])(
    'TO-05: a wait of %d ms arms a whole delay that every platform takes',
    (waitMs) => {
      const delayMs = timerDelayMs(waitMs);
      expect(Number.isInteger(delayMs)).toBe(true);
      expect(delayMs).toBeGreaterThanOrEqual(1);
      expect(delayMs).toBeLessThanOrEqual(2_147_483_647);
    },
  );

  it.each([
    [0, 1],
    [-5, 1],
    [Number.NaN, 1],
    [0.1, 2],
    [1, 2],
    [999.5, 1001],
    [1000, 1001],
    [LONGEST_TIMER_MS - 1, LONGEST_TIMER_MS],
    [LONGEST_TIMER_MS, LONGEST_TIMER_MS],
  ])('a wait of %d ms is armed with %d ms: rounded up, and one more because timers fire early', (waitMs, delayMs) => {
    expect(timerDelayMs(waitMs)).toBe(delayMs);
  });

  it.each(LONG)('TO-05: a system clock never passes %d ms to the platform', (waitMs) => {
    const setTimeout = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(1 as never);
    const clock = systemClock();
    clock.setTimer(clock.now() + waitMs, () => {});
    const delayMs = setTimeout.mock.calls[0]?.[1] as number;
    expect(delayMs).toBeLessThanOrEqual(LONGEST_TIMER_MS);
    // The clock goes on meanwhile, however slow the machine is.
    expect(delayMs).toBeGreaterThan(LONGEST_TIMER_MS - 60_000);
  });
});

describe('waits that are longer than platform timers', () => {
  const DAY_MS = 86_400_000;
  /** vitest's timers behave as Node's: a delay above 2³¹ − 1 ms fires after 1 ms. */
  const firesAtOnce = async (): Promise<boolean> => {
    let fired = false;
    setTimeout(() => {
      fired = true;
    }, 2 ** 31);
    await vi.advanceTimersByTimeAsync(2);
    return fired;
  };

  it.each([
    ['TO-03: 30 days in seconds', 429, '2592000', 30 * DAY_MS],
    ['RA-22: a date 28 days ahead', 503, 'Mon, 16 Mar 2026 00:00:00 GMT', 28 * DAY_MS],
    ['49.7 days and 5 s, where browsers wrap around', 429, '4294972', 4_294_972_000],
  ])('%s is waited in full', async (_, status, retryAfter, waitMs) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 1, 16) });
    expect(await firesAtOnce()).toBe(true);
    vi.setSystemTime(Date.UTC(2026, 1, 16));
    const sentAt: number[] = [];
    const fetch = createFetch(
      { retryAfter: { maxMs: '60d' } },
      {
        fetch: async () => {
          sentAt.push(performance.now());
          return new Response(null, sentAt.length === 1 ? { status, headers: { 'retry-after': retryAfter } } : {});
        },
      },
    );
    const answer = fetch('https://api.example/');
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(sentAt).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(sentAt).toHaveLength(2);
    expect((sentAt[1] as number) - (sentAt[0] as number)).toBeGreaterThanOrEqual(waitMs);
    expect((await answer).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a system clock', () => {
  it('is monotonic for elapsed time and the wall clock for instants', () => {
    const clock = systemClock();
    const before = clock.now();
    const wallBefore = Date.now();
    const wallNow = clock.wallNow();
    expect(wallNow).toBeGreaterThanOrEqual(wallBefore);
    expect(wallNow).toBeLessThanOrEqual(Date.now());
    vi.spyOn(Date, 'now').mockReturnValue(0);
    expect(clock.wallNow()).toBe(0);
    expect(clock.now()).toBeGreaterThanOrEqual(before);
  });

  it('does not fire a timer that was cleared', async () => {
    vi.useFakeTimers();
    const clock = systemClock();
    let fired = 0;
    const handle = clock.setTimer(clock.now() + 5, () => fired++);
    clock.setTimer(clock.now() + 5, () => fired++);
    clock.clearTimer(handle);
    await vi.advanceTimersByTimeAsync(100);
    expect(fired).toBe(1);
  });

  it.each([
    ['a Timeout object of Node', true, {}],
    ['a number, as browsers give', false, 42],
    ['an object of another platform', false, {}],
  ])('PT-03: with keepAlive false it unrefs %s only if it can', (_, hasUnref, made) => {
    let unrefs = 0;
    const handle = hasUnref ? { unref: () => unrefs++ } : made;
    vi.spyOn(globalThis, 'setTimeout').mockReturnValue(handle as never);
    const kept = systemClock();
    kept.setTimer(0, () => {});
    expect(unrefs).toBe(0);
    const loose = systemClock({ keepAlive: false });
    expect(loose.setTimer(0, () => {})).toBe(handle);
    expect(unrefs).toBe(hasUnref ? 1 : 0);
  });
});
