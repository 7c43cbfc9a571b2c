// What a config says about repeating and a policy cannot: told, never dropped without a word.

import { describe, expect, it } from 'vitest';
import { formatOf, type ImportedPolicy } from './index.js';

const imported = (format: string, source: unknown, name?: string): ImportedPolicy =>
  formatOf(format).importPolicy(source, name === undefined ? {} : { name });
const told = ({ losses }: ImportedPolicy): string => losses.map(({ sentence }) => sentence).join('\n');

describe('hedging in gRPC', () => {
  const hedgingPolicy = { maxAttempts: 3, hedgingDelay: '0.5s', nonFatalStatusCodes: ['UNAVAILABLE'] };
  const retryPolicy = {
    maxAttempts: 4,
    initialBackoff: '0.1s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  const hedged = { name: [{ service: 'pay.Payments' }], hedgingPolicy };
  const retried = { name: [{ service: 'a.B' }], retryPolicy };

  it.each([
    ['of a method', { methodConfig: [hedged] }, 'methodConfig[0].hedgingPolicy'],
    ['in snake case', { method_config: [{ hedging_policy: hedgingPolicy }] }, 'methodConfig[0].hedging_policy'],
    ['inside its key', { hedgingPolicy }, 'methodConfig[0].hedgingPolicy'],
    ['by itself', hedgingPolicy, 'hedgingPolicy'],
  ])('%s is told', (_, source, field) => {
    const result = imported('grpc', source);
    expect(result.policy.maxAttempts).toBe(1);
    expect(result.losses[0]).toMatchObject({ field, kind: 'dropped', system: 'sends up to 3 copies of a call' });
    expect(told(result)).toContain('gRPC sends up to 3 copies of a call without waiting for one to fail');
  });

  it('does not hide its method behind those that are retried', () => {
    const { names, policy } = imported('grpc', { methodConfig: [hedged, retried, { name: [{}] }] }, 'a.B');
    expect([names, policy.maxAttempts]).toEqual([['pay.Payments', 'a.B'], 4]);
  });

  it('beside a retryPolicy is refused, as gRPC refuses it, and so is one without maxAttempts', () => {
    expect(() => imported('grpc', { methodConfig: [{ hedgingPolicy, retryPolicy }] })).toThrow(
      /hedgingPolicy: .* give one of retryPolicy and hedgingPolicy/,
    );
    expect(() => imported('grpc', { hedgingPolicy: {} })).toThrow('hedgingPolicy.maxAttempts: missing');
  });

  it('is no reason to pass over other keys of a method that is not retried', () => {
    expect(told(imported('grpc', { methodConfig: [{ name: [{}], retryPolcy: {} }] }))).toContain(
      'retryPolcy: passed over; no such key is known; did you mean retryPolicy',
    );
  });
});

describe('Envoy', () => {
  const retry_policy = { num_retries: 2 };

  // Fields 4 to 6, 9, 10 and 12 of RetryPolicy in route_components.proto.
  it.each([
    'retry_priority',
    'retry_host_predicate',
    'retry_options_predicates',
    'host_selection_retry_max_attempts',
    'retriable_headers',
    'retriable_request_headers',
    'retryPriority',
    'retryHostPredicate',
    'retryOptionsPredicates',
    'hostSelectionRetryMaxAttempts',
    'retriableHeaders',
    'retriableRequestHeaders',
  ])('%s is known and has no counterpart', (key) => {
    const result = imported('envoy', { retry_policy: { ...retry_policy, [key]: [] } });
    expect(told(result)).toContain(`retry_policy.${key}: passed over; it has no counterpart in a policy.`);
  });

  it('is told of a slip in one of them', () => {
    expect(told(imported('envoy', { ...retry_policy, retriable_hedaers: [] }))).toContain(
      'did you mean retriable_headers',
    );
  });

  it.each([
    ['the route', { route: { retry_policy, hedge_policy: {} } }, 'route.hedge_policy'],
    ['the route, in camel case', { route: { retryPolicy: retry_policy, hedgePolicy: {} } }, 'route.hedgePolicy'],
    ['the virtual host', { hedge_policy: {}, routes: [{ route: { retry_policy } }] }, 'hedge_policy'],
  ])('hedging of %s is told', (_, source, field) => {
    expect(imported('envoy', source).losses[0]).toMatchObject({ field, kind: 'dropped' });
  });

  it('tells that a route without a timeout has one of 15 s', () => {
    const byDefault = imported('envoy', { route: { cluster: 'a', retry_policy } });
    expect(byDefault.policy.deadlineMs).toBe(15_000);
    expect(told(byDefault)).toContain('deadlineMs: the policy says 15s; the route says nothing');
    for (const timeout of ['0s', '15s'])
      expect(told(imported('envoy', { route: { cluster: 'a', timeout, retry_policy } }))).not.toContain('deadlineMs');
  });
});

it('an undici agent with a retry function of its own, and resilience4j with keys that are about no retry', () => {
  expect(told(imported('undici', 'new RetryAgent(agent, { maxRetries: 2, retry: decide })'))).toContain(
    'retry: passed over; it has no counterpart',
  );
  expect(told(imported('resilience4j', { maxAttempts: 3, ignoreClassBindingExceptions: true }))).not.toContain(
    'passed over',
  );
});
