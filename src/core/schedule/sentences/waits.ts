import type { Jitter } from '../../grammar/jitter.js';
import { formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import { formatWait } from '../../text/format-time.js';
import type { Sayings } from '../../text/say.js';
import type { ScheduleContext } from './context.js';

/** What the policy waits, and what its jitter does. */
export const WAITS = {
  total: ({ report }) => {
    const { attempts, total, sample } = report;
    if (attempts === 1) return 'One attempt and no retries: nothing is ever waited for.';
    const over = `in total over ${formatNumber(attempts)} attempts`;
    if (total.minMs === total.maxMs)
      return `Every run that uses up its retries waits ${formatWait(total.maxMs)} ${over}.`;
    return `This sample (seed ${sample.seed}) waits ${formatWait(sample.totalMs)} ${over}. The expected total is ${formatWait(total.meanMs)}, the worst ${formatWait(total.maxMs)}.`;
  },
  spread: ({ report }) => {
    const { total } = report;
    if (total.minMs === total.maxMs) return null;
    return `Half of the runs that use up their retries wait at most ${formatWait(total.p50Ms)} in total, and 95 % at most ${formatWait(total.p95Ms)}.`;
  },
  jitter: (context) => (context.report.attempts === 1 ? null : jitterSentence(context.rules.policy.jitter, context)),
  throttled: ({ rules, report }) => {
    if (rules.throttled === null || report.throttled === undefined || report.attempts === 1) return null;
    const { meanMs, maxMs } = report.throttled.total;
    return `After quota refusals the base is ${formatWait(rules.throttled.baseMs)} instead: the expected total is then ${formatWait(meanMs)}, the worst ${formatWait(maxMs)}.`;
  },
} satisfies Sayings<ScheduleContext>;

function jitterSentence(jitter: Jitter, context: ScheduleContext): string {
  switch (jitter) {
    case 'none':
      return 'Without jitter every wait is the raw delay, so minimum, mean and maximum are equal: fine for one client, dangerous for a fleet.';
    case 'full':
      return `Full jitter draws each wait evenly between 0 and the raw delay, so its mean is half the raw delay. ${lowered(context)}`;
    case 'equal':
      return `Equal jitter keeps half the raw delay and draws the rest, so the mean is three quarters of the raw delay. ${lowered(context)}`;
    case 'decorrelated':
      return `Decorrelated jitter draws each wait evenly between the base and three times the wait before it, cut at the cap; raw delay and multiplier play no part. ${longerWorst(context)}`;
    default: {
      const mean = formatShare((jitter.low + jitter.high) / 2);
      const draws = `Each wait is drawn evenly between ${formatShare(jitter.low)} and ${formatShare(jitter.high)} of the raw delay, so its mean is ${mean} of it.`;
      if (jitter.high <= 1 || !context.report.retries.some((row) => row.capped)) return draws;
      return `${draws} Raw delays stop at ${formatWait(context.rules.rawLimitMs)}, so that no wait exceeds the cap.`;
    }
  }
}

function lowered({ rules }: ScheduleContext): string {
  const worst = 'It lowers the minimum; the worst total stays that of no jitter.';
  return rules.minMs > 0
    ? `No wait is below the minimum of ${formatWait(rules.minMs)}, which can raise the mean. ${worst}`
    : worst;
}

/** Three times the wait before grows faster than most multipliers, so the worst total is usually the larger. */
function longerWorst({ rules, report }: ScheduleContext): string {
  let fullMs = 0;
  for (let retry = 1; retry < report.attempts; retry++)
    fullMs += rules.rawMs[Math.min(retry, rules.rawMs.length) - 1] ?? 0;
  if (report.total.maxMs <= fullMs) return 'Its worst total is no larger here than that of full jitter.';
  return `Its worst total, ${formatWait(report.total.maxMs)}, is larger than the ${formatWait(fullMs)} of full jitter with the same cap.`;
}
