import type { Histogram } from './histogram.js';
import { Row } from './recorder.js';
import type { Scenario } from './scenario/scenario.js';
import type { Simulation } from './simulation.js';

/** What came of a run, as far as it has come. Plain data; times in ms. Null: there is no such figure. */
export interface Report {
  readonly scenario: string;
  readonly seed: number;
  /** Virtual time at the end. */
  readonly endedAtMs: number;
  readonly events: number;
  readonly figures: Figures;
  readonly series: SeriesReport;
}

/** The figures of a run, by name; null where a run has none of that kind. */
export type Figures = Readonly<Record<FigureName, number | null>>;

/** The names of the figures, in the order of tables. Those that end in Ms are ms, in Share 0…1, the others counts. */
export const FIGURE_NAMES = [
  'calls',
  'succeeded',
  'failed',
  'unfinished',
  'successShare',
  'attempts',
  'useful',
  'refused',
  'wasted',
  'amplification',
  'wastedShare',
  'completionMs',
  'peakPerSecond',
  'busiestTenthShare',
  'inFlightMean',
  'inFlightMax',
  'queuedMax',
  'latencyMeanMs',
  'latencyP50Ms',
  'latencyP90Ms',
  'latencyP99Ms',
  'latencyMaxMs',
  'recoveredAfterMs',
] as const;
/** The name of one figure. */
export type FigureName = (typeof FIGURE_NAMES)[number];

/** Per bin of time: rates per second, and what was there at the end of the bin. */
export interface SeriesReport {
  readonly binMs: number;
  /** Attempts that reached the dependency. */
  readonly offeredPerSecond: readonly number[];
  readonly usefulPerSecond: readonly number[];
  readonly refusedPerSecond: readonly number[];
  readonly wastedPerSecond: readonly number[];
  /** New calls. */
  readonly callsPerSecond: readonly number[];
  readonly inFlight: readonly number[];
  readonly queued: readonly number[];
  /** Calls that have begun and not ended: who waits for an answer or for the next attempt. */
  readonly callsInProgress: readonly number[];
}

/** What a run has come to so far. */
export function reportOf(simulation: Simulation): Report {
  const { scenario, seed, now, events } = simulation;
  return {
    scenario: scenario.id,
    seed,
    endedAtMs: now,
    events,
    figures: figuresOf(simulation),
    series: seriesOf(simulation),
  };
}

function figuresOf(simulation: Simulation): Figures {
  const { recorder, now } = simulation;
  const { begun, succeeded, failed, offered, useful, latency } = recorder;
  const ended = succeeded + failed;
  return {
    calls: begun,
    succeeded,
    failed,
    unfinished: begun - ended,
    successShare: share(succeeded, ended),
    attempts: offered,
    useful,
    refused: recorder.refused,
    wasted: recorder.wasted,
    amplification: share(offered, begun),
    wastedShare: share(offered - useful, offered),
    completionMs: ended === 0 ? null : recorder.lastEndAt,
    peakPerSecond: (recorder.peak * 1000) / recorder.peakWindowMs,
    busiestTenthShare: busiestTenth(recorder.series.valuesOf(Row.OFFERED)),
    inFlightMean: now === 0 ? null : recorder.inFlightArea / now,
    inFlightMax: recorder.inFlightMax,
    queuedMax: recorder.queuedMax,
    ...latencies(latency),
    recoveredAfterMs: recoveredAfter(simulation),
  };
}

/** The share of all that came in the busiest tenth of the time, whichever bins that is; null when nothing came. */
export function busiestTenth(counts: readonly number[]): number | null {
  const sorted = [...counts].sort((a, b) => b - a);
  const total = sorted.reduce((sum, count) => sum + count, 0);
  const tenth = sorted.length / 10;
  // A part of a bin counts as that part.
  const busiest = sorted.reduce((sum, count, index) => sum + count * Math.max(0, Math.min(1, tenth - index)), 0);
  return share(busiest, total);
}

function seriesOf({ recorder }: Simulation): SeriesReport {
  const { series } = recorder;
  const perSecond = (row: Row): number[] => series.valuesOf(row).map((count) => (count * 1000) / series.binMs);
  return {
    binMs: series.binMs,
    offeredPerSecond: perSecond(Row.OFFERED),
    usefulPerSecond: perSecond(Row.USEFUL),
    refusedPerSecond: perSecond(Row.REFUSED),
    wastedPerSecond: perSecond(Row.WASTED),
    callsPerSecond: perSecond(Row.BEGUN),
    inFlight: series.valuesOf(Row.IN_FLIGHT),
    queued: series.valuesOf(Row.QUEUED),
    callsInProgress: inProgress(series.valuesOf(Row.BEGUN), series.valuesOf(Row.ENDED)),
  };
}

function inProgress(begun: readonly number[], ended: readonly number[]): number[] {
  let now = 0;
  return begun.map((count, bin) => {
    now += count - (ended[bin] as number);
    return now;
  });
}

function latencies(latency: Histogram) {
  return {
    latencyMeanMs: latency.mean,
    latencyP50Ms: latency.quantile(0.5),
    latencyP90Ms: latency.quantile(0.9),
    latencyP99Ms: latency.quantile(0.99),
    latencyMaxMs: latency.count === 0 ? null : latency.max,
  };
}

/**
 * Whether recovery is a question: something is broken, and a load goes on by which it can be measured. A herd or a batch
 * has none: all of its calls are there from the beginning.
 */
export function canRecover({ faults, load }: Scenario): boolean {
  return faults.length > 0 && (load.kind === 'open' || load.kind === 'closed');
}

/**
 * How long after the last fault at least half of the load was served again, for good; null where it was not, or where
 * nothing had been broken.
 */
function recoveredAfter({ faultsEndedAt, recorder, scenario, now }: Simulation): number | null {
  if (faultsEndedAt === null || !canRecover(scenario)) return null;
  const end = Math.min(now, scenario.durationMs);
  // A stretch is about a second: a bad one just before the end is none that was survived.
  if (recorder.lastBadAt > end - 2500) return null;
  return Math.max(0, recorder.lastBadAt - faultsEndedAt);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
