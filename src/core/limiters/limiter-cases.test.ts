// Reports from the field, by their ids.

import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.js';
import { createLimiter, type Limiter, type LimiterSpec, take } from './create-limiter.js';
import { NO_TIME_KNOWN } from './limiter.js';

/** How many single units are let through at once. */
function grant(limiter: Limiter, wanted: number, now: number): number {
  let granted = 0;
  while (granted < wanted && take(limiter, 1, now) === 0) granted++;
  return granted;
}

/** Starts every job as soon as the rate and a slot allow it, and gives the instants; each holds its slot for its duration. */
function startAll(rate: Limiter, slots: Limiter, jobs: number, durationMs: () => number): number[] {
  const started: number[] = [];
  const ends: number[] = [];
  let now = 0;
  while (started.length < jobs) {
    const waits = [rate.waitMs(1, now), slots.waitMs(1, now)];
    if (waits.every((wait) => wait === 0)) {
      rate.charge(1, now);
      slots.charge(1, now);
      started.push(now);
      ends.push(now + durationMs());
      continue;
    }
    ends.sort((a, b) => a - b);
    now = waits[1] === NO_TIME_KNOWN ? Math.max(now, ends[0] as number) : now + (waits[0] as number);
    while (ends.length > 0 && (ends[0] as number) <= now) {
      ends.shift();
      slots.settle(1, 0, now, now);
    }
  }
  return started;
}

function mostInAnyWindow(starts: readonly number[], windowMs: number): number {
  return Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + windowMs).length));
}

describe('LL-01: a cap per interval holds in every window, whatever the jobs last', () => {
  it.each([[[0]], [[5]], [[30]], [[0, 5, 30]]])('of %j ms', (durations) => {
    const random = createRandom(1);
    const rate = createLimiter({ kind: 'sliding-log', amount: 50, windowMs: 1000 }, 0);
    const slots = createLimiter({ kind: 'concurrency', amount: 10 }, 0);
    const starts = startAll(rate, slots, 500, () => durations[Math.floor(random.next() * durations.length)] as number);
    expect(mostInAnyWindow(starts, 1000)).toBe(50);
    // 500 jobs of 50 a second start within ten windows; the last of them go through ten slots in four more turns.
    expect(starts.at(-1)).toBeGreaterThanOrEqual(9000);
    expect(starts.at(-1)).toBeLessThanOrEqual(9000 + 4 * Math.max(...durations));
  });
});

describe('LL-03: an idle time is not saved up beyond the burst', () => {
  it.each(['gcra', 'token-bucket'] as const)('%s', (kind) => {
    const limiter = createLimiter({ kind, amount: 5, windowMs: 1000, burst: 5 }, 0);
    expect([grant(limiter, 5, 0), grant(limiter, 1, 0), grant(limiter, 6, 2000)]).toEqual([5, 0, 5]);
  });
});

describe('LL-05: fractions of a token are kept between looks', () => {
  it.each(['gcra', 'token-bucket', 'leaky-bucket'] as const)('%s looked at every ms', (kind) => {
    const figures = { amount: 10, windowMs: 1000, burst: 10, size: 10 };
    const limiter = createLimiter({ kind, ...figures } as LimiterSpec, 0);
    limiter.charge(10, 0);
    let granted = 0;
    for (let now = 1; now <= 1000; now++) granted += grant(limiter, 1, now);
    expect(granted).toBe(10);
  });
});

describe('LL-06: a wait rounds up, and is enough', () => {
  it.each(['gcra', 'token-bucket'] as const)('%s: 1,000 waits bring 1,000 tokens, each with one wake-up', (kind) => {
    const limiter = createLimiter({ kind, amount: 1000, windowMs: 1000, burst: 1000 }, 0);
    limiter.charge(1000, 0);
    let now = 0;
    let wakeups = 0;
    for (let granted = 0; granted < 1000; granted++) {
      const wait = limiter.waitMs(1, now);
      expect(wait).toBe(1);
      now += wait;
      wakeups++;
      expect(take(limiter, 1, now)).toBe(0);
    }
    expect({ now, wakeups }).toEqual({ now: 1000, wakeups: 1000 });
  });

  it('does not let through more than the rate when waits are fractions of a ms', () => {
    const limiter = createLimiter({ kind: 'token-bucket', amount: 3001, windowMs: 1000, burst: 1 }, 0);
    let now = 0;
    let granted = 0;
    for (; now <= 10_000; granted++) now += Math.max(0, take(limiter, 1, now));
    expect(granted / 10 / 3001).toBeLessThan(1.001);
  });
});

