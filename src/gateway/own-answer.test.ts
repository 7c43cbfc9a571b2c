import { describe, expect, it } from 'vitest';
import type { CallReport } from '../runtime/call-report.js';
import { GaveUpError, WouldWaitError } from '../runtime/errors.js';
import { answerOfError, retryFields } from './own-answer.js';

function report(reason: string, retryAfterMs: number | null = null): CallReport {
  const retryAt = retryAfterMs === null ? null : new Date(retryAfterMs);
  return { reason, sentence: 'Why.', attempts: 1, refusals: 0, history: [], elapsedMs: 1, retryAt, retryAfterMs };
}

const fault = (code: string) => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code });
const timeout = new DOMException('too long', 'TimeoutError');

describe('answerOfError', () => {
  it.each<[what: string, error: unknown, status: number, reason: string]>([
    ['a wait that is known', new WouldWaitError(report('quota-spent', 5000)), 429, 'quota-spent'],
    ['a breaker that opens again', new WouldWaitError(report('breaker-open', 5000)), 429, 'breaker-open'],
    ['a quota without a time', new GaveUpError(report('refusals-exhausted')), 429, 'refusals-exhausted'],
    ['a queue that is full', new GaveUpError(report('queue-full')), 503, 'queue-full'],
    [
      'a deadline in the middle of an attempt',
      new GaveUpError(report('wait-exceeds-deadline')),
      504,
      'wait-exceeds-deadline',
    ],
    [
      'faults without end',
      new GaveUpError(report('attempts-exhausted'), fault('ECONNRESET')),
      502,
      'attempts-exhausted',
    ],
    ['time-outs without end', new GaveUpError(report('attempts-exhausted'), timeout), 504, 'attempts-exhausted'],
    ['a fault that is not repeated', fault('ECONNREFUSED'), 502, 'upstream-unreachable'],
    ['a time-out that is not repeated', timeout, 504, 'upstream-timeout'],
    ['anything else', null, 502, 'upstream-unreachable'],
  ])('%s', (_what, error, status, reason) => {
    const answer = answerOfError(error);
    expect(answer).toMatchObject({ status, reason });
    expect(answer.message).not.toContain('10.0.0.1');
  });
});

it.each([
  [0, '0'],
  [1, '1'],
  [1000, '1'],
  [1001, '2'],
])('%i ms to wait are told as %s s: never early', (ms, seconds) => {
  expect(retryFields('x', ms).slice(-2)).toEqual(['Retry-After', seconds]);
});
