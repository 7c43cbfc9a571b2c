import type { ScheduleReport } from '../../../../src/core/schedule/report.js';
import type { Sentence } from '../../../../src/core/text/sentence.js';
import { isWarning } from '../../ui/sentences.js';

/** Whether a sentence belongs at the top: a warning about something that this policy does not cope with by itself. */
export function isUrgent(sentence: Sentence, { policy }: ScheduleReport): boolean {
  if (sentence.id === 'warning-retries-end-before-window') return policy.refusals.countAsAttempts;
  return isWarning(sentence);
}
