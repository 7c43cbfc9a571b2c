import { describe, expect, it } from 'vitest';
import { parseScenario, type Scenario, scenarioOf } from '../../simulator/index.js';
import { hiddenAnswer } from './hidden-capacity-search.js';

const scenario: Scenario = parseScenario(scenarioOf('metastable'));

describe('what is said of a hidden capacity', () => {
  it.each([
    [100.6, 101.1],
    [14.02, 14.06],
    [2010, 2019.9],
  ])('%d/s heals and %d/s does not: two figures that differ', (recoversPerSecond, failsPerSecond) => {
    const { sentence } = hiddenAnswer({ recoversPerSecond, failsPerSecond, runs: 9 }, scenario);
    const [heals, fails] = sentence.match(/[\d.,]+(?= ?(?:calls)?\/s)/g) ?? [];
    expect([heals, fails].map((figure) => Number(figure?.replace(',', '')))).toEqual([
      recoversPerSecond,
      failsPerSecond,
    ]);
  });
});
