import type { LeaseClock } from '../../core/leases/store.js';
import type { Actor, Run } from '../run.js';

const WAKE = 0;

/** The clock of one process on the virtual time of a run. It stops when the process dies. */
export class VirtualClock implements Actor, LeaseClock {
  private readonly run: Run;
  private readonly id: number;
  private readonly waiting = new Map<number, () => void>();
  private isStopped = false;
  private set = 0;

  constructor(run: Run) {
    this.run = run;
    this.id = run.register(this);
  }

  now(): number {
    return this.run.now;
  }

  wallNow(): number {
    return this.run.now;
  }

  setTimer(at: number, wake: () => void): number {
    const timer = this.set++;
    if (this.isStopped) return timer;
    this.waiting.set(timer, wake);
    this.run.schedule(Math.max(at, this.run.now), this.id, WAKE, timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.waiting.delete(timer as number);
  }

  /** Nobody is woken any more. */
  stop(): void {
    this.isStopped = true;
    this.waiting.clear();
  }

  handle(_event: number, timer: number): void {
    const wake = this.waiting.get(timer);
    this.waiting.delete(timer);
    wake?.();
  }
}
