// AWS Step Functions: Retry of a state. Wait of retry n: min(MaxDelaySeconds, IntervalSeconds · BackoffRate^(n−1)), or
// with JitterStrategy FULL drawn evenly from 0 to it.

import { InputError } from '../../../core/errors.js';
import type { Policy } from '../../../core/policy/policy.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { backoffOf, delaysOf, growthOf, isNearerFull } from '../growth.js';
import { holdAttempts, REPEATS_ALL } from '../habits.js';
import { lossOf } from '../loss.js';
import { walk } from '../walk.js';
import { errorsFor, retryOnFor } from './error-names.js';

export interface StepFunctionsSettings {
  readonly errors: readonly string[];
  readonly intervalSeconds: number;
  readonly maxRetries: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number | null;
  readonly jitter: 'FULL' | 'NONE';
}

const MOST = 99_999_999;
const LONGEST_DELAY_S = 31_622_399;

export const stepFunctions: Format<StepFunctionsSettings> = {
  id: 'step-functions',
  title: 'AWS Step Functions Retry',
  system: 'Step Functions',
  syntax: 'data',
  file: 'state-machine.asl.json',
  source: 'Amazon States Language specification and AWS Step Functions Developer Guide, Handling errors',
  url: 'https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html',
  date: '2026-11',
  because: {
    'backoff.baseMs': 'IntervalSeconds is in whole seconds from 1 on',
    'backoff.capMs': 'MaxDelaySeconds is in whole seconds, above IntervalSeconds',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'JitterStrategy is FULL or NONE',
    retryAfter: 'it does not read it',
    'retryOn.statuses': 'the errors of an HTTP task are named one by one',
    retryOn: 'it repeats by the name of the error',
    'refusals.countAsAttempts': 'a refusal is an error like any other',
    deadlineMs: 'TimeoutSeconds of a state is for one attempt',
    attemptTimeoutMs: 'TimeoutSeconds belongs to the state, not to its Retry',
  },
  fit,
  write: (settings) => `${JSON.stringify({ Retry: [retrierOf(settings)] }, null, 2)}\n`,
  find,
  toPolicy,
  meansMs: (settings, retries) => {
    const share = settings.jitter === 'FULL' ? 0.5 : 1;
    return delaysOf(growthIn(settings), retries).map((ms) => ms * share);
  },
};

function fit(policy: Policy): StepFunctionsSettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const isFlat = capMs !== null && capMs <= baseMs;
  const intervalSeconds = wholeSeconds(isFlat ? capMs : baseMs, 1, MOST);
  return {
    errors: errorsFor(policy.retryOn),
    intervalSeconds,
    maxRetries: policy.maxAttempts - 1,
    // MaxDelaySeconds must be above the interval, so waits that are all the cap do not grow instead.
    backoffRate: isFlat ? 1 : multiplier,
    maxDelaySeconds: capMs === null || isFlat ? null : wholeSeconds(capMs, intervalSeconds + 1, LONGEST_DELAY_S),
    jitter: isNearerFull(policy) ? 'FULL' : 'NONE',
  };
}

function wholeSeconds(ms: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(ms / 1000)));
}

function retrierOf({
  errors,
  intervalSeconds,
  maxRetries,
  backoffRate,
  maxDelaySeconds,
  jitter,
}: StepFunctionsSettings) {
  return {
    ErrorEquals: errors,
    IntervalSeconds: intervalSeconds,
    MaxAttempts: maxRetries,
    BackoffRate: backoffRate,
    ...(maxDelaySeconds === null ? {} : { MaxDelaySeconds: maxDelaySeconds }),
    JitterStrategy: jitter,
  };
}

function growthIn({ intervalSeconds, backoffRate, maxDelaySeconds }: StepFunctionsSettings) {
  const capMs = maxDelaySeconds === null ? null : maxDelaySeconds * 1000;
  return { baseMs: intervalSeconds * 1000, multiplier: backoffRate, capMs };
}

function toPolicy(settings: StepFunctionsSettings): Imported {
  const { errors, maxRetries, jitter } = settings;
  const { maxAttempts, losses } = holdAttempts(maxRetries + 1, 'Step Functions');
  const { retryOn, untold } = retryOnFor(errors);
  if (untold.length > 0) {
    const does = `Step Functions repeats on ${untold.join(', ')}`;
    losses.push(lossOf('retryOn.statuses', 'approximated', 'repeats by status', does));
  }
  const policy = {
    backoff: backoffOf(growthIn(settings), maxAttempts - 1),
    jitter: jitter === 'FULL' ? 'full' : 'none',
    maxAttempts,
    ...REPEATS_ALL,
    retryOn,
  };
  return { policy, losses };
}

const ALLOWED = 'a state machine, a state with Retry, or the list of its retriers';

/** Every retrier of every state, those of nested state machines included. */
function find(source: unknown): Found<StepFunctionsSettings>[] {
  const found: Found<StepFunctionsSettings>[] = [];
  const add = (retriers: readonly unknown[], state: string, path: string): void => {
    for (const [index, retrier] of retriers.entries()) {
      const name = retriers.length > 1 ? `${state}[${index}]` : state;
      found.push({ name, read: () => read(retrier, `${path}[${index}]`) });
    }
  };
  if (Array.isArray(source)) add(source, '', 'Retry');
  walk(source, (node, path) => {
    if (Array.isArray(node.Retry))
      add(node.Retry, path.split('.').at(-1) ?? '', path === '' ? 'Retry' : `${path}.Retry`);
    else if (path === '' && node.ErrorEquals !== undefined) found.push({ name: '', read: () => read(node, '') });
  });
  if (found.length === 0) throw new InputError({ field: 'Retry', value: undefined, allowed: ALLOWED });
  return found;
}

function read(retrier: unknown, where: string): Reading<StepFunctionsSettings> {
  const fields = new Fields(retrier, where);
  const errors = fields.texts(['ErrorEquals']);
  if (errors === undefined || errors.length === 0) return fields.refuse(['ErrorEquals'], 'a list of error names');
  const intervalSeconds = fields.whole(['IntervalSeconds'], { min: 1, max: MOST }) ?? 1;
  const maxDelaySeconds = fields.whole(['MaxDelaySeconds'], { min: 1, max: LONGEST_DELAY_S }) ?? null;
  if (maxDelaySeconds !== null && maxDelaySeconds <= intervalSeconds) {
    return fields.refuse(['MaxDelaySeconds'], `more than IntervalSeconds, ${intervalSeconds}`);
  }
  const jitter = fields.text(['JitterStrategy']) ?? 'NONE';
  if (jitter !== 'FULL' && jitter !== 'NONE') return fields.refuse(['JitterStrategy'], 'FULL or NONE');
  const settings: StepFunctionsSettings = {
    errors,
    intervalSeconds,
    maxRetries: fields.whole(['MaxAttempts'], { min: 0, max: MOST }) ?? 3,
    backoffRate: fields.number(['BackoffRate'], { min: 1 }) ?? 2,
    maxDelaySeconds,
    jitter,
  };
  return { settings, passedOver: fields.rest(['Comment']) };
}
