import type { Throttle } from '../policy/policy.js';
import { advance, count, createWindowCounts, type WindowCounts } from './window-counts.js';

/**
 * Client-side throttling: a client that is mostly failing refuses some of its own requests.
 * Source: Google SRE book, chapter 21: max(0, (requests − K · accepts) ÷ (requests + 1)) over two minutes.
 */
export function createThrottle(throttle: Throttle | null): WindowCounts | null {
  return throttle === null ? null : createWindowCounts(throttle.windowMs);
}

/** The chance 0…maxRejectShare with which the next request is refused locally. */
export function rejectShare(throttle: Throttle, counts: WindowCounts, now: number): number {
  advance(counts, now);
  const requests = counts.firstTotal;
  const share = (requests - throttle.k * counts.secondTotal) / (requests + 1);
  return Math.min(throttle.maxRejectShare, Math.max(0, share));
}

/**
 * Notes a request once its fate is known: answered, or refused locally, for only so does the formula keep its balance.
 * One that is still in flight says nothing yet: counting it would refuse calls to a server that is merely being asked.
 */
export function noteRequest(counts: WindowCounts, now: number): void {
  count(counts, now, 1, 0);
}

/** Notes that the server took a request. A quota refusal counts as taken: it says nothing of the server's health. */
export function noteAccept(counts: WindowCounts, now: number): void {
  count(counts, now, 0, 1);
}
