import { Outcome } from '../../core/engine/outcome.js';
import { type Limiter, take } from '../../core/limiters/create-limiter.js';
import type { Link } from '../link.js';
import type { Recorder } from '../recorder.js';
import type { Actor, Run } from '../run.js';
import { NO_HINT, type Service } from '../service.js';

export interface LimiterServerOptions {
  readonly limiter: Limiter;
  /** What a request costs. */
  readonly cost: number;
  /** How long a request that was let in takes. */
  readonly serviceMs: () => number;
  /** Whether a refusal says how long to wait, and in which steps: 0 for not at all, 1000 for whole seconds. */
  readonly hintStepMs: number;
}

const DONE = 0;

/** A service behind a limiter of any kind: it refuses with 429 what is above its quota, and serves the rest. */
export class LimiterServer implements Actor, Service {
  private readonly id: number;
  private readonly link: Link;
  private readonly recorder: Recorder;
  private readonly options: LimiterServerOptions;
  private readonly frees: boolean;

  constructor(run: Run, link: Link, recorder: Recorder, options: LimiterServerOptions) {
    this.id = run.register(this);
    this.link = link;
    this.recorder = recorder;
    this.options = options;
    this.frees = options.limiter.spec.kind === 'concurrency';
  }

  arrive(call: number, tag: number, run: Run): void {
    const { recorder, link, options } = this;
    const { now } = run;
    recorder.arrived(now);
    const waitMs = take(options.limiter, options.cost, now);
    if (waitMs !== 0) {
      recorder.turnedAway(now);
      link.reply(call, tag, waitMs === Infinity ? Outcome.TERMINAL : Outcome.REFUSED, this.hintOf(waitMs), run);
      return;
    }
    const serviceMs = options.serviceMs();
    if (serviceMs === 0 && !this.frees) {
      recorder.served(now, true);
      link.reply(call, tag, Outcome.OK, NO_HINT, run);
    } else {
      recorder.inFlightBy(1, now);
      run.schedule(now + serviceMs, this.id, DONE, call, tag, now);
    }
  }

  handle(_event: number, call: number, tag: number, arrivedAt: number, run: Run): void {
    const { recorder, link, options } = this;
    const { now } = run;
    if (this.frees) options.limiter.settle(options.cost, 0, arrivedAt, now);
    recorder.inFlightBy(-1, now);
    recorder.sojourn.add(now - arrivedAt);
    recorder.served(now, link.isWanted(call, tag));
    link.reply(call, tag, Outcome.OK, NO_HINT, run);
  }

  private hintOf(waitMs: number): number {
    const { hintStepMs } = this.options;
    if (hintStepMs === 0 || waitMs < 0 || waitMs === Infinity) return NO_HINT;
    return Math.ceil(waitMs / hintStepMs) * hintStepMs;
  }
}
