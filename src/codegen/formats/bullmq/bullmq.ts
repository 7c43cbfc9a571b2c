// BullMQ: attempts and backoff of a job. Wait of retry n: delay · 2^(n−1) (exponential) or delay (fixed), drawn evenly
// from the share 1 − jitter of it to all of it.

import { InputError } from '../../../core/errors.js';
import { isPlain } from '../../../core/policy/paths.js';
import type { Policy } from '../../../core/policy/policy.js';
import { LONGEST_MS } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { delaysOf, growthOf, jitterOf, round, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { walk } from '../walk.js';

export interface BullmqSettings {
  /** The first one included. */
  readonly attempts: number;
  readonly type: 'fixed' | 'exponential';
  readonly delayMs: number;
  /** 0 to 1: how much of the wait is drawn. */
  readonly jitter: number;
}

export const bullmq: Format<BullmqSettings> = {
  id: 'bullmq',
  title: 'BullMQ job options',
  system: 'BullMQ',
  syntax: 'data',
  file: 'job-options.json',
  source: 'npm bullmq 6.7.0, dist/esm/classes/backoffs.js, and the guide Retrying failing jobs',
  url: 'https://docs.bullmq.io/guide/retrying-failing-jobs',
  date: '2026-11',
  because: {
    'backoff.baseMs': 'delay is the longest wait that is drawn, in whole milliseconds',
    'backoff.multiplier': 'a wait doubles or stays',
    'backoff.capMs': 'a wait has no upper limit',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'a wait is drawn from below its delay',
    retryAfter: 'only code can obey it, by moving the job to delayed',
    retryOn: 'it repeats whatever the job throws',
    'refusals.countAsAttempts': 'a refusal is an error like any other',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => {
    return delaysOf(growthIn(settings), retries).map((ms) => ms * (1 - settings.jitter / 2));
  },
};

function fit(policy: Policy): BullmqSettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const [low, high] = sharesOf(policy);
  return {
    attempts: policy.maxAttempts,
    type: multiplier < 1.5 ? 'fixed' : 'exponential',
    // The delay is the longest wait that can be drawn, which is not the raw delay where a jitter goes beyond it.
    delayMs: Math.min(LONGEST_MS, Math.round((capMs === null ? baseMs : Math.min(baseMs, capMs / high)) * high)),
    jitter: round(1 - low / high, 6),
  };
}

function write({ attempts, type, delayMs, jitter }: BullmqSettings): string {
  const backoff = { type, delay: delayMs, ...(jitter === 0 ? {} : { jitter }) };
  return `${JSON.stringify({ attempts, backoff }, null, 2)}\n`;
}

function growthIn({ type, delayMs }: BullmqSettings) {
  return { baseMs: delayMs, multiplier: type === 'fixed' ? 1 : 2, capMs: null };
}

function toPolicy(settings: BullmqSettings): Imported {
  const { maxAttempts, losses } = holdAttempts(settings.attempts, 'BullMQ');
  losses.push(repeatsByStatus('BullMQ repeats whatever the job throws'));
  const policy = {
    backoff: growthIn(settings),
    jitter: jitterOf(round(1 - settings.jitter, 6), 1),
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}

const ALLOWED = 'job options with attempts and backoff';

function find(source: unknown): Found<BullmqSettings>[] {
  const found: Found<BullmqSettings>[] = [];
  walk(source, (node, path) => {
    if (node.attempts === undefined && (node.backoff === undefined || path.endsWith('backoff'))) return;
    found.push({ name: path, read: () => read(node, path) });
  });
  if (found.length === 0) throw new InputError({ field: 'attempts', value: undefined, allowed: ALLOWED });
  return found;
}

function read(node: unknown, path: string): Reading<BullmqSettings> {
  const fields = new Fields(node, path);
  // 0 and 1 both mean one attempt.
  const attempts = Math.max(1, fields.whole(['attempts'], { min: 0 }) ?? 1);
  const backoff = fields.value('backoff') ?? 0;
  if (!isPlain(backoff)) {
    const delayMs = fields.whole(['backoff'], { min: 0 }) ?? 0;
    return { settings: { attempts, type: 'fixed', delayMs, jitter: 0 }, passedOver: [] };
  }
  const inner = new Fields(backoff, fields.path('backoff'));
  const type = inner.text(['type']);
  if (type !== 'fixed' && type !== 'exponential') {
    return inner.refuse(['type'], 'fixed or exponential, since a strategy of your own is code');
  }
  const delayMs = inner.whole(['delay'], { min: 0 }) ?? 0;
  const jitter = inner.number(['jitter'], { min: 0, max: 1 }) ?? 0;
  return { settings: { attempts, type, delayMs, jitter }, passedOver: inner.rest() };
}
