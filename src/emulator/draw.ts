// What is drawn at random, and when things happen.

import type { Random } from '../core/random/random.js';
import type { Span, When } from './options.js';

export function drawFrom(span: Span, random: Random): number {
  if (typeof span === 'number') return span;
  const [low, high] = span;
  return low + random.next() * (high - low);
}

/** A whole number; both ends are as likely as any other. */
export function drawWhole(span: Span, random: Random): number {
  if (typeof span === 'number') return span;
  const [low, high] = span;
  return low + Math.floor(random.next() * (high - low + 1));
}

/** One request as a {@link When} sees it. */
export interface Occasion {
  /** Of the request; the first is 1. */
  readonly number: number;
  readonly sinceStartMs: number;
  readonly path: string;
}

/** Whether a {@link When} holds. It counts the requests it is asked about, for `every`. */
export type Trigger = (occasion: Occasion) => boolean;

export function triggerOf(when: When = {}, random: Random): Trigger {
  const { share = 1, every = 1, requests, fromMs = 0, untilMs = Infinity, path = '' } = when;
  const numbers = requests === undefined ? null : new Set(requests);
  let seen = 0;
  return (occasion) => {
    const { sinceStartMs } = occasion;
    if (sinceStartMs < fromMs || sinceStartMs >= untilMs || !occasion.path.startsWith(path)) return false;
    if (numbers !== null && !numbers.has(occasion.number)) return false;
    seen++;
    if (seen % every !== 0) return false;
    // Nothing is drawn where nothing is left to chance, so that other draws stay what they were.
    return share === 1 || random.next() < share;
  };
}
