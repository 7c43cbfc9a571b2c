import type { DecodedLimit } from '../decoded.js';

/** A time from the response on, in ms. */
export interface LimitTime {
  readonly ms: number;
  /** It may well be sooner: what was told is when all of the allowance is back. */
  readonly isUpperBound: boolean;
}

/** When this limit lets one more request pass; 0 when it would now. Null when that is not known. */
export function nextRequestTime({ remaining, resetMs, resetMeans }: DecodedLimit): LimitTime | null {
  if (remaining !== null && remaining > 0) return { ms: 0, isUpperBound: false };
  return resetMs === null ? null : { ms: resetMs, isUpperBound: resetMeans === 'full' || remaining === null };
}

/** When the whole allowance is back: 0 when nothing is missing. Null when that is not known. */
export function allBackMs({ limit, remaining, resetMs, resetMeans }: DecodedLimit): number | null {
  if (limit !== null && remaining !== null && remaining >= limit) return 0;
  return resetMeans === 'next' ? null : resetMs;
}
