// Kubernetes: wait.Backoff of apimachinery, as ExponentialBackoff and retry.OnError run it. Wait of retry n:
// Duration · Factor^(n−1), to which up to Jitter times as much is added. Reaching Cap ends the loop.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy } from '../../../core/policy/policy.js';
import { toNanosecond } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { backoffOf, delaysOf, growthOf, jitterOf, round, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { lossOf } from '../loss.js';
import { findBackoffs } from './find-backoffs.js';
import { writeGoTime } from './go-time.js';
import { attemptsIn, type KubernetesSettings } from './settings.js';

export const kubernetes: Format<KubernetesSettings> = {
  id: 'kubernetes',
  title: 'Kubernetes wait.Backoff',
  system: 'wait.Backoff',
  syntax: 'text',
  file: 'backoff.go',
  source: 'Go module k8s.io/apimachinery v0.34.2, pkg/util/wait/backoff.go',
  url: 'https://pkg.go.dev/k8s.io/apimachinery/pkg/util/wait#Backoff',
  date: '2026-11',
  because: {
    'backoff.capMs':
      'reaching Cap ends the loop, so it is set only where no wait reaches it and no jitter goes beyond it',
    'backoff.minMs': 'it has no shortest wait',
    'backoff.baseMs': 'Duration is the shortest wait that is drawn',
    jitter: 'jitter is only ever added',
    retryAfter: 'it does not read it',
    retryOn: 'the condition is code',
    'refusals.countAsAttempts': 'a refusal is an error like any other',
    attemptTimeoutMs: 'time is for the context to end',
    deadlineMs: 'time is for the context to end',
  },
  fit,
  write,
  find: findBackoffs,
  toPolicy,
  meansMs: (settings, retries) => delaysOf(growthIn(settings), retries).map((ms) => ms * (1 + settings.jitter / 2)),
};

/** More than that many times the duration is no jitter any more, and no policy holds it. */
const MOST_JITTER = 99;

function fit(policy: Policy): KubernetesSettings {
  const growth = growthOf(policy);
  const [low, high] = sharesOf(policy);
  const { capMs } = growth;
  const isAbove0 = low > high / MOST_JITTER;
  const firstMs = capMs === null ? growth.baseMs : Math.min(growth.baseMs, capMs / high);
  const isFlat = growth.multiplier === 1 || (capMs !== null && growth.baseMs >= capMs);
  // Jitter is only added. From (nearly) 0 on nothing could be drawn, so the middle is kept and as much as the duration is added.
  const durationMs = toNanosecond(firstMs * (isAbove0 ? low : (low + high) / 3));
  const settings = {
    durationMs,
    factor: isFlat ? 1 : growth.multiplier,
    jitter: isAbove0 ? round(high / low - 1, 9) : 1,
    steps: policy.maxAttempts,
    capMs: null,
  };
  // 0 is no cap in Go.
  if (capMs === null || toNanosecond(capMs) === 0 || settings.jitter > 0) return settings;
  const capped = { ...settings, capMs: toNanosecond(capMs) };
  return attemptsIn(capped) === policy.maxAttempts ? capped : settings;
}

function write({ durationMs, factor, jitter, steps, capMs }: KubernetesSettings): string {
  return [
    'wait.Backoff{',
    `\tDuration: ${writeGoTime(durationMs)},`,
    `\tFactor:   ${digitsOf(factor)},`,
    `\tJitter:   ${digitsOf(jitter)},`,
    `\tSteps:    ${steps},`,
    ...(capMs === null ? [] : [`\tCap:      ${writeGoTime(capMs)},`]),
    '}',
    '',
  ].join('\n');
}

/** Factor 0 leaves the duration as it is. */
function growthIn({ durationMs, factor }: KubernetesSettings) {
  return { baseMs: durationMs, multiplier: factor === 0 ? 1 : factor, capMs: null };
}

function toPolicy(settings: KubernetesSettings): Imported {
  const { jitter, steps, capMs } = settings;
  const attempts = attemptsIn(settings);
  const { maxAttempts, losses } = holdAttempts(attempts, 'wait.Backoff');
  losses.push(repeatsByStatus('wait.Backoff asks the condition, which is code'));
  if (attempts < steps) {
    const does = `with Cap the loop ends after ${attempts} of ${steps} steps, and a last wait that nothing follows`;
    losses.push(lossOf('backoff.capMs', 'approximated', `has ${maxAttempts} attempts and no cap`, does));
  }
  const growth = growthIn(settings);
  // A cap that no wait reaches says nothing; it is kept for who reads the policy.
  const keptCapMs = capMs !== null && attempts === steps && jitter === 0 ? capMs : null;
  const policy = {
    backoff: backoffOf({ ...growth, capMs: keptCapMs }, maxAttempts - 1),
    jitter: jitterOf(1, round(1 + jitter, 9)),
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}
