import { describe, expect, it } from 'vitest';
import { decode } from './decode.js';
import { headersAnswer } from './headers-answer.js';

const NOW = Date.UTC(2026, 10, 30, 12);

describe('the answer in one sentence', () => {
  it.each<[status: number, headers: Record<string, string>, sentence: string]>([
    [200, {}, 'Go on: the response asks for no wait.'],
    [
      200,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '90' },
      'Go on, but let the next request wait 90.0 s, until 2026-11-30T12:01:30Z (x-ratelimit-reset-after).',
    ],
    [429, { 'retry-after': '7' }, 'Try again in 7.00 s, at 2026-11-30T12:00:07Z (retry-after).'],
    [429, { 'retry-after-ms': '1' }, 'Try again in 1 ms, at 2026-11-30T12:00:00.001Z (retry-after-ms).'],
    [
      429,
      { 'anthropic-ratelimit-tokens-remaining': '0', 'retry-after': '7' },
      'Try again in 7.00 s, at 2026-11-30T12:00:07Z (retry-after); tokens refused.',
    ],
    [429, {}, 'Try again after a backoff of your own: the response names no usable time.'],
    [
      429,
      { 'retry-after': '0' },
      'Try again after a backoff of your own: retry-after says "now", which beside a failure says nothing.',
    ],
    [402, {}, 'Do not send it again: waiting does not help.'],
    [
      429,
      { 'x-should-retry': 'false', 'retry-after': '3600' },
      'Do not send it again before 2026-11-30T13:00:00Z, in 60.0 min (retry-after).',
    ],
    [404, { 'retry-after': '7' }, 'Do not repeat it as it is: the request itself was rejected.'],
    [
      429,
      { 'retry-after': '99999999999999999999' },
      'Try again in 285,421 years, at +275760-09-13T00:00:00Z (retry-after).',
    ],
  ])('%i %j', (status, headers, sentence) => {
    expect(headersAnswer(decode({ status, headers }, { nowMs: NOW }))).toBe(sentence);
  });
});
