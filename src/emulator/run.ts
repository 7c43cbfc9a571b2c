// What an answer needs to know: the run that gives it, and the request that it is for.

import type { Random } from '../core/random/random.js';
import type { Enforcer } from '../core/rulebooks/index.js';
import type { Occasion } from './draw.js';
import type { EmulatedRequest } from './request.js';
import type { Settings } from './settings.js';

/** One run of an emulator, from its start or from a reset. */
export interface Run {
  readonly settings: Settings;
  readonly enforcer: Enforcer;
  readonly random: Random;
  /** The server's clock: whole epoch ms. */
  readonly now: () => number;
}

/** A request on its way through. */
export interface Visit {
  readonly request: EmulatedRequest;
  readonly at: number;
  readonly occasion: Occasion;
  readonly account: string;
  /** Until an answer begins. */
  readonly latencyMs: number;
}

/** Different for each request of a run, and the same in each run. */
export function nameOf({ occasion }: Visit): string {
  return occasion.number.toString(36).padStart(8, '0');
}

export function requestIdOf(visit: Visit): string {
  return `req_${nameOf(visit)}`;
}
