// What the documents of each system say that it waits, and what its own code was seen to wait.

import { describe, expect, it } from 'vitest';
import { imported, ranges } from './fixtures/imported.js';

describe('the waits of', () => {
  it.each<[string, string, unknown, string[]]>([
    // gRFC A6: min(initialBackoff · multiplier^(n−1), maxBackoff) · random(0.8, 1.2).
    [
      'the example of gRFC A6',
      'grpc',
      {
        maxAttempts: 4,
        initialBackoff: '0.1s',
        maxBackoff: '1s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
      ['80..120', '160..240', '320..480'],
    ],
    [
      'a gRPC policy that reaches maxBackoff, which the jitter then passes by 20 %',
      'grpc',
      { maxAttempts: 5, initialBackoff: '1s', maxBackoff: '2s', backoffMultiplier: 10, retryableStatusCodes: [14] },
      ['800..1200', '1600..2400', '1600..2400', '1600..2400'],
    ],
    [
      'a gRPC policy that shrinks, since its multiplier need only be above 0',
      'grpc',
      {
        maxAttempts: 3,
        initialBackoff: '1s',
        maxBackoff: '2s',
        backoffMultiplier: 0.5,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
      ['800..1200', '400..600'],
    ],
    // Envoy backoff_strategy.cc: the interval doubles and stays at ten times the base.
    [
      'an Envoy route that says only how often',
      'envoy',
      { num_retries: 5 },
      ['0..25', '0..50', '0..100', '0..200', '0..250'],
    ],
    [
      'an Envoy back-off with both ends',
      'envoy',
      { num_retries: 3, retry_back_off: { base_interval: '0.1s', max_interval: '0.3s' } },
      ['0..100', '0..200', '0..300'],
    ],
    [
      'an Istio route',
      'istio',
      { attempts: 5, backoff: '1s' },
      ['0..1000', '0..2000', '0..4000', '0..8000', '0..10000'],
    ],
    // Developer guide, Retrying after an error: 3 s, 6 s and 12 s; the defaults 1 s, 2 s, 4 s.
    [
      'the example of the Step Functions guide',
      'step-functions',
      { ErrorEquals: ['States.Timeout'], IntervalSeconds: 3, MaxAttempts: 3, BackoffRate: 2 },
      ['3000', '6000', '12000'],
    ],
    [
      'a Step Functions retrier by its defaults',
      'step-functions',
      [{ ErrorEquals: ['States.ALL'] }],
      ['1000', '2000', '4000'],
    ],
    [
      'a Step Functions retrier with full jitter and a longest delay',
      'step-functions',
      {
        ErrorEquals: ['States.ALL'],
        IntervalSeconds: 3,
        MaxAttempts: 4,
        BackoffRate: 2,
        MaxDelaySeconds: 10,
        JitterStrategy: 'FULL',
      },
      ['0..3000', '0..6000', '0..10000', '0..10000'],
    ],
    // Temporal: initial interval 1 s, coefficient 2, and a maximum of 100 times the initial interval.
    [
      'Temporal by its defaults',
      'temporal',
      { maximumAttempts: 9 },
      ['1000', '2000', '4000', '8000', '16000', '32000', '64000', '100000'],
    ],
    [
      'Temporal in the words of its SDK',
      'temporal',
      { retry: { initialInterval: '1 minute', backoffCoefficient: 1.5, maximumAttempts: 3 } },
      ['60000', '90000'],
    ],
    // RetryConfig of the Cloud Tasks reference.
    [
      'the example of the Cloud Tasks reference',
      'cloud-tasks',
      { retryConfig: { maxAttempts: 9, minBackoff: '10s', maxBackoff: '300s', maxDoublings: 3 } },
      ['10000', '20000', '40000', '80000', '160000', '240000', '300000', '300000'],
    ],
    [
      'resilience4j by its defaults',
      'resilience4j',
      { resilience4j: { retry: { instances: { a: {} } } } },
      ['500', '500'],
    ],
    [
      'resilience4j with a growing and randomised wait',
      'resilience4j',
      {
        maxAttempts: 4,
        waitDuration: 'PT1S',
        enableExponentialBackoff: true,
        exponentialBackoffMultiplier: 2,
        enableRandomizedWait: true,
      },
      ['500..1500', '1000..3000', '2000..6000'],
    ],
    ['Polly by its defaults', 'polly', { MaxRetryAttempts: 3 }, ['2000', '2000', '2000']],
    // pollydocs.org, retry: with Linear the delays are 2, 4, 6, 8 s; with Exponential 2, 4, 8, 16 s.
    [
      'Polly, Linear',
      'polly',
      { MaxRetryAttempts: 4, Delay: '00:00:02', BackoffType: 'Linear' },
      ['2000', '4000', '6000', '8000'],
    ],
    [
      'Polly, Exponential',
      'polly',
      { MaxRetryAttempts: 4, Delay: '00:00:02', BackoffType: 'Exponential' },
      ['2000', '4000', '8000', '16000'],
    ],
    [
      'Polly, Constant with jitter',
      'polly',
      { MaxRetryAttempts: 2, Delay: '00:00:02', UseJitter: true },
      ['1500..2500', '1500..2500'],
    ],
    // The guide of BullMQ: 2^(attempts − 1) · delay, so a third retry after 4 s with a delay of 1 s.
    [
      'the example of the BullMQ guide',
      'bullmq',
      { attempts: 4, backoff: { type: 'exponential', delay: 1000 } },
      ['1000', '2000', '4000'],
    ],
    [
      'a BullMQ job with jitter',
      'bullmq',
      { attempts: 3, backoff: { type: 'fixed', delay: 1000, jitter: 0.5 } },
      ['500..1000', '500..1000'],
    ],
    [
      'Celery with retry_backoff=True',
      'celery',
      'autoretry_for=(Exception,), retry_backoff=True, retry_jitter=False',
      ['1000', '2000', '4000'],
    ],
    [
      'Celery without retry_backoff',
      'celery',
      '@shared_task(autoretry_for=(Exception,))\ndef t(): ...',
      ['180000', '180000', '180000'],
    ],
    [
      'Celery with a backoff below 1 s',
      'celery',
      'retry_backoff=0.5, retry_jitter=False, max_retries=2',
      ['1000', '2000'],
    ],
    // GEP-2257 and GEP-1731: at least the backoff.
    ['a rule of the Gateway API', 'gateway-api', { attempts: 2, backoff: '1s500ms', codes: [503] }, ['1500', '1500']],
    // Pub/Sub reference: from minimumBackoff, 10 s by default, to maximumBackoff, 600 s by default.
    [
      'a Pub/Sub subscription by its defaults',
      'pub-sub',
      { retryPolicy: { minimumBackoff: '10s' }, deadLetterPolicy: { maxDeliveryAttempts: 9 } },
      ['10000', '20000', '40000', '80000', '160000', '320000', '600000', '600000'],
    ],
    [
      'a Pub/Sub subscription without a retry policy, which is delivered again at once',
      'pub-sub',
      { deadLetterPolicy: { deadLetterTopic: 'projects/a/topics/b', maxDeliveryAttempts: 0 } },
      ['0', '0', '0', '0'],
    ],
    // client-go util/retry: DefaultBackoff.
    [
      'DefaultBackoff of client-go',
      'kubernetes',
      'var DefaultBackoff = wait.Backoff{\n\tSteps:    4,\n\tDuration: 10 * time.Millisecond,\n\tFactor:   5.0,\n\tJitter:   0.1,\n}',
      ['10..11', '50..55', '250..275'],
    ],
    // Run with apimachinery v0.34.2: the condition is asked at 0, 10 and 30 ms, and the loop gives up at 70 ms.
    [
      'a wait.Backoff that reaches its Cap',
      'kubernetes',
      'wait.Backoff{Duration: 10 * time.Millisecond, Factor: 2, Steps: 10, Cap: 50 * time.Millisecond}',
      ['10', '20'],
    ],
    [
      'urllib3 up to its longest wait',
      'urllib3',
      'Retry(total=9, backoff_factor=1)',
      ['0', '2000', '4000', '8000', '16000', '32000', '64000', '120000', '120000'],
    ],
    // curl manual: one second, doubled up to ten minutes.
    [
      'curl',
      'curl',
      '--retry 12',
      ['1000', '2000', '4000', '8000', '16000', '32000', '64000', '128000', '256000', '512000', '600000', '600000'],
    ],
    ['curl with --retry-delay', 'curl', 'curl -s --retry 2 --retry-delay 5 https://example.com', ['5000', '5000']],
  ])('%s', (_, format, source, expected) => expect(ranges(imported(format, source))).toEqual(expected));
});

describe('Polly in C#', () => {
  const code = `
    builder.AddRetry(new RetryStrategyOptions<HttpResponseMessage>
    {
        ShouldHandle = new PredicateBuilder<HttpResponseMessage>().Handle<HttpRequestException>(), // transient
        BackoffType = DelayBackoffType.Exponential,
        UseJitter = false,
        MaxRetryAttempts = 3, /* four calls */
        Delay = TimeSpan.FromMilliseconds(250),
        MaxDelay = TimeSpan.FromSeconds(0.8),
        OnRetry = static args => { Console.WriteLine($"{args.AttemptNumber}, again"); return default; },
    });
    builder.AddRetry(new HttpRetryStrategyOptions { Delay = TimeSpan.FromSeconds(1), MaxRetryAttempts = count });
    builder.AddRetry(new HttpRetryStrategyOptions());
    builder.AddRetry(new HttpRetryStrategyOptions { MaxRetryAttempts = 2 });`;

  it('is read where its values are literals', () => {
    const result = imported('polly', code, 'RetryStrategyOptions[0]');
    expect(ranges(result)).toEqual(['250', '500', '800']);
    expect(result.losses.map(({ field }) => field)).toEqual(['ShouldHandle', 'OnRetry', 'retryOn']);
  });

  it('has other defaults in the options for HTTP', () => {
    expect(ranges(imported('polly', code, 'RetryStrategyOptions[2]'))).toEqual(['0..2000', '0..4000']);
  });

  it('is refused where a value that matters is an expression', () => {
    expect(() => imported('polly', code, 'RetryStrategyOptions[1]')).toThrow(
      /MaxRetryAttempts: "count" is not allowed; give a literal/,
    );
  });
});

describe('what a policy cannot say is told with the largest change in mean delay', () => {
  it('of resilience4j, which draws first and cuts then', () => {
    const source = {
      maxAttempts: 6,
      waitDuration: '1s',
      enableExponentialBackoff: true,
      exponentialBackoffMultiplier: 2,
      enableRandomizedWait: true,
      exponentialMaxWaitDuration: '4s',
    };
    const { largestMeanChange, losses } = imported('resilience4j', source);
    // min(U(4, 12), 4) is always 4 s; drawn below the cap it is U(1.33, 4).
    expect(largestMeanChange).toMatchObject({ retry: 4, systemMeanMs: 4000 });
    expect(largestMeanChange?.policyMeanMs).toBeCloseTo((4000 / 3 + 4000) / 2, 6);
    expect(losses.map(({ field }) => field)).toContain('backoff.capMs');
  });

  it('of a wait cut in the middle of its range: E min(U(2, 6), 4) = 3.5 s', () => {
    const source = {
      maxAttempts: 2,
      waitDuration: '4s',
      enableExponentialBackoff: true,
      enableRandomizedWait: true,
      exponentialMaxWaitDuration: '4s',
    };
    expect(imported('resilience4j', source).largestMeanChange?.systemMeanMs).toBeCloseTo(3500, 9);
  });

  it('of Polly, by the means of its own jitter', () => {
    const source = { MaxRetryAttempts: 3, Delay: '00:00:01', BackoffType: 'Exponential', UseJitter: true };
    const { largestMeanChange } = imported('polly', source);
    expect(largestMeanChange).toMatchObject({ retry: 1, policyMeanMs: 500 });
    expect(largestMeanChange?.systemMeanMs).toBeCloseTo(871.1, 0);
  });

  it('of urllib3 with backoff_jitter', () => {
    const { largestMeanChange, losses } = imported('urllib3', 'Retry(total=3, backoff_factor=1, backoff_jitter=3)');
    expect(largestMeanChange).toMatchObject({ retry: 2, policyMeanMs: 2000, systemMeanMs: 3500, changeMs: 1500 });
    expect(losses.map(({ field }) => field)).toContain('jitter');
  });
});
