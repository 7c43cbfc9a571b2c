import { estimateOf } from '../confidence.js';
import { variantsOf, withSettings, withValue } from '../scenario/settings.js';
import { awsContention } from '../scenarios/aws-contention.js';
import { Simulation } from '../simulation.js';
import { AWS_REFERENCE, AWS_RUNS, type AwsCell } from './aws-reference.js';
import type { Effort, Finding, Study } from './study.js';

/** Four standard errors of the difference of two means. */
const SIGMAS = 4;

export const awsStudy: Study = {
  id: 'aws-contention',
  title: 'The AWS contention model',
  source: 'M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015, and its program',
  about:
    'N clients write one row under optimistic concurrency control. Calls tell how much work it was, time when the last ' +
    'client was done. Without the exponent that begins at 1, full and equal jitter need 80 calls more at N = 100.',
  findings: (effort) => [...cells(effort), ...offByOne(effort)],
};

function cells(effort: Effort): Finding[] {
  const runs = effort === 'full' ? 200 : 12;
  const clients = effort === 'full' ? [20, 50, 100, 190] : [20, 100];
  return AWS_REFERENCE.filter((cell) => clients.includes(cell.clients)).flatMap((cell) => {
    const { calls, times } = runsOf(cell, 1, runs);
    const name = `${cell.strategy}, N = ${cell.clients}`;
    return [
      finding(`calls, ${name}`, cell.calls, cell.callsSd, calls),
      finding(`time in ms, ${name}`, cell.timeMs, cell.timeSdMs, times),
    ];
  });
}

/** Which exponent a program begins with shows in these two alone. */
function offByOne(effort: Effort): Finding[] {
  const runs = effort === 'full' ? 200 : 12;
  const cells = [
    { strategy: 'full', calls: 875.2, callsSd: 8 },
    { strategy: 'equal', calls: 888.6, callsSd: 8 },
  ];
  return cells.map(({ strategy, calls, callsSd }) => {
    const ours = runsOf({ clients: 100, strategy }, 0.5, runs).calls;
    return finding(`calls with the exponent from 0, ${strategy}, N = 100`, calls, callsSd, ours);
  });
}

function runsOf({ clients, strategy }: Pick<AwsCell, 'clients' | 'strategy'>, baseFactor: number, runs: number) {
  const input = withSettings(awsContention, { clients });
  const found = variantsOf(input).find(({ name }) => name === strategy);
  if (found === undefined) throw new RangeError(`the scenario has no variant ${strategy}`);
  const { scenario } = found;
  const { baseMs } = scenario.policy.backoff as { baseMs: number };
  const changed = baseFactor === 1 ? scenario : withValue(scenario, 'policy.backoff.baseMs', baseMs * baseFactor);
  const calls: number[] = [];
  const times: number[] = [];
  for (let seed = 1; seed <= runs; seed++) {
    const simulation = new Simulation(changed, seed);
    simulation.advance();
    calls.push(simulation.recorder.offered);
    times.push(simulation.recorder.lastEndAt);
  }
  return { calls, times };
}

function finding(what: string, expected: number, sd: number, values: readonly number[]): Finding {
  const ours = estimateOf(values)?.mean ?? Number.NaN;
  const tolerance = SIGMAS * sd * Math.sqrt(1 / AWS_RUNS + 1 / values.length);
  return { what, expected, ours, tolerance, mark: 'statistical' };
}
