import { parseScenario } from '../scenario/parse-scenario.js';
import type { ScenarioInput } from '../scenario/scenario.js';
import { Simulation } from '../simulation.js';

/** How much is simulated: `quick` is for the tests, with tolerances that grow as the runs shrink. */
export type Effort = 'full' | 'quick';

/** One result of others beside ours. */
export interface Finding {
  readonly what: string;
  /** Published, or from a closed form. */
  readonly expected: number;
  readonly ours: number;
  /** The largest difference that is none. */
  readonly tolerance: number;
  /**
   * `exact` must hold to rounding; `statistical` is a mean with a known spread; `fluid` is an approximation that a
   * simulation must come near; `published` is a number printed in the source.
   */
  readonly mark: 'exact' | 'statistical' | 'fluid' | 'published';
}

/** Findings that belong together. */
export interface Study {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  /** The model and what is compared, in a sentence or two. */
  readonly about: string;
  findings(effort: Effort): Finding[];
}

export function isMet({ expected, ours, tolerance }: Finding): boolean {
  return Math.abs(ours - expected) <= tolerance;
}

/** A scenario without its story, run to its end. */
export function simulated(input: Omit<ScenarioInput, 'version'>, seed = 1): Simulation {
  const simulation = new Simulation(parseScenario({ version: 1, ...input }), seed);
  simulation.advance();
  return simulation;
}

/** Calls at a steady rate. */
export function steady(perSecond: number, arrivals: 'poisson' | 'even' = 'poisson') {
  return { kind: 'open', arrivals, rate: [{ atMs: 0, perSecond }] } as const;
}

/** Retries at once and without jitter, as the models of the literature have them. */
export function atOnce(maxAttempts: number) {
  return { backoff: { baseMs: 0 }, jitter: 'none', maxAttempts } as const;
}
