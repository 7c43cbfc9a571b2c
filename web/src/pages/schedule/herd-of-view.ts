import type { Load } from '../../../../src/core/capacity/load.js';
import { uniformWaits } from '../../../../src/core/schedule/uniform-waits.js';
import { type Herd, herdOf } from './herd.js';
import { type ScheduleView, type Side, sideOf } from './view.js';

/** How a fleet under the first policy of a view comes back; null without retries. */
export function herdOfView({ herd, input }: ScheduleView): Herd | null {
  // What is drawn now was not heavy: that has its fleet already.
  return herd === 'when drawn' ? herdOfSide(sideOf(input.policy, input.load, uniformWaits), input.load) : herd;
}

export function herdOfSide({ rules, totals }: Side, { latencyMs }: Load): Herd | null {
  return herdOf(rules, totals, latencyMs ?? 0);
}
