// What libraries that retry were seen to wait, or what their documents say.

import { describe, expect, it } from 'vitest';
import { imported, ranges } from './fixtures/imported.js';

describe('the waits of', () => {
  it.each<[string, string, unknown, string[]]>([
    // The sleeps that spring-retry 2.0.12 asked a recording sleeper for.
    ['Spring Retry by its defaults', 'spring-retry', '@Retryable void a() {}', ['1000', '1000']],
    [
      'Spring Retry with a delay of 0, which is 1 ms',
      'spring-retry',
      '@Retryable(backoff = @Backoff(delay = 0)) void a() {}',
      ['1', '1'],
    ],
    [
      'Spring Retry that grows',
      'spring-retry',
      '@Retryable(maxAttempts = 6, backoff = @Backoff(delay = 500, multiplier = 2, maxDelay = 3000)) void a() {}',
      ['500', '1000', '2000', '3000', '3000'],
    ],
    [
      'Spring Retry with a maxDelay below its delay, which stands for 30 s',
      'spring-retry',
      '@Retryable(maxAttempts = 8, backoff = @Backoff(delay = 500, multiplier = 2, maxDelay = 400)) void a() {}',
      ['500', '1000', '2000', '4000', '8000', '16000', '30000'],
    ],
    [
      'Spring Retry with both ends and no multiplier, which draws between them',
      'spring-retry',
      '@Retryable(backoff = @Backoff(delay = 500, maxDelay = 1500)) void a() {}',
      ['500..1500', '500..1500'],
    ],
    [
      'Spring Retry with a multiplier below 1, which is 1',
      'spring-retry',
      '@Retryable(backoff = @Backoff(value = 700, multiplier = 0.5, maxDelay = 5000)) void a() {}',
      ['700', '700'],
    ],
    // RabbitProperties of Spring Boot: 1 s, a multiplier of 1, at most 10 s, 3 attempts.
    [
      'Spring Boot by its defaults but for the multiplier',
      'spring-retry',
      'spring.rabbitmq.listener.simple.retry.enabled=true\nspring.rabbitmq.listener.simple.retry.multiplier=4',
      ['1000', '4000'],
    ],
    // ConfigClientProperties of Spring Cloud: 1 s, 1.1, at most 2 s, 6 attempts.
    [
      'Spring Cloud Config by its defaults but for the multiplier, as YAML',
      'spring-retry',
      'spring:\n  cloud:\n    config:\n      fail-fast: true\n      retry:\n        multiplier: 1.5 # not 1.1\n',
      ['1000', '1500', '2000', '2000', '2000'],
    ],
    [
      'a Spring listener whose longest wait is below its first one',
      'spring-retry',
      'retry:\n  initialInterval: PT1S\n  max-interval: 500ms\n  max-attempts: "3"',
      ['500', '500'],
    ],
    // Sidekiq wiki, Error Handling: 15, 16, 31, 96, 271 seconds and a random part.
    [
      'Sidekiq by its own formula',
      'sidekiq',
      'class A\n  include Sidekiq::Job\n  sidekiq_options retry: 5\nend',
      ['15000', '16000', '31000', '96000', '271000'],
    ],
    [
      'Sidekiq whose block returns 0 first, which counts for nothing',
      'sidekiq',
      'class A\n  sidekiq_options retry: 3\n  sidekiq_retry_in { |count| [0, 60].fetch(count, 90) }\nend',
      ['15000', '60000', '90000'],
    ],
    [
      'Sidekiq whose block grows by a step',
      'sidekiq',
      'class A\n  sidekiq_options :retry => 3\n  sidekiq_retry_in { |n| 10 * (n + 1) }\nend',
      ['10000', '20000', '30000'],
    ],
    // The README of tenacity.
    [
      'tenacity, 3 s and up to 2 s more',
      'tenacity',
      'wait=wait_fixed(3) + wait_random(0, 2), stop=stop_after_attempt(3)',
      ['3000..5000', '3000..5000'],
    ],
    [
      'tenacity, 2^x · 1 second between 4 and 10 seconds',
      'tenacity',
      'wait=wait_exponential(multiplier=1, min=4, max=10), stop=stop_after_attempt(6)',
      ['4000', '4000', '4000', '8000', '10000'],
    ],
    [
      'tenacity, a chain whose last part repeats',
      'tenacity',
      'wait=wait_chain(*[wait_fixed(3), wait_fixed(7)], wait_fixed(9)), stop=stop_after_attempt(6)',
      ['3000', '7000', '9000', '9000', '9000'],
    ],
    [
      'tenacity that grows by a step',
      'tenacity',
      'wait=wait_incrementing(start=1, increment=2, max=4), stop=tenacity.stop_any(stop_after_attempt(4))',
      ['1000', '3000', '4000'],
    ],
    ['undici by its defaults', 'undici', 'new RetryAgent(new Agent())', ['500', '1000', '2000', '4000', '8000']],
    ['got by its defaults', 'got', 'got("https://example.com")', ['1000', '2000']],
    ['ky by its defaults', 'ky', 'ky.create({ retry: 3 })', ['300', '600', '1200']],
    ['ky with a constant delay', 'ky', 'ky.create({ retry: { limit: 2, delay: () => 1_500 } })', ['1500', '1500']],
    ['axios-retry by its defaults', 'axios-retry', 'axiosRetry(axios)', ['0', '0', '0']],
    // Its README: exponentialDelay has 20 % of randomness.
    [
      'axios-retry with exponentialDelay, whose first wait is twice its factor',
      'axios-retry',
      'axiosRetry(axios, { retryDelay: axiosRetry.exponentialDelay })',
      ['200..240', '400..480', '800..960'],
    ],
    [
      'axios-retry with linearDelay',
      'axios-retry',
      'axiosRetry(axios, { retryDelay: axiosRetry.linearDelay() })',
      ['100', '200', '300'],
    ],
    ['p-retry by its defaults, but for the count', 'p-retry', '{ "retries": 3 }', ['1000', '2000', '4000']],
  ])('%s', (_, format, source, expected) => expect(ranges(imported(format, source))).toEqual(expected));
});
