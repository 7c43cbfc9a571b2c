// gRPC service config: methodConfig[].retryPolicy. Wait of retry n: min(initial · multiplier^(n−1), max) · U(0.8, 1.2).

import type { Policy, PolicyInput, RetryBudgetInput } from '../../../core/policy/policy.js';
import { COUNTED, obeyed } from '../../../core/presets/habits.js';
import { timeOrNull, toNanosecond, writeSeconds } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { backoffOf, delaysOf, growthOf } from '../growth.js';
import { type Loss, lossOf } from '../loss.js';
import { codesFor, statusesOf } from './codes.js';
import { findMethods } from './find-methods.js';
import { type GrpcSettings, HIGH, LOW, MOST_ATTEMPTS } from './settings.js';

/** The longest push-back that gRPC can be told, in ms. */
const LONGEST_PUSHBACK_MS = 2_147_483_647;

export const grpc: Format<GrpcSettings> = {
  id: 'grpc',
  title: 'gRPC service config',
  system: 'gRPC',
  syntax: 'data',
  file: 'service-config.json',
  source: 'grpc/proposal A6-client-retries.md and grpc/grpc-proto service_config.proto',
  url: 'https://github.com/grpc/proposal/blob/master/A6-client-retries.md',
  date: '2026-06',
  because: {
    maxAttempts: `it makes at most ${MOST_ATTEMPTS}`,
    jitter: 'its jitter is fixed at ±20 %, so that waits reach 1.2 times maxBackoff',
    'backoff.capMs': 'maxBackoff is the longest delay before the jitter of ±20 %',
    'backoff.baseMs': 'initialBackoff is above 0 and has nine decimals',
    'backoff.minMs': 'it has no shortest wait',
    retryOn: 'it repeats by status code of gRPC, whatever the method',
    'retryOn.networkErrors': 'a connection that fails is UNAVAILABLE',
    retryAfter: 'it obeys grpc-retry-pushback-ms only, with nothing added',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    retryBudget: 'retryThrottling counts every failure and stops at half of its tokens',
    attemptTimeoutMs: 'timeout is for the call as a whole',
  },
  fit,
  write,
  find: findMethods,
  toPolicy,
  meansMs: (settings, retries) => (settings.retry === null ? [] : delaysOf(settings.retry, retries)),
};

function fit(policy: Policy): GrpcSettings {
  const timeoutMs = timeOrNull(policy.deadlineMs);
  const throttling = throttlingOf(policy.retryBudget);
  if (policy.maxAttempts === 1) return { name: null, timeoutMs, retry: null, throttling };
  const maxAttempts = Math.min(MOST_ATTEMPTS, policy.maxAttempts);
  const growth = growthOf(policy);
  const baseMs = Math.max(1e-6, toNanosecond(growth.baseMs));
  // Without a cap it must have one all the same: one that is only just reached.
  const reachedMs = Math.max(...delaysOf({ ...growth, baseMs, capMs: null }, maxAttempts - 1));
  const capMs = Math.max(1e-6, toNanosecond(growth.capMs === null ? reachedMs : growth.capMs / HIGH));
  const retry = { maxAttempts, baseMs, multiplier: growth.multiplier, capMs, codes: codesFor(policy.retryOn) };
  return { name: null, timeoutMs, retry, throttling };
}

function throttlingOf(budget: Policy['retryBudget']): GrpcSettings['throttling'] {
  if (budget === null || budget.kind === 'ratio') return null;
  const cost = budget.cost.transient || 1;
  const maxTokens = Math.min(1000, Math.max(1, Math.round((2 * budget.capacity) / cost)));
  return { maxTokens, tokenRatio: Math.max(0.001, Number((budget.refund.firstTry / cost).toFixed(3))) };
}

function write({ timeoutMs, retry, throttling }: GrpcSettings): string {
  const document = {
    methodConfig: [
      {
        name: [{}],
        ...(timeoutMs === null ? {} : { timeout: writeSeconds(timeoutMs) }),
        ...(retry === null
          ? {}
          : {
              retryPolicy: {
                maxAttempts: retry.maxAttempts,
                initialBackoff: writeSeconds(retry.baseMs),
                maxBackoff: writeSeconds(retry.capMs),
                backoffMultiplier: retry.multiplier,
                retryableStatusCodes: retry.codes,
              },
            }),
      },
    ],
    ...(throttling === null ? {} : { retryThrottling: throttling }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toPolicy({ timeoutMs, retry, throttling }: GrpcSettings): Imported {
  const losses: Loss[] = [];
  const budget = budgetOf(throttling);
  if (throttling !== null) losses.push(lossOf('retryBudget', 'approximated', BUDGET, THROTTLING));
  const common = {
    refusals: COUNTED,
    retryAfter: obeyed(LONGEST_PUSHBACK_MS),
    ...(timeoutMs === null ? {} : { deadlineMs: timeoutMs }),
    ...(budget === null ? {} : { retryBudget: budget }),
  };
  if (retry === null) return { policy: { maxAttempts: 1, ...common }, losses };
  if (retry.maxAttempts > MOST_ATTEMPTS) {
    const does = `the config asks for ${retry.maxAttempts}, and gRPC makes at most ${MOST_ATTEMPTS}`;
    losses.push(lossOf('maxAttempts', 'approximated', `has ${MOST_ATTEMPTS} attempts`, does));
  }
  const { statuses, networkErrors, unmapped } = statusesOf(retry.codes);
  if (unmapped.length > 0) {
    losses.push(
      lossOf('retryOn.statuses', 'dropped', 'has no status for it', `gRPC also repeats ${unmapped.join(', ')}`),
    );
  }
  losses.push(lossOf('retryAfter', 'approximated', 'obeys Retry-After', PUSHBACK));
  const policy: PolicyInput = {
    backoff: { ...backoffOf(retry, MOST_ATTEMPTS - 1), capMs: toNanosecond(retry.capMs * HIGH) },
    jitter: { low: LOW, high: HIGH },
    maxAttempts: Math.min(MOST_ATTEMPTS, retry.maxAttempts),
    retryOn: { statuses, networkErrors, idempotent: 'always' },
    ...common,
  };
  return { policy, losses };
}

const PUSHBACK = 'gRPC obeys grpc-retry-pushback-ms in its place, and its backoff then starts over';
const BUDGET = 'has tokens that retries take';
const THROTTLING = 'in gRPC every failure takes one, every success returns the ratio, and retries stop at half of them';

function budgetOf(throttling: GrpcSettings['throttling']): RetryBudgetInput | null {
  if (throttling === null) return null;
  const { maxTokens, tokenRatio } = throttling;
  const capacity = Math.max(1, maxTokens / 2);
  return {
    kind: 'tokens',
    capacity,
    cost: { transient: 1, throttled: 1 },
    refund: { firstTry: tokenRatio, retry: tokenRatio },
  };
}
