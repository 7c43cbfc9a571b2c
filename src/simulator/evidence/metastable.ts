import type { PolicyInput } from '../../core/policy/policy.js';
import { hiddenCapacity } from '../hidden-capacity.js';
import { reportOf } from '../report.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import { Simulation } from '../simulation.js';
import { atOnce, type Effort, type Finding, type Study, steady } from './study.js';

const PER_SECOND = 300;
const OUTAGE_END_MS = 20_000;

export const metastableStudy: Study = {
  id: 'metastable',
  title: 'Metastable failure',
  source:
    'N. Bronson et al., "Metastable Failures in Distributed Systems", HotOS 2021, with the fluid equations that follow from it',
  about:
    'A service for 300 requests a second, a timeout of 1 s, a network that is gone from second 10 to 20 and then delivers ' +
    'everything. The hidden capacity is μ ÷ (n + 1) with n retries and μ ÷ (1 + b) with a budget of b; the backlog Q melts to ' +
    'what fits into the timeout in (Q − μT) ÷ (μ − λ (1 + b)).',
  findings: (effort) => [
    ...stuck(),
    ...boundaries(effort),
    ...recoveries(effort),
    ...shed(effort),
    ...rooms(),
    ...disciplines(),
  ],
};

interface Case {
  readonly perSecond?: number;
  readonly attempts?: number;
  readonly budget?: number;
  readonly untilMs?: number;
  readonly service?: object;
  readonly arrivals?: 'even' | 'poisson';
}

/** 3a: what the failure looks like while it lasts. */
function stuck(): Finding[] {
  const simulation = new Simulation(scenario({ untilMs: 250_000, arrivals: 'poisson' }));
  const before = ratesIn(simulation, 2000, 10_000);
  const after = ratesIn(simulation, 150_000, 250_000);
  return [
    {
      what: 'useful per second before the outage, 280/s',
      expected: 280,
      ours: before.useful,
      tolerance: 20,
      mark: 'published',
    },
    {
      what: 'offered per second long after it',
      expected: 560,
      ours: after.offered,
      tolerance: 0.02 * 560,
      mark: 'published',
    },
    { what: 'useful per second long after it', expected: 0, ours: after.useful, tolerance: 0, mark: 'published' },
  ];
}

/** 3b and 3e: from which load on it does not heal. */
function boundaries(effort: Effort): Finding[] {
  const plain = (effort === 'full' ? [1, 2, 3] : [1]).map((retries) => ({
    name: `${retries} ${retries === 1 ? 'retry' : 'retries'}`,
    given: { attempts: retries + 1 },
    expected: PER_SECOND / (retries + 1),
  }));
  const rationed = (effort === 'full' ? [0.1, 0.2] : [0.1]).map((budget) => ({
    name: `a budget of ${100 * budget} %`,
    given: { budget },
    expected: PER_SECOND / (1 + budget),
  }));
  return [...plain, ...rationed].map(({ name, given, expected }): Finding => {
    const found = hiddenCapacity(scenario(given), {
      lowPerSecond: 0.7 * expected,
      highPerSecond: Math.min(299, 1.3 * expected),
    });
    const ours = found === null ? Number.NaN : (found.recoversPerSecond + found.failsPerSecond) / 2;
    return { what: `hidden capacity per second, ${name}`, expected, ours, tolerance: 0.01 * expected, mark: 'fluid' };
  });
}

/** 3c and 3d: when it is over, in seconds from the start, at 280/s. */
function recoveries(effort: Effort): Finding[] {
  const cases = [
    // A service without retries is useful again once the queue fits into the timeout.
    { name: 'no retries', given: { attempts: 1, untilMs: 250_000 }, expected: 20 + (2800 - 300) / 20 },
    { name: 'a budget of 2 %', given: { budget: 0.02, untilMs: 400_000 }, expected: 198 },
    { name: 'a budget of 5 %', given: { budget: 0.05, untilMs: 600_000 }, expected: 462 },
    { name: 'a budget of 6 %', given: { budget: 0.06, untilMs: 1_200_000 }, expected: 857 },
  ];
  return (effort === 'full' ? cases : cases.slice(0, 2)).map(({ name, given, expected }): Finding => {
    const ours = recoveredAt(scenario(given));
    return { what: `second of recovery, ${name}`, expected, ours, tolerance: 0.03 * expected, mark: 'fluid' };
  });
}

