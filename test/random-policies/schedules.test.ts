// A hundred thousand random policies: no figure of a schedule that is no number, nothing thrown, nothing out of order.
// A failure names its seed; `SEED=4711 npx vitest run test/random-policies` begins with the case of that seed.

import { describe, expect, it } from 'vitest';
import { disorderOf } from '../../src/core/distributions/fixtures/disorder.js';
import { scheduleAnswer } from '../../src/core/schedule/answer.js';
import { callModel } from '../../src/core/schedule/by-deadline.js';
import { scheduleOf } from '../../src/core/schedule/schedule.js';
import { waitsOf } from '../../src/core/schedule/waits.js';
import { curveDisorder, deadlineDisorder } from './deadline-disorder.js';
import { blocks, disorders, type Look } from './look.js';
import { notSaid } from './not-finite.js';
import { scheduleDisorder, waitDisorder } from './schedule-disorder.js';

const UNIFORM = 92_000;
const DECORRELATED = 8000;
/** Whole distributions take longer than the figures read from them. */
const UNIFORM_CDFS = 6000;
const DECORRELATED_TOTALS = 100;

/** Every figure and sentence of a schedule. */
const schedule: Look = (rules, load, seed) => {
  const report = scheduleOf(rules, { seed, load });
  const answer = { id: 'answer', text: scheduleAnswer(report, load.deadlineMs) };
  return scheduleDisorder(report, load) ?? notSaid([answer]);
};

/** Each wait, without their total. */
const waits: Look = (rules) => {
  const capMs = rules.policy.backoff.capMs ?? Number.MAX_SAFE_INTEGER;
  for (const wait of waitsOf(rules).each) {
    const disorder = waitDisorder(wait, capMs);
    if (disorder !== null) return disorder;
  }
  return null;
};

/** The total's distribution on a grid, and what it makes of a call whose deadline moves out. */
const distribution: Look = (rules, load) => {
  const { totals } = waitsOf(rules);
  const { success, latencyMs } = load;
  const known = { ...load, success: success ?? { value: 0.5, counts: null }, latencyMs: latencyMs ?? 100 };
  const call = callModel(rules, totals, known);
  return disorderOf(totals.after(totals.retries), 40) ?? (call && (deadlineDisorder(call) ?? curveDisorder(call)));
};

describe('schedules of random policies are in order', () => {
  it.each(blocks(UNIFORM, 9200))('uniform jitters, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'uniform', schedule)).toBe('');
  });

  it.each(blocks(DECORRELATED, 4000))('each decorrelated wait, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'decorrelated', waits)).toBe('');
  });

  it.each(blocks(DECORRELATED_TOTALS, 50))('decorrelated totals, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'decorrelated', schedule)).toBe('');
  });
});

describe('totals of random policies, and the calls that wait them, are distributed in order', () => {
  it.each(blocks(UNIFORM_CDFS, 3000))('uniform jitters, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'uniform', distribution)).toBe('');
  });

  it.each(blocks(DECORRELATED_TOTALS, 50))('decorrelated jitter, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'decorrelated', distribution)).toBe('');
  });
});
