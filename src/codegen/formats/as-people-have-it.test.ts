// Files in the shape in which people have them: more than one policy, other things around it, spellings that only one
// implementation reads.

import { describe, expect, it } from 'vitest';
import { formatOf, type ImportedPolicy } from './index.js';

const imported = (format: string, source: unknown, name?: string): ImportedPolicy =>
  formatOf(format).importPolicy(source, name === undefined ? {} : { name });

describe('gRPC as examples for Go have it', () => {
  const retryPolicy = {
    MaxAttempts: 4,
    InitialBackoff: '.01s',
    MaxBackoff: '.02s',
    BackoffMultiplier: 1.5,
    RetryableStatusCodes: ['UNAVAILABLE'],
  };

  it.each([
    ['a service config', { methodConfig: [{ name: [{ service: 'a.B' }], waitForReady: true, retryPolicy }] }],
    ['a policy by itself', retryPolicy],
  ])('%s is read with its capitals, and it is told that only Go reads them', (_, source) => {
    const { policy, losses } = imported('grpc', source);
    expect(policy.maxAttempts).toBe(4);
    expect(policy.backoff).toMatchObject({ baseMs: 10, multiplier: 1.5 });
    expect(losses.map(({ sentence }) => sentence).join('\n')).toContain(
      'only gRPC for Go reads a name that begins with',
    );
  });

  it('may not have one value under two spellings', () => {
    expect(() => imported('grpc', { ...retryPolicy, maxAttempts: 3 })).toThrow('two spellings of the same');
  });
});

describe('Spring keys with dots', () => {
  it.each([
    ['down to the group', { 'resilience4j.retry': { instances: { pay: { maxAttempts: 7 } } } }],
    ['down to the instance', { 'resilience4j.retry.instances.pay': { maxAttempts: 7 } }],
    ['down to the value', { 'resilience4j.retry.instances.pay.max-attempts': 7 }],
    [
      'beside the same group without dots',
      { resilience4j: { retry: { configs: { default: { maxAttempts: 7 } } } }, 'resilience4j.retry.instances.pay': {} },
    ],
  ])('%s', (_, source) => {
    const { name, policy } = imported('resilience4j', source);
    expect([name, policy.maxAttempts]).toEqual(['pay', 7]);
  });

  it('are found in every document of a file', () => {
    const documents = [{ 'resilience4j.retry.instances.a': {} }, { 'resilience4j.retry.instances.b.maxAttempts': 2 }];
    expect(imported('resilience4j', documents, 'b').names).toEqual(['a', 'b']);
  });
});

describe('several policies that have no name, or the same one', () => {
  it('are told apart by number', () => {
    const script = 'curl --retry 3 "$A"\ncurl --retry 5 "$B"\ncurl --retry 7 https://c.example/';
    expect(() => imported('curl', script)).toThrow('give one of #1, #2, https://c.example/');
    expect(imported('curl', script, '#2').policy.maxAttempts).toBe(6);
    const twice = 'curl --retry 3 https://c.example/; curl --retry 5 https://c.example/';
    expect(imported('curl', twice, 'https://c.example/ #2').policy.maxAttempts).toBe(6);
  });
});

describe('Python', () => {
  it('has no task in a comment or a text', () => {
    const module = [
      '"""Tasks begin with @app.task(, like this: @app.task(max_retries=9)."""',
      '# @app.task(max_retries=8)',
      '@app.task(autoretry_for=(Exception,), max_retries=2, retry_backoff=60)  # not @app.task(',
      'def convert(self):',
      "    'It does.'",
    ].join('\n');
    const { name, names, policy } = imported('celery', module);
    expect([name, names, policy.maxAttempts]).toEqual(['convert', ['convert'], 3]);
  });
});

