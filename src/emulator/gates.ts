// Until when clients were told to stay away, of each bucket: who comes before that is early.

import { type Admission, type Counter, Rotation } from '../core/rulebooks/index.js';
import type { Penalty } from './options.js';

/** A bucket that refused. */
export interface Gate {
  /** The instant that was told. */
  allowedAt: number;
  /** The instant that was true: another one when the server does not tell the truth. */
  trueAt: number;
  /** When that was answered: nobody can know of it before. */
  knownAt: number;
  /** Since a request was last let in. */
  refusals: number;
  /** What the limits said; null when it was no limit that refused. */
  refusal: Admission | null;
  /** Somebody was early, and until then nobody is let in for it. */
  isLengthened: boolean;
}

/** Gates that are kept. Beyond it one of the older is forgotten, since whoever comes with so many keys tests something else. */
const MOST_GATES = 10_000;

export class Gates {
  private readonly gates = new Map<string, Gate>();
  private readonly rotation = new Rotation(this.gates);

  /** The one of these buckets and of the account that is shut for longest; null when all are open. */
  longest(counters: readonly Counter[], account: string, now: number): Gate | null {
    if (this.gates.size === 0) return null;
    let longest = this.shutGate(account, now);
    for (const { bucket } of counters) {
      const gate = this.shutGate(bucket, now);
      if (gate !== null && (longest === null || gate.allowedAt > longest.allowedAt)) longest = gate;
    }
    return longest;
  }

  /** Counts a refusal and gives the number of those since a request was last let in. */
  count(bucket: string): number {
    let gate = this.gates.get(bucket);
    if (gate === undefined) {
      gate = { allowedAt: 0, trueAt: 0, knownAt: Infinity, refusals: 0, refusal: null, isLengthened: false };
      if (this.gates.size >= MOST_GATES) this.gates.delete(this.rotation.next()?.[0] as string);
      this.gates.set(bucket, gate);
    }
    return ++gate.refusals;
  }

  /** Notes what a refusal tells; null when that is no later than what had been told. */
  shut(bucket: string, allowedAt: number, trueAt: number, refusal: Admission | null): Gate | null {
    const gate = this.gates.get(bucket);
    if (gate === undefined || allowedAt <= gate.allowedAt) return null;
    return Object.assign(gate, { allowedAt, trueAt, refusal, knownAt: Infinity, isLengthened: false });
  }

  /** Notes that a request was let in. */
  open(counters: readonly Counter[], now: number): void {
    if (this.gates.size === 0) return;
    for (const { bucket } of counters) {
      const gate = this.gates.get(bucket);
      if (gate === undefined) continue;
      if (gate.allowedAt <= now) this.gates.delete(bucket);
      else gate.refusals = 0;
    }
  }

  private shutGate(bucket: string, now: number): Gate | null {
    const gate = this.gates.get(bucket);
    return gate === undefined || gate.allowedAt <= now ? null : gate;
  }
}

/** How much too early a request came of which its sender could have known; 0 when it was not. */
export function earlyMs(gate: Gate | null, at: number, flightMs: number): number {
  return gate !== null && at > gate.knownAt + flightMs ? Math.max(0, gate.allowedAt - at) : 0;
}

/** Shuts a gate for longer, and gives the new wait. It never becomes shorter. */
export function lengthen(gate: Gate, at: number, { factor = 1, addMs = 0, maxMs }: Penalty): number {
  const left = gate.allowedAt - at;
  const waitMs = Math.ceil(Math.max(left, Math.min(left * factor + addMs, maxMs)));
  Object.assign(gate, { allowedAt: at + waitMs, trueAt: at + waitMs, knownAt: Infinity, isLengthened: true });
  return waitMs;
}
