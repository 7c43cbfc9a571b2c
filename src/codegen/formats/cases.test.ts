// Reports from users of other systems whose settings meant something else than they thought.

import { describe, expect, it } from 'vitest';
import { compile } from '../../core/backoff/compile.js';
import { firstDecision } from '../../core/engine/first-decision.js';
import { Outcome } from '../../core/engine/outcome.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import { scheduleOf } from '../../core/schedule/schedule.js';
import { formatOf, type ImportedPolicy } from './index.js';

const imported = (format: string, source: unknown): ImportedPolicy => formatOf(format).importPolicy(source);
const sleeps = ({ policy }: ImportedPolicy): number[] => scheduleOf(policy).retries.map(({ meanMs }) => meanMs);

describe('urllib3', () => {
  it('BM-07: waits nothing before the first retry, then factor · 2^(n−1)', () => {
    expect(sleeps(imported('urllib3', 'Retry(total=4, backoff_factor=1)'))).toEqual([0, 2000, 4000, 8000]);
  });

  it('BM-08: without a backoff_factor sends all retries back to back, and that is told', () => {
    const result = imported('urllib3', 'Retry(total=10, backoff_factor=0)');
    expect(sleeps(result)).toEqual(Array(10).fill(0));
    expect(result.warnings.join()).toContain('no backoff: a call that fails is sent 11 times in a row');
    expect(imported('urllib3', 'Retry(10)').warnings).toEqual(result.warnings);
    expect(imported('urllib3', 'Retry(total=3, backoff_factor=1)').warnings).toEqual([]);
  });
});

describe('AT-01: the count of calls in all', () => {
  it.each([
    ['resilience4j', { maxAttempts: 3 }, 3],
    [
      'grpc',
      {
        maxAttempts: 4,
        initialBackoff: '0.1s',
        maxBackoff: '1s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
      4,
    ],
    ['urllib3', 'Retry(total=3)', 4],
    ['curl', 'curl --retry 5 https://example.com', 6],
    ['envoy', { num_retries: 3 }, 4],
    ['istio', { attempts: 3 }, 4],
    ['step-functions', [{ ErrorEquals: ['States.ALL'], MaxAttempts: 3 }], 4],
    ['temporal', { maximumAttempts: 3 }, 3],
    ['cloud-tasks', { maxAttempts: 3 }, 3],
    ['cloud-tasks', { task_retry_limit: 3 }, 4],
    ['polly', { MaxRetryAttempts: 3 }, 4],
    ['bullmq', { attempts: 3, backoff: 1000 }, 3],
    ['celery', '@app.task(max_retries=3)\ndef t(): ...', 4],
    ['kubernetes', 'wait.Backoff{Duration: time.Second, Steps: 3}', 3],
    ['gateway-api', { attempts: 3, backoff: '1s' }, 4],
    ['spring-retry', '@Retryable(maxAttempts = 3) void a() {}', 3],
    ['sidekiq', 'class A\n  sidekiq_options retry: 3\nend', 4],
    ['tenacity', 'stop=stop_after_attempt(3), wait=wait_fixed(1)', 3],
    ['undici', 'new RetryAgent(agent, { maxRetries: 3 })', 4],
    ['got', 'got.extend({ retry: { limit: 3 } })', 4],
    ['ky', 'ky.create({ retry: 3 })', 4],
    ['axios-retry', 'axiosRetry(axios, { retries: 3 })', 4],
    ['p-retry', 'pRetry(run, { retries: 3 })', 4],
  ])('%s %o makes %i', (format, source, calls) => {
    const { policy } = imported(format, source);
    expect(policy.maxAttempts).toBe(calls);
    expect(scheduleOf(policy).retries.length).toBe(calls - 1);
  });

  it('of libraries that are no format is typed as --retries (node-retry: 5 are 6 calls) or --attempts (deno std: 5 are 5)', () => {
    expect(parsePolicy({ maxAttempts: 5 + 1 }).maxAttempts).toBe(6);
    expect(parsePolicy({ maxAttempts: 5 }).maxAttempts).toBe(5);
  });
});

describe('curl', () => {
  it('DL-03: --retry 10 --retry-max-time 10 stops after the waits of 1, 2, 4 and 8 s', () => {
    const result = imported('curl', 'curl --retry 10 --retry-max-time 10 https://example.com');
    expect(sleeps(result)).toEqual([1000, 2000, 4000, 8000]);
    expect(result.policy.maxAttempts).toBe(5);
    expect(result.losses.map(({ sentence }) => sentence).join()).toContain(
      '--retry-max-time is asked before each retry',
    );
  });

  it('RA-28: with --fail a 429 that says Retry-After: 10 is asked again after 10 s, not after 1 s', () => {
    const rules = compile(imported('curl', 'curl --fail --retry 3 https://example.com').policy);
    expect(firstDecision(rules, Outcome.REFUSED, 10_000)).toMatchObject({ minWaitMs: 10_000, maxWaitMs: 10_000 });
    expect(firstDecision(rules, Outcome.REFUSED, null)).toMatchObject({ minWaitMs: 1000, maxWaitMs: 1000 });
  });

  it.each([
    ['curl --retry 2 --fail-with-body https://example.com', '--fail-with-body'],
    ['curl --retry 2 -o /dev/null https://example.com', '/dev/null'],
    ['curl --retry 2 -so/dev/null https://example.com', '/dev/null'],
  ])('CU-01: %s makes two retries, and is told to differ in old versions', (command, about) => {
    const { policy, losses } = imported('curl', command);
    expect(policy.maxAttempts).toBe(3);
    expect(policy.retryOn.statuses).toEqual(expect.arrayContaining([503, 504]));
    expect(losses.some(({ sentence }) => sentence.includes('old versions of curl') && sentence.includes(about))).toBe(
      true,
    );
  });

  it('CU-01: what we write goes to a real file, with the status printed and no --fail', () => {
    const { text } = formatOf('curl').exportPolicy(parsePolicy({}));
    expect(text).toContain('--output answer');
    expect(text).toContain('%{http_code}');
    expect(text).not.toMatch(/--fail|\/dev\/null/);
    expect(imported('curl', text).losses.some(({ sentence }) => sentence.includes('old versions'))).toBe(false);
  });
});
