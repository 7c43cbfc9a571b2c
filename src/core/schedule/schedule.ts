import type { Rules } from '../backoff/compile.js';
import type { Load } from '../capacity/load.js';
import type { Policy } from '../policy/policy.js';
import type { ScheduleReport } from './report.js';
import { scheduleFrom } from './schedule-from.js';
import { waitsOf } from './waits.js';

export interface ScheduleOptions {
  /** Seed of the sample, a whole number from 0 to 2³² − 1. Default 1. */
  readonly seed?: number;
  /** What is known of the calls: success, latency, deadline and limits add figures and sentences. */
  readonly load?: Partial<Load>;
}

/**
 * What a policy waits: every retry, their total, one seeded sample, and how that fits the caller's deadline, which is the
 * load's or else the policy's. Ranges and means are good to some units in the last place, quantiles to 1e-9 of the range;
 * with decorrelated jitter means to 1e-10 and quantiles of the total to 1e-3. Throws
 * `InputError` for a seed or an option that cannot be used, `PolicyError` for such a load or policy.
 */
export function scheduleOf(policy: Policy | Rules, options: ScheduleOptions = {}): ScheduleReport {
  return scheduleFrom(waitsOf, policy, options);
}
