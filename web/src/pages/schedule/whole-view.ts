import { waitsOf } from '../../../../src/core/schedule/waits.js';
import { herdOfSide } from './herd-of-view.js';
import { type ScheduleInput, type ScheduleView, scheduleView } from './view.js';

/** A view of any policies, with its fleet: for where nobody waits for the code or the work. */
export function wholeScheduleView(input: ScheduleInput): ScheduleView {
  return scheduleView(input, { waitsOf, herdOf: herdOfSide });
}
