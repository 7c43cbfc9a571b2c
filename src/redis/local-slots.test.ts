import { describe, expect, it } from 'vitest';
import { LocalSlots } from './local-slots.js';

function slotsAt(): { slots: LocalSlots; at: (ms: number) => void } {
  let now = 0;
  return {
    slots: new LocalSlots(() => now),
    at: (ms) => {
      now = ms;
    },
  };
}

describe('slots while the store is gone', () => {
  it('are as many as the process held before, whoever holds them, and free when their time is over', () => {
    const { slots, at } = slotsAt();
    slots.granted('workers', 1000, 'a');
    slots.granted('workers', 1500, 'b');
    expect(slots.claim('workers', 8, 1000, 'c', 'share')).toEqual({ granted: false, waitMs: 1000 });
    at(900);
    expect(slots.claim('workers', 8, 1000, 'a', 'share')).toEqual({ granted: true });
    at(1500);
    expect(slots.claim('workers', 8, 1000, 'c', 'share')).toEqual({ granted: true });
    expect(slots.claim('workers', 8, 1000, 'd', 'share')).toEqual({ granted: false, waitMs: 400 });
    slots.release('workers', 'c');
    expect(slots.claim('workers', 8, 1000, 'd', 'share')).toEqual({ granted: true });
  });

  it('are one for a process that held none, or all of them where that is asked for', () => {
    const { slots } = slotsAt();
    slots.granted('workers', 1000, 'a');
    slots.ended('workers', 'a');
    const claims = (name: string, loss: 'share' | 'open') =>
      ['a', 'b', 'c', 'd'].map((holder) => slots.claim(name, 3, 1000, holder, loss).granted);
    expect(claims('workers', 'share')).toEqual([true, false, false, false]);
    expect(claims('others', 'open')).toEqual([true, true, true, false]);
  });

  it('are forgotten with their names, however many names there have been', () => {
    const { slots, at } = slotsAt();
    for (let name = 0; name < 10_000; name++) {
      at(name);
      slots.granted(`job-${name}`, 10, 'a');
    }
    expect((slots as unknown as { names: Map<string, unknown> }).names.size).toBeLessThanOrEqual(1000);
  });
});
