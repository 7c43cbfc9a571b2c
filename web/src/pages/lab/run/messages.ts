import type { Figures, Intervention, Report, Scenario } from '../../../../../src/simulator/index.js';
import type { Lines } from './lines.js';

/** What is run beside each other, on one seed: one side or two. */
export interface Job {
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
}

/** How a run goes on. */
export type Pace =
  /** So that all of it takes about this long, unless the machine is slower. */
  | { readonly kind: 'play'; readonly playMs: number }
  /** As fast as it can. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'stop' }
  /** A hundredth of the run, and stop. */
  | { readonly kind: 'step' };

/** To the worker. */
export type Order =
  | { readonly kind: 'begin'; readonly run: number; readonly job: Job; readonly pace: Pace }
  | { readonly kind: 'pace'; readonly pace: Pace }
  | { readonly kind: 'intervene'; readonly sides: readonly number[]; readonly intervention: Intervention }
  /** The picture before is on the screen: the next may come. */
  | { readonly kind: 'drawn' };

/** A side as it stands. */
export interface SideState {
  readonly lines: Lines;
  readonly figures: Figures;
  readonly isDone: boolean;
}

/** One picture of a run. */
export interface Frame {
  /** Virtual time. */
  readonly clockMs: number;
  /** Where the axis of time ends; it grows with the run. */
  readonly axisMs: number;
  readonly sides: readonly SideState[];
  /** Attempts since the picture before, four numbers each: side, instant, lane, fate. */
  readonly dots: Float32Array;
}

/** The beginning of a run of which one side takes much longer: seen more closely than the whole allows. */
export interface Beginning {
  readonly axisMs: number;
  readonly lines: readonly Lines[];
}

/** From the worker; `run` tells of which run. */
export type News = { readonly run: number } & (
  | { readonly kind: 'ready'; readonly lanes: number; readonly stride: number }
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'beginning'; readonly beginning: Beginning }
  /** Nothing moves any more, since it was asked to stop or a step is done. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'intervened'; readonly atMs: number }
  | { readonly kind: 'done'; readonly reports: readonly Report[] }
  | { readonly kind: 'failed'; readonly message: string }
);
