// The window of OpenAI's limits, which no header states.

import { decimalPoint } from '../decimal-delay.js';
import { quoteValue } from '../header-warning.js';
import type { InferredWindow, WindowClues } from './dialect.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * A minute, or for requests a day. OpenAI documents limits per minute and per day and gives no rule for which of them
 * the headers show, so a minute is assumed unless the reset of the requests refutes it: resets of 8.64 s, a day ÷
 * 10,000, are seen at OpenAI. To take 10,000 a day for 10,000 a minute would be wrong by a factor of 1,440. Tokens are
 * taken as per minute whatever their reset says: OpenAI's own example gives 16 of 150,000 tokens six minutes, which fits
 * no window.
 */
export function openaiWindow(field: string, isRequests: boolean, clues: WindowClues): InferredWindow {
  const { limit, remaining, resetMs, resetText, view } = clues;
  if (limit === null) return { windowMs: MINUTE_MS, isInferred: true };
  const used = remaining === null ? 0 : limit - remaining;
  const isDuration = decimalPoint(resetText) === -1;
  const fit = fitOf(isRequests, limit, used, isDuration, resetMs);
  if (fit === 'minute') return { windowMs: MINUTE_MS, isInferred: true };
  const because = `a reset in ${quoteValue(resetText)}${used > 0 ? ` with ${used} used` : ''} does not fit a minute`;
  if (fit === 'day') {
    view.warn('window-inferred', `${field}: ${limit} is taken as per day, since ${because}`);
    // Below a minute it is a coincidence of figures that a fast window could bring about, too.
    const isDoubtful = resetMs !== null && resetMs <= MINUTE_MS;
    return { windowMs: DAY_MS, name: 'requestsPerDay', isInferred: true, isDoubtful };
  }
  view.warn('reset-does-not-fit', `${field}: ${limit} is taken as per minute, although ${because}`);
  return { windowMs: MINUTE_MS, isInferred: true };
}

/** What the reset says about the window: a minute, a day, or a minute for want of anything that fits. */
type Fit = 'minute' | 'day' | 'misfit';

/** Shorter resets are too coarse: they come in whole milliseconds, so 1 ms may stand for a tenth of that. */
const SHORTEST_TELLING_RESET_MS = 10;

/** A request that is used alone comes back in one step of the bucket, less what has come back already. */
const LEAST_OF_ONE_STEP = 0.9;

/**
 * The reset is the time to a full bucket, used × window ÷ amount on one that refills continuously. So a reading implies
 * window = reset × amount ÷ used: 8.64 s for one request of 10,000 is a day to the second. What is left is rounded down,
 * so the reset lies within the last of as many steps as are used. A window that ends in 10 s says 10 s however much is
 * used, which is within that step by accident at most; and always where one is used, so that one has to fit closely.
 */
function fitOf(isRequests: boolean, amount: number, used: number, isDuration: boolean, resetMs: number | null): Fit {
  if (resetMs === null || resetMs < SHORTEST_TELLING_RESET_MS) return 'minute';
  // No quota per minute takes longer than a minute to be whole again. For requests the documented alternative is a day.
  if (isRequests && resetMs > MINUTE_MS) return 'day';
  // Plain seconds are those of a fixed window, which says nothing of how fast it refills.
  if (!isDuration || used <= 0) return resetMs > MINUTE_MS ? 'misfit' : 'minute';
  if ((resetMs * amount) / used <= 2 * MINUTE_MS) return 'minute';
  const steps = (resetMs * amount) / DAY_MS;
  const isInLastStep = steps > Math.max(used - 1, LEAST_OF_ONE_STEP) && steps <= 1.05 * used;
  return isRequests && isInLastStep ? 'day' : 'misfit';
}
