import { describe, expect, it } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { createClient } from './client.js';
import type { Clock, TimerHandle } from './clock.js';
import { GaveUpError } from './errors.js';
import * as liveClient from './live-client.js';
import { provideClient } from './load-client.js';
import { retryAfter } from './retry-after-error.js';

// Nothing of what is watched here is the loading of modules.
provideClient(liveClient);

/** A clock whose time and timers are moved apart, as on a machine that is busy or a platform that is imprecise. */
function looseClock() {
  let now = 0;
  const timers = new Map<TimerHandle, { at: number; wake: () => void }>();
  let made = 0;
  const clock: Clock = {
    now: () => now,
    wallNow: () => 1_700_000_000_000 + now,
    setTimer(at, wake) {
      timers.set(++made, { at, wake });
      return made;
    },
    clearTimer: (handle) => void timers.delete(handle),
  };
  return {
    clock,
    timers,
    made: () => made,
    at: (ms: number) => {
      now = ms;
    },
    fire() {
      for (const [handle, { wake }] of [...timers]) {
        timers.delete(handle);
        wake();
      }
    },
  };
}

describe('one timer for all calls', () => {
  it('however many wait, and none once they have ended', async () => {
    const loose = looseClock();
    const client = createClient({ deadlineMs: '1h' }, { clock: loose.clock });
    const calls = Array.from({ length: 1000 }, (_, index) =>
      watch(
        client.execute(
          ({ attempt }) => {
            if (attempt === 1) throw retryAfter(1000 + 100 * index);
            return index;
          },
          { key: String(index) },
        ),
      ),
    );
    await null;
    expect(loose.timers.size).toBe(1);
    for (let ms = 1000; ms <= 120_000; ms += 500) {
      loose.at(ms);
      loose.fire();
      await null;
      expect(loose.timers.size).toBeLessThanOrEqual(1);
    }
    await new Promise(setImmediate);
    expect(calls.filter(({ state }) => state === 'resolved')).toHaveLength(1000);
    expect(loose.timers.size).toBe(0);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('is not moved for each call that comes and goes, and gone with the last', async () => {
    const loose = looseClock();
    const client = createClient({}, { clock: loose.clock });
    const controller = new AbortController();
    const forever = { deadlineMs: 20_000, signal: controller.signal };
    const call = watch(client.execute(() => new Promise(() => {}), forever));
    for (let ms = 1; ms <= 1000; ms++) {
      loose.at(ms);
      const short = client.execute(async () => 1, { deadlineMs: 10_000 });
      expect(loose.timers.size).toBe(1);
      await short;
    }
    // Set for the long deadline, then once for a short one.
    expect(loose.made()).toBe(2);
    controller.abort('enough');
    await null;
    expect(call.error).toBe('enough');
    expect(loose.timers.size).toBe(0);
  });

  it('is moved when something is due earlier', async () => {
    const loose = looseClock();
    const client = createClient({ deadlineMs: '10s' }, { clock: loose.clock });
    const long = watch(
      client.execute(() => new Promise(() => {})),
      loose.clock,
    );
    const short = watch(
      client.execute(() => new Promise(() => {}), { deadlineMs: 100 }),
      loose.clock,
    );
    for (const ms of [100, 10_000]) {
      expect([...loose.timers.values()].map(({ at }) => at)).toEqual([ms]);
      loose.at(ms);
      loose.fire();
      await null;
    }
    expect([short.at, long.at]).toEqual([100, 10_000]);
    expect(loose.timers.size).toBe(0);
  });
});

describe('a timer that fires early', () => {
  it('sends nothing before its time', async () => {
    const loose = looseClock();
    const client = createClient({}, { clock: loose.clock });
    const sentAt: number[] = [];
    const call = watch(
      client.execute(() => {
        sentAt.push(loose.clock.now());
        if (sentAt.length === 1) throw retryAfter(1000);
        return 'done';
      }),
    );
    for (const ms of [0, 500, 998.7, 999.9, 999.9999]) {
      loose.at(ms);
      loose.fire();
      await null;
      expect(sentAt).toEqual([0]);
      expect(loose.timers.size).toBe(1);
    }
    loose.at(1000.2);
    loose.fire();
    await null;
    expect(sentAt).toEqual([0, 1000.2]);
    expect(call.state).toBe('resolved');
  });
});

describe('a timer that fires late', () => {
  it('DL-07: sends no call whose deadline has passed meanwhile, neither a queued one nor a retry', async () => {
    const loose = looseClock();
    const client = createClient({ maxInFlight: 1, deadlineMs: 1000 }, { clock: loose.clock });
    const sent: string[] = [];
    let finish: (value: string) => void = () => {};
    const first = client.execute(() => {
      sent.push('first');
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    const queued = watch(client.execute(() => sent.push('queued')));
    loose.at(1500);
    finish('in time or not, it is there');
    // An answer that has come is handed over, even after the deadline: nothing is gained by throwing it away.
    await expect(first).resolves.toBe('in time or not, it is there');
    await null;
    expect(sent).toEqual(['first']);
    expect(queued.error).toBeInstanceOf(GaveUpError);
    expect(queued.error).toMatchObject({ reason: 'wait-exceeds-deadline' });

    const retrying = watch(
      client.execute(() => {
        sent.push('retrying');
        throw retryAfter(900);
      }),
    );
    loose.at(2600);
    loose.fire();
    await null;
    expect(sent).toEqual(['first', 'retrying']);
    expect(retrying.error).toMatchObject({ reason: 'wait-exceeds-deadline' });
    expect(loose.timers.size).toBe(0);
  });
});

describe('a function that computes for long', () => {
  it('has the time read anew before the next one is started', async () => {
    const loose = looseClock();
    const client = createClient({}, { clock: loose.clock });
    const order: string[] = [];
    const first = client.execute(({ attempt }) => {
      if (attempt === 1) throw retryAfter(50);
      order.push('first');
    });
    const busy = client.execute(async () => {
      order.push('busy');
      loose.at(250);
    });
    const late = watch(client.execute(() => order.push('late'), { deadlineMs: 100 }));
    // The bucket opens, and all three could go within one step.
    loose.at(50);
    loose.fire();
    await Promise.all([first, busy]);
    expect(order).toEqual(['first', 'busy']);
    expect(late.error).toMatchObject({ reason: 'wait-exceeds-deadline' });
  });
});

describe('a signal that is aborted', () => {
  it('AB-04: keeps its calls from being sent even before its event has reached them', async () => {
    const loose = looseClock();
    const client = createClient({}, { clock: loose.clock });
    const controller = new AbortController();
    const sent: string[] = [];
    // Heard first, and makes the client look at what may go: by now that is the retry below, whose timer is late.
    controller.signal.addEventListener('abort', () => void client.execute(() => sent.push('from a listener')));
    const call = watch(
      client.execute(
        () => {
          sent.push('call');
          throw retryAfter(1000);
        },
        { signal: controller.signal },
      ),
    );
    loose.at(1500);
    controller.abort('stop');
    await null;
    expect(sent).toEqual(['call', 'from a listener']);
    expect(call.error).toBe('stop');
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });
});
