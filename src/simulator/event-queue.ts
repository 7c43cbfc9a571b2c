import { enlarged } from './enlarged.js';

/** How many events there is room for at first; the arrays double when it is not enough. */
const INITIAL_SIZE = 128;
/** Numbers that an event has beside its instant: whole ones, and others. */
const CODES = 3;
const REST = 2;

/**
 * Events by instant; those of the same instant leave in the order they came. A heap over typed arrays, so that a
 * million pending events are a few flat blocks of memory and nothing is allocated per event.
 *
 * Removing the first leaves a hole at the top. Most events schedule one other, which then fills the hole and sinks: one
 * walk through the heap in place of two.
 */
export class EventQueue {
  /** The event that {@link pop} took out. */
  now = 0;
  what = 0;
  subject = 0;
  tag = 0;
  value = 0;

  private size = 0;
  private hasHole = false;
  private pushed = 0;
  // The heap: instant, and the place of the rest, which need not move along.
  private at = new Float64Array(INITIAL_SIZE);
  private place = new Int32Array(INITIAL_SIZE);
  // The rest of each event, side by side, so that it is fetched at once: what, subject, tag; order of arrival, value.
  private codes = new Int32Array(INITIAL_SIZE * CODES);
  private rest = new Float64Array(INITIAL_SIZE * REST);
  /** Places that events have left, as a stack; beyond it, places are taken in order. */
  private free = new Int32Array(INITIAL_SIZE);
  private freed = 0;
  private used = 0;

  /** Events that are pending. */
  get pending(): number {
    return this.hasHole ? this.size - 1 : this.size;
  }

  /** The earliest instant; Infinity when nothing is pending. */
  earliestAt(): number {
    if (this.hasHole) this.closeHole();
    return this.size === 0 ? Infinity : (this.at[0] as number);
  }

  /** `at` must not be NaN, which would silently break the order of all others. */
  push(at: number, what: number, subject: number, tag: number, value: number): void {
    let place: number;
    if (this.freed > 0) place = this.free[--this.freed] as number;
    else {
      if (this.used === this.free.length) this.grow();
      place = this.used++;
    }
    const { codes, rest } = this;
    const code = place * CODES;
    codes[code] = what;
    codes[code + 1] = subject;
    codes[code + 2] = tag;
    rest[place * REST] = this.pushed++;
    rest[place * REST + 1] = value;
    if (this.hasHole) {
      this.hasHole = false;
      this.sink(at, place);
    } else this.rise(at, place);
  }

  /** Takes out the earliest event, of which there must be one, and puts it into the fields of this object. */
  pop(): void {
    if (this.hasHole) this.closeHole();
    const place = this.place[0] as number;
    this.now = this.at[0] as number;
    const { codes } = this;
    const code = place * CODES;
    this.what = codes[code] as number;
    this.subject = codes[code + 1] as number;
    this.tag = codes[code + 2] as number;
    this.value = this.rest[place * REST + 1] as number;
    this.free[this.freed++] = place;
    this.hasHole = true;
  }

  private closeHole(): void {
    this.hasHole = false;
    const last = --this.size;
    if (last > 0) this.sink(this.at[last] as number, this.place[last] as number);
  }

  private rise(at: number, place: number): void {
    const { at: ats, place: places } = this;
    let index = this.size++;
    while (index > 0) {
      const parent = (index - 1) >> 2;
      const parentAt = ats[parent] as number;
      // A newcomer is younger than all others, so only a strictly later parent gives way.
      if (parentAt <= at) break;
      ats[index] = parentAt;
      places[index] = places[parent] as number;
      index = parent;
    }
    ats[index] = at;
    places[index] = place;
  }

  private sink(at: number, place: number): void {
    const { at: ats, place: places, size } = this;
    let index = 0;
    for (let first = 1; first < size; first = 4 * index + 1) {
      let child = first;
      let childAt = ats[first] as number;
      const end = Math.min(first + 4, size);
      for (let other = first + 1; other < end; other++) {
        const otherAt = ats[other] as number;
        if (otherAt < childAt || (otherAt === childAt && this.isOlder(other, child))) {
          child = other;
          childAt = otherAt;
        }
      }
      if (childAt > at || (childAt === at && this.orderOf(places[child] as number) > this.orderOf(place))) break;
      ats[index] = childAt;
      places[index] = places[child] as number;
      index = child;
    }
    ats[index] = at;
    places[index] = place;
  }

  private isOlder(index: number, other: number): boolean {
    return this.orderOf(this.place[index] as number) < this.orderOf(this.place[other] as number);
  }

  private orderOf(place: number): number {
    return this.rest[place * REST] as number;
  }

  private grow(): void {
    const size = 2 * this.free.length;
    this.at = enlarged(this.at, new Float64Array(size));
    this.place = enlarged(this.place, new Int32Array(size));
    this.codes = enlarged(this.codes, new Int32Array(size * CODES));
    this.rest = enlarged(this.rest, new Float64Array(size * REST));
    this.free = enlarged(this.free, new Int32Array(size));
  }
}
