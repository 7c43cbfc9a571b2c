import { retryQuotaCrossover } from '../../core/capacity/retry-quota.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import { Simulation } from '../simulation.js';
import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const rationingStudy: Study = {
  id: 'rationing',
  title: 'Client-side throttling and retry quotas',
  source: 'Site Reliability Engineering (Google 2016), chapter 21; AWS SDKs and Tools Reference, retry behavior',
  about:
    'With throttling by a factor K, a service of capacity C gets min(r, K · C) of a demand r, a little less where it is only just overloaded and its few places run empty now and then (by 1 to 2 % at K = 1.1). With tokens, retries run dry from ' +
    'the failing share p on at which 1 − p = cost · (p² + p³); beyond it the load is 1 + (1 − p) ÷ (cost · p).',
  findings: (effort) => [...throttles(effort), ...crossovers(), ...quotas(effort), ...outages()],
};

function throttles(effort: Effort): Finding[] {
  const seconds = effort === 'full' ? 1200 : 400;
  return [1.1, 1.5, 2].map((k): Finding => {
    const simulation = new Simulation(
      parseScenario({
        version: 1,
        load: steady(300),
        policy: { maxAttempts: 1, throttle: { k, windowMs: 120_000, maxRejectShare: 1 } },
        service: { kind: 'queue', room: 10, service: { kind: 'constant', ms: 10 } },
        durationMs: seconds * 1000,
      }),
    );
    // The first window only learns.
    simulation.advance(200_000);
    const before = simulation.recorder.offered;
    simulation.advance();
    const ours = (simulation.recorder.offered - before) / (seconds - 200);
    const expected = 100 * k;
    return {
      what: `sent per second with K = ${k}, C = 100, r = 300`,
      expected,
      ours,
      tolerance: 0.015 * expected,
      mark: 'statistical',
    };
  });
}

function crossovers(): Finding[] {
  const cells: readonly [cost: number, attempts: number, root: number][] = [
    [14, 3, 0.2149],
    [5, 3, 0.3207],
    [14, 6, 0.2109],
    [5, 6, 0.3093],
  ];
  return cells.map(([cost, attempts, expected]): Finding => {
    const ours = retryQuotaCrossover(cost, attempts);
    return {
      what: `crossover, cost ${cost}, ${attempts} attempts`,
      expected,
      ours,
      tolerance: 5.1e-5,
      mark: 'published',
    };
  });
}

function quotas(effort: Effort): Finding[] {
  const cells: readonly [cost: number, failShare: number][] = [
    [14, 0.1],
    [14, 0.25],
    [14, 0.5],
    [14, 0.75],
    [5, 0.35],
    [5, 0.5],
  ];
  return cells.map(([cost, p]): Finding => {
    const simulation = new Simulation(
      parseScenario({
        version: 1,
        load: steady(100),
        policy: { ...atOnce(3), retryBudget: { kind: 'tokens', capacity: 500, cost: { transient: cost } } },
        service: { kind: 'loaded', failShare: p },
        durationMs: effort === 'full' ? 4_000_000 : 800_000,
      }),
    );
    // Until the tokens of the start are spent.
    simulation.advance(200_000);
    const { recorder } = simulation;
    const [calls, attempts] = [recorder.begun, recorder.offered];
    simulation.advance();
    const ours = (recorder.offered - attempts) / (recorder.begun - calls);
    const expected = p < retryQuotaCrossover(cost, 3) ? 1 + p + p * p : 1 + (1 - p) / (cost * p);
    return {
      what: `attempts per call, cost ${cost}, ${100 * p} % fail`,
      expected,
      ours,
      tolerance: 0.01 * expected,
      mark: 'statistical',
    };
  });
}

/** A full bucket in a total outage. */
function outages(): Finding[] {
  return (
    [
      [14, 35],
      [5, 100],
    ] as const
  ).map(([cost, expected]): Finding => {
    const { recorder } = simulated({
      load: steady(100),
      policy: { ...atOnce(3), retryBudget: { kind: 'tokens', capacity: 500, cost: { transient: cost } } },
      service: { kind: 'loaded', failShare: 1 },
      durationMs: 10_000,
    });
    return {
      what: `retries in a total outage, cost ${cost}`,
      expected,
      ours: recorder.offered - recorder.begun,
      tolerance: 0,
      mark: 'exact',
    };
  });
}
