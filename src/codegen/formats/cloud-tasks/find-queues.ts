// The queues of a file: REST and gcloud (retryConfig), Terraform (retry_config), queue.yaml (retry_parameters).

import { InputError } from '../../../core/errors.js';
import { parseDuration } from '../../../core/grammar/duration.js';
import { isPlain, type Plain } from '../../../core/policy/paths.js';
import { readProtoDuration, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { walk } from '../walk.js';
import type { CloudTasksSettings } from './settings.js';

const DEFAULTS = { attempts: 100, ageMs: 0, minMs: 100, maxMs: 3_600_000, doublings: 16 };
const CONFIGS = ['retryConfig', 'retry_config'];
const PARAMETERS = ['retryParameters', 'retry_parameters'];
const KEYS = [
  'maxAttempts',
  'max_attempts',
  'minBackoff',
  'min_backoff',
  'maxBackoff',
  'max_backoff',
  'maxDoublings',
  'max_doublings',
];
const ALLOWED = 'a queue with retryConfig (or retry_parameters in queue.yaml), or a retryConfig by itself';

export function findQueues(source: unknown): Found<CloudTasksSettings>[] {
  const found: Found<CloudTasksSettings>[] = [];
  walk(source, (node, path) => {
    const add = (
      keys: readonly string[],
      read: (value: unknown, where: string) => Reading<CloudTasksSettings>,
    ): boolean => {
      const key = keys.find((name) => isPlain(node[name]));
      if (key === undefined) return false;
      found.push({ name: nameOf(node), read: () => read(node[key], path === '' ? key : `${path}.${key}`) });
      return true;
    };
    if (add(CONFIGS, readConfig) || add(PARAMETERS, readParameters) || path !== '') return;
    if (KEYS.some((name) => name in node)) found.push({ name: '', read: () => readConfig(node, '') });
    else if ('task_retry_limit' in node || 'min_backoff_seconds' in node) {
      found.push({ name: '', read: () => readParameters(node, '') });
    }
  });
  if (found.length === 0) throw new InputError({ field: 'retryConfig', value: undefined, allowed: ALLOWED });
  return found;
}

/** The last part of projects/P/locations/L/queues/NAME. */
function nameOf({ name }: Plain): string {
  return typeof name === 'string' ? (name.split('/').at(-1) ?? '') : '';
}

function readConfig(value: unknown, where: string): Reading<CloudTasksSettings> {
  const fields = new Fields(value, where);
  const minMs = fields.read(['minBackoff', 'min_backoff'], readProtoDuration) ?? DEFAULTS.minMs;
  const maxMs = inSeconds(fields.read(['maxBackoff', 'max_backoff'], readProtoDuration) ?? DEFAULTS.maxMs);
  const attempts = fields.whole(['maxAttempts', 'max_attempts'], { min: -1 }) ?? DEFAULTS.attempts;
  const settings: CloudTasksSettings = {
    // 0 is what a queue has that leaves the default to the service.
    attempts: attempts === 0 ? DEFAULTS.attempts : attempts,
    ageMs: inSeconds(fields.read(['maxRetryDuration', 'max_retry_duration'], readProtoDuration) ?? DEFAULTS.ageMs),
    minMs,
    maxMs,
    doublings: fields.whole(['maxDoublings', 'max_doublings'], { min: 0 }) ?? DEFAULTS.doublings,
  };
  if (maxMs < minMs) return fields.refuse(['maxBackoff', 'max_backoff'], 'at least minBackoff');
  return { settings, passedOver: fields.rest() };
}

/** maxBackoff and maxRetryDuration are cut to whole seconds by the service. */
function inSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function readParameters(value: unknown, where: string): Reading<CloudTasksSettings> {
  const fields = new Fields(value, where);
  const retries = fields.whole(['task_retry_limit'], { min: 0 });
  const ageMs = fields.read(['task_age_limit'], parseDuration) ?? 0;
  const minMs = toNanosecond(1000 * (fields.number(['min_backoff_seconds'], { min: 0 }) ?? DEFAULTS.minMs / 1000));
  const maxMs = toNanosecond(1000 * (fields.number(['max_backoff_seconds'], { min: 0 }) ?? DEFAULTS.maxMs / 1000));
  if (maxMs < minMs) return fields.refuse(['max_backoff_seconds'], 'at least min_backoff_seconds');
  const doublings = fields.whole(['max_doublings'], { min: 0 }) ?? DEFAULTS.doublings;
  const settings = { attempts: retries === undefined ? -1 : retries + 1, ageMs, minMs, maxMs, doublings };
  return { settings, passedOver: fields.rest() };
}
