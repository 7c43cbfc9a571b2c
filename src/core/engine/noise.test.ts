import { describe, expect, it } from 'vitest';
import { type AcceptedRate, createAcceptedRate } from './accepted-rate.js';
import { noteAnswer } from './noise.js';

const paced = (): AcceptedRate => ({ ...createAcceptedRate(), pacePerMs: 0.01, ratePerMs: 0.01 });

/** Sixteen answers, the first of them refused, `strange` of those for no reason that the pace would explain. */
function round(rate: AcceptedRate, refused: number, strange = refused): void {
  rate.noise.strange = strange;
  for (let n = 0; n < 16; n++) noteAnswer(rate, n >= refused);
}

/** A rate that has seen as many strange rounds as a trial takes. */
function onTrial(): AcceptedRate {
  const rate = paced();
  for (let n = 0; n < 4; n++) round(rate, 4);
  return rate;
}

describe('refusals that the pace does not explain', () => {
  it('bring a trial of twice the pace, but not at once', () => {
    const rate = paced();
    for (let n = 0; n < 3; n++) round(rate, 4);
    expect([rate.noise.isOn, rate.pacePerMs]).toEqual([false, 0.01]);
    round(rate, 4);
    expect([rate.noise.isOn, rate.pacePerMs]).toEqual([true, 0.02]);
  });

  it('bring none when the pace explains them, or chance', () => {
    for (const strange of [0, 1]) {
      const rate = paced();
      for (let n = 0; n < 100; n++) round(rate, 4, strange);
      expect([rate.noise.isOn, rate.pacePerMs]).toEqual([false, 0.01]);
    }
  });

  it('let the pace double with every round that is refused no more often than before', () => {
    const rate = onTrial();
    for (let n = 0; n < 5; n++) round(rate, 5);
    expect(rate.pacePerMs).toBeCloseTo(0.02 * 32, 12);
  });

  it('are found to be for the pace when more of twice the pace is refused; then it goes back', () => {
    const rate = onTrial();
    round(rate, 10);
    expect([rate.noise.isOn, rate.pacePerMs]).toEqual([false, 0.01]);
    for (let n = 0; n < 9; n++) round(rate, 4);
    expect(rate.noise.isOn).toBe(false);
    round(rate, 4);
    expect(rate.noise.isOn).toBe(true);
  });
});
