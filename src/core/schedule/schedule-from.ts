import type { Rules } from '../backoff/compile.js';
import { fullLoad } from '../capacity/full-load.js';
import { InputError } from '../errors.js';
import { isPlain } from '../policy/paths.js';
import type { Policy } from '../policy/policy.js';
import { unknownKey } from '../policy/read-quotas.js';
import { asRules } from './as-rules.js';
import { byDeadline } from './by-deadline.js';
import type { ScheduleReport } from './report.js';
import { DEFAULT_SEED } from './sample.js';
import type { ScheduleOptions } from './schedule.js';
import { scheduleSentences } from './sentences/schedule-sentences.js';
import { tableOf } from './table.js';
import type { Waits } from './waits.js';
import { windowOdds } from './window-odds.js';

/** What `scheduleOf` answers, by waits that the caller makes: it may know that it needs only some of their makers. */
export function scheduleFrom(
  waitsOf: (rules: Rules) => Waits,
  policy: Policy | Rules,
  options: ScheduleOptions,
): ScheduleReport {
  checkOptions(options);
  const { seed = DEFAULT_SEED, load = {} } = options;
  const rules = asRules(policy);
  const known = fullLoad(load);
  const deadlineMs = known.deadlineMs ?? rules.policy.deadlineMs;
  const main = tableOf(rules, waitsOf(rules), seed);
  const throttled = rules.throttled === null ? null : tableOf(rules.throttled, waitsOf(rules.throttled), seed);
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