describe('tenacity', () => {
  it('may stand without brackets, with every default', () => {
    const { names, policy } = imported(
      'tenacity',
      '@retry # at once\ndef f(): ...\n@tenacity.retry\ndef g(): ...',
      'g',
    );
    expect([names, policy.maxAttempts]).toEqual([['f', 'g'], 1000]);
  });

  it('may chain lists of waits, as its documents do', () => {
    const lists = '*[wait_fixed(3) for i in range(3)] + [wait_fixed(7) for i in range(2)] + [wait_fixed(9)]';
    const { policy } = imported(
      'tenacity',
      `@retry(stop=stop_after_attempt(7), wait=wait_chain(${lists}))\ndef f(): ...`,
    );
    expect(policy.backoff).toMatchObject({ delaysMs: [3000, 3000, 3000, 7000, 7000, 9000] });
  });
});

describe('options of Sidekiq', () => {
  it.each([
    'sidekiq_options "retry" => 3',
    "sidekiq_options 'retry' => 3, 'queue' => 'a, b'",
    'sidekiq_options "retry": 3',
    'sidekiq_options :queue => :a, :retry => 3',
    'sidekiq_options({ retry: 3 })',
    'sidekiq_options queue: "a", # not retry: 9\n    retry: 3',
    'sidekiq_options(\n    queue: "a",\n    retry: 3\n  )\n  self.retry = 9',
  ])('%j are read', (options) => {
    const { policy, losses } = imported('sidekiq', `class A\n  include Sidekiq::Job\n  ${options}\nend`);
    expect(policy.maxAttempts).toBe(4);
    expect(losses.map(({ field }) => field)).toEqual(['jitter', 'retryOn']);
  });

  it('that end the retries after a time tell it', () => {
    const { losses } = imported('sidekiq', 'class A\n sidekiq_options retry_for: 48.hours\nend');
    expect(losses[0]?.sentence).toBe(
      'sidekiq_options.retry_for: passed over; it ends the retries after a time instead.',
    );
  });
});

describe('numbers of JavaScript', () => {
  it('may have separators', () => {
    const { policy } = imported('bullmq', { attempts: 3, backoff: { type: 'exponential', delay: '30_000' } });
    expect(policy.backoff).toMatchObject({ baseMs: 30_000 });
    expect(() => imported('bullmq', { attempts: '3_', backoff: 5 })).toThrow('attempts: "3_" is not allowed');
  });
});

