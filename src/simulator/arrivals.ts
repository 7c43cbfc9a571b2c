import type { Actor, Run } from './run.js';

/** From `atMs` on, so many calls per second, until the next point; with `isRamp`, changing evenly towards it. */
export interface RatePoint {
  readonly atMs: number;
  readonly perSecond: number;
}

export interface ArrivalsOptions {
  /** In order of time, the first at 0. */
  readonly rate: readonly RatePoint[];
  readonly isRamp: boolean;
  /** Evenly spaced, or as a Poisson process. */
  readonly isEven: boolean;
  readonly untilMs: number;
  readonly random: () => number;
  /** Called at each arrival, with its number. */
  readonly begin: (index: number, run: Run) => void;
}

const ARRIVE = 0;

/**
 * New calls at a rate that may change with time, whatever becomes of the earlier ones: an open loop. Each call is due
 * when the integral of the rate has grown by 1, or by an exponential draw.
 */
export class Arrivals implements Actor {
  private readonly id: number;
  private readonly options: ArrivalsOptions;
  private arrived = 0;
  /** What is left of the integral until the next call. */
  private due: number;
  private integratedTo = 0;
  /** The share of the load that comes. */
  private scale = 1;
  /** Which of the scheduled arrivals counts: a change of the rate makes another one. */
  private generation = 0;

  constructor(run: Run, options: ArrivalsOptions) {
    this.id = run.register(this);
    this.options = options;
    this.due = this.draw();
    this.scheduleNext(run);
  }

  /** From now on only this share of the load comes; 1 is all of it. */
  setScale(scale: number, run: Run): void {
    this.due = Math.max(0, this.due - this.integral(this.integratedTo, run.now));
    this.integratedTo = run.now;
    this.scale = scale;
    this.generation++;
    this.scheduleNext(run);
  }

  /** The rate at an instant, per second. */
  rateAt(at: number): number {
    const { rate, isRamp, untilMs } = this.options;
    if (at > untilMs) return 0;
    const index = indexAt(rate, at);
    const point = rate[index] as RatePoint;
    const next = rate[index + 1];
    if (!isRamp || next === undefined) return this.scale * point.perSecond;
    const share = (at - point.atMs) / (next.atMs - point.atMs);
    return this.scale * (point.perSecond + share * (next.perSecond - point.perSecond));
  }

  handle(_event: number, generation: number, _tag: number, _value: number, run: Run): void {
    if (generation !== this.generation) return;
    this.integratedTo = run.now;
    this.due = this.draw();
    this.scheduleNext(run);
    this.options.begin(this.arrived++, run);
  }

  private draw(): number {
    return this.options.isEven ? 1 : -Math.log1p(-this.options.random());
  }

  private scheduleNext(run: Run): void {
    const at = this.instantOf(this.integratedTo, this.due);
    if (at <= this.options.untilMs) run.schedule(Math.max(at, run.now), this.id, ARRIVE, this.generation);
  }

  /** When the integral of the rate from an instant on reaches `due`; Infinity when never. */
  private instantOf(from: number, due: number): number {
    const { rate, untilMs } = this.options;
    let left = due;
    let at = from;
    for (let index = indexAt(rate, from); index < rate.length && at <= untilMs; index++) {
      const end = rate[index + 1]?.atMs ?? Infinity;
      const perMs = this.rateAt(at) / 1000;
      const endRate = end === Infinity || !this.options.isRamp ? perMs : (this.scale * rateOf(rate, index + 1)) / 1000;
      const area = end === Infinity ? Infinity : ((perMs + endRate) / 2) * (end - at);
      if (area >= left && perMs + endRate > 0) return at + timeFor(left, perMs, (endRate - perMs) / (end - at));
      left -= area;
      at = end;
    }
    return Infinity;
  }

  private integral(from: number, to: number): number {
    // Between two arrivals, so at most about 1: a few trapezoids over the points between are exact.
    const cuts = [from, ...this.options.rate.map(({ atMs }) => atMs).filter((at) => at > from && at < to), to];
    let area = 0;
    for (let index = 1; index < cuts.length; index++) {
      const [start, end] = [cuts[index - 1] as number, cuts[index] as number];
      area += (this.rateAt((start + end) / 2) / 1000) * (end - start);
    }
    return area;
  }
}

/** The time in which a rate that begins at `perMs` and grows by `slope` per ms reaches an area. */
function timeFor(area: number, perMs: number, slope: number): number {
  if (Math.abs(slope) < 1e-15) return area / perMs;
  // The form of the root that does not cancel.
  return (2 * area) / (perMs + Math.sqrt(Math.max(0, perMs * perMs + 2 * slope * area)));
}

function rateOf(rate: readonly RatePoint[], index: number): number {
  return (rate[index] as RatePoint).perSecond;
}

function indexAt(rate: readonly RatePoint[], at: number): number {
  let index = 0;
  while (index + 1 < rate.length && (rate[index + 1] as RatePoint).atMs <= at) index++;
  return index;
}
