// Runs the sides of a job to a clock that people can follow. Works in slices of some milliseconds, between which whoever
// drives it hears what is asked: so it stops at once, however long the run.

import { type Intervention, type Report, reportOf, Simulation } from '../../../../../src/simulator/index.js';
import { Dots } from './dots.js';
import { axisAt, clockAt, type Horizon, horizonOf, playedAt } from './horizon.js';
import { linesOf } from './lines.js';
import { Scout } from './lookahead.js';
import type { Frame, Job, News, Pace } from './messages.js';

/** What a run tells, without its number. */
export type Told = News extends infer Each
  ? Each extends { readonly run: number }
    ? Omit<Each, 'run'>
    : never
  : never;

export interface PlayerOptions {
  /** Real time, in ms. */
  readonly now: () => number;
  readonly tell: (told: Told) => void;
}

/** A slice ends after so much time, looked at every so many events: what an event costs differs, and so do machines. */
const SLICE_MS = 8;
const CHUNK_EVENTS = 100;
/** For clocks too coarse to tell. */
const MOST_CHUNKS = 50;
/** How long it looks ahead at most. */
const PATIENCE_MS = 600;
/** After a pause of the machine the clock goes on from where it was. */
const LONGEST_STEP_MS = 100;
const STEP_SHARE = 0.01;
const TICK_MS = 8;

export class Player {
  private readonly job: Job;
  private readonly options: PlayerOptions;
  private readonly dots = new Dots();
  private scout: Scout | null;
  private readonly beganAt: number;
  private horizon: Horizon = { endMs: 1, closeMs: 1, stride: 1, lanes: 1 };
  private sides: Simulation[] = [];
  private pace: Pace;
  private clockMs = 0;
  private stepToMs = 0;
  private lookedAt = 0;
  private mayDraw = true;
  private isDone = false;
  private hasBeginning = false;

  constructor(job: Job, pace: Pace, options: PlayerOptions) {
    this.job = job;
    this.options = options;
    this.pace = pace;
    this.scout = new Scout(job);
    this.beganAt = options.now();
  }

  /** One slice of work. How many ms until the next one is due; null for not before something is asked. */
  work(): number | null {
    if (this.isDone) return null;
    if (this.scout !== null) return this.lookAhead(this.scout);
    if (this.pace.kind === 'stop') return null;
    const isThere = this.advance(this.targetMs());
    if (this.sides.every((side) => side.isDone)) {
      this.finish();
      return null;
    }
    if (isThere && this.pace.kind === 'step') {
      this.setPace({ kind: 'stop' });
      return null;
    }
    if (this.mayDraw) this.draw();
    return isThere && this.pace.kind === 'play' ? TICK_MS : 0;
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.lookedAt = this.options.now();
    if (this.isDone || this.scout !== null) {
      if (pace.kind === 'stop') this.options.tell({ kind: 'stopped' });
      return;
    }
    if (pace.kind === 'step') this.stepToMs = clockAt(this.horizon, playedAt(this.horizon, this.clockMs) + STEP_SHARE);
    if (pace.kind !== 'stop') return;
    this.draw();
    this.options.tell({ kind: 'stopped' });
  }

  intervene(sides: readonly number[], intervention: Intervention): void {
    if (this.isDone || this.scout !== null) return;
    // A side that lies behind the clock catches up first, so that both are changed at the same instant.
    for (const side of this.sides) side.advance(this.clockMs);
    for (const index of sides) this.sides[index]?.intervene(intervention);
    this.options.tell({ kind: 'intervened', atMs: this.clockMs });
  }

  drawn(): void {
    this.mayDraw = true;
  }

  private lookAhead(scout: Scout): number {
    const isOver = this.inSlice(() => scout.advance(CHUNK_EVENTS));
    if (!isOver && this.options.now() - this.beganAt < PATIENCE_MS) return 0;
    const horizon = horizonOf(scout.seen());
    this.scout = null;
    this.horizon = horizon;
    this.sides = this.job.scenarios.map(
      (scenario, side) => new Simulation(scenario, this.job.seed, this.dots.watcher(side, horizon)),
    );
    this.options.tell({ kind: 'ready', lanes: horizon.lanes, stride: horizon.stride });
    this.setPace(this.pace);
    return 0;
  }

  /** Where the clock is to be now. */
  private targetMs(): number {
    const now = this.options.now();
    const passedMs = Math.min(now - this.lookedAt, LONGEST_STEP_MS);
    this.lookedAt = now;
    const { horizon, pace, clockMs } = this;
    const wanted =
      pace.kind === 'play'
        ? clockAt(horizon, playedAt(horizon, clockMs) + passedMs / pace.playMs)
        : pace.kind === 'step'
          ? this.stepToMs
          : Infinity;
    // The beginning is kept as it looks before the axis grows beyond it.
    return this.hasBeginning ? wanted : Math.min(wanted, horizon.closeMs);
  }

  /** Takes all sides towards an instant; true when they are there. */
  private advance(targetMs: number): boolean {
    let isThere = true;
    for (const side of this.sides) {
      const isReached = this.inSlice(() => {
        const before = side.events;
        return side.advance(targetMs, CHUNK_EVENTS) || side.events - before < CHUNK_EVENTS;
      });
      isThere &&= isReached;
    }
    const reachedMs = Math.max(...this.sides.map((side) => side.now));
    if (isThere && targetMs !== Infinity) this.clockMs = targetMs;
    else this.clockMs = Math.max(this.clockMs, reachedMs);
    if (isThere && !this.hasBeginning && this.clockMs >= this.horizon.closeMs) this.keepBeginning();
    return isThere;
  }

  /** Works on in chunks until that is done or the slice is over; whether it is done. */
  private inSlice(isDoneAfterChunk: () => boolean): boolean {
    const { now } = this.options;
    const endAt = now() + SLICE_MS;
    for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
      if (isDoneAfterChunk()) return true;
      if (now() >= endAt) return false;
    }
    return false;
  }

  private keepBeginning(): void {
    this.hasBeginning = true;
    const { closeMs, endMs } = this.horizon;
    if (closeMs === endMs) return;
    const lines = this.sides.map((side) => linesOf(reportOf(side).series, closeMs));
    this.options.tell({ kind: 'beginning', beginning: { axisMs: closeMs, lines } });
  }

  private draw(): void {
    this.mayDraw = false;
    this.options.tell({ kind: 'frame', frame: this.frameOf(this.sides.map((side) => reportOf(side))) });
  }

  private finish(): void {
    this.isDone = true;
    this.clockMs = Math.max(1, ...this.sides.map((side) => side.now));
    const reports = this.sides.map((side) => reportOf(side));
    this.options.tell({ kind: 'frame', frame: this.frameOf(reports) });
    this.options.tell({ kind: 'done', reports });
  }

  private frameOf(reports: readonly Report[]): Frame {
    const axisMs = this.isDone ? this.clockMs : axisAt(this.horizon, this.clockMs);
    return {
      clockMs: this.clockMs,
      axisMs,
      sides: reports.map(({ series, figures }, index) => ({
        lines: linesOf(series, axisMs),
        figures,
        isDone: (this.sides[index] as Simulation).isDone,
      })),
      dots: this.dots.take(),
    };
  }
}
