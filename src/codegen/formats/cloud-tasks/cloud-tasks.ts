// Google Cloud Tasks: retryConfig of a queue. The wait starts at minBackoff, doubles maxDoublings times, then grows by
// what it has reached, and stays at maxBackoff.

import type { Policy } from '../../../core/policy/policy.js';
import { isListed } from '../../../core/policy/policy.js';
import { LONGEST_MS, toNanosecond, writeSeconds } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { delaysOf, growthOf, rawDelays } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { lossOf } from '../loss.js';
import { findQueues } from './find-queues.js';
import { attemptsOf, type CloudTasksSettings, taskDelays } from './settings.js';

export const cloudTasks: Format<CloudTasksSettings> = {
  id: 'cloud-tasks',
  title: 'Google Cloud Tasks queue',
  system: 'Cloud Tasks',
  syntax: 'data',
  file: 'queue.json',
  source: 'Cloud Tasks REST reference, RetryConfig of projects.locations.queues',
  url: 'https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues#RetryConfig',
  date: '2026-11',
  because: {
    jitter: 'a queue has no jitter',
    backoff: 'a wait doubles, then grows by the same step, then stays',
    'backoff.multiplier': 'a wait doubles or stays',
    'backoff.capMs': 'maxBackoff is in whole seconds, and never below minBackoff',
    'backoff.minMs': 'minBackoff is the first wait',
    retryAfter: 'it does not promise to obey it',
    retryOn: 'it repeats whatever is not answered with 2xx',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    deadlineMs: 'maxRetryDuration ends nothing before maxAttempts is reached as well',
    attemptTimeoutMs: 'dispatchDeadline belongs to a task, not to its queue',
  },
  fit,
  write,
  find: findQueues,
  toPolicy,
  meansMs: taskDelays,
};

const MOST_DOUBLINGS = 60;

function fit(policy: Policy): CloudTasksSettings {
  const { maxAttempts } = policy;
  const settings = { attempts: maxAttempts, ageMs: 0 };
  const exact = isListed(policy.backoff) ? ofListed(policy) : null;
  if (exact !== null) return { ...settings, ...exact };
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const minMs = toNanosecond(capMs === null ? baseMs : Math.min(baseMs, capMs));
  // A wait that does not grow is one that has reached its longest at once.
  if (multiplier < 1.5) return { ...settings, minMs, maxMs: wholeSeconds(minMs), doublings: 0 };
  const limitMs = capMs ?? Math.max(minMs, ...delaysOf({ baseMs: minMs, multiplier: 2, capMs: null }, maxAttempts - 1));
  const maxMs = Math.max(wholeSeconds(limitMs), wholeSeconds(minMs));
  const needed = minMs === 0 ? 0 : Math.ceil(Math.log2(maxMs / minMs));
  return { ...settings, minMs, maxMs, doublings: Math.max(0, Math.min(MOST_DOUBLINGS, maxAttempts - 2, needed)) };
}

/** At least the time itself, since a shorter maxBackoff is refused, and at least a second. */
function wholeSeconds(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms / 1000)) * 1000);
}

/** The settings that give listed delays exactly, if there are any. */
function ofListed(policy: Policy): Pick<CloudTasksSettings, 'minMs' | 'maxMs' | 'doublings'> | null {
  const delays = rawDelays(policy);
  const minMs = toNanosecond(delays[0] ?? 0);
  const maxMs = wholeSeconds(Math.max(...delays, 0));
  for (let doublings = 0; doublings < Math.min(delays.length, MOST_DOUBLINGS); doublings++) {
    const made = taskDelays({ attempts: 1, ageMs: 0, minMs, maxMs, doublings }, delays.length);
    if (made.every((ms, index) => ms === delays[index])) return { minMs, maxMs, doublings };
  }
  return null;
}

function write({ attempts, ageMs, minMs, maxMs, doublings }: CloudTasksSettings): string {
  const retryConfig = {
    maxAttempts: attempts,
    maxRetryDuration: writeSeconds(ageMs),
    minBackoff: writeSeconds(minMs),
    maxBackoff: writeSeconds(maxMs),
    maxDoublings: doublings,
  };
  return `${JSON.stringify({ retryConfig }, null, 2)}\n`;
}

function toPolicy(settings: CloudTasksSettings): Imported {
  const { maxAttempts, losses } = holdAttempts(attemptsOf(settings), 'Cloud Tasks');
  if (settings.ageMs > 0) losses.push(lossOf('maxAttempts', 'approximated', `has ${maxAttempts} attempts`, AGE));
  losses.push(repeatsByStatus('Cloud Tasks repeats whatever is not a 2xx'));
  const policy = {
    backoff: backoffIn(settings, maxAttempts - 1),
    jitter: 'none',
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}

const AGE = 'Cloud Tasks goes on until maxRetryDuration has passed as well, counted here as if attempts took no time';

/** Doubling where the queue only doubles; the delays one by one where it goes on in steps. */
function backoffIn(settings: CloudTasksSettings, retries: number) {
  const { minMs, maxMs } = settings;
  if (minMs === maxMs) return { baseMs: minMs, multiplier: 1, capMs: maxMs };
  const delaysMs = taskDelays(settings, Math.max(1, retries));
  const growth = { baseMs: minMs, multiplier: 2, capMs: maxMs };
  const doubled = delaysOf(growth, delaysMs.length);
  if (delaysMs.every((ms, index) => ms === doubled[index])) return growth;
  const reached = delaysMs.indexOf(maxMs);
  return { delaysMs: reached === -1 ? delaysMs : delaysMs.slice(0, reached + 1), capMs: maxMs };
}
