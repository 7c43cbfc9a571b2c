// A hundred thousand random policies and loads: no figure that is not a number, no throw, no disorder.
// Each case has a seed of its own and is the same for the same seed. To repeat a failure, or to look elsewhere:
// `SEED=4711 npx vitest run test/random-policies.test.ts` begins with the case of that seed.

import { describe, expect, it } from 'vitest';
import { compile, type Rules } from '../src/core/backoff/compile.js';
import { planAnswer } from '../src/core/capacity/answer.js';
import { checkPlan } from '../src/core/capacity/check-plan.js';
import type { Load } from '../src/core/capacity/load.js';
import { parseLoad } from '../src/core/capacity/parse-load.js';
import { planOf } from '../src/core/capacity/plan.js';
import { disorderOf } from '../src/core/distributions/fixtures/disorder.js';
import { parsePolicy } from '../src/core/policy/parse-policy.js';
import { scheduleAnswer } from '../src/core/schedule/answer.js';
import { callModel } from '../src/core/schedule/by-deadline.js';
import { scheduleOf } from '../src/core/schedule/schedule.js';
import { waitsOf } from '../src/core/schedule/waits.js';
import { notSaid } from './random-policies/not-finite.js';
import { planDisorder } from './random-policies/plan-disorder.js';
import { randomCase } from './random-policies/random-case.js';
import { curveDisorder, deadlineDisorder, scheduleDisorder } from './random-policies/schedule-disorder.js';

const SEED = Number(process.env.SEED ?? 1);
const UNIFORM = 92_000;
const DECORRELATED = 8000;
const DECORRELATED_TOTALS = 100;
/** How often the whole distribution is looked at, rather than the figures that a schedule shows. */
const EVERY = 16;

const from = (first: number) => Array.from({ length: 1 }, () => first);
void from;

function look(seed: number, decorrelated: boolean, check: (rules: Rules, load: Load) => string | null): string | null {
  const { policy, load } = randomCase(seed, decorrelated);
  let problem: string | null;
  try {
    problem = check(compile(parsePolicy(policy)), parseLoad(load));
  } catch (error) {
    problem = String((error as Error).stack);
  }
  return problem === null ? null : `SEED=${seed}: ${problem}\n${JSON.stringify({ policy, load })}`;
}

function everyFigure(rules: Rules, load: Load, seed: number): string | null {
  const report = scheduleOf(rules, { seed, load });
  const plan = planOf(rules, load);
  const texts = [
    { id: 'schedule-answer', text: scheduleAnswer(report, load.deadlineMs) },
    { id: 'plan-answer', text: planAnswer(plan) },
    { id: 'plan-check', text: checkPlan(plan).sentence },
  ];
  return scheduleDisorder(report) ?? planDisorder(plan, report.total.maxMs) ?? notSaid(texts);
}

function everyShare(rules: Rules, load: Load): string | null {
  const { totals } = waitsOf(rules);
  const call = callModel(rules, totals, { ...load, success: load.success ?? { value: 0.5, counts: null }, latencyMs: load.latencyMs ?? 100 });
  return disorderOf(totals.after(totals.retries), 40) ?? (call && (deadlineDisorder(call) ?? curveDisorder(call)));
}

function all(first: number, count: number, decorrelated: boolean, check: (rules: Rules, load: Load, seed: number) => string | null) {
  const problems: string[] = [];
  for (let seed = first; seed < first + count && problems.length < 20; seed++) {
    const problem = look(seed, decorrelated, (rules, load) => check(rules, load, seed));
    if (problem !== null) problems.push(problem);
  }
  expect(problems.join('\n')).toBe('');
}

describe('uniform', () => {
  it('figures', () => all(SEED, UNIFORM, false, everyFigure), 600_000);
  it('shares', () => all(SEED, UNIFORM / EVERY, false, everyShare), 600_000);
});
describe('decorrelated', () => {
  it('totals', () => all(SEED, DECORRELATED_TOTALS, true, everyFigure), 600_000);
  it('shares', () => all(SEED, 20, true, everyShare), 600_000);
  it('plans', () => all(SEED, DECORRELATED, true, (rules, load) => {
    const { each } = waitsOf(rules);
    return planDisorder(planOf(rules, load), each.reduce((s, w) => s + w.maxMs, 0));
  }), 600_000);
});
