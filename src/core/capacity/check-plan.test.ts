import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { checkPlan } from './check-plan.js';
import { loadFromFlags } from './load-flags.js';
import { planOf } from './plan.js';

describe('the check of a plan', () => {
  it.each([
    ['sends too much', { 'in-flight': '8' }, false, 'the plan sends 120.0 % of what the requests limit allows'],
    ['fits', { 'in-flight': '6', backlog: '10' }, true, 'the plan uses 90.0 % of the ceiling, and the backlog clears'],
    ['is exactly full', { latency: '3s', 'in-flight': '5' }, true, '100 % of the ceiling, and no backlog builds up'],
    [
      'sends more than can be counted',
      { latency: `0.${'0'.repeat(320)}1`, 'in-flight': '8' },
      false,
      'sends far more than',
    ],
    ['plans nothing', {}, true, 'no concurrency was planned, and no backlog builds up'],
    ['falls behind', { arrivals: '60/min' }, false, 'the backlog grows by 10 per minute'],
    ['stands still', { arrivals: '50/min', backlog: '1' }, false, 'the backlog never clears'],
    [
      'does both',
      { 'in-flight': '9', arrivals: '60/min' },
      false,
      'limit allows, and the backlog grows by 10 per minute',
    ],
  ] as const)('that %s', (_, flags, ok, text) => {
    const result = checkPlan(
      planOf(parsePolicy({ maxAttempts: 5 }), loadFromFlags({ rpm: '100', latency: '4s', success: '0.5', ...flags })),
    );
    expect(result.ok).toBe(ok);
    expect(result.sentence).toContain(text);
  });

  it.each([
    ['without a latency', {}, 'latency: missing; give the time that one attempt takes, above 0'],
    [
      'with a latency of 0',
      { latency: '0' },
      'latency: 0 is not allowed; give the time that one attempt takes, above 0',
    ],
  ])('refuses calls in flight %s, since what they send is not known', (_, flags, message) => {
    const report = planOf(parsePolicy({}), loadFromFlags({ rpm: '5', 'in-flight': '10', ...flags }));
    expect(() => checkPlan(report)).toThrow(PolicyError);
    expect(() => checkPlan(report)).toThrow(message);
  });
});
