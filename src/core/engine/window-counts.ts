const SLOTS = 10;

/** Two counts over the last `windowMs`, kept in ten slots: exact to a tenth of the window, O(1) in memory and time. */
export interface WindowCounts {
  readonly windowMs: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Number of the slot that is being filled. */
  slot: number;
  firstTotal: number;
  secondTotal: number;
}

export function createWindowCounts(windowMs: number): WindowCounts {
  return {
    windowMs,
    first: new Float64Array(SLOTS),
    second: new Float64Array(SLOTS),
    slot: 0,
    firstTotal: 0,
    secondTotal: 0,
  };
}

/** Forgets what is older than the window. A clock that steps back forgets nothing. */
export function advance(counts: WindowCounts, now: number): void {
  const slot = Math.floor(now / (counts.windowMs / SLOTS));
  const passed = Math.min(slot - counts.slot, SLOTS);
  if (passed <= 0) return;
  for (let k = 1; k <= passed; k++) {
    const index = (((slot - passed + k) % SLOTS) + SLOTS) % SLOTS;
    counts.firstTotal -= counts.first[index] as number;
    counts.secondTotal -= counts.second[index] as number;
    counts.first[index] = 0;
    counts.second[index] = 0;
  }
  counts.slot = slot;
}

/** Adds to the counts at `now`. */
export function count(counts: WindowCounts, now: number, first: number, second: number): void {
  advance(counts, now);
  const index = ((counts.slot % SLOTS) + SLOTS) % SLOTS;
  counts.first[index] = (counts.first[index] as number) + first;
  counts.second[index] = (counts.second[index] as number) + second;
  counts.firstTotal += first;
  counts.secondTotal += second;
}
