import { expect, it } from 'vitest';
import { replicate, scenarioOf, variantsOf } from '../../../../src/simulator/index.js';
import { conclusion } from './said.js';

function saidOf(id: string): string {
  const sides = variantsOf(scenarioOf(id)).map(({ name, scenario }) => ({ id: name, name, scenario }));
  return conclusion(
    { sides },
    sides.map(({ scenario }) => replicate(scenario, 1).first.figures),
  );
}

// The figures are those of the command, in whose tests they stand beside published ones.
it.each([
  [
    'thundering-herd',
    /^With “none” a call takes 12 attempts and the last ends after 2\.4 min; with “full” a call takes 6\.91 attempts/,
  ],
  ['metastable', /^The service does not recover and a call takes 1\.9\d attempts\.$/],
  [
    'recovery-with-budget',
    /^With “no budget” the service does not recover .*; with “5 %” the service is well again 7\.\d min after the fault/,
  ],
  ['bring-your-own', /^A call takes \d\.\d+ attempts and .* % of the calls end well\.$/],
])('of %s', (id, expected) => expect(saidOf(id)).toMatch(expected));
