import type { CallState } from '../core/engine/call-state.js';
import { enlarged } from './enlarged.js';

const FIRST_ROWS = 64;

// One row is 64 bytes, which is what a processor fetches at once: with a million calls nearly every look is a fetch.
const FIELDS = 8;
const PAYLOAD = 0;
const GROUP = 1;
const BEGAN_AT = 2;
const ATTEMPT = 3;
const REFUSALS = 4;
const PREVIOUS_MS = 5;
/** −1 before the first retry. */
const BUDGET_TAKEN = 6;
/** Attempts that a row has ever seen, whoever's they were: so that a late answer finds nobody waiting for it. */
const STAMP = 7;

const WAITING = 1;
const HINTED = 2;
const TRIAL = 4;

/** Calls in progress as rows of one typed array. Rows of ended calls are used again. */
export class CallTable {
  private cells = new Float64Array(FIRST_ROWS * FIELDS);
  private flags = new Uint8Array(FIRST_ROWS);
  private free = new Int32Array(FIRST_ROWS);
  private freed = 0;
  private used = 0;

  take(payload: number, group: number, beganAt: number): number {
    let row: number;
    if (this.freed > 0) row = this.free[--this.freed] as number;
    else {
      if (this.used === this.flags.length) this.grow();
      row = this.used++;
    }
    const { cells } = this;
    const at = row * FIELDS;
    cells[at + PAYLOAD] = payload;
    cells[at + GROUP] = group;
    cells[at + BEGAN_AT] = beganAt;
    cells[at + ATTEMPT] = 0;
    cells[at + REFUSALS] = 0;
    cells[at + PREVIOUS_MS] = -1;
    cells[at + BUDGET_TAKEN] = -1;
    this.flags[row] = 0;
    return row;
  }

  release(row: number): void {
    this.flags[row] = 0;
    this.free[this.freed++] = row;
  }

  payloadOf(row: number): number {
    return this.cells[row * FIELDS + PAYLOAD] as number;
  }

  groupOf(row: number): number {
    return this.cells[row * FIELDS + GROUP] as number;
  }

  beganAt(row: number): number {
    return this.cells[row * FIELDS + BEGAN_AT] as number;
  }

  /** Counts an attempt that is sent now: its number within the call. */
  countAttempt(row: number): number {
    const at = row * FIELDS + ATTEMPT;
    const attempt = (this.cells[at] as number) + 1;
    this.cells[at] = attempt;
    return attempt;
  }

  countRefusal(row: number): void {
    const at = row * FIELDS + REFUSALS;
    this.cells[at] = (this.cells[at] as number) + 1;
  }

  /** A number for the attempt that is sent now, which its answer has to carry. */
  stamp(row: number): number {
    const at = row * FIELDS + STAMP;
    const stamp = (this.cells[at] as number) + 1;
    this.cells[at] = stamp;
    this.flags[row] = (this.flags[row] as number) | WAITING;
    return stamp;
  }

  /** Whether the answer to this attempt is waited for. */
  isWaiting(row: number, stamp: number): boolean {
    return this.cells[row * FIELDS + STAMP] === stamp && ((this.flags[row] as number) & WAITING) !== 0;
  }

  stopWaiting(row: number): void {
    this.flags[row] = (this.flags[row] as number) & ~WAITING;
  }

  isTrial(row: number): boolean {
    return ((this.flags[row] as number) & TRIAL) !== 0;
  }

  setTrial(row: number, isTrial: boolean): void {
    const flags = this.flags[row] as number;
    this.flags[row] = isTrial ? flags | TRIAL : flags & ~TRIAL;
  }

  load(row: number, call: CallState): void {
    const { cells } = this;
    const at = row * FIELDS;
    const flags = this.flags[row] as number;
    const taken = cells[at + BUDGET_TAKEN] as number;
    call.attempt = cells[at + ATTEMPT] as number;
    call.refusals = cells[at + REFUSALS] as number;
    call.previousMs = cells[at + PREVIOUS_MS] as number;
    call.budgetTaken = taken < 0 ? null : taken;
    call.hinted = (flags & HINTED) !== 0;
    call.trial = (flags & TRIAL) !== 0;
  }

  /** What a decision to retry may have changed. */
  store(row: number, call: CallState): void {
    const { cells } = this;
    const at = row * FIELDS;
    cells[at + PREVIOUS_MS] = call.previousMs;
    cells[at + BUDGET_TAKEN] = call.budgetTaken ?? -1;
    this.flags[row] = call.hinted ? HINTED : 0;
  }

  private grow(): void {
    const rows = 2 * this.flags.length;
    this.cells = enlarged(this.cells, new Float64Array(rows * FIELDS));
    this.flags = enlarged(this.flags, new Uint8Array(rows));
    this.free = enlarged(this.free, new Int32Array(rows));
  }
}
