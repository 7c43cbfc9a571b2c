import { planOf } from '../../core/capacity/plan.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import { variantsOf, withSettings } from '../scenario/settings.js';
import { batchDrain } from '../scenarios/batch-drain.js';
import { fleetWithoutAndWithSharedQuota } from '../scenarios/fleet-without-and-with-shared-quota.js';
import { Simulation } from '../simulation.js';
import type { Finding, Study } from './study.js';

export const batchStudy: Study = {
  id: 'batch-drain',
  title: 'A backlog against the plan',
  source: 'holdoff plan; the bound of a token bucket',
  about:
    'The plan divides the backlog by the rate. That holds within 2 % where the burst is small beside the backlog; a large burst ' +
    'makes the end come earlier, by (N − B) ÷ r, which the plan leaves out on purpose: a quota that has been used is not full. ' +
    'Eight processes of which one has most of the calls come near the bound of the whole quota through a store, and near that of ' +
    'the busy one’s eighth where each has an eighth.',
  findings: (effort) => [
    againstPlan(effort === 'full' ? 20_000 : 2000, 600, 10),
    againstPlan(1000, 60, 1),
    againstBound(2000, 600, 60),
    againstBound(2000, 600, 600),
    ...ofFleets(),
  ],
};

function againstPlan(backlog: number, perMinute: number, burst: number): Finding {
  const plan = planOf(parsePolicy({}), {
    backlog,
    limits: [{ name: 'requests', amount: perMinute, windowMs: 60_000, cost: 1, burst }],
  });
  const expected = (plan.drain.ms ?? Number.NaN) / 1000;
  const ours = drainSeconds(backlog, perMinute, burst);
  return {
    what: `seconds to drain ${backlog} at ${perMinute}/min, burst ${burst}: plan`,
    expected,
    ours,
    tolerance: 0.02 * expected,
    mark: 'fluid',
  };
}

function againstBound(backlog: number, perMinute: number, burst: number): Finding {
  // A latency of 200 ms ends the last one.
  const expected = ((backlog - burst) * 60) / perMinute + 0.2;
  const ours = drainSeconds(backlog, perMinute, burst);
  return {
    what: `seconds to drain ${backlog} at ${perMinute}/min, burst ${burst}: bound`,
    expected,
    ours,
    tolerance: 0.02 * expected,
    mark: 'fluid',
  };
}

/** Of 2,000 calls 1,300 are those of one process of eight; the quota is 80 a second, and as many at once. */
function ofFleets(): Finding[] {
  const ends = new Map(
    // The first keeps no quota at all.
    variantsOf(fleetWithoutAndWithSharedQuota)
      .slice(1)
      .map(({ name, scenario }) => {
        const simulation = new Simulation(scenario);
        simulation.advance();
        return [name, simulation.recorder] as const;
      }),
  );
  const seconds = (name: string): number => (ends.get(name)?.lastEndAt ?? Number.NaN) / 1000;
  const shared = (2000 - 80) / 80;
  const divided = (1300 - 10) / 10;
  return [
    {
      what: 'seconds for eight processes with 2000 calls at 80/s, through a store: bound',
      expected: shared,
      ours: seconds('shared'),
      tolerance: 0.02 * shared,
      mark: 'fluid',
    },
    {
      what: 'refused of them',
      expected: 0,
      ours: ends.get('shared')?.refused ?? Number.NaN,
      tolerance: 0,
      mark: 'exact',
    },
    {
      what: 'seconds for the same with an eighth each: bound of the busy one',
      expected: divided,
      ours: seconds('an eighth each'),
      tolerance: 0.02 * divided,
      mark: 'fluid',
    },
  ];
}

function drainSeconds(backlog: number, perMinute: number, burst: number): number {
  const simulation = new Simulation(parseScenario(withSettings(batchDrain, { backlog, perMinute, burst })));
  simulation.advance();
  return simulation.recorder.lastEndAt / 1000;
}
