import type { Load } from '../../../src/core/capacity/load.js';
import { digitsOf } from '../../../src/core/grammar/digits.js';
import { formatJitter } from '../../../src/core/grammar/jitter.js';
import { isListed, type Policy } from '../../../src/core/policy/policy.js';
import { writeDuration } from '../../../src/core/policy/written.js';
import { formatNumber } from '../../../src/core/text/format-number.js';
import { formatShare } from '../../../src/core/text/format-share.js';
import { formatWait } from '../../../src/core/text/format-time.js';

/** A policy in one line: what decides its waits. */
export function describePolicy({ backoff, jitter, maxAttempts }: Policy): string {
  return [
    maxAttempts === 1 ? '1 attempt' : `${formatNumber(maxAttempts)} attempts`,
    isListed(backoff)
      ? `listed delays ${backoff.delaysMs.slice(0, 3).map(writeDuration).join(', ')}${backoff.delaysMs.length > 3 ? ', …' : ''}`
      : `base ${writeDuration(backoff.baseMs)} × ${digitsOf(backoff.multiplier)}`,
    backoff.capMs === null ? 'no cap' : `cap ${writeDuration(backoff.capMs)}`,
    ...(backoff.minMs === 0 ? [] : [`at least ${writeDuration(backoff.minMs)}`]),
    typeof jitter === 'string'
      ? jitter === 'none'
        ? 'no jitter'
        : `${jitter} jitter`
      : `jitter ${formatJitter(jitter)}`,
  ].join(' · ');
}

/** What is known of a load that the schedule depends on, in one line; empty when nothing is. */
export function describeLoad({ success, latencyMs, deadlineMs }: Load): string {
  return [
    ...(success === null ? [] : [`success ${formatShare(success.value)}`]),
    ...(latencyMs === null ? [] : [`latency ${formatWait(latencyMs)}`]),
    ...(deadlineMs === null ? [] : [`deadline ${formatWait(deadlineMs)}`]),
  ].join(' · ');
}
