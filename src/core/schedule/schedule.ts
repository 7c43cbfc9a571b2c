import type { Rules } from '../backoff/compile.js';
import { fullLoad } from '../capacity/full-load.js';
import type { Load } from '../capacity/load.js';
import { InputError } from '../errors.js';
import { isPlain } from '../policy/paths.js';
import type { Policy } from '../policy/policy.js';
import { unknownKey } from '../policy/read-quotas.js';
import { asRules } from './as-rules.js';
import { byDeadline } from './by-deadline.js';
import type { ScheduleReport } from './report.js';
import { DEFAULT_SEED } from './sample.js';
import { scheduleSentences } from './sentences/schedule-sentences.js';
import { tableOf } from './table.js';
import { windowOdds } from './window-odds.js';

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
  checkOptions(options);
  const { seed = DEFAULT_SEED, load = {} } = options;
  const rules = asRules(policy);
  const known = fullLoad(load);
  const deadlineMs = known.deadlineMs ?? rules.policy.deadlineMs;
  const main = tableOf(rules, seed);
  const throttled = rules.throttled === null ? null : tableOf(rules.throttled, seed);
  const report: Omit<ScheduleReport, 'sentences'> = {
    policy: rules.policy,
    attempts: rules.policy.maxAttempts,
    retries: main.retries,
    total: main.total,
    sample: { seed, totalMs: main.sampleTotalMs },
    ...(throttled === null ? {} : { throttled: { retries: throttled.retries, total: throttled.total } }),
    ...(deadlineMs === null ? {} : byDeadline(rules, main.totals, known, deadlineMs)),
  };
  const { totals } = throttled ?? main;
  const window = windowOdds(rules.policy, known, totals.after(totals.retries));
  return { ...report, sentences: scheduleSentences({ rules, load: known, report, deadlineMs, window }) };
}

const OPTIONS = ['seed', 'load'];

/** A misspelt option would be passed over, and the answer be that of another question. */
function checkOptions(options: ScheduleOptions): void {
  if (!isPlain(options))
    throw new InputError({ field: 'options', value: options, allowed: 'an object with seed, load' });
  for (const key of Object.keys(options)) {
    if (!OPTIONS.includes(key)) throw new InputError(unknownKey(key, key, OPTIONS));
  }
}
