import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.js';
import { bringUpToDate, correct, createUseLog, msUntilEmpty, note } from './use-log.js';

describe('the log of uses', () => {
  it('counts as a plain list does over 50,000 uses, and keeps little more than what still counts', () => {
    const random = createRandom(5);
    const log = createUseLog(1000, 0);
    let plain: { at: number; amount: number }[] = [];
    let now = 0;
    let longest = 0;
    for (let i = 0; i < 50_000; i++) {
      now += Math.floor(random.next() * 3);
      const amount = 1 + Math.floor(random.next() * 5);
      note(log, amount, now);
      plain = plain.filter(({ at }) => at + 1000 > now);
      plain.push({ at: now, amount });
      if (i % 50 === 0) expect(log.sum).toBe(plain.reduce((sum, use) => sum + use.amount, 0));
      longest = Math.max(longest, log.at.length);
    }
    // 1,000 instants count at most; as many again may wait to be cleared away.
    expect(longest).toBeLessThan(2500);
  });

  it('takes what was corrected to nothing for nothing', () => {
    const log = createUseLog(1000, 0);
    note(log, 1, 0);
    note(log, 1, 500);
    expect(correct(log, -1, 500, 600)).toBe(true);
    expect(msUntilEmpty(log, 600)).toBe(400);
    expect(correct(log, -1, 0, 600)).toBe(true);
    expect([msUntilEmpty(log, 600), log.sum]).toEqual([0, 0]);
  });

  it('does not note what is nothing', () => {
    const log = createUseLog(1000, 0);
    note(log, 0, 10);
    expect(log.at).toEqual([]);
  });

  it('knows nothing of instants at which nothing was used, or that have expired', () => {
    const log = createUseLog(1000, 0);
    note(log, 1, 10);
    expect([correct(log, 1, 11, 20), correct(log, 1, 10, 1010)]).toEqual([false, false]);
    expect(bringUpToDate(log, 2000)).toBe(2000);
    expect(log.at).toEqual([]);
  });
});
