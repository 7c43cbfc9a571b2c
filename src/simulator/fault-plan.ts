import type { EngineFleet } from './engine-fleet.js';
import type { Link } from './link.js';
import type { Actor, Run } from './run.js';
import type { Fault } from './scenario/scenario.js';
import type { SharedStore } from './shared/shared-store.js';

/** A service that can be made slower, or to fail. */
export interface Sabotaged {
  setSpeed?(speed: number, run: Run): void;
  setFailShare?(share: number | null, run: Run): void;
}

/** What there is to break. */
export interface Breakable {
  readonly link: Link;
  readonly service: Sabotaged;
  readonly engines: EngineFleet | null;
  readonly store: SharedStore | null;
}

const BEGIN = 0;
const END = 1;

/** Breaks things when the scenario says so, and mends them. */
export class FaultPlan implements Actor {
  /** When the last fault ended; null while there is one, or where there was none. */
  endedAt: number | null = null;
  private readonly faults: readonly Fault[];
  private readonly targets: Breakable;
  private readonly isActive: boolean[];

  constructor(run: Run, faults: readonly Fault[], targets: Breakable) {
    const id = run.register(this);
    this.faults = faults;
    this.targets = targets;
    this.isActive = faults.map(() => false);
    for (const [index, { fromMs, toMs }] of faults.entries()) {
      run.schedule(fromMs, id, BEGIN, index);
      run.schedule(toMs, id, END, index);
    }
  }

  /** Mends everything that is broken now, before its time. */
  endAll(run: Run): void {
    for (const index of this.faults.keys()) this.handle(END, index, 0, 0, run);
  }

  handle(event: number, index: number, _tag: number, _value: number, run: Run): void {
    const isBeginning = event === BEGIN;
    if (this.isActive[index] === isBeginning) return;
    this.isActive[index] = isBeginning;
    this.endedAt = this.isActive.includes(true) ? null : run.now;
    const { link, service, engines, store } = this.targets;
    const fault = this.faults[index] as Fault;
    switch (fault.kind) {
      case 'outage':
        link.break(isBeginning ? fault.messages : null, run, fault.share);
        break;
      case 'slowdown':
        service.setSpeed?.(isBeginning ? fault.speed : 1, run);
        break;
      case 'errors':
        service.setFailShare?.(isBeginning ? fault.failShare : null, run);
        break;
      case 'store-outage':
        if (store !== null) store.isDown = isBeginning;
        break;
      case 'crash':
        if (isBeginning) engines?.crash(fault.client);
        else engines?.restart(fault.client, run);
    }
  }
}
