// What the gateway counts of its callers; the client counts the rest.

/** Upper ends of the classes of durations, in seconds. */
export const DURATION_CLASSES: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600];

export class Tally {
  /** Requests that are under way, from their head to the end of their answer. */
  open = 0;
  /** Callers that left before the end. */
  dropped = 0;
  /** Answers whose body broke off. */
  broken = 0;
  /** By status. */
  readonly answered = new Map<number, number>();
  /** Requests that were not passed on, by reason. */
  readonly refused = new Map<string, number>();
  /** How many answers took at most so long, by class; the last one is for those that took longer. */
  readonly durations: number[] = [...DURATION_CLASSES, Infinity].map(() => 0);
  seconds = 0;

  answer(status: number, tookMs: number): void {
    count(this.answered, status);
    const seconds = tookMs / 1000;
    this.seconds += seconds;
    const index = DURATION_CLASSES.findIndex((end) => seconds <= end);
    const place = index < 0 ? DURATION_CLASSES.length : index;
    this.durations[place] = (this.durations[place] ?? 0) + 1;
  }

  refuse(reason: string): void {
    count(this.refused, reason);
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
