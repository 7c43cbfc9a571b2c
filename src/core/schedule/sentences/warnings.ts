import { isListed } from '../../policy/policy.js';
import { formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import { formatWait } from '../../text/format-time.js';
import type { Sayings } from '../../text/say.js';
import type { ScheduleContext } from './context.js';

/** Below this chance, retries that end within a window are bad luck rather than a plan gone wrong. */
const WORTH_A_WARNING = 0.05;

/** What is likely to hurt, or has no effect. All ids start with `warning-`. */
export const WARNINGS = {
  'warning-no-jitter': ({ rules, report }) => {
    if (rules.policy.jitter !== 'none' || report.attempts === 1) return null;
    return 'There is no jitter: clients that failed together come back together, again and again. Use full jitter for a fleet.';
  },
  'warning-no-cap': ({ rules, report }) => {
    const { backoff } = rules.policy;
    const last = report.retries.at(-1);
    if (backoff.capMs !== null || isListed(backoff) || last === undefined || last.maxMs === 0) return null;
    if (!rules.decorrelated && backoff.multiplier === 1) return null;
    const growth = rules.decorrelated ? 3 : backoff.multiplier;
    return `There is no cap: wait ${formatNumber(last.retry)} can take ${formatWait(last.maxMs)}, and each further one ${formatNumber(growth)} times as long.`;
  },
  'warning-cap-below-base': ({ rules, report }) => {
    const { capMs } = rules.policy.backoff;
    if (capMs === null || capMs >= rules.baseMs || report.attempts === 1) return null;
    return `The cap of ${formatWait(capMs)} is below the base of ${formatWait(rules.baseMs)}, so the cap is every raw delay and nothing ever grows.`;
  },
  'warning-multiplier-unused': ({ rules }) => {
    const { backoff, jitter, maxAttempts } = rules.policy;
    if (
      maxAttempts === 1 ||
      jitter !== 'decorrelated' ||
      isListed(backoff) ||
      backoff.multiplier === DEFAULT_MULTIPLIER
    )
      return null;
    return `The multiplier of ${formatNumber(backoff.multiplier)} has no effect with decorrelated jitter, which grows from the wait before.`;
  },
  'warning-jitter-unused': ({ rules, report }) => {
    const { total } = report;
    if (rules.policy.jitter === 'none' || total.maxMs === 0 || total.minMs < total.maxMs) return null;
    return 'The jitter has no effect: minimum and cap leave it nothing to draw from, so every client waits the same.';
  },
  'warning-no-wait': ({ report }) => {
    if (report.attempts === 1 || report.total.maxMs > 0) return null;
    return 'Every wait is 0, so retries follow at once, at the moment when they help least.';
  },
  'warning-retries-end-before-window': ({ rules, window }) => {
    if (window === null || rules.policy.maxAttempts === 1 || window.endsBeforeShare < WORTH_A_WARNING) return null;
    const { limit, windowMs, endsBeforeShare, meanMs } = window;
    const before = `end before the ${formatWait(windowMs)} window of the ${limit} limit does, after ${formatWait(meanMs)} on average`;
    const odds =
      endsBeforeShare === 1
        ? `The retries always ${before}`
        : `With a chance of ${formatShare(endsBeforeShare)} the retries ${before}`;
    const { countAsAttempts, max } = rules.policy.refusals;
    if (countAsAttempts) return `${odds}: a call that is refused all along fails, unless the server names the wait.`;
    return `${odds}: a client that counts refusals as attempts then fails the call. This policy does not, up to ${formatNumber(max)} refusals.`;
  },
} satisfies Sayings<ScheduleContext>;

const DEFAULT_MULTIPLIER = 2;
