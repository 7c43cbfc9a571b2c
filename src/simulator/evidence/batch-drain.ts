import { planOf } from '../../core/capacity/plan.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import { withSettings } from '../scenario/settings.js';
import { batchDrain } from '../scenarios/batch-drain.js';
import { Simulation } from '../simulation.js';
import type { Finding, Study } from './study.js';

export const batchStudy: Study = {
  id: 'batch-drain',
  title: 'A backlog against the plan',
  source: 'holdoff plan; the bound of a token bucket',
  about:
    'The plan divides the backlog by the rate. That holds within 2 % where the burst is small beside the backlog; a large burst ' +
    'makes the end come earlier, by (N − B) ÷ r, which the plan leaves out on purpose: a quota that has been used is not full.',
  findings: (effort) => [
    againstPlan(effort === 'full' ? 20_000 : 2000, 600, 10),
    againstPlan(1000, 60, 1),
    againstBound(2000, 600, 60),
    againstBound(2000, 600, 600),
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

function drainSeconds(backlog: number, perMinute: number, burst: number): number {
  const simulation = new Simulation(parseScenario(withSettings(batchDrain, { backlog, perMinute, burst })));
  simulation.advance();
  return simulation.recorder.lastEndAt / 1000;
}
