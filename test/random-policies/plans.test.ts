// A hundred thousand random policies and loads: no figure of a plan that is no number, nothing thrown, nothing out of order.
// A failure names its seed; `SEED=4711 npx vitest run test/random-policies` begins with the case of that seed.

import { describe, expect, it } from 'vitest';
import { intervalMs } from '../../src/core/backoff/backoff.js';
import { planAnswer } from '../../src/core/capacity/answer.js';
import { checkPlan } from '../../src/core/capacity/check-plan.js';
import { planOf } from '../../src/core/capacity/plan.js';
import { blocks, disorders, type Look } from './look.js';
import { notSaid } from './not-finite.js';
import { planDisorder } from './plan-disorder.js';

const UNIFORM = 92_000;
const DECORRELATED = 8000;

const plan: Look = (rules, load) => {
  const report = planOf(rules, load);
  let worstMs = 0;
  for (let retry = 1; retry < rules.policy.maxAttempts; retry++) worstMs += intervalMs(rules, retry).maxMs;
  const texts = [{ id: 'answer', text: planAnswer(report) }];
  // Calls in flight cannot be checked without the time that they take.
  const isCheckable = load.inFlight === null || (load.latencyMs !== null && load.latencyMs > 0);
  if (isCheckable) texts.push({ id: 'check', text: checkPlan(report).sentence });
  return planDisorder(report, worstMs) ?? notSaid(texts);
};

describe('plans of random policies and loads are in order', () => {
  it.each(blocks(UNIFORM, 9200))('uniform jitters, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'uniform', plan)).toBe('');
  });

  it.each(blocks(DECORRELATED, 2000))('decorrelated jitter, seeds %i to %i', (first, last) => {
    expect(disorders(first, last, 'decorrelated', plan)).toBe('');
  });
});
