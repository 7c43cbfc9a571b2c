import type { Rules } from '../../backoff/compile.js';
import type { Load } from '../../capacity/load.js';
import type { ScheduleReport } from '../report.js';

/** What the sentences of a schedule are told from. */
export interface ScheduleContext {
  readonly rules: Rules;
  readonly load: Load;
  readonly report: Omit<ScheduleReport, 'sentences'>;
  /** The caller's deadline: the load's, or else the policy's. */
  readonly deadlineMs: number | null;
  /** The longest window of at most an hour among the limits, with the odds of being over before it ends; null without one. */
  readonly window: WindowOdds | null;
}

export interface WindowOdds {
  /** Name of the limit. */
  readonly limit: string;
  readonly windowMs: number;
  /** Chance that the last retry is sent before the window ends, when every attempt is refused. */
  readonly endsBeforeShare: number;
  /** Mean time from the first refusal to the last retry. */
  readonly meanMs: number;
}
