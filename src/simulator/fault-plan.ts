import type { Link } from './link.js';
import type { Actor, Run } from './run.js';
import type { Fault } from './scenario/scenario.js';

/** A service that can be made slower, or to fail. */
export interface Sabotaged {
  setSpeed?(speed: number, run: Run): void;
  setFailShare?(share: number | null, run: Run): void;
}

const BEGIN = 0;
const END = 1;

/** Breaks things when the scenario says so, and mends them. */
export class FaultPlan implements Actor {
  /** When the last fault ended; null while there is one, or where there was none. */
  endedAt: number | null = null;
  private readonly faults: readonly Fault[];
  private readonly link: Link;
  private readonly service: Sabotaged;
  private readonly isActive: boolean[];

  constructor(run: Run, faults: readonly Fault[], link: Link, service: Sabotaged) {
    const id = run.register(this);
    this.faults = faults;
    this.link = link;
    this.service = service;
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
    const fault = this.faults[index] as Fault;
    switch (fault.kind) {
      case 'outage':
        this.link.break(isBeginning ? fault.messages : null, run, fault.share);
        break;
      case 'slowdown':
        this.service.setSpeed?.(isBeginning ? fault.speed : 1, run);
        break;
      case 'errors':
        this.service.setFailShare?.(isBeginning ? fault.failShare : null, run);
    }
  }
}
