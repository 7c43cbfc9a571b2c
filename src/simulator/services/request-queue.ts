import { enlarged } from '../enlarged.js';

const FIRST_PLACES = 64;

/** Requests that wait, taken from either end: a ring over typed arrays. */
export class RequestQueue {
  size = 0;
  /** The request that was taken last. */
  call = 0;
  tag = 0;
  arrivedAt = 0;
  private head = 0;
  private calls = new Int32Array(FIRST_PLACES);
  private tags = new Int32Array(FIRST_PLACES);
  private arrivals = new Float64Array(FIRST_PLACES);

  push(call: number, tag: number, arrivedAt: number): void {
    if (this.size === this.calls.length) this.grow();
    const place = (this.head + this.size++) & (this.calls.length - 1);
    this.calls[place] = call;
    this.tags[place] = tag;
    this.arrivals[place] = arrivedAt;
  }

  /** Takes the oldest, of which there must be one. */
  takeOldest(): void {
    this.take(this.head);
    this.head = (this.head + 1) & (this.calls.length - 1);
  }

  /** Takes the newest, of which there must be one. */
  takeNewest(): void {
    this.take((this.head + this.size - 1) & (this.calls.length - 1));
  }

  private take(place: number): void {
    this.size--;
    this.call = this.calls[place] as number;
    this.tag = this.tags[place] as number;
    this.arrivedAt = this.arrivals[place] as number;
  }

  /** Twice the places, with the oldest at the beginning again. */
  private grow(): void {
    const places = this.calls.length;
    this.calls = enlarged(turned(this.calls, this.head), new Int32Array(2 * places));
    this.tags = enlarged(turned(this.tags, this.head), new Int32Array(2 * places));
    this.arrivals = enlarged(turned(this.arrivals, this.head), new Float64Array(2 * places));
    this.head = 0;
  }
}

function turned<T extends Int32Array | Float64Array>(ring: T, head: number): T {
  const straight = ring.slice() as T;
  straight.set(ring.subarray(head));
  straight.set(ring.subarray(0, head), ring.length - head);
  return straight;
}
