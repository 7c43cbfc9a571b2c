// Slots while the store is gone: as many as a process held, it may go on holding, for itself.

import type { StoreLoss } from '../runtime/store.js';

/** A slot, or how long until one may be free. */
export type SlotClaim = { readonly granted: true } | { readonly granted: false; readonly waitMs: number };

interface Held {
  /** By holder: when the claim ends. */
  readonly ends: Map<string, number>;
  /** Claims of this process when the store last answered. */
  share: number;
}

/** Names whose claims have ended by themselves are dropped when there are more than this. */
const MANY_NAMES = 1000;

export class LocalSlots {
  private readonly names = new Map<string, Held>();
  private readonly now: () => number;

  /** `now` in ms, of a clock that does not jump. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** The store has granted a claim. */
  granted(name: string, leaseMs: number, holder: string): void {
    const held = this.heldOf(name);
    held.ends.set(holder, this.now() + leaseMs);
    held.share = held.ends.size;
  }

  /** The store says that a claim is none, or none any more. */
  ended(name: string, holder: string): void {
    const held = this.names.get(name);
    if (held === undefined) return;
    held.ends.delete(holder);
    held.share = held.ends.size;
    if (held.share === 0) this.names.delete(name);
  }

  /** A claim for which the store cannot be asked: as many as were held when it last answered, at least one; or all. */
  claim(name: string, slots: number, leaseMs: number, holder: string, loss: Exclude<StoreLoss, 'closed'>): SlotClaim {
    const { ends, share } = this.heldOf(name);
    const most = loss === 'open' ? slots : Math.min(slots, Math.max(1, share));
    if (!ends.has(holder) && ends.size >= most) {
      return { granted: false, waitMs: Math.min(...ends.values()) - this.now() };
    }
    ends.set(holder, this.now() + leaseMs);
    return { granted: true };
  }

  /** Given back while the store is gone: the share stays. */
  release(name: string, holder: string): void {
    this.names.get(name)?.ends.delete(holder);
  }

  private heldOf(name: string): Held {
    const known = this.names.get(name);
    if (known !== undefined) return this.dropEnded(known);
    if (this.names.size >= MANY_NAMES) {
      for (const [each, held] of this.names) if (this.dropEnded(held).ends.size === 0) this.names.delete(each);
    }
    const held: Held = { ends: new Map(), share: 0 };
    this.names.set(name, held);
    return held;
  }

  private dropEnded(held: Held): Held {
    const now = this.now();
    for (const [holder, end] of held.ends) if (end <= now) held.ends.delete(holder);
    return held;
  }
}
