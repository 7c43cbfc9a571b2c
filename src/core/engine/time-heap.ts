/**
 * A queue of things by instant. Equal instants leave in the order they came, so that a run can be repeated exactly.
 * A binary heap over plain arrays: push and pop cost O(log n) and allocate nothing once the arrays have grown.
 */
export class TimeHeap<T> {
  private readonly atMs: number[] = [];
  private readonly order: number[] = [];
  private readonly items: T[] = [];
  private pushed = 0;

  get size(): number {
    return this.items.length;
  }

  /** The earliest instant, or Infinity when empty. */
  get earliestAt(): number {
    return this.items.length === 0 ? Infinity : (this.atMs[0] as number);
  }

  /** The item of the earliest instant. Undefined when empty. */
  peek(): T | undefined {
    return this.items[0];
  }

  /** Adds an item. Throws RangeError on NaN, which would silently break the order of all others. */
  push(at: number, item: T): void {
    if (Number.isNaN(at)) throw new RangeError('an instant must be a number, not NaN');
    const { atMs, order, items } = this;
    const seq = this.pushed++;
    let index = items.length;
    items.push(item);
    atMs.push(at);
    order.push(seq);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      // A newcomer is younger than all others, so only a strictly later parent gives way.
      if ((atMs[parent] as number) <= at) break;
      this.move(parent, index);
      index = parent;
    }
    atMs[index] = at;
    order[index] = seq;
    items[index] = item;
  }

  /** Removes and returns the earliest item. Undefined when empty. */
  pop(): T | undefined {
    const { atMs, order, items } = this;
    const first = items[0];
    const at = atMs.pop() as number;
    const seq = order.pop() as number;
    const item = items.pop() as T;
    if (items.length > 0) this.sink(0, at, seq, item);
    return first;
  }

  /** Drops every item for which `keep` is false. O(n). */
  retain(keep: (item: T) => boolean): void {
    const { atMs, order, items } = this;
    let kept = 0;
    for (let index = 0; index < items.length; index++) {
      if (keep(items[index] as T)) this.move(index, kept++);
    }
    atMs.length = kept;
    order.length = kept;
    items.length = kept;
    for (let index = (kept >> 1) - 1; index >= 0; index--) {
      this.sink(index, atMs[index] as number, order[index] as number, items[index] as T);
    }
  }

  private sink(from: number, at: number, seq: number, item: T): void {
    const { atMs, order, items } = this;
    const size = items.length;
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= size) break;
      if (child + 1 < size && this.precedes(child + 1, atMs[child] as number, order[child] as number)) child++;
      if (!this.precedes(child, at, seq)) break;
      this.move(child, index);
      index = child;
    }
    atMs[index] = at;
    order[index] = seq;
    items[index] = item;
  }

  private precedes(index: number, at: number, seq: number): boolean {
    const other = this.atMs[index] as number;
    return other < at || (other === at && (this.order[index] as number) < seq);
  }

  private move(from: number, to: number): void {
    this.atMs[to] = this.atMs[from] as number;
    this.order[to] = this.order[from] as number;
    this.items[to] = this.items[from] as T;
  }
}
