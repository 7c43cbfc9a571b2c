// What was used within the last window, use by use: the memory of the limiters that look back from now.

import { isWithin } from './within.js';

/** Uses in the order of time. Those at the same instant are one. */
export interface UseLog {
  readonly windowMs: number;
  /** Own instants, which never run backwards: the clock's plus {@link shiftMs}. */
  at: number[];
  amounts: number[];
  /** The first one that still counts; what stands before it has expired. */
  first: number;
  sum: number;
  seenAt: number;
  shiftMs: number;
}

export function createUseLog(windowMs: number, now: number): UseLog {
  return { windowMs, at: [], amounts: [], first: 0, sum: 0, seenAt: now, shiftMs: 0 };
}

/** Drops what has expired, and gives the log's own instant for the clock's. A use expires one window after it. */
export function bringUpToDate(log: UseLog, now: number): number {
  if (now < log.seenAt) log.shiftMs += log.seenAt - now;
  log.seenAt = now;
  const own = now + log.shiftMs;
  while (log.first < log.at.length && (log.at[log.first] as number) + log.windowMs <= own) {
    log.sum -= log.amounts[log.first] as number;
    log.first++;
  }
  if (log.first === log.at.length) empty(log);
  else if (log.first > COMPACT_AT && log.first * 2 > log.at.length) compact(log);
  return own;
}

/** Notes a use that happens now. */
export function note(log: UseLog, amount: number, now: number): void {
  const own = bringUpToDate(log, now);
  if (amount === 0) return;
  const last = log.at.length - 1;
  if (last >= 0 && log.at[last] === own) log.amounts[last] = (log.amounts[last] as number) + amount;
  else {
    log.at.push(own);
    log.amounts.push(amount);
  }
  log.sum += amount;
}

/** Changes the amount of a use that was noted at an instant; false when it has expired. */
export function correct(log: UseLog, by: number, notedAt: number, now: number): boolean {
  bringUpToDate(log, now);
  const index = indexOf(log, notedAt + log.shiftMs);
  if (index === -1) return false;
  const before = log.amounts[index] as number;
  const after = Math.max(0, before + by);
  log.amounts[index] = after;
  log.sum += after - before;
  return true;
}

/** Whole ms, rounded up, until `amount` of what counts now has expired, or all of it. */
export function msUntilFreed(log: UseLog, amount: number, now: number): number {
  const own = bringUpToDate(log, now);
  let freed = 0;
  for (let i = log.first; i < log.at.length; i++) {
    freed += log.amounts[i] as number;
    if (isWithin(amount, freed)) return Math.ceil((log.at[i] as number) + log.windowMs - own);
  }
  return msUntilEmpty(log, now);
}

/** Whole ms, rounded up, until nothing counts any more; 0 when nothing does. */
export function msUntilEmpty(log: UseLog, now: number): number {
  const own = bringUpToDate(log, now);
  let last = log.at.length - 1;
  // A use that was corrected to nothing does not count.
  while (last >= log.first && log.amounts[last] === 0) last--;
  return last < log.first ? 0 : Math.ceil((log.at[last] as number) + log.windowMs - own);
}

const COMPACT_AT = 1024;

/** Starting from nothing also drops the rounding that sums of fractions have gathered. */
function empty(log: UseLog): void {
  log.at = [];
  log.amounts = [];
  log.first = 0;
  log.sum = 0;
}

function compact(log: UseLog): void {
  log.at = log.at.slice(log.first);
  log.amounts = log.amounts.slice(log.first);
  log.first = 0;
}

/** The use at exactly this instant, by bisection; −1 when there is none. */
function indexOf({ at, first }: UseLog, wanted: number): number {
  let low = first;
  let high = at.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = at[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
