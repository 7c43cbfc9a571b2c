// Google Cloud Pub/Sub: retryPolicy of a subscription. The wait before a message is delivered again grows exponentially from
// minimumBackoff to maximumBackoff, by a factor that is not published, on a best effort.

import { InputError } from '../../../core/errors.js';
import { isPlain } from '../../../core/policy/paths.js';
import type { Policy } from '../../../core/policy/policy.js';
import { readProtoDuration, toNanosecond, writeSeconds } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { delaysOf, growthOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { lossOf } from '../loss.js';
import { walk } from '../walk.js';

export interface PubSubSettings {
  readonly minMs: number;
  readonly maxMs: number;
  /** maxDeliveryAttempts of the dead-letter policy; Infinity without one. */
  readonly attempts: number;
}

export const pubSub: Format<PubSubSettings> = {
  id: 'pub-sub',
  title: 'Google Cloud Pub/Sub subscription',
  system: 'Pub/Sub',
  syntax: 'data',
  file: 'subscription.json',
  source: 'Pub/Sub REST reference, RetryPolicy and DeadLetterPolicy of projects.subscriptions',
  url: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions#RetryPolicy',
  date: '2026-11',
  because: {
    backoff: 'only its ends can be told, and each is at most 600 s',
    'backoff.multiplier': 'it grows by a factor of its own',
    'backoff.minMs': 'minimumBackoff is the first wait',
    jitter: 'it has no jitter that can be told',
    maxAttempts: 'a message is set aside after 5 to 100 deliveries',
    retryAfter: 'an answer has no place for it',
    retryOn: 'it repeats what is not acknowledged',
    'refusals.countAsAttempts': 'a refusal is a delivery like any other',
    attemptTimeoutMs: 'ackDeadlineSeconds is a field of its own',
    deadlineMs: 'messageRetentionDuration is a field of its own',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => delaysOf(growthIn(settings), retries),
};

const LONGEST_MS = 600_000;
const DEFAULTS = { minMs: 10_000, maxMs: LONGEST_MS, attempts: 5 };
const LEAST_ATTEMPTS = 5;
const MOST_ATTEMPTS = 100;
/** Assumed, since it is not published: what others grow by. */
const FACTOR = 2;

function fit(policy: Policy): PubSubSettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const minMs = Math.min(LONGEST_MS, toNanosecond(capMs === null ? baseMs : Math.min(baseMs, capMs)));
  const longestMs = Math.min(LONGEST_MS, Math.max(minMs, toNanosecond(capMs ?? LONGEST_MS)));
  return {
    minMs,
    maxMs: multiplier < 1.5 ? minMs : longestMs,
    attempts: Math.min(MOST_ATTEMPTS, Math.max(LEAST_ATTEMPTS, policy.maxAttempts)),
  };
}

function write({ minMs, maxMs, attempts }: PubSubSettings): string {
  const retryPolicy = { minimumBackoff: writeSeconds(minMs), maximumBackoff: writeSeconds(maxMs) };
  const deadLetterPolicy = { deadLetterTopic: 'projects/example/topics/dead-letters', maxDeliveryAttempts: attempts };
  return `${JSON.stringify({ retryPolicy, deadLetterPolicy }, null, 2)}\n`;
}

function growthIn({ minMs, maxMs }: PubSubSettings) {
  return minMs === maxMs
    ? { baseMs: minMs, multiplier: 1, capMs: null }
    : { baseMs: minMs, multiplier: FACTOR, capMs: maxMs };
}

function toPolicy(settings: PubSubSettings): Imported {
  const { maxAttempts, losses } = holdAttempts(settings.attempts, 'Pub/Sub');
  const growth = growthIn(settings);
  if (growth.multiplier !== 1) losses.push(lossOf('backoff.multiplier', 'approximated', 'doubles', UNTOLD));
  losses.push(lossOf('jitter', 'approximated', 'says none', BEST_EFFORT));
  losses.push(repeatsByStatus('Pub/Sub repeats what is not acknowledged in time'));
  return { policy: { backoff: growth, jitter: 'none', maxAttempts, ...REPEATS_ALL }, losses };
}

const UNTOLD = 'Pub/Sub says that a wait grows exponentially, but not by how much';
const BEST_EFFORT = 'Pub/Sub keeps to its waits on a best effort, so that one may be longer or shorter';

const RETRY = ['retryPolicy', 'retry_policy'];
const DEAD = ['deadLetterPolicy', 'dead_letter_policy'];
const MIN = ['minimumBackoff', 'minimum_backoff'];
const MAX = ['maximumBackoff', 'maximum_backoff'];
const ALLOWED = 'a subscription with retryPolicy or deadLetterPolicy, or a retryPolicy by itself';

function find(source: unknown): Found<PubSubSettings>[] {
  const found: Found<PubSubSettings>[] = [];
  walk(source, (node, path) => {
    // Envoy and others have a retry policy, too.
    const retry = RETRY.map((key) => node[key]).find(
      (value) => isPlain(value) && [...MIN, ...MAX].some((key) => key in value),
    );
    const isSubscription = retry !== undefined || DEAD.some((key) => isPlain(node[key]));
    if (isSubscription) {
      const name = typeof node.name === 'string' ? (node.name.split('/').at(-1) as string) : '';
      found.push({ name, read: () => read(new Fields(node, path)) });
    } else if (path === '' && [...MIN, ...MAX].some((key) => key in node)) {
      found.push({ name: '', read: () => read(new Fields({ retryPolicy: node }, '')) });
    }
  });
  if (found.length === 0) throw new InputError({ field: 'retryPolicy', value: undefined, allowed: ALLOWED });
  return found;
}

function read(subscription: Fields): Reading<PubSubSettings> {
  const [retry, dead] = [subscription.fields(...RETRY), subscription.fields(...DEAD)];
  const time = (names: readonly string[], fallback: number): number => {
    const ms = retry?.read(names, readProtoDuration) ?? fallback;
    return ms > LONGEST_MS ? (retry?.refuse(names, 'at most 600s') as never) : ms;
  };
  // Without a policy a message is delivered again at once.
  const minMs = retry === undefined ? 0 : time(MIN, DEFAULTS.minMs);
  const maxMs = retry === undefined ? 0 : time(MAX, DEFAULTS.maxMs);
  if (maxMs < minMs) return retry?.refuse(MAX, 'at least minimumBackoff') as never;
  // 0 is what a policy has that leaves the default to the service.
  const bounds = { min: 0, max: MOST_ATTEMPTS };
  const attempts = dead?.whole(['maxDeliveryAttempts', 'max_delivery_attempts'], bounds) || DEFAULTS.attempts;
  const settings = { minMs, maxMs, attempts: dead === undefined ? Infinity : attempts };
  return {
    settings,
    passedOver: [...(retry?.rest() ?? []), ...(dead?.rest(['deadLetterTopic', 'dead_letter_topic']) ?? [])],
  };
}
