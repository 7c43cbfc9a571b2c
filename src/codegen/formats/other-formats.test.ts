// A file given as another format than its own must not be read with defaults.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FORMATS, formatOf } from './index.js';

const DATA = FORMATS.filter(({ syntax }) => syntax === 'data');

const example = (id: string): unknown =>
  parse(readFileSync(new URL(`./${id}/fixtures/example.txt`, import.meta.url), 'utf8'));

describe('the example of', () => {
  it.each(DATA.map(({ id }) => id))('%s is refused by every other format, with the right one', (id) => {
    const source = example(id);
    for (const other of DATA.filter((format) => format.id !== id)) {
      expect(() => other.importPolicy(source)).toThrow(
        new RegExp(`^format: "${other.id}" is not allowed; give ${id}, since this is .*holdoff import ${id}`),
      );
    }
  });
});

describe('a part of a file is told apart as well', () => {
  const retryPolicy = {
    maxAttempts: 4,
    initialBackoff: '0.1s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };

  it.each([
    ['envoy', { retryPolicy }, 'grpc'],
    ['pub-sub', retryPolicy, 'grpc'],
    ['grpc', { retry_policy: { num_retries: 3 } }, 'envoy'],
    ['temporal', { kind: 'VirtualService', spec: { http: [{ retries: { attempts: 3 } }] } }, 'istio'],
    ['temporal', { kind: 'HTTPRoute', spec: { rules: [{ retry: { attempts: 3 } }] } }, 'gateway-api'],
    ['bullmq', [{ ErrorEquals: ['States.ALL'] }], 'step-functions'],
    ['grpc', { MaxRetryAttempts: 3 }, 'polly'],
    ['temporal', { 'resilience4j.retry.instances.a.max-attempts': 3 }, 'resilience4j'],
  ])('%s %j is of %s', (given, source, right) => {
    expect(() => formatOf(given).importPolicy(source)).toThrow(`give ${right}, since this is`);
  });

  it('and a file of several formats is read as each of them', () => {
    const documents = [example('istio'), example('gateway-api')];
    expect(formatOf('istio').importPolicy(documents).name).toBe('ratings/v1');
    expect(formatOf('gateway-api').importPolicy(documents).name).toBe('shop/orders');
  });
});