/** 3f: load is shed at second 100, by a person. */
function shed(effort: Effort): Finding[] {
  if (effort === 'quick') return [];
  const outcome = (perSecond: number): number => {
    const simulation = new Simulation(scenario({ untilMs: 2_500_000 }));
    simulation.advance(100_000);
    simulation.intervene({ kind: 'keep-load', share: perSecond / 280 });
    simulation.advance();
    return recoveryOf(simulation);
  };
  return [
    {
      what: 'second of recovery, load shed to 140/s',
      expected: 1410,
      ours: outcome(140),
      tolerance: 0.04 * 1410,
      mark: 'fluid',
    },
    {
      what: 'recovers with the load shed to 155/s (1 = yes)',
      expected: 0,
      ours: hasRecovered(outcome(155)),
      tolerance: 0,
      mark: 'fluid',
    },
  ];
}

/** 3g: a queue that is shorter than the timeout cannot keep the failure alive. */
function rooms(): Finding[] {
  return [100, 250, 290, 310, 400, 1000].map((room): Finding => {
    const ours = hasRecovered(recoveredAt(scenario({ service: { room }, untilMs: 100_000 })));
    const expected = room < PER_SECOND ? 1 : 0;
    return {
      what: `recovers with room for ${room} in the queue (1 = yes)`,
      expected,
      ours,
      tolerance: 0,
      mark: 'fluid',
    };
  });
}

/** 3h: newest first, or dropping what nobody waits for, breaks the loop within seconds. */
function disciplines(): Finding[] {
  const cases = [
    { name: 'newest first', service: { order: 'lifo' }, withinS: 2 },
    { name: 'expired requests dropped', service: { dropsExpired: true }, withinS: 15 },
  ];
  return cases.map(({ name, service, withinS }): Finding => {
    const afterS = recoveredAt(scenario({ service, untilMs: 100_000 })) - OUTAGE_END_MS / 1000;
    return {
      what: `useful again within ${withinS} s, ${name} (1 = yes)`,
      expected: 1,
      ours: afterS <= withinS ? 1 : 0,
      tolerance: 0,
      mark: 'fluid',
    };
  });
}

function scenario({
  perSecond = 280,
  attempts = 2,
  budget,
  untilMs = 250_000,
  service,
  arrivals = 'even',
}: Case): Scenario {
  const policy: PolicyInput = {
    ...atOnce(attempts),
    attemptTimeoutMs: 1000,
    ...(budget === undefined ? {} : { retryBudget: { kind: 'ratio', share: budget, floorPerSecond: 0 } }),
  };
  return parseScenario({
    version: 1,
    load: steady(perSecond, arrivals),
    policy,
    service: { kind: 'queue', service: { kind: 'constant', ms: 1000 / PER_SECOND }, ...service },
    faults: [{ kind: 'outage', fromMs: 10_000, toMs: OUTAGE_END_MS, messages: 'hold' }],
    durationMs: untilMs,
    drainMs: 0,
  });
}

function recoveredAt(given: Scenario): number {
  const simulation = new Simulation(given);
  simulation.advance();
  return recoveryOf(simulation);
}

/** In seconds from the start; Infinity when never. */
function recoveryOf(simulation: Simulation): number {
  const after = reportOf(simulation).figures.recoveredAfterMs;
  return after === null ? Infinity : (OUTAGE_END_MS + after) / 1000;
}

function hasRecovered(second: number): number {
  return second === Infinity ? 0 : 1;
}

function ratesIn(simulation: Simulation, fromMs: number, toMs: number) {
  const { recorder } = simulation;
  simulation.advance(fromMs);
  const [offered, useful] = [recorder.offered, recorder.useful];
  simulation.advance(toMs);
  const seconds = (toMs - fromMs) / 1000;
  return { offered: (recorder.offered - offered) / seconds, useful: (recorder.useful - useful) / seconds };
}
