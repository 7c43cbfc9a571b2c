import type { Rules } from '../../backoff/compile.js';
import type { Limit } from '../../grammar/limit.js';
import type { TotalWait } from '../../schedule/total-wait.js';
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

const LABELS: Readonly<Record<string, string>> = {
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  requestsPerDay: 'requests per day',
  tokensPerDay: 'tokens per day',
};

/** A limit as it is spoken of: `requests per day`. Names of one's own stay as they are. */
export function label(name: string): string {
  return Object.hasOwn(LABELS, name) ? (LABELS[name] as string) : name;
}

/** What a limit counts: `requests` for both `requests` and `requestsPerDay`. */
export function unit(name: string): string {
  return label(name).replace(/ per day$/, '');
}
