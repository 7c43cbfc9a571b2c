import { Arrivals } from './arrivals.js';
import { durationSource } from './duration.js';
import { Purpose, randomFor } from './random-streams.js';
import type { Actor, Run } from './run.js';
import type { Load } from './scenario/scenario.js';

export interface LoadOptions {
  readonly load: Load;
  readonly untilMs: number;
  readonly seed: number;
  /** Begins a call of a client. */
  readonly begin: (client: number, run: Run) => void;
}

const BEGIN = 0;
const CROWD = 250;

/** Where the calls come from: all at once, by a clock, from a list, or one after the other. */
export class LoadSource implements Actor {
  private readonly id: number;
  private readonly options: LoadOptions;
  private readonly arrivals: Arrivals | null;
  private readonly thinkMs: (() => number) | null = null;
  private readonly random: () => number;
  private keptShare = 1;

  constructor(run: Run, options: LoadOptions) {
    const { load, untilMs, seed } = options;
    this.id = run.register(this);
    this.options = options;
    this.random = randomFor(seed, Purpose.ARRIVAL);
    this.arrivals =
      load.kind === 'open'
        ? new Arrivals(run, {
            ...load,
            isEven: load.arrivals === 'even',
            untilMs,
            random: this.random,
            begin: options.begin,
          })
        : null;
    if (load.kind === 'closed') this.thinkMs = durationSource(load.think, this.random);
    this.scheduleFirst(run);
  }

  /** From now on only this share of the load comes. Of a herd or a trace each call that is left out is drawn. */
  keep(share: number, run: Run): void {
    this.keptShare = share;
    this.arrivals?.setScale(share, run);
  }

  /** A call of a client is over, and a closed load makes its next one. */
  ended(client: number, run: Run): void {
    if (this.thinkMs === null) return;
    const at = run.now + this.thinkMs();
    if (at <= this.options.untilMs) run.schedule(at, this.id, BEGIN, client);
  }

  handle(_event: number, client: number, _tag: number, _value: number, run: Run): void {
    if (this.keptShare === 1 || this.random() < this.keptShare) this.options.begin(client, run);
    else this.ended(client, run);
  }

  private scheduleFirst(run: Run): void {
    const { load, begin } = this.options;
    switch (load.kind) {
      case 'open':
        break;
      case 'herd':
        if (load.spreadMs === 0) {
          const crowd = run.register(allAtOnce(load.clients, begin));
          for (let first = 0; first < load.clients; first += CROWD) run.schedule(0, crowd, BEGIN, first);
        } else this.scheduleEach(load.clients, () => load.spreadMs * this.random(), run);
        break;
      case 'closed':
        // At a phase of its own, or clients with a fixed pause would be in step for ever.
        this.scheduleEach(load.clients, () => (this.thinkMs as () => number)() * this.random(), run);
        break;
      case 'trace':
        for (const [client, at] of load.atMs.entries()) run.schedule(at, this.id, BEGIN, client);
        break;
      case 'batch':
        for (let client = 0; client < load.clients; client++) {
          const calls = client === 0 ? (load.callsOfFirst ?? load.callsEach) : load.callsEach;
          for (let call = 0; call < calls; call++) run.schedule(0, this.id, BEGIN, client);
        }
    }
  }

  private scheduleEach(clients: number, at: () => number, run: Run): void {
    for (let client = 0; client < clients; client++) run.schedule(at(), this.id, BEGIN, client);
  }
}

/** So many calls of one instant are one event: a million need not stand in the queue, and whoever runs in steps gets a word in. */
function allAtOnce(clients: number, begin: LoadOptions['begin']): Actor {
  return {
    handle(_event, first, _tag, _value, run) {
      const end = Math.min(first + CROWD, clients);
      for (let client = first; client < end; client++) begin(client, run);
    },
  };
}
