/** The flags that say something about retrying. */
export interface CurlSettings {
  readonly retries: number;
  /** --retry-delay; null where the wait doubles. */
  readonly delayMs: number | null;
  /** --retry-max-time; null for none. */
  readonly maxTimeMs: number | null;
  /** --max-time, which starts anew with each retry. */
  readonly attemptTimeoutMs: number | null;
  readonly allErrors: boolean;
  readonly refused: boolean;
  /** --fail or --fail-with-body, if one is given. */
  readonly failFlag: string | null;
  /** Where the answer goes; null is standard output. */
  readonly output: string | null;
}

export const DEFAULT_BASE_MS = 1000;
export const LONGEST_MS = 600_000;

/** The wait before each retry. */
export function curlDelays({ delayMs }: CurlSettings, retries: number): number[] {
  const base = (index: number): number => Math.min(LONGEST_MS, DEFAULT_BASE_MS * 2 ** Math.min(index, 30));
  return Array.from({ length: retries }, (_, index) => delayMs ?? base(index));
}

/** How many retries are made when each attempt fails at once: those that begin waiting before --retry-max-time has passed. */
export function retriesIn(settings: CurlSettings): number {
  const { retries, maxTimeMs } = settings;
  if (maxTimeMs === null) return retries;
  let [made, elapsedMs] = [0, 0];
  for (const delayMs of curlDelays(settings, Math.min(retries, 1000))) {
    if (elapsedMs >= maxTimeMs) break;
    made++;
    elapsedMs += delayMs;
  }
  return made;
}
