import { variantsOf } from '../scenario/settings.js';
import { slowDependency } from '../scenarios/slow-dependency.js';
import { Simulation } from '../simulation.js';
import type { Finding, Study } from './study.js';

export const collapseStudy: Study = {
  id: 'collapse',
  title: 'A collapse after a spike',
  source: 'M. Brooker, simple collapse program, 2023, ten runs of each kind',
  about:
    'Latency grows with what is in flight, attempts are cut after 3 s, and for five seconds twice the load comes. What is ' +
    'served at the end tells whether the service came back: 40 a second with long random waits; without, one run in ten.',
  findings: (effort) => {
    const runs = effort === 'full' ? 20 : 4;
    const [hasty, patient] = variantsOf(slowDependency).map(({ scenario }) => {
      const rates = Array.from({ length: runs }, (_, seed) => {
        const simulation = new Simulation(scenario, seed + 1);
        simulation.advance(60_000);
        const before = simulation.recorder.useful;
        simulation.advance(100_000);
        return (simulation.recorder.useful - before) / 40;
      });
      return rates;
    }) as [number[], number[]];
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const dead = hasty.filter((rate) => rate < 20).length / runs;
    return [
      {
        what: 'served per second at the end, waits within 20 and 40 s',
        expected: 40,
        ours: mean(patient),
        tolerance: 2,
        mark: 'published',
      },
      {
        what: 'share of runs that stay dead, retried at once',
        expected: 0.9,
        ours: dead,
        tolerance: 0.3,
        mark: 'published',
      },
    ] satisfies Finding[];
  },
};
