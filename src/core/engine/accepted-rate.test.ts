import { describe, expect, it } from 'vitest';
import {
  type AcceptedRate,
  createAcceptedRate,
  noteAccepted,
  noteRefused,
  pacedAt,
  takePaced,
} from './accepted-rate.js';

/** Plays answers without latency; 'a' is accepted, 'r' refused, each this many ms after the one before. */
function play(answers: string, everyMs: number, rate: AcceptedRate = createAcceptedRate(), from = 0): AcceptedRate {
  for (const [order, answer] of [...answers].entries()) {
    const at = (from + order) * everyMs;
    if (answer === 'a') noteAccepted(rate, from + order, at);
    else noteRefused(rate, from + order, at, at);
  }
  return rate;
}

describe('the rate of what is accepted', () => {
  it('is not known from one refusal: what came before it was the burst', () => {
    const rate = play('aaaaaaaaaaaaaaaaaaaar', 1);
    expect([rate.ratePerMs, rate.burst, pacedAt(rate, 21)]).toEqual([0, 20, 21]);
  });

  it('is what was accepted from one refusal to the next, over the time between them', () => {
    // Two of three are refused at 1 per 10 ms: one per 30 ms is accepted.
    expect(play(`aaaaar${'arr'.repeat(40)}`, 10).ratePerMs).toBeCloseTo(1 / 30, 3);
  });

  it('is guessed where nothing is accepted twice in a row: a few of many clients would else ask as often as answers come', () => {
    expect(play('aaaaarr', 10).ratePerMs).toBe(0);
    // One call in the 20 ms since the first refusal, which was the sixth answer.
    expect(play('aaaaarrr', 10).ratePerMs).toBeCloseTo(1 / 20, 6);
  });

  it('that is known from few calls is tried sooner', () => {
    const grownOf = (answers: string) => {
      const rate = play(answers, 100);
      const [known, from] = [rate.pacePerMs, answers.length];
      play('a'.repeat(20), 100, rate, from);
      return rate.pacePerMs / known;
    };
    expect(grownOf(`aaaaar${'ar'.repeat(4)}`)).toBeGreaterThan(1.1 * grownOf(`aaaaar${'ar'.repeat(16)}`));
  });

  it('is the same though answers overtake each other', () => {
    const rate = createAcceptedRate();
    noteRefused(rate, 0, 0, 50);
    // The tenth is refused, and known to be before the answers of those sent before it.
    noteRefused(rate, 11, 110, 160);
    for (let order = 1; order <= 10; order++) noteAccepted(rate, order, 170);
    noteRefused(rate, 22, 220, 270);
    for (let order = 12; order <= 21; order++) noteAccepted(rate, order, 280);
    noteRefused(rate, 23, 230, 290);
    expect(rate.ratePerMs).toBeCloseTo(20 / 230, 6);
  });

  it('is not measured over times in which the server was not asked for more', () => {
    const rate = play(`aaaaar${'arr'.repeat(40)}`, 10);
    const known = rate.ratePerMs;
    takePaced(rate, 1300, true);
    noteAccepted(rate, 200, 1300);
    noteRefused(rate, 201, 3_600_000, 3_600_000);
    expect(rate.ratePerMs).toBe(known);
  });

  it('never falls below one call a minute, however long the server is shut', () => {
    const rate = play(`aaaaar${'arr'.repeat(40)}`, 10);
    for (let n = 0; n < 200; n++) noteRefused(rate, 200 + n, 5000 + 1000 * n, 5000 + 1000 * n);
    expect(rate.pacePerMs).toBeGreaterThanOrEqual(1 / 60_000);
  });

  it('sets the pace from then on, one call after the other', () => {
    const rate = play(`aaaaar${'arr'.repeat(40)}`, 10);
    const at = pacedAt(rate, 1260);
    expect(at).toBeGreaterThan(1260);
    takePaced(rate, at);
    expect(pacedAt(rate, at) - at).toBeCloseTo(1 / rate.pacePerMs, 6);
  });

  it('grows slowly while nothing is refused, and faster the longer that lasts', () => {
    const rate = play(`aaaaar${'arr'.repeat(40)}`, 10);
    const before = rate.ratePerMs;
    play('a'.repeat(20), 30, rate, 200);
    expect(rate.pacePerMs / before).toBeGreaterThan(1);
    expect(rate.pacePerMs / before).toBeLessThan(1.8);
    play('a'.repeat(300), 30, rate, 220);
    expect(rate.pacePerMs / before).toBeGreaterThan(3);
  });

  it('grows at once into what the server says lies unused', () => {
    const rate = play(`aaaaar${'arr'.repeat(40)}`, 10);
    const before = rate.pacePerMs;
    noteAccepted(rate, 1000, 2000, 1);
    expect(rate.pacePerMs / before).toBeGreaterThan(1.2);
  });

  it('has most of it within ten calls, however little it was left with', () => {
    const rate = play(`aaaaar${'arr'.repeat(4)}`, 10_000);
    for (let n = 0; n < 10; n++) noteAccepted(rate, 100 + n, 200_000 + n, 0.95, 0.02);
    expect(rate.pacePerMs).toBeGreaterThan(0.01);
  });

  it('halves while nothing at all is accepted, and is back at once when something is', () => {
    const rate = play(`aaaaar${'arr'.repeat(40)}`, 10);
    const known = rate.ratePerMs;
    for (let n = 0; n < 6; n++) noteRefused(rate, 200 + n, 5000 + 1000 * n, 5000 + 1000 * n);
    expect(rate.pacePerMs).toBeLessThan(known / 4);
    for (let n = 0; n < 6; n++) noteAccepted(rate, 300 + n, 12_000 + n);
    expect(rate.pacePerMs).toBeGreaterThanOrEqual(rate.ratePerMs);
  });

  it('is forgotten in favour of a clearly greater one', () => {
    const rate = play(`aaaaar${'arr'.repeat(100)}`, 10);
    const slow = rate.ratePerMs;
    play(`${'a'.repeat(30)}r`.repeat(3), 5, rate, 1000);
    expect(rate.ratePerMs / slow).toBeGreaterThan(3);
  });
});
