import { Histogram } from './histogram.js';
import { Series } from './series.js';

/** Rows of the series; the first two are gauges. */
export const Row = {
  IN_FLIGHT: 0,
  QUEUED: 1,
  OFFERED: 2,
  USEFUL: 3,
  REFUSED: 4,
  WASTED: 5,
  BEGUN: 6,
  ENDED: 7,
} as const;
export type Row = (typeof Row)[keyof typeof Row];

/** A stretch is at least so long and has at least so many calls, so that its share is not mere chance. */
const STRETCH_MS = 1000;
const STRETCH_CALLS = 100;

/** Counts what happens at the dependency and to the calls. Costs some additions per event and no memory per call. */
export class Recorder {
  readonly series = new Series(8, 2);
  /** How long calls took that ended well. */
  readonly latency = new Histogram();
  /** How long attempts stayed at the dependency. */
  readonly sojourn = new Histogram();
  begun = 0;
  succeeded = 0;
  failed = 0;
  /** Attempts that reached the dependency, or were lost on their way. */
  offered = 0;
  useful = 0;
  refused = 0;
  /** Work done for a caller who had given up on it, and attempts in vain. */
  wasted = 0;
  /** When the last call ended. */
  lastEndAt = 0;
  inFlight = 0;
  queued = 0;
  inFlightMax = 0;
  queuedMax = 0;
  /** Time integral of what is in flight, for Little's law. */
  inFlightArea = 0;
  /** Most attempts within one window that begins at a multiple of its length. */
  peak = 0;
  readonly peakWindowMs: number;
  /** Until when the last stretch lasted in which less than half of the load was served usefully. */
  lastBadAt = 0;
  private stretchFrom = 0;
  private stretchBegun = 0;
  private stretchUseful = 0;
  private inFlightSince = 0;
  private windowEndsAt = 0;
  private inWindow = 0;

  constructor(peakWindowMs: number) {
    this.peakWindowMs = peakWindowMs;
  }

  callBegan(now: number): void {
    this.begun++;
    this.series.count(Row.BEGUN, now);
    if (++this.stretchBegun >= STRETCH_CALLS && now - this.stretchFrom >= STRETCH_MS) this.endStretch(now);
  }

  callEnded(now: number, beganAt: number, isGood: boolean): void {
    this.lastEndAt = now;
    this.series.count(Row.ENDED, now);
    if (isGood) {
      this.succeeded++;
      this.latency.add(now - beganAt);
    } else this.failed++;
  }

  /** An attempt reaches the dependency. */
  arrived(now: number): void {
    this.offered++;
    this.series.count(Row.OFFERED, now);
    if (now >= this.windowEndsAt) {
      this.windowEndsAt = (Math.floor(now / this.peakWindowMs) + 1) * this.peakWindowMs;
      this.inWindow = 0;
    }
    if (++this.inWindow > this.peak) this.peak = this.inWindow;
  }

  served(now: number, isUseful: boolean): void {
    if (isUseful) {
      this.useful++;
      this.stretchUseful++;
    } else this.wasted++;
    this.series.count(isUseful ? Row.USEFUL : Row.WASTED, now);
  }

  turnedAway(now: number): void {
    this.refused++;
    this.series.count(Row.REFUSED, now);
  }

  /** What is in flight at the dependency, waiting included, has changed by so many. */
  inFlightBy(change: number, now: number): void {
    this.inFlightArea += this.inFlight * (now - this.inFlightSince);
    this.inFlightSince = now;
    this.inFlight += change;
    if (this.inFlight > this.inFlightMax) this.inFlightMax = this.inFlight;
    this.series.set(Row.IN_FLIGHT, now, this.inFlight);
  }

  queuedIs(queued: number, now: number): void {
    this.queued = queued;
    if (queued > this.queuedMax) this.queuedMax = queued;
    this.series.set(Row.QUEUED, now, queued);
  }

  private endStretch(now: number): void {
    if (this.stretchUseful < this.stretchBegun / 2) this.lastBadAt = now;
    this.stretchFrom = now;
    this.stretchBegun = 0;
    this.stretchUseful = 0;
  }
}