describe('modules of JavaScript', () => {
  it('may have the options in an object that stands above the call, and have no call in a comment or a text', () => {
    const module = [
      "const note = 'not pRetry(run, { retries: 9 })'; // pRetry(run, { retries: 8 })",
      'const options = { retries: 4, minTimeout: 2 * 1000 } as const;',
      'export const first = pRetry(async () => `pRetry(1, { retries: 7 })`, options);',
    ].join('\n');
    const { name, names, policy } = imported('p-retry', module);
    expect([name, names, policy.maxAttempts]).toEqual(['first', ['first'], 5]);
    expect(policy.backoff).toMatchObject({ baseMs: 2000 });
  });

  it('may have types between a name and its parenthesis', () => {
    const call = 'await pRetry<Map<string, Answer>>(run, { retries: 4 })';
    expect(imported('p-retry', call).policy.maxAttempts).toBe(5);
  });

  it('are refused where the options come from elsewhere', () => {
    expect(() => imported('got', 'const api = got.extend(shared);')).toThrow(
      /options: "shared" is not allowed; give got\.extend\(/,
    );
    expect(() => imported('ky', 'ky.create({ retry: { delay: (n) => table[n] } })')).toThrow(
      /retry\.delay: "\(n\) => table\[n\]" is not allowed; give a function such as/,
    );
    expect(() => imported('axios-retry', 'axiosRetry(axios, { retryDelay: wait })')).toThrow('retryDelay: "wait"');
    expect(() => imported('p-retry', 'pRetry(run, { retries: LIMIT })')).toThrow('retries: "LIMIT" is not allowed');
  });

  it.each([
    [
      'undici',
      'new RetryAgent(agent, { retryAfter: false })',
      'retryAfter: passed over; Retry-After is read all the same',
    ],
    [
      'got',
      'got.extend({ retry: { calculateDelay: () => 1 } })',
      'calculateDelay: passed over; it may change every wait',
    ],
    [
      'got',
      'got.extend({ retry: { limits: 3 } })',
      'retry.limits: passed over; no such key is known; did you mean limit',
    ],
    ['p-retry', '{ retries: Infinity }', 'p-retry retries without end'],
    ['axios-retry', 'axiosRetry(axios)', 'without shouldResetTimeout the timeout of axios'],
  ])('%s %s tells that %s', (format, source, told) => {
    expect(
      imported(format, source)
        .losses.map(({ sentence }) => sentence)
        .join('\n'),
    ).toContain(told);
  });

  it('that p-retry itself refuses are refused', () => {
    expect(() => imported('p-retry', '{ forever: true }')).toThrow('give retries: Infinity');
  });
});

describe('code that decides a wait', () => {
  it.each([
    [
      'sidekiq',
      'class A\n sidekiq_retry_in { |count| table[count] }\nend',
      /sidekiq_retry_in: "table\[count\]" is not allowed/,
    ],
    ['tenacity', '@retry(wait=my_wait(3))\ndef f(): ...', /wait: "my_wait\(3\)" is not allowed; give a strategy/],
    [
      'sidekiq',
      'class A\n sidekiq_options DEFAULTS.merge(retry: 2)\nend',
      /sidekiq_options: "DEFAULTS\.merge\(retry: 2\)" is not allowed/,
    ],
    ['tenacity', '@retry(wait=wait_fixed(1) if slow else wait_none())\ndef f(): ...', /wait: .* is not allowed/],
    ['tenacity', '@retry(stop=when_done)\ndef f(): ...', /stop: "when_done" is not allowed/],
    ['spring-retry', '@Retryable(backoff = @Backoff(delay = WAIT)) void a() {}', /backoff\.delay: .* is not allowed/],
    ['spring-retry', '@Retryable(maxRetries = 3, delay = 100) void a() {}', /Spring Framework 7/],
  ])('%s is refused, and what can be read is named', (format, source, message) => {
    expect(() => imported(format, source)).toThrow(message);
  });

  it('of Spring may be an expression, which is told', () => {
    const source = '@Retryable(maxAttemptsExpression = "#{tries}") void a() {}';
    expect(imported('spring-retry', source).losses[0]?.sentence).toContain('known only when the program runs');
  });
});

describe('a Spring configuration', () => {
  it('may hold several groups, and say that retrying is off', () => {
    const text =
      'a.retry.max-attempts=4\n# c.retry.max-attempts=9\nb.retry.enabled=false\nb.retry.maxAttempts=2\nserver.port=8080';
    const { names, losses, policy } = imported('spring-retry', text, 'b.retry');
    expect([names, policy.maxAttempts]).toEqual([['a.retry', 'b.retry'], 2]);
    expect(losses[0]?.sentence).toContain('enabled is false');
  });
});

describe('what a file leaves to the system', () => {
  it('is told, where the Gateway API does not say it', () => {
    const { policy, losses } = imported('gateway-api', { spec: { rules: [{ retry: { codes: [503] } }] } });
    expect(policy.maxAttempts).toBe(2);
    expect(losses.map(({ field }) => field)).toEqual(['maxAttempts', 'backoff']);
  });

  it('is without end in tenacity and Pub/Sub', () => {
    for (const [format, source] of [
      ['tenacity', 'wait=wait_fixed(1)'],
      ['pub-sub', { retryPolicy: { minimumBackoff: '10s' } }],
    ] as const) {
      const { policy, losses } = imported(format, source);
      expect(policy.maxAttempts).toBe(1000);
      expect(losses.map(({ sentence }) => sentence).join()).toContain('retries without end');
    }
  });
});
