import { type Estimate, estimateOf } from './confidence.js';
import { FIGURE_NAMES, type FigureName, type Report, reportOf } from './report.js';
import type { Scenario } from './scenario/scenario.js';
import { Simulation } from './simulation.js';

/** A scenario run several times, each time with the next seed. */
export interface Replicated {
  /** The first run in full. */
  readonly first: Report;
  readonly runs: number;
  /** Over the runs that have the figure; null where none has. */
  readonly estimates: Readonly<Record<FigureName, Estimate | null>>;
}

/** Collects the runs of one scenario, so that whoever computes them may pause in between and stop early. */
export class Replications {
  private readonly values = new Map<FigureName, number[]>(FIGURE_NAMES.map((name) => [name, []]));
  private first: Report | null = null;
  private runs = 0;

  add(report: Report): void {
    this.first ??= report;
    this.runs++;
    for (const name of FIGURE_NAMES) {
      const value = report.figures[name];
      if (value !== null) this.values.get(name)?.push(value);
    }
  }

  /** Null before the first run. */
  result(): Replicated | null {
    if (this.first === null) return null;
    const entries = FIGURE_NAMES.map((name) => [name, estimateOf(this.values.get(name) ?? [])] as const);
    return {
      first: this.first,
      runs: this.runs,
      estimates: Object.fromEntries(entries) as Replicated['estimates'],
    };
  }
}

/** Runs a scenario to its end `runs` times, with seeds from `seed` on. */
export function replicate(scenario: Scenario, runs = scenario.runs, seed = scenario.seed): Replicated {
  const replications = new Replications();
  for (let run = 0; run < runs; run++) {
    const simulation = new Simulation(scenario, seed + run);
    simulation.advance();
    replications.add(reportOf(simulation));
  }
  return replications.result() as Replicated;
}
