import { setImmediate } from 'node:timers/promises';
import { type Replicated, Replications, reportOf, Simulation } from '../../simulator/index.js';
import type { Io } from '../io.js';
import type { NamedScenario } from './scenario-runs.js';

export interface VariantResult extends NamedScenario {
  readonly result: Replicated;
}

export interface SlicedRuns {
  readonly results: readonly VariantResult[];
  /** Stopped by Ctrl-C: the results are what there was by then, the last run perhaps cut short. */
  readonly isInterrupted: boolean;
}

/** Events between two looks at the clock: some tens of milliseconds. */
const SLICE_EVENTS = 50_000;
/** A run that takes longer says so. */
const LONG_MS = 5000;
/** Before that the guess is none. */
const TELL_AFTER_MS = 1000;

/**
 * Runs every variant as often as asked, in slices, so that a bar can show how far it is and Ctrl-C can stop it. What is
 * left to do is told on standard error as soon as it is known to be long.
 */
export async function runInSlices(
  variants: readonly NamedScenario[],
  runs: number,
  seed: number,
  io: Io,
): Promise<SlicedRuns> {
  let isInterrupted = false;
  const release = io.onInterrupt?.(() => {
    isInterrupted = true;
  });
  const progress = new Progress(io, variants.length * runs);
  const results: VariantResult[] = [];
  try {
    for (const variant of variants) {
      const replications = new Replications();
      for (let run = 0; run < runs && !isInterrupted; run++) {
        const simulation = new Simulation(variant.scenario, seed + run);
        while (!simulation.advance(Infinity, SLICE_EVENTS) && !isInterrupted) {
          progress.show(shareOf(simulation));
          await setImmediate();
        }
        progress.finish();
        // A first run that was cut short is better than nothing; a later one would spoil the means.
        if (!isInterrupted || run === 0) replications.add(reportOf(simulation));
        await setImmediate();
      }
      const result = replications.result();
      if (result !== null) results.push({ ...variant, result });
    }
  } finally {
    progress.clear();
    release?.();
  }
  return { results, isInterrupted };
}

/** How far a run is: by its time where that is known, else by its calls. */
function shareOf({ scenario, now, recorder }: Simulation): number {
  const { durationMs, drainMs, load } = scenario;
  if (load.kind === 'open' || load.kind === 'closed') return Math.min(1, now / (durationMs + (drainMs ?? 0)));
  const calls =
    load.kind === 'batch' ? load.clients * load.callsEach : load.kind === 'trace' ? load.atMs.length : load.clients;
  return (recorder.succeeded + recorder.failed) / calls;
}

const BAR = 24;

/** A bar on standard error, where somebody watches it. */
class Progress {
  private readonly io: Io;
  private readonly runs: number;
  private readonly startedAt: number;
  private finished = 0;
  private shownAt = 0;
  private isTold = false;

  constructor(io: Io, runs: number) {
    this.io = io;
    this.runs = runs;
    this.startedAt = io.now();
  }

  finish(): void {
    this.finished++;
    this.show(0);
  }

  show(share: number): void {
    const now = this.io.now();
    const elapsedMs = now - this.startedAt;
    const done = (this.finished + share) / this.runs;
    if (elapsedMs < 300 || done >= 1 || now - this.shownAt < 100) return;
    this.shownAt = now;
    const leftMs = done > 0 ? elapsedMs / done - elapsedMs : Infinity;
    if (!this.isTold && elapsedMs > TELL_AFTER_MS && leftMs > LONG_MS && Number.isFinite(leftMs)) this.tell(leftMs);
    if (!this.io.err.isTerminal) return;
    const filled = Math.floor(done * BAR);
    this.io.err.write(`\r[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${Math.floor(done * 100)} %`);
  }

  clear(): void {
    if (this.shownAt > 0 && this.io.err.isTerminal) this.io.err.write(`\r${' '.repeat(BAR + 8)}\r`);
  }

  private tell(leftMs: number): void {
    this.isTold = true;
    if (this.io.err.isTerminal) this.io.err.write('\r');
    this.io.err.write(`This takes about ${Math.ceil(leftMs / 1000)} s more; Ctrl-C prints what there is by then.\n`);
  }
}
