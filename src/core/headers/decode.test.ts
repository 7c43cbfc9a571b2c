import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { decode } from './decode.js';
import type { DecodeInput, DecodeOptions } from './decoded.js';
import { Decoder } from './decoder.js';
import type { Dialect } from './dialects/dialect.js';

const NOW = Date.UTC(2026, 9, 21, 7, 27);
const ask = (status: number | null, headers: Record<string, string>, options: Partial<DecodeOptions> = {}) =>
  decode({ status, headers }, { nowMs: NOW, ...options });

describe('the shapes of a response', () => {
  const answer = { verdict: 'retry', hintMs: 7000, retryAt: NOW + 7000, source: 'retry-after' };
  const har = { status: 429, headers: [{ name: 'Retry-After', value: '7' }], content: { text: '{}' } };
  const inputs: [string, DecodeInput][] = [
    ["fetch's Response", new Response('{}', { status: 429, headers: { 'Retry-After': '7' } })],
    ['parts with Headers', { status: 429, headers: new Headers({ 'Retry-After': '7' }) }],
    ['parts with a Map', { status: 429, headers: new Map([['retry-after', '7']]) }],
    ['parts with an object', { status: 429, headers: { 'RETRY-AFTER': ['7'] } }],
    ['parts with pairs', { status: 429, headers: [['Retry-After', '7']] }],
    ['a HAR response', har],
    ['a HAR entry', { response: har }],
    ['a HAR file', { log: { entries: [{ response: { ...har, status: 200 } }, { response: har }] } }],
    ['the text of a HAR entry', JSON.stringify({ startedDateTime: '', response: har })],
    ['the text of curl -i', 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\n\r\n{}'],
    ['HTTP/2 text with LF', 'HTTP/2 429\nretry-after: 7\n'],
    ['folded fields', 'HTTP/1.1 429 x\r\nRetry-After:\r\n 7\r\n\r\n'],
    ['several responses', 'HTTP/1.1 301 x\r\nRetry-After: 99\r\n\r\nHTTP/2 429\r\nretry-after: 7\r\n\r\n'],
  ];
  it.each(inputs)('%s', (_, input) => {
    expect(decode(input, { nowMs: NOW })).toMatchObject(answer);
  });

  it.each([
    ["Lambda's", { statusCode: 503, headers: { 'retry-after': '7' }, body: '{"error":{"code":"insufficient_quota"}}' }],
    [
      'a statusCode beside a word',
      {
        status: 'error',
        statusCode: 503,
        headers: { 'retry-after': '7' },
        body: '{"error":{"code":"insufficient_quota"}}',
      },
    ],
    ["axios's", { status: 503, headers: { 'retry-after': '7' }, data: { error: { code: 'insufficient_quota' } } }],
  ])('%s names for status and body are known, too', (_, response) => {
    const usual = { status: 503, headers: { 'retry-after': '7' }, body: { error: { code: 'insufficient_quota' } } };
    for (const input of [response, { message: 'failed', response }]) {
      expect(decode(JSON.stringify(input), { nowMs: NOW })).toEqual(decode(usual, { nowMs: NOW }));
    }
    expect(decode(usual, { nowMs: NOW }).verdict).toBe('never');
  });

  it('of which there are several are told', () => {
    const text =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 301 x\r\nlocation: /\r\n\r\nHTTP/2 429\r\nretry-after: 7\r\n\r\n';
    const [warning] = decode(text, { nowMs: NOW }).warnings;
    expect(warning).toEqual({
      code: 'several-responses',
      message: '3 responses; the last one is the answer, those before it were 100, 301',
    });
  });

  it('take status and body from the options before those of the input', () => {
    expect(decode({ status: 200, headers: {} }, { nowMs: NOW, status: 429, body: { retry_after: 1.5 } })).toMatchObject(
      {
        verdict: 'retry',
        hintMs: 1500,
        source: 'body retry_after',
      },
    );
  });

  it('without a status are read as a refusal, and say so', () => {
    const { verdict, reason, warnings } = decode('retry-after: 7\n', { nowMs: NOW });
    expect(verdict).toBe('retry');
    expect(reason).toMatch(/^No status was given/);
    expect(warnings).toMatchObject([{ code: 'status-assumed' }]);
  });

  it('with a body that is stored as base64 say that it was not read', () => {
    const response = { ...har, content: { text: 'e30=', encoding: 'base64' } };
    expect(decode({ response }, { nowMs: NOW }).warnings).toMatchObject([{ code: 'unread-body' }]);
  });

  it.each<[string, () => unknown, string]>([
    ['a number', () => decode(7 as unknown as DecodeInput, { nowMs: NOW }), 'curl -i'],
    ['an empty object', () => decode({} as DecodeInput, { nowMs: NOW }), 'HAR'],
    ['text without a field', () => decode('hello', { nowMs: NOW }), 'curl -i'],
    ['JSON that is no HAR', () => decode('{"error":1}', { nowMs: NOW }), 'curl -i'],
    ['ten megabytes', () => decode('x: y\n'.repeat(2e6), { nowMs: NOW }), 'at most'],
    ['a status that is none', () => ask(42, {}), '100 to 999'],
    ['a clock that is none', () => ask(429, {}, { nowMs: Number.NaN }), 'epoch milliseconds'],
    ['a dialect that nobody knows', () => ask(429, {}, { dialect: 'antropic' }), 'did you mean anthropic'],
  ])('refuse %s with what is allowed', (_, run, part) => {
    expect(run).toThrow(InputError);
    expect(run).toThrow(part);
  });
});

describe('verdicts by status', () => {
  it.each([
    [200, 'ok'],
    [204, 'ok'],
    [304, 'ok'],
    [400, 'rejected'],
    [401, 'rejected'],
    [402, 'never'],
    [403, 'rejected'],
    [404, 'rejected'],
    [408, 'backoff'],
    [413, 'rejected'],
    [429, 'backoff'],
    [500, 'backoff'],
    [501, 'rejected'],
    [503, 'backoff'],
    [505, 'rejected'],
    [511, 'rejected'],
    [529, 'backoff'],
    [599, 'backoff'],
  ])('%i is %s', (status, verdict) => {
    expect(ask(status, {})).toMatchObject({ verdict, hintMs: null, verdictFrom: 'status' });
    expect(ask(status, { 'x-ratelimit-limit': '5' })).toMatchObject({ verdict, hintMs: null });
  });

  it.each([
    [429, { 'x-should-retry': 'false', 'retry-after': '7' }, { verdict: 'never', hintMs: 7000, verdictFrom: 'server' }],
    [400, { 'x-should-retry': 'false' }, { verdict: 'rejected', hintMs: null, verdictFrom: 'server' }],
    [400, { 'x-should-retry': 'true' }, { verdict: 'backoff', hintMs: null, verdictFrom: 'server' }],
    [409, { 'x-should-retry': 'TRUE', 'retry-after': '1' }, { verdict: 'retry', hintMs: 1000 }],
    [200, { 'x-should-retry': 'true' }, { verdict: 'ok' }],
    [429, { 'x-should-retry': 'maybe' }, { verdict: 'backoff', verdictFrom: 'status' }],
    [
      503,
      { 'grpc-retry-pushback-ms': '300', 'retry-after': '7' },
      { verdict: 'retry', hintMs: 300, verdictFrom: 'server' },
    ],
    [503, { 'grpc-retry-pushback-ms': '-1', 'retry-after': '7' }, { verdict: 'never', verdictFrom: 'server' }],
    [503, { 'grpc-retry-pushback-ms': '007' }, { verdict: 'never' }],
    [413, { 'retry-after': '7' }, { verdict: 'retry', hintMs: 7000, verdictFrom: 'server' }],
  ] as [number, Record<string, string>, object][])('%i with %j is %j', (status, headers, expected) => {
    expect(ask(status, headers)).toMatchObject(expected);
  });
});

describe('the order of trust', () => {
  const all = {
    'retry-after-ms': '100',
    'retry-after': '2',
    'x-retry-after': '3',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '50',
  };
  const body = { retry_after: 4, message: 'try again in 6s' };
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

  it.each([
    [all, body, 100, 'retry-after-ms'],
    [{ ...all, 'retry-after-ms': '0' }, body, 2000, 'retry-after'],
    [{ ...all, 'retry-after-ms': 'x' }, body, 2000, 'retry-after'],
    [without('retry-after-ms'), body, 2000, 'retry-after'],
    [{ ...without('retry-after-ms'), 'retry-after': '0' }, body, 3000, 'x-retry-after'],
    [without('retry-after-ms', 'retry-after'), body, 3000, 'x-retry-after'],
    [without('retry-after-ms', 'retry-after', 'x-retry-after'), body, 4000, 'body retry_after'],
    [without('retry-after-ms', 'retry-after', 'x-retry-after'), { message: body.message }, 6000, 'message text'],
    [without('retry-after-ms', 'retry-after', 'x-retry-after'), undefined, 50_000, 'x-ratelimit-reset'],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '50' }, undefined, null, null],
    [{ 'x-ratelimit-reset': '50' }, undefined, 50_000, 'x-ratelimit-reset'],
  ] as [Record<string, string>, unknown, number | null, string | null][])(
    '%j with the body %j: %s by %s',
    (headers, sent, hintMs, source) => {
      expect(ask(429, headers, { body: sent })).toMatchObject({ hintMs, source });
    },
  );

  it('takes the t of a used-up IETF policy before the message and before other resets', () => {
    const headers = { ratelimit: '"a";r=0;t=5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '50' };
    expect(ask(429, headers, { body: { message: 'try again in 6s' } })).toMatchObject({
      hintMs: 5000,
      source: 'ratelimit',
    });
  });

  it('keeps 0, says that it means nothing beside a refusal, and leaves the wait to the backoff', () => {
    expect(ask(429, { 'retry-after': '0' })).toMatchObject({ verdict: 'backoff', hintMs: 0, retryAt: NOW });
    expect(ask(429, { 'retry-after': 'Wed, 21 Oct 2026 07:26:00 GMT' })).toMatchObject({
      verdict: 'backoff',
      hintMs: 0,
      warnings: [{ code: 'past-date' }],
    });
  });

  it('gives a response that was served a hint for the next request', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '2' };
    expect(ask(200, headers)).toMatchObject({ verdict: 'ok', hintMs: 2000, retryAt: NOW + 2000, refusedBy: null });
    expect(ask(200, { 'x-ratelimit-reset-after': '2' }).hintMs).toBeNull();
  });

  // The unit that the name tells counts, and the reset belongs to the limit of the other fields, not to one named ms.
  it.each([
    ['x-ratelimit-reset-ms', '15000', 15_000],
    ['X-RateLimit-Reset-Milliseconds', '0.5', 1],
    ['x-ratelimit-reset-ms', String(NOW + 60_000), 60_000],
    ['x-rate-limit-reset-seconds', '60', 60_000],
    ['x-ratelimit-reset-seconds', String(NOW / 1000 + 60), 60_000],
    ['x-ratelimit-reset-at', '2026-10-21T07:28:00Z', 60_000],
    ['x-ratelimit-reset-at', String(NOW / 1000 + 60), 60_000],
  ])('reads %s: %s of a sender that nobody knows', (name, value, hintMs) => {
    const { limits, ...decoded } = ask(200, {
      [`${name.toLowerCase().split('-reset')[0]}-remaining`]: '0',
      [name]: value,
    });
    expect([decoded.hintMs, limits]).toMatchObject([hintMs, [{ name: 'requests', remaining: 0, resetMs: hintMs }]]);
  });

  it.each([`"a";r=0;t=${NOW / 1000 + 60}`, `limit=10, remaining=0, reset=${NOW / 1000 + 60}`])(
    'takes what can only be an epoch time in RateLimit as one, unless it is strict: %s',
    (ratelimit) => {
      const { hintMs, warnings } = ask(429, { ratelimit });
      expect([hintMs, warnings[0]?.code]).toEqual([60_000, 'epoch-in-reset']);
      expect(ask(429, { ratelimit }, { strict: true }).hintMs).toBe(NOW + 60_000);
    },
  );

  it('does not look for delays in the body of a response that was served', () => {
    expect(ask(200, {}, { body: { retry_after: 5, message: 'try again in 5s' } })).toMatchObject({
      verdict: 'ok',
      hintMs: null,
    });
  });

  it('reads strictly when asked to', () => {
    expect(ask(429, { 'retry-after': '1.5' }).hintMs).toBe(1500);
    expect(ask(429, { 'retry-after': '1.5' }, { strict: true })).toMatchObject({ hintMs: null, verdict: 'backoff' });
  });
});

