import { InputError } from '../core/errors.js';
import type { Scenario } from './scenario/scenario.js';
import { Simulation } from './simulation.js';

/** How long after the last fault the trend is watched. */
const WATCH_MS = 120_000;

/** Between which loads a service stops to recover by itself, in calls per second. */
export interface HiddenCapacity {
  /** The largest load found to recover, and the smallest found not to, per second. */
  readonly recoversPerSecond: number;
  readonly failsPerSecond: number;
  /** Runs that it took. */
  readonly runs: number;
}

/** Between which loads is searched, in calls per second, and how closely. */
export interface HiddenCapacityOptions {
  readonly lowPerSecond: number;
  readonly highPerSecond: number;
  /** The search ends when the two are this close, as a share of the larger one. */
  readonly tolerance?: number;
  readonly seed?: number;
}

/** {@link searchHiddenCapacity} without a pause. */
export function hiddenCapacity(scenario: Scenario, options: HiddenCapacityOptions): HiddenCapacity | null {
  const search = searchHiddenCapacity(scenario, options);
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

/**
 * The load up to which a service heals by itself once its fault is over, by bisection: a load below it serves its calls
 * again or works its backlog off, one above it piles up more. The scenario needs an open load and a fault. Yields after
 * each run what is known by then; null in the end when both ends of the range recover, or neither does.
 * Throws {@link InputError} for a scenario that has no such load or no fault.
 */
export function searchHiddenCapacity(
  scenario: Scenario,
  options: HiddenCapacityOptions,
): Generator<HiddenCapacity, HiddenCapacity | null, void> {
  check(scenario);
  return bisect(scenario, options);
}

function* bisect(
  scenario: Scenario,
  { lowPerSecond, highPerSecond, tolerance = 0.005, seed = scenario.seed }: HiddenCapacityOptions,
): Generator<HiddenCapacity, HiddenCapacity | null, void> {
  let [low, high, runs] = [lowPerSecond, highPerSecond, 2];
  if (!recovers(scenario, low, seed) || recovers(scenario, high, seed)) return null;
  while (high - low > tolerance * high) {
    yield { recoversPerSecond: low, failsPerSecond: high, runs };
    const middle = (low + high) / 2;
    if (recovers(scenario, middle, seed)) low = middle;
    else high = middle;
    runs++;
  }
  return { recoversPerSecond: low, failsPerSecond: high, runs };
}

/** Whether a load recovers after the last fault, or is about to. */
function recovers(scenario: Scenario, perSecond: number, seed: number): boolean {
  const faultEnd = Math.max(...scenario.faults.map(({ toMs }) => toMs));
  const endMs = faultEnd + WATCH_MS;
  const { load } = scenario;
  const simulation = new Simulation(
    {
      ...scenario,
      load: load.kind === 'open' ? { ...load, isRamp: false, rate: [{ atMs: 0, perSecond }] } : load,
      durationMs: endMs,
      drainMs: 0,
    },
    seed,
  );
  simulation.advance(faultEnd + WATCH_MS / 2);
  const halfway = simulation.recorder.inFlight;
  simulation.advance(endMs);
  const { recorder } = simulation;
  const isServing = recorder.lastBadAt < endMs - WATCH_MS / 10;
  return isServing || recorder.inFlight < halfway;
}

function check({ load, faults }: Scenario): void {
  if (load.kind !== 'open') {
    throw new InputError({
      field: 'load.kind',
      value: load.kind,
      allowed: 'open: a load that does not wait for answers',
    });
  }
  if (faults.length === 0) {
    throw new InputError({ field: 'faults', value: 'none', allowed: 'a scenario with a fault to recover from' });
  }
}
