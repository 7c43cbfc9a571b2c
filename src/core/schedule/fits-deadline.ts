/** Sums of decimal times round: what exceeds the deadline by so small a share ends exactly at it. */
const ON_TIME = 1e-12;

/** Whether a time fits a deadline; an end exactly at it does. */
export function fitsDeadline(timeMs: number, deadlineMs: number): boolean {
  return timeMs <= deadlineMs * (1 + ON_TIME);
}
