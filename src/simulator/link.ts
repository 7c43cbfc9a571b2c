import { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { Actor, Run } from './run.js';
import { type Caller, NO_HINT, type Service } from './service.js';

/**
 * What a broken link does with messages: `hold` delivers all of them together once it is whole again, `drop` loses them,
 * `refuse` tells the caller at once that nobody was reached.
 */
export type LinkFault = 'hold' | 'drop' | 'refuse';

const REQUEST = 0;
const HELD_REQUEST = 1;
/** 2³² over the golden ratio, which spreads the callers' numbers evenly (Knuth). */
const GOLDEN = 0x9e3779b1;
/** Answers carry their outcome in the event. */
const ANSWER = 8;

/** The network between one caller and one service. Without a delay messages arrive within the same event. */
export class Link implements Actor {
  /** How long the next message takes. */
  readonly delayMs: () => number;
  /** Whether a request may be given to it before it is sent, see {@link requestAt}. */
  readonly takesAhead: boolean;
  private readonly isInstant: boolean;
  private readonly id: number;
  private caller!: Caller;
  private service!: Service;
  private fault: LinkFault | null = null;
  private readonly limits = new Map<string, readonly DecodedLimit[]>();
  private brokenShare = 1;
  private heldRequests: number[] = [];
  private heldAnswers: number[] = [];

  /** A delay of null is none at all. `mayBreak` is false where {@link break} is never called. */
  constructor(run: Run, delayMs: (() => number) | null, mayBreak = true) {
    this.id = run.register(this);
    this.isInstant = delayMs === null;
    this.takesAhead = !this.isInstant && !mayBreak;
    this.delayMs = delayMs ?? (() => 0);
  }

  connect(caller: Caller, service: Service): void {
    this.caller = caller;
    this.service = service;
  }

  /**
   * Breaks the link for a share of the callers, always the same ones, or makes it whole with null, upon which everything
   * that was held arrives.
   */
  break(fault: LinkFault | null, run: Run, share = 1): void {
    this.fault = fault;
    this.brokenShare = share;
    if (fault !== null) return;
    const { heldRequests, heldAnswers } = this;
    this.heldRequests = [];
    this.heldAnswers = [];
    for (let at = 0; at < heldAnswers.length; at += 4) {
      const [call, tag, outcome, hintMs] = heldAnswers.slice(at, at + 4) as [number, number, number, number];
      run.schedule(run.now, this.id, ANSWER + outcome, call, tag, hintMs);
    }
    for (let at = 0; at < heldRequests.length; at += 2) {
      run.schedule(run.now, this.id, HELD_REQUEST, heldRequests[at] as number, heldRequests[at + 1] as number);
    }
  }

  request(call: number, tag: number, run: Run): void {
    if (this.fault !== null && this.isCut(call)) this.failRequest(call, tag, run);
    else if (this.isInstant) this.service.arrive(call, tag, run);
    else run.schedule(run.now + this.delayMs(), this.id, REQUEST, call, tag);
  }

  /**
   * A request that will be sent at an instant to come. One event in place of two, the end of a backoff and the arrival, but
   * what breaks in between is not seen: for links that {@link takesAhead}.
   */
  requestAt(at: number, call: number, tag: number, run: Run): void {
    run.schedule(at + this.delayMs(), this.id, REQUEST, call, tag);
  }

  /** What the next answer to this attempt says about limits. */
  tell(call: number, tag: number, limits: readonly DecodedLimit[]): void {
    if (this.caller.told !== undefined && limits.length > 0) this.limits.set(`${call} ${tag}`, limits);
  }

  reply(call: number, tag: number, outcome: Outcome, hintMs: number, run: Run): void {
    const fault = this.fault !== null && this.isCut(call) ? this.fault : null;
    if (fault === 'drop') return;
    if (fault === 'hold') this.heldAnswers.push(call, tag, outcome, hintMs);
    else if (this.isInstant) this.deliver(call, tag, outcome, hintMs, run);
    else run.schedule(run.now + this.delayMs(), this.id, ANSWER + outcome, call, tag, hintMs);
  }

  /** Whether the caller still waits for an attempt. */
  isWanted(call: number, tag: number): boolean {
    return this.caller.isWaiting(call, tag);
  }

  handle(event: number, call: number, tag: number, hintMs: number, run: Run): void {
    if (event >= ANSWER) this.deliver(call, tag, (event - ANSWER) as Outcome, hintMs, run);
    else this.service.arrive(call, tag, run);
  }

  private deliver(call: number, tag: number, outcome: Outcome, hintMs: number, run: Run): void {
    if (this.limits.size > 0) {
      const key = `${call} ${tag}`;
      const limits = this.limits.get(key);
      this.limits.delete(key);
      if (limits !== undefined) this.caller.told?.(call, tag, limits, run);
    }
    this.caller.answer(call, tag, outcome, hintMs, run);
  }

  private isCut(call: number): boolean {
    return Math.imul(call + 1, GOLDEN) >>> 0 < this.brokenShare * 2 ** 32;
  }

  private failRequest(call: number, tag: number, run: Run): void {
    if (this.fault === 'hold') this.heldRequests.push(call, tag);
    // Never within the same event: a caller that tries again at once would never let go.
    else if (this.fault === 'refuse') {
      run.schedule(run.now + this.delayMs(), this.id, ANSWER + Outcome.OVERLOADED, call, tag, NO_HINT);
    }
  }
}
