import { afterEach, describe, expect, it, vi } from 'vitest';
import { manualClock } from './manual-clock.js';

afterEach(() => vi.useRealTimers());

describe('a manual clock', () => {
  it('starts at 0, and at noon on the wall if that is what it is told', () => {
    expect(manualClock().now()).toBe(0);
    expect(manualClock().wallNow()).toBe(Date.UTC(2026, 0, 1));
    expect(manualClock(Date.UTC(2030, 5, 1, 12)).wallNow()).toBe(Date.UTC(2030, 5, 1, 12));
  });

  it('stands still until it is told to move', async () => {
    const clock = manualClock(1000);
    let fired = false;
    clock.setTimer(0, () => (fired = true));
    await new Promise((later) => setTimeout(later, 5));
    expect([clock.now(), clock.wallNow(), fired]).toEqual([0, 1000, false]);
    await clock.advance(0);
    expect(fired).toBe(true);
  });

  it('fires each timer at its instant, in order; those of one instant in the order they were set', async () => {
    const clock = manualClock();
    const log: [string, number, number][] = [];
    const note = (name: string) => () => log.push([name, clock.now(), clock.wallNow() - Date.UTC(2026, 0, 1)]);
    clock.setTimer(30, note('d'));
    clock.setTimer(10, note('a'));
    clock.setTimer(20, note('b'));
    clock.setTimer(20, note('c'));
    clock.setTimer(31, note('never'));
    await clock.advance(30);
    expect(log).toEqual([
      ['a', 10, 10],
      ['b', 20, 20],
      ['c', 20, 20],
      ['d', 30, 30],
    ]);
    expect(clock.now()).toBe(30);
  });

  it('advances past the last timer to the instant that was asked for', async () => {
    const clock = manualClock();
    clock.setTimer(3, () => {});
    await clock.advance(10);
    expect(clock.now()).toBe(10);
    await clock.advance(0.25);
    expect(clock.now()).toBe(10.25);
  });

  it('fires timers that are set while it moves, when they fall into the time', async () => {
    const clock = manualClock();
    const at: number[] = [];
    const again = (): void => {
      at.push(clock.now());
      clock.setTimer(clock.now() + 10, again);
    };
    clock.setTimer(5, again);
    await clock.advance(30);
    expect(at).toEqual([5, 15, 25]);
  });

  it('never goes back for a timer that lies in the past', async () => {
    const clock = manualClock();
    await clock.advance(100);
    let at = -1;
    clock.setTimer(50, () => (at = clock.now()));
    await clock.run();
    expect([at, clock.now()]).toEqual([100, 100]);
  });

  it('lets chains of promises of any length settle before and after each timer', async () => {
    const clock = manualClock();
    const log: string[] = [];
    const slowly = async (name: string) => {
      for (let turn = 0; turn < 500; turn++) await null;
      log.push(name);
    };
    void slowly('before');
    clock.setTimer(1, () => void slowly('first').then(() => clock.setTimer(2, () => log.push('set by first'))));
    clock.setTimer(3, () => log.push('last'));
    await clock.run();
    expect(log).toEqual(['before', 'first', 'set by first', 'last']);
  });

  it('does not fire a timer that was cleared, even by one of the same instant', async () => {
    const clock = manualClock();
    const log: string[] = [];
    const handles: unknown[] = [];
    clock.setTimer(10, () => {
      log.push('first');
      for (const handle of handles) clock.clearTimer(handle);
    });
    handles.push(clock.setTimer(10, () => log.push('second')));
    clock.clearTimer(clock.setTimer(5, () => log.push('third')));
    clock.clearTimer('no handle of its own');
    await clock.run();
    expect(log).toEqual(['first']);
  });

  it('runs until no timer is left, but not for ever', async () => {
    const clock = manualClock();
    let fired = 0;
    const forever = (): void => {
      fired++;
      clock.setTimer(clock.now() + 1, forever);
    };
    clock.setTimer(1, forever);
    await expect(clock.run(25)).rejects.toThrow('25 timers have fired by 25 ms and another one is set');
    expect(fired).toBe(25);
    // A timer at its own instant would stop time itself.
    const stuck = manualClock();
    const again = (): void => void stuck.setTimer(stuck.now(), again);
    again();
    await expect(stuck.run(50)).rejects.toThrow('something never ends');
  });

  it('runs as many timers as it is allowed, exactly', async () => {
    const clock = manualClock();
    for (let at = 1; at <= 5; at++) clock.setTimer(at, () => {});
    await clock.run(5);
    expect(clock.now()).toBe(5);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never, undefined as never])(
    'refuses to be advanced by %j',
    async (ms) => {
      const clock = manualClock();
      await expect(clock.advance(ms)).rejects.toThrow(RangeError);
      expect(clock.now()).toBe(0);
    },
  );

  it('passes on what a timer throws', async () => {
    const clock = manualClock();
    clock.setTimer(1, () => {
      throw new Error('in a timer');
    });
    await expect(clock.run()).rejects.toThrow('in a timer');
  });

  it('moves under fake timers too', async () => {
    vi.useFakeTimers();
    const clock = manualClock();
    let fired = false;
    clock.setTimer(1000, () => (fired = true));
    await clock.advance(1000);
    expect(fired).toBe(true);
  });
});
