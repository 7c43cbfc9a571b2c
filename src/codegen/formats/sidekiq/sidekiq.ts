// Sidekiq: retry and sidekiq_retry_in of a job class. Wait of retry n: (n−1)⁴ + 15 s, or the whole seconds that the block
// returns, and a whole number of seconds more that is drawn from those below 10 · n.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy } from '../../../core/policy/policy.js';
import type { Format, Imported } from '../format.js';
import { growthOf, listedBackoff, rawDelays } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { lossOf } from '../loss.js';
import { findJobs } from './find-jobs.js';
import { jitterMean, type SidekiqDelays, type SidekiqSettings, sidekiqDelay } from './settings.js';

export const sidekiq: Format<SidekiqSettings> = {
  id: 'sidekiq',
  title: 'Sidekiq job',
  system: 'Sidekiq',
  syntax: 'text',
  file: 'example_job.rb',
  source: 'sidekiq/sidekiq lib/sidekiq/job_retry.rb, 8.1',
  url: 'https://github.com/sidekiq/sidekiq/wiki/Error-Handling#automatic-job-retry',
  date: '2026-11',
  because: {
    backoff: 'a wait is a whole number of seconds from 1 on',
    'backoff.multiplier': 'a wait is a whole number of seconds from 1 on',
    'backoff.capMs': 'a wait is a whole number of seconds from 1 on',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'it adds less than 10 s to the first wait, 20 s to the second, 30 s to the third',
    retryAfter: 'only code can obey it, by what sidekiq_retry_in returns',
    retryOn: 'it repeats whatever the job raises',
    'refusals.countAsAttempts': 'a refusal is an exception like any other',
    attemptTimeoutMs: 'a job has no timeout',
    deadlineMs: 'retry_for is a time in place of a count',
  },
  fit,
  write,
  find: findJobs,
  toPolicy,
  meansMs: (settings, retries) => {
    return Array.from({ length: retries }, (_, index) => sidekiqDelay(settings, index + 1) + jitterMean(index + 1));
  },
};

/** As good as no end: a year. */
const LONGEST_S = 31_536_000;

function fit(policy: Policy): SidekiqSettings {
  const retries = policy.maxAttempts - 1;
  const delaysS = rawDelays(policy).map((ms) => toSeconds(ms));
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const first = toSeconds(Math.min(baseMs, capMs ?? baseMs));
  const factor = Math.max(1, Math.round(multiplier));
  if (factor === multiplier && 'baseMs' in policy.backoff && factor > 1) {
    const maxS = Math.max(first, toSeconds(capMs ?? LONGEST_S * 1000));
    return { retries, delays: { kind: 'exponential', baseS: first, factor, maxS } };
  }
  return { retries, delays: { kind: 'list', delaysS: delaysS.length === 0 ? [first] : delaysS } };
}

function toSeconds(ms: number): number {
  return Math.min(LONGEST_S, Math.max(1, Math.round(ms / 1000)));
}

function write({ retries, delays }: SidekiqSettings): string {
  return [
    "require 'sidekiq'",
    '',
    'class ExampleJob',
    '  include Sidekiq::Job',
    '',
    `  sidekiq_options retry: ${retries}`,
    ...(delays === null ? [] : [`  sidekiq_retry_in { |count| ${expression(delays)} }`]),
    '',
    '  def perform(id)',
    '    # …',
    '  end',
    'end',
    '',
  ].join('\n');
}

function expression(delays: SidekiqDelays): string {
  if (delays.kind === 'linear') return `${digitsOf(delays.stepS)} * (count + 1)`;
  if (delays.kind === 'exponential') {
    const growth = `${digitsOf(delays.baseS)} * ${digitsOf(delays.factor)}**count`;
    return delays.maxS === null ? growth : `[${growth}, ${digitsOf(delays.maxS)}].min`;
  }
  const last = digitsOf(delays.delaysS.at(-1) ?? 1);
  return delays.delaysS.every((one) => digitsOf(one) === last)
    ? last
    : `[${delays.delaysS.map(digitsOf).join(', ')}].fetch(count, ${last})`;
}

function toPolicy(settings: SidekiqSettings): Imported {
  const { delays } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.retries + 1, 'Sidekiq');
  losses.push(lossOf('jitter', 'dropped', 'has no jitter that is added', ADDED));
  losses.push(repeatsByStatus('Sidekiq repeats whatever the job raises'));
  const each = Array.from({ length: Math.max(1, maxAttempts - 1) }, (_, index) => sidekiqDelay(settings, index + 1));
  const isPlain = delays?.kind === 'exponential' && Number.isInteger(delays.baseS) && Number.isInteger(delays.factor);
  const isHeld = isPlain && delays.baseS > 0 && delays.factor >= 1 && delays.factor <= 10 && (delays.maxS ?? 1) >= 1;
  const capMs = isHeld && delays.maxS !== null ? Math.floor(delays.maxS) * 1000 : null;
  const backoff = isHeld ? { baseMs: delays.baseS * 1000, multiplier: delays.factor, capMs } : listedBackoff(each);
  return { policy: { backoff, jitter: 'none', maxAttempts, ...REPEATS_ALL }, losses };
}

const ADDED = 'Sidekiq adds whole seconds to every wait, fewer than 10 times the number of the retry';
