import { describe, expect, it } from 'vitest';
import { decode } from './decode.js';
import { joinTwoLineFields } from './two-line-fields.js';

const NOW = { nowMs: 0 };

// What Chromium's network panel gives when its rows are copied, with the colons of older versions and without.
describe('fields with the value on the next line', () => {
  it.each([
    [':status:\n503\nretry-after:\n3\nx-ratelimit-remaining:\n0\n'],
    [':status\r\n503\r\nretry-after\r\n3\r\nx-ratelimit-remaining\r\n0\r\n'],
    [
      'Request URL\nhttps://api.example/\nRequest Method\nGET\nStatus Code\n503 Service Unavailable\n\nretry-after\n3\nx-ratelimit-remaining\n0',
    ],
  ])('are read: %j', (text) => {
    expect(decode(text, NOW)).toEqual(decode('HTTP/2 503\nretry-after: 3\nx-ratelimit-remaining: 0\n', NOW));
    expect(decode(text, NOW)).toMatchObject({ hintMs: 3000, verdict: 'retry', warnings: [] });
  });

  it('lose their credentials like others', () => {
    const text = 'retry-after:\n3\nauthorization:\nBearer SECRET\nset-cookie:\nid=SECRET\n';
    expect(joinTwoLineFields(text.split('\n'))).toHaveLength(3);
    expect(JSON.stringify(decode(text, NOW))).not.toContain('SECRET');
  });

  it.each([
    ['fields on one line each', ['retry-after: 3', 'x-a: 1']],
    ['a name without a value', ['retry-after', '3', 'x-a']],
    ['text that names no field known', ['hello', 'world']],
    ['a list of names', ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']],
    ['a status line', ['HTTP/1.1 429 Too Many Requests', 'retry-after: 3']],
    ['nothing', ['', ' ']],
  ])('are not seen in %s', (_, lines) => {
    expect(joinTwoLineFields(lines)).toBe(lines);
  });
});

describe('a status among the fields', () => {
  it.each([
    'status: 503\nretry-after: 3',
    'Status: 503 Service Unavailable\nretry-after: 3',
    'Status Code: 503 Service Unavailable\nretry-after: 3',
    'HTTP/1.1 503 Service Unavailable\nStatus: 200 OK\nretry-after: 3',
  ])('counts where no status line says it: %j', (text) => {
    const codes = decode(text, NOW).warnings.map(({ code }) => code);
    expect([decode(text, NOW).reason, codes]).toEqual([decode('HTTP/2 503\nretry-after: 3', NOW).reason, []]);
  });
});
