/** First in, first out, in O(1) per step: an array shift would cost O(n) once thousands wait. */
export class Fifo<T> {
  private items: (T | undefined)[] = [];
  private head = 0;

  get size(): number {
    return this.items.length - this.head;
  }

  peek(): T | undefined {
    return this.items[this.head];
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): T | undefined {
    const item = this.items[this.head];
    if (item === undefined) return undefined;
    this.items[this.head++] = undefined;
    if (this.head > 64 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }

  /** Drops every item for which `keep` is false. O(n). */
  retain(keep: (item: T) => boolean): void {
    this.items = this.items.slice(this.head).filter((item) => item !== undefined && keep(item));
    this.head = 0;
  }
}