describe('the reason', () => {
  it.each([
    [
      429,
      { 'retry-after': '7' },
      '429: a rate limit refused the request; the next request may go in 7.00 s (retry-after). Which limit refused is not told: the status alone does not say it.',
    ],
    [503, { 'retry-after': '120' }, '503: the service expects to be unavailable; that may last 2.0 min (retry-after).'],
    [301, { 'retry-after': '5' }, '301: redirected; wait at least 5.00 s before following it (retry-after).'],
    [
      429,
      {},
      '429: a rate limit refused the request; it names no usable time: wait your own backoff. Which limit refused is not told: the status alone does not say it.',
    ],
    [
      200,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '2' },
      '200: served; nothing is left of requests, and the window of requests ends in 2.00 s (x-ratelimit-reset-after).',
    ],
    [404, {}, '404: the request was rejected; do not repeat it as it is.'],
  ] as [number, Record<string, string>, string][])('of %i with %j', (status, headers, reason) => {
    expect(ask(status, headers).reason).toBe(reason);
  });

  it('calls a full reset what it is', () => {
    const headers = { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' };
    expect(ask(429, headers).reason).toContain(
      'tokens is full again in 6.0 min (x-ratelimit-reset-tokens): one request may fit sooner',
    );
  });

  it('shows nothing that could steer a terminal, whatever the server sent', () => {
    const hostile = '\u001b[2J\u202e';
    const dialect: Dialect = {
      id: 'test',
      title: 'Test',
      evidence: 'composed',
      source: 'this test',
      marks: [],
      limits: [
        {
          name: 'requests',
          nameField: 'x-name',
          remaining: ['x-left'],
          means: 'next',
          window: null,
          algorithm: 'unknown',
        },
      ],
      refusedBy: [{ body: 'who' }],
    };
    const headers = {
      'x-name': hostile,
      'x-left': '0',
      'retry-after': hostile,
      [`x-ratelimit-remaining-${hostile}`]: '0',
    };
    const answer = new Decoder([dialect]).decode(
      { status: 429, headers, body: { who: hostile } },
      { nowMs: NOW, dialect: 'test' },
    );
    expect(answer.refusedBy).not.toBeNull();
    expect(JSON.stringify(answer)).toMatch(/^[ -~…−–]*$/);
  });
});
