import type { CallState } from './call-state.js';

/**
 * Calls in the order in which they should go: by when they were submitted, moved forward by their priority, then by
 * submission. Nearly all of them join at the end and leave at the front, in O(1); a retry or a call with priority is put in near the front, which moves the few before it.
 */
export class OrderQueue {
  private items: (CallState | undefined)[] = [];
  private head = 0;

  get size(): number {
    return this.items.length - this.head;
  }

  /** The call at this place, 0 being the first. */
  at(place: number): CallState | undefined {
    return this.items[this.head + place];
  }

  /** Adds a call, and gives its place. */
  add(call: CallState): number {
    const { items } = this;
    let index = items.length;
    if (this.size > 0 && precedes(call, items[index - 1] as CallState)) {
      index = this.head + this.placeOf(call);
    }
    if (index - this.head < items.length - index && this.head > 0) {
      items.copyWithin(this.head - 1, this.head, index);
      this.head--;
      items[index - 1] = call;
      return index - 1 - this.head;
    }
    items.push(call);
    if (index < items.length - 1) {
      items.copyWithin(index + 1, index, items.length - 1);
      items[index] = call;
    }
    return index - this.head;
  }

  /** Takes out the call at this place. */
  remove(place: number): void {
    const { items } = this;
    // It is nearly always the first itself; else what stands before it moves up.
    if (place > 0) items.copyWithin(this.head + 1, this.head, this.head + place);
    items[this.head++] = undefined;
    if (this.head > 64 && this.head * 2 > items.length) {
      this.items = items.slice(this.head);
      this.head = 0;
    }
  }

  /** Drops every call for which `keep` is false. O(n). */
  retain(keep: (call: CallState) => boolean): void {
    this.items = this.items.slice(this.head).filter((call) => call !== undefined && keep(call));
    this.head = 0;
  }

  /** How many calls go before this one. */
  placeOf(call: CallState): number {
    let low = this.head;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (precedes(call, this.items[middle] as CallState)) high = middle;
      else low = middle + 1;
    }
    return low - this.head;
  }
}

/** One step of priority is worth a second of waiting: what has waited longer goes first in the end. */
const PRIORITY_MS = 1000;

function precedes(call: CallState, other: CallState): boolean {
  const sooner = orderAt(call) - orderAt(other);
  return sooner < 0 || (sooner === 0 && call.seq < other.seq);
}

/** Worked out each time: a number kept for every waiting call costs more when garbage is collected. */
function orderAt({ submittedAt, priority }: CallState): number {
  return submittedAt - PRIORITY_MS * priority;
}
