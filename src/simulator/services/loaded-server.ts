import { Outcome } from '../../core/engine/outcome.js';
import type { Link } from '../link.js';
import type { Recorder } from '../recorder.js';
import type { Actor, Run } from '../run.js';
import { NO_HINT, type Service } from '../service.js';

export interface LoadedServerOptions {
  readonly baseMs: number;
  /** What each request in progress, the new one included, adds to the latency of a new one. */
  readonly perInFlightMs: number;
  /** Chance that a request fails when it is done. */
  readonly failShare: number;
  readonly random: () => number;
}

const DONE = 0;

/**
 * A service that works on everything at once and is slower the more there is. After the simple-collapse model of Marc
 * Brooker (2023); with nothing added per request it is a service that merely fails now and then.
 */
export class LoadedServer implements Actor, Service {
  private readonly id: number;
  private readonly link: Link;
  private readonly recorder: Recorder;
  private readonly options: LoadedServerOptions;
  private speed = 1;
  private failShare: number;

  constructor(run: Run, link: Link, recorder: Recorder, options: LoadedServerOptions) {
    this.id = run.register(this);
    this.link = link;
    this.recorder = recorder;
    this.options = options;
    this.failShare = options.failShare;
  }

  arrive(call: number, tag: number, run: Run): void {
    const { recorder, options } = this;
    const { now } = run;
    recorder.arrived(now);
    recorder.inFlightBy(1, now);
    const latencyMs = (options.baseMs + options.perInFlightMs * recorder.inFlight) / this.speed;
    if (latencyMs === 0) this.finish(call, tag, now, run);
    else run.schedule(now + latencyMs, this.id, DONE, call, tag, now);
  }

  /** 1 is the usual speed; above 0. Counts for what arrives from now on. */
  setSpeed(speed: number): void {
    this.speed = speed;
  }

  /** Another chance to fail; null for the usual one. */
  setFailShare(share: number | null): void {
    this.failShare = share ?? this.options.failShare;
  }

  handle(_event: number, call: number, tag: number, arrivedAt: number, run: Run): void {
    this.finish(call, tag, arrivedAt, run);
  }

  private finish(call: number, tag: number, arrivedAt: number, run: Run): void {
    const { recorder, link, failShare } = this;
    const { now } = run;
    const isGood = failShare === 0 || this.options.random() >= failShare;
    recorder.inFlightBy(-1, now);
    recorder.sojourn.add(now - arrivedAt);
    recorder.served(now, isGood && link.isWanted(call, tag));
    link.reply(call, tag, isGood ? Outcome.OK : Outcome.OVERLOADED, NO_HINT, run);
  }
}