describe('LL-08: a boundary of a fixed window lets twice the amount pass', () => {
  const started = (spec: LimiterSpec): number => {
    const limiter = createLimiter(spec, 0);
    return grant(limiter, 10, 59_999) + grant(limiter, 5, 60_000);
  };
  it('within 2 ms when windows follow one another from creation', () => {
    expect(started({ kind: 'fixed-window', amount: 5, windowMs: 60_000, opens: 'creation' })).toBe(10);
  });
  it('but not of a sliding window, nor of one that opens with its first use', () => {
    expect(started({ kind: 'sliding-log', amount: 5, windowMs: 60_000 })).toBe(5);
    expect(started({ kind: 'sliding-counter', amount: 5, windowMs: 60_000 })).toBe(5);
    expect(started({ kind: 'fixed-window', amount: 5, windowMs: 60_000, opens: 'first-use' })).toBe(5);
  });
});

describe('LL-09: the window of the client begins where that of the server does', () => {
  const refusals = (opens: 'creation' | 'first-use'): number => {
    const client = createLimiter({ kind: 'fixed-window', amount: 100, windowMs: 120_000, opens }, 0);
    const server = createLimiter({ kind: 'fixed-window', amount: 100, windowMs: 120_000, opens: 'first-use' }, 0);
    let now = 100_000;
    let refused = 0;
    for (let job = 0; job < 200; job++) {
      now += client.waitMs(1, now);
      client.charge(1, now);
      if (take(server, 1, now) > 0) refused++;
      now += 50;
    }
    return refused;
  };
  it('from its first use, no request is refused', () => {
    expect(refusals('first-use')).toBe(0);
  });
  it('from its creation, every request of the second hundred is', () => {
    expect(refusals('creation')).toBe(100);
  });
});

describe('a clock that jumps', () => {
  const everyKind: readonly LimiterSpec[] = [
    { kind: 'token-bucket', amount: 30, windowMs: 1000 },
    { kind: 'gcra', amount: 30, windowMs: 1000 },
    { kind: 'leaky-bucket', amount: 30, windowMs: 1000, size: 30 },
    { kind: 'fixed-window', amount: 30, windowMs: 1000, opens: 'first-use' },
    { kind: 'fixed-window', amount: 30, windowMs: 1000, opens: 'creation' },
    { kind: 'fixed-window', amount: 30, windowMs: 1000, opens: 'wall-clock' },
    { kind: 'sliding-log', amount: 30, windowMs: 1000 },
    { kind: 'sliding-counter', amount: 30, windowMs: 1000 },
    { kind: 'sub-windows', amount: 30, windowMs: 1000, parts: 10 },
  ];

  it.each(everyKind)('CK-01: back by 11 s, few requests are let through and nothing is below 0 ($kind)', (spec) => {
    for (const events of [
      [100_000, 89_000, 89_010],
      [0, 10, 20],
    ]) {
      const limiter = createLimiter(spec, 0);
      for (const now of events) {
        expect(take(limiter, 1, now)).toBe(0);
        expect(limiter.remaining(now)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it.each(
    everyKind.map((spec) => ({ ...spec, amount: 1, size: 1, parts: 1, windowMs: 60_000 }) as unknown as LimiterSpec),
  )('CK-02: back by five minutes, no wait is longer than the window ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    take(limiter, 1, 600_000);
    const wait = limiter.waitMs(1, 300_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(limiter.waitMs(1, 300_000 + wait)).toBe(0);
  });

  it.each(['token-bucket', 'gcra'] as const)(
    'CK-03: on a monotonic clock the wall may leap, and no burst is given away (%s)',
    (kind) => {
      const limiter = createLimiter({ kind, amount: 1, windowMs: 1000, burst: 60 }, 0);
      limiter.charge(60, 0);
      expect(grant(limiter, 60, 50)).toBe(0);
      // A true suspend may refill, but at most to the burst.
      expect(grant(limiter, 100, 3_600_000)).toBe(60);
    },
  );

  it.each(['first-use', 'creation', 'wall-clock'] as const)(
    'CK-04: a window that begins in the future is left (%s)',
    (opens) => {
      const limiter = createLimiter({ kind: 'fixed-window', amount: 2, windowMs: 1000, opens }, 9_999_000);
      expect(grant(limiter, 2, 10_000_000)).toBe(2);
      expect(grant(limiter, 1, 6_400_000)).toBe(1);
      expect(grant(createLimiter({ kind: 'fixed-window', amount: 2, windowMs: 1000, opens }, 0), 1, 5000)).toBe(1);
    },
  );
});
