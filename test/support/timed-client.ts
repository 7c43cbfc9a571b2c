// A client on a clock of its own, and functions that fail as they are told.

import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createClient } from '../../src/runtime/client.js';
import { manualClock } from '../../src/testing/manual-clock.js';

export const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 1000 } };

export function timed(policy: PolicyInput = fixed, options: { maxQueued?: number } = {}) {
  const clock = manualClock();
  return { clock, client: createClient(policy, { clock, seed: 1, ...options }) };
}

export const failure = (status: number, rest: object = {}) =>
  Object.assign(new Error(`HTTP ${status}`), { status, ...rest });
export const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

/** A function that throws these, one per attempt, and then gives its attempt number. */
export function throwing(clock: { now(): number }, errors: readonly unknown[]) {
  const sentAt: number[] = [];
  const run = ({ attempt }: { attempt: number }): number => {
    sentAt.push(clock.now());
    if (attempt <= errors.length) throw errors[attempt - 1];
    return attempt;
  };
  return Object.assign(run, { sentAt });
}

/** Spelled so that nobody takes a thenable that is meant for one that is not. */
export const THEN = 'then';
