// What a server knows when it answers, and therefore all that it can say.

import type { Demand } from './demand.js';

export interface Standing {
  /** The server's wall clock, in epoch ms. */
  readonly nowMs: number;
  readonly requestId: string;
  readonly demand: Demand;
  /** The limits that count this request, in the order of the book, without the hidden ones. */
  readonly limits: readonly LimitStanding[];
  readonly refused: Refused | null;
  /** The wait that the answer names, in whole ms; null when it names none. */
  readonly waitMs: number | null;
}

export interface LimitStanding {
  readonly name: string;
  /** As it is told: what a window allows, or what a leaky bucket holds. */
  readonly limit: number;
  /** Units per window. */
  readonly perWindow: number;
  /** Fractions count, and a debt is negative. */
  readonly remaining: number;
  /** Until the whole allowance is back: a bucket is full, a window ends. Whole ms. */
  readonly resetMs: number;
  /** Until there is more than now. Whole ms. */
  readonly nextMs: number;
  /** Null for what is counted at once, such as requests in progress. */
  readonly windowMs: number | null;
}

export interface Refused {
  /** The limit with the longest wait. */
  readonly by: LimitStanding;
  /** All that refused, this one included. */
  readonly all: readonly LimitStanding[];
  /** What was asked of it. */
  readonly requested: number;
  /** The request is larger than the limit. */
  readonly isForever: boolean;
}
