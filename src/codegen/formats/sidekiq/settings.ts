/** What a job class says of its retries; times in seconds, which the formula counts in. */
export interface SidekiqSettings {
  /** Retries, the first call not counted. */
  readonly retries: number;
  /** What sidekiq_retry_in returns; null for the formula of Sidekiq itself. */
  readonly delays: SidekiqDelays | null;
}

export type SidekiqDelays =
  | { readonly kind: 'exponential'; readonly baseS: number; readonly factor: number; readonly maxS: number | null }
  | { readonly kind: 'linear'; readonly stepS: number }
  | { readonly kind: 'list'; readonly delaysS: readonly number[] };

/** The wait before retry n in ms, before the jitter: by the formula (n−1)⁴ + 15 s, else what the block returns. */
export function sidekiqDelay({ delays }: SidekiqSettings, retry: number): number {
  const formula = (retry - 1) ** 4 + 15;
  if (delays === null) return formula * 1000;
  const seconds = Math.floor(returned(delays, retry));
  // What is not above 0 counts for nothing returned.
  return 1000 * (seconds > 0 ? seconds : formula);
}

function returned(delays: SidekiqDelays, retry: number): number {
  if (delays.kind === 'linear') return delays.stepS * retry;
  if (delays.kind === 'list') return delays.delaysS[Math.min(retry, delays.delaysS.length) - 1] ?? 0;
  const grown = Math.min(Number.MAX_SAFE_INTEGER / 1000, delays.baseS * delays.factor ** Math.min(retry - 1, 1000));
  return Math.min(grown, delays.maxS ?? Infinity);
}

/** To every wait a whole number of seconds is added, drawn from those below 10 · n. */
export function jitterMean(retry: number): number {
  return (1000 * (10 * retry - 1)) / 2;
}
