import { Decision } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import { Fleet, type FleetOptions } from './fleet.js';
import type { Link } from './link.js';
import type { Run } from './run.js';
import { NO_HINT, type Service } from './service.js';

export type LayerOptions = Omit<FleetOptions, 'onEnd'> & {
  /** Where the requests come from. */
  readonly upstream: Link;
};

/**
 * A service between two others that retries on its own: for each request it makes a call of its own below, and answers
 * with a failure that may be retried when that has failed for good.
 */
export class Layer implements Service {
  readonly fleet: Fleet;
  private readonly calls: number[] = [];
  private readonly tags: number[] = [];
  private readonly free: number[] = [];

  constructor(run: Run, { upstream, ...options }: LayerOptions) {
    this.fleet = new Fleet(run, {
      ...options,
      onEnd: (place, decision, _beganAt, at) => {
        const [call, tag] = [this.calls[place] as number, this.tags[place] as number];
        this.free.push(place);
        upstream.reply(call, tag, decision === Decision.RETURN ? Outcome.OK : Outcome.UNKNOWN, NO_HINT, at);
      },
    });
  }

  arrive(call: number, tag: number, run: Run): void {
    const place = this.free.pop() ?? this.calls.length;
    this.calls[place] = call;
    this.tags[place] = tag;
    this.fleet.begin(place, 0, run);
  }
}
