import type { Scenario, ScenarioInput } from '../scenario/scenario.js';
import { variantsOf } from '../scenario/settings.js';
import { slowDependency } from '../scenarios/slow-dependency.js';
import { Simulation } from '../simulation.js';
import { type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const collapseStudy: Study = {
  id: 'collapse',
  title: 'A collapse after a spike, and after a ramp',
  source: 'M. Brooker, simple collapse program, 2023, ten runs of each kind',
  about:
    'Latency is 1 s and 0.01 s for each request in flight, attempts are cut after 3 s and made three times, and 40 calls a second ' +
    'come. For five seconds twice as many do. With random waits of up to 20 and 40 s the service comes back in every run: it catches up ' +
    'at first and then serves all. Retried at once, one of ten runs came back, which says that 60 to 98 % stay dead ' +
    '(Wilson, 95 %), and a dead one serves nobody while every call costs three attempts. Where the load rises to its double ' +
    'within 25 s and falls again, long waits do not help either.',
  findings: (effort) => [steadyState(), ...spike(effort), ...ramp(effort)],
};

const CALLS_PER_SECOND = 40;

/** By Little's law c = λ E(latency), and a call that comes finds c others on average, since calls come at random. */
function steadyState(): Finding {
  const simulation = simulated({
    load: steady(CALLS_PER_SECOND),
    service: slowDependency.service,
    durationMs: 1_000_000,
    drainMs: 0,
  });
  return {
    what: 'in flight without a spike, 1.01 λ ÷ (1 − 0.01 λ)',
    expected: (1.01 * CALLS_PER_SECOND) / (1 - 0.01 * CALLS_PER_SECOND),
    ours: simulation.recorder.inFlightArea / simulation.now,
    tolerance: 3.2,
    mark: 'statistical',
  };
}

function spike(effort: Effort): Finding[] {
  const [hasty, patient] = variantsOf(slowDependency).map(({ scenario }) =>
    repeated(scenario, effort === 'full' ? 100 : 8),
  ) as [Course[], Course[]];
  const dead = hasty.filter(({ endUseful }) => endUseful < CALLS_PER_SECOND / 2);
  return [
    {
      what: 'served per second from 30 to 40 s, long waits',
      expected: 50,
      ours: mean(patient, ({ caughtUp }) => caughtUp),
      tolerance: scatter(2.2, patient.length),
      mark: 'published',
    },
    {
      what: 'served per second from 60 s on, long waits',
      expected: CALLS_PER_SECOND,
      ours: mean(patient, ({ endUseful }) => endUseful),
      tolerance: scatter(1, patient.length),
      mark: 'published',
    },
    {
      what: 'share of runs that stay dead, retried at once',
      expected: 0.79,
      ours: dead.length / hasty.length,
      tolerance: 0.19,
      mark: 'published',
    },
    {
      what: 'served per second from 60 s on in a dead run',
      expected: 0.1,
      ours: mean(dead, ({ endUseful }) => endUseful),
      tolerance: 0.2,
      mark: 'published',
    },
    {
      what: 'attempts per second from 60 s on in a dead run',
      expected: 3 * CALLS_PER_SECOND,
      ours: mean(dead, ({ endOffered }) => endOffered),
      tolerance: (4 * 3) / Math.sqrt(dead.length),
      mark: 'statistical',
    },
  ];
}

/** The same with a load that rises evenly to its double within 25 s, and falls as it rose. */
function ramp(effort: Effort): Finding[] {
  const [once, twice] = [CALLS_PER_SECOND, 2 * CALLS_PER_SECOND];
  const input: ScenarioInput = {
    ...slowDependency,
    load: {
      kind: 'open',
      isRamp: true,
      rate: [
        { atMs: 0, perSecond: once },
        { atMs: 25_000, perSecond: twice },
        { atMs: 50_000, perSecond: once },
      ],
    },
  };
  return variantsOf(input).map(({ name, scenario }): Finding => {
    const runs = repeated(scenario, effort === 'full' ? 20 : 2);
    return {
      what: `served per second from 60 s on after a ramp, retried ${name}`,
      expected: 0,
      ours: mean(runs, ({ endUseful }) => endUseful),
      tolerance: 0.2,
      mark: 'published',
    };
  });
}

interface Course {
  /** Served per second from 30 to 40 s. */
  readonly caughtUp: number;
  /** Served, and offered, per second from 60 to 100 s. */
  readonly endUseful: number;
  readonly endOffered: number;
}

function repeated(scenario: Scenario, runs: number): Course[] {
  return Array.from({ length: runs }, (_, seed) => courseOf(new Simulation(scenario, seed + 1)));
}

function courseOf(simulation: Simulation): Course {
  const { recorder } = simulation;
  const at = (seconds: number) => {
    simulation.advance(1000 * seconds);
    return { useful: recorder.useful, offered: recorder.offered };
  };
  const [after, later, late, end] = [at(30), at(40), at(60), at(100)];
  return {
    caughtUp: (later.useful - after.useful) / 10,
    endUseful: (end.useful - late.useful) / 40,
    endOffered: (end.offered - late.offered) / 40,
  };
}

function mean(runs: readonly Course[], of: (run: Course) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
}

/** Four standard errors of a difference to the ten runs that were published, from how much one run scatters. */
function scatter(standardDeviation: number, runs: number): number {
  return 4 * standardDeviation * Math.sqrt(1 / runs + 1 / 10);
}
