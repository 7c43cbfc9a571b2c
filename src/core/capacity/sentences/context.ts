import type { Rules } from '../../backoff/compile.js';
import type { Limit } from '../../grammar/limit.js';
import type { TotalWait } from '../../schedule/total-wait.js';
import { limitLabel } from '../../text/limit-label.js';
import type { Load } from '../load.js';
import type { PlanReport } from '../report.js';

/** What the sentences of a plan are told from. */
export interface PlanContext {
  readonly rules: Rules;
  readonly load: Load;
  readonly report: Omit<PlanReport, 'sentences'>;
  readonly binding: Limit;
  /** The success share that was planned with. */
  readonly successShare: number;
  /** The total wait when every attempt fails. */
  readonly allFail: TotalWait;
  /** The same after quota refusals, where the policy has a second base. */
  readonly allThrottled: TotalWait | null;
}

/** What a limit counts: `requests` for both `requests` and `requestsPerDay`. */
export function unit(name: string): string {
  return limitLabel(name).replace(/ per day$/, '');
}
