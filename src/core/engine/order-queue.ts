import type { CallState } from './call-state.js';

/**
 * Calls in the order in which they should go: by `orderAt`, then by submission. Nearly all of them join at the end and
 * leave at the front, in O(1); a retry or a call with priority is put in near the front, which moves the few before it.
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
    if (this.size > 0 && precedes(call.orderAt, call.seq, items[index - 1] as CallState)) {
      index = this.head + this.placeOf(call.orderAt, call.seq);
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
    // What stands before it moves up, since it is nearly always the first itself.
    items.copyWithin(this.head + 1, this.head, this.head + place);
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

  /** How many calls go before one of this order and submission. */
  placeOf(orderAt: number, seq: number): number {
    let low = this.head;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (precedes(orderAt, seq, this.items[middle] as CallState)) high = middle;
      else low = middle + 1;
    }
    return low - this.head;
  }
}

function precedes(orderAt: number, seq: number, other: CallState): boolean {
  return orderAt < other.orderAt || (orderAt === other.orderAt && seq < other.seq);
}
