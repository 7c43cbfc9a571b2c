// Going round a map that is too large, so that whatever is in it gets its turn.

/**
 * Gives one entry after the other and begins anew at the end. It keeps its place in the map: a new iteration each time
 * would first step over everything that was taken away before, which made 100,000 keys take a minute.
 */
export class Rotation<K, V> {
  private readonly map: ReadonlyMap<K, V>;
  private entries: Iterator<[K, V]>;

  constructor(map: ReadonlyMap<K, V>) {
    this.map = map;
    this.entries = map.entries();
  }

  /** An entry that is in the map now; null when there is none. */
  next(): readonly [K, V] | null {
    const step = this.entries.next();
    if (step.done !== true) return step.value;
    this.entries = this.map.entries();
    const first = this.entries.next();
    return first.done === true ? null : first.value;
  }
}
