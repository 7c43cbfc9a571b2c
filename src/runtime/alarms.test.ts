import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alarms, type Sleeper } from './alarms.js';

function sleeper(rung: number[] = [], again?: (now: number) => void): Sleeper {
  return {
    alarmAt: Infinity,
    entryAt: Infinity,
    onAlarm(now) {
      rung.push(now);
      again?.(now);
    },
  };
}

describe('alarms', () => {
  it('ring once, at the instant they were last moved to', () => {
    const alarms = new Alarms();
    const rung: number[] = [];
    const one = sleeper(rung);
    alarms.set(one, 10);
    alarms.set(one, 30);
    expect(alarms.earliestAt(), 'looked at where it was, and found to sleep on').toBe(10);
    alarms.ring(10);
    expect(rung).toEqual([]);
    expect(alarms.earliestAt()).toBe(30);
    alarms.ring(35);
    alarms.ring(99);
    expect(rung).toEqual([35]);
    expect(alarms.earliestAt()).toBe(Infinity);
  });

  it('that were taken off neither ring nor keep anybody awake', () => {
    const alarms = new Alarms();
    const rung: number[] = [];
    const one = sleeper(rung);
    alarms.set(one, 10);
    alarms.set(one, Infinity);
    expect(alarms.earliestAt()).toBe(Infinity);
    alarms.ring(10);
    alarms.set(one, 20);
    expect(alarms.earliestAt()).toBe(20);
    alarms.ring(20);
    expect(rung).toEqual([20]);
  });

  it('may be set again by the one that rings', () => {
    const alarms = new Alarms();
    const rung: number[] = [];
    const one = sleeper(rung, (now) => now < 30 && alarms.set(one, now + 10));
    alarms.set(one, 10);
    for (let now = 0; now <= 50; now++) alarms.ring(now);
    expect(rung).toEqual([10, 20, 30]);
  });

  it('are those of a list that is looked through, whatever is done to them', () => {
    const step = fc.oneof(
      fc.record({ who: fc.nat(7), at: fc.oneof(fc.nat(100), fc.constant(Number.POSITIVE_INFINITY)) }),
      fc.record({ later: fc.nat(20) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const alarms = new Alarms();
        const plain = new Map<number, number>();
        const rung: string[] = [];
        const expected: string[] = [];
        const all = Array.from({ length: 8 }, (_, who) => sleeper([], (now) => rung.push(`${who} at ${now}`)));
        let now = 0;
        for (const it of steps) {
          if ('later' in it) {
            now += it.later;
            const due = [...plain].filter(([, at]) => at <= now).map(([who]) => who);
            for (const who of due) {
              plain.delete(who);
              expected.push(`${who} at ${now}`);
            }
            alarms.ring(now);
          } else {
            alarms.set(all[it.who] as Sleeper, it.at);
            if (it.at === Infinity) plain.delete(it.who);
            else plain.set(it.who, it.at);
          }
          const earliest = Math.min(Infinity, ...plain.values());
          expect(alarms.earliestAt()).toBeLessThanOrEqual(earliest);
          if (plain.size === 0) expect(alarms.earliestAt()).toBe(Infinity);
        }
        expect(rung.sort()).toEqual(expected.sort());
      }),
      { numRuns: 300 },
    );
  });

  it('of bodies that have ended do not pile up', () => {
    const alarms = new Alarms();
    for (let body = 0; body < 100_000; body++) {
      const one = sleeper();
      alarms.set(one, 30_000 + body);
      alarms.set(one, Infinity);
    }
    expect((alarms as unknown as { heap: { size: number } }).heap.size).toBeLessThan(1000);
  });
});
