import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import { SCENARIOS, type Scenario, variantsOf } from '../../../../src/simulator/index.js';
import { remediesFor } from './remedies.js';

const scenarios = SCENARIOS.map((input) => [input.id as string, variantsOf(input)[0]?.scenario as Scenario] as const);
const yours = parsePolicy({ backoff: { baseMs: 7 } });

it.each(scenarios)('what %s is switched to is a policy', (_, scenario) => {
  for (const remedy of remediesFor(scenario)) {
    const policy = remedy.of(scenario.policy, yours);
    expect(parsePolicy(policy)).toEqual(policy);
  }
});

describe('what can be switched to', () => {
  const idsOf = (id: string) =>
    remediesFor(scenarios.find(([each]) => each === id)?.[1] as Scenario).map((each) => each.id);

  it('is no budget where a quota refuses, since such refusals are exempt from it', () => {
    expect(idsOf('thundering-herd')).toEqual(['jitter', 'yours']);
  });

  it('is nothing where whole engines run, which keep their policy', () => {
    expect(idsOf('batch-drain')).toEqual([]);
  });

  it('is a budget, no retries, jitter or the policy of the form elsewhere', () => {
    expect(idsOf('metastable')).toEqual(['budget-0.05', 'budget-0.1', 'jitter', 'once', 'yours']);
  });
});
