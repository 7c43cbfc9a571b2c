import { expect, it } from 'vitest';
import { capacityPerSecond } from './capacity.js';
import { parseScenario } from './scenario/parse-scenario.js';
import { scenarioOf } from './scenarios/index.js';

it.each([
  // As their stories say.
  ['thundering-herd', 200],
  ['metastable', 300],
  ['retry-storm', 100],
  ['bring-your-own', 10],
  ['aws-contention', null],
  ['slow-dependency', null],
])('%s has a service that can do %s requests a second', (id, expected) => {
  const capacity = capacityPerSecond(parseScenario(scenarioOf(id)).service);
  if (expected === null) expect(capacity).toBeNull();
  else expect(capacity).toBeCloseTo(expected, 9);
});
