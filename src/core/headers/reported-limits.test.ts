import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLimit } from '../grammar/limit.js';
import { reportedLimits } from './reported-limits.js';

interface Sample {
  readonly provider: string;
  readonly headers: Record<string, string>;
}
const file = new URL('../../../test/fixtures/header-samples.json', import.meta.url);
const samples = JSON.parse(readFileSync(file, 'utf8')) as Sample[];

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

function summary(headers: Record<string, string>) {
  const reported = reportedLimits(headers);
  if (reported === null) return null;
  const limits = reported.limits.map(({ name, amount, windowMs, remaining }) => [name, amount, windowMs, remaining]);
  return { dialect: reported.dialect, limits, warnings: reported.warnings.map(({ code }) => code) };
}

describe('the limits that captured responses report', () => {
  const sampleOf = (provider: string, name: string, value?: string) => {
    const found = samples.filter(
      (it) => it.provider === provider && (value === undefined ? name in it.headers : it.headers[name] === value),
    );
    expect(found.length).toBe(1);
    return (found[0] as Sample).headers;
  };

  it('of Anthropic are requests, input and output tokens per minute', () => {
    expect(summary(sampleOf('anthropic', 'anthropic-ratelimit-requests-limit'))).toEqual({
      dialect: 'anthropic',
      limits: [
        ['requests', 50, MINUTE, 49],
        ['inputTokens', 50_000, MINUTE, 50_000],
        ['outputTokens', 10_000, MINUTE, 10_000],
      ],
      warnings: ['limit-left-out'],
    });
  });

  it('of an Anthropic subscription count per cent, which a plan cannot use', () => {
    expect(summary(sampleOf('anthropic-subscription', 'anthropic-ratelimit-unified-5h-status'))).toEqual({
      dialect: 'anthropic-subscription',
      limits: [],
      warnings: ['limit-left-out', 'limit-left-out'],
    });
  });

  it('of OpenAI, as documented, are per minute; its token reset fits no window', () => {
    expect(summary(sampleOf('openai', 'x-ratelimit-reset-tokens', '6m0s'))).toEqual({
      dialect: 'openai',
      limits: [
        ['requests', 60, MINUTE, 59],
        ['tokens', 150_000, MINUTE, 149_984],
      ],
      warnings: ['reset-does-not-fit'],
    });
  });

  it('of OpenAI, as captured, are per minute: 120 ms for one of 500 requests is a minute exactly', () => {
    expect(summary(sampleOf('openai', 'x-ratelimit-reset-tokens', '8ms'))).toEqual({
      dialect: 'openai',
      limits: [
        ['requests', 500, MINUTE, 499],
        ['tokens', 30_000, MINUTE, 29_996],
      ],
      warnings: [],
    });
    expect(summary(sampleOf('openai', 'x-ratelimit-reset-tokens', '9ms'))).toEqual({
      dialect: 'openai',
      limits: [
        ['requests', 5000, MINUTE, 4999],
        ['tokens', 160_000, MINUTE, 159_976],
      ],
      warnings: ['limit-left-out'],
    });
  });

  it('of Azure, under the same names, are per minute', () => {
    expect(summary(sampleOf('azure-openai', 'x-ratelimit-limit-tokens'))).toEqual({
      dialect: 'azure-openai',
      limits: [
        ['requests', 5, MINUTE, 4],
        ['tokens', 5000, MINUTE, 0],
      ],
      warnings: [],
    });
  });

  it('of GitHub are those of the resource, per hour', () => {
    expect(summary(sampleOf('github-graphql', 'x-ratelimit-resource'))).toEqual({
      dialect: 'github',
      limits: [['graphql', 5000, HOUR, 0]],
      warnings: [],
    });
  });

  it.each([
    [
      '"permin";q=50;w=60,"perhr";q=1000;w=3600',
      [
        ['permin', 50, MINUTE, null],
        ['perhr', 1000, HOUR, null],
      ],
      [],
    ],
    ['"peruser";q=65535;qu="content-bytes";w=10', [], ['limit-left-out']],
    ['"forever";q=5', [], ['no-window']],
  ])('of the IETF policy %s', (policy, limits, warnings) => {
    expect(summary({ 'RateLimit-Policy': policy })).toEqual({ dialect: 'ietf', limits, warnings });
  });

  it('of an unknown sender are taken where the window stands in the names, and left out with a warning elsewhere', () => {
    const minute = { 'x-ratelimit-limit-req-minute': '720', 'x-ratelimit-remaining-req-minute': '717' };
    expect(summary(minute)).toMatchObject({ limits: [['requests', 720, MINUTE, 717]] });
    expect(summary({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '3' })).toEqual({
      dialect: 'unknown',
      limits: [],
      warnings: ['no-window'],
    });
    expect(summary({ 'x-ratelimit-limit-complexity-minute': '250000' })).toEqual({
      dialect: 'unknown',
      limits: [],
      warnings: ['limit-left-out'],
    });
  });

  it('are those of the dialect that was asked for', () => {
    const headers = {
      'x-ratelimit-limit-requests': '5',
      'x-ratelimit-reset-requests': '8.64s',
      'x-ratelimit-remaining-requests': '4',
    };
    expect(reportedLimits(headers, { dialect: 'azure-openai' })?.dialect).toBe('azure-openai');
    expect(() => reportedLimits(headers, { dialect: 'nobody' })).toThrow('nobody');
  });

  it('are not made up where a response has none', () => {
    for (const headers of [{}, { 'retry-after': '7' }, { 'x-rate-limit': '5' }, { 'x-github-request-id': 'A' }]) {
      expect(reportedLimits(headers as Record<string, string>)).toBeNull();
    }
  });

  it('never make a plan throw or count nothing: every sample gives whole amounts above 0 in a window', () => {
    for (const { headers } of samples) {
      for (const { amount, windowMs } of reportedLimits(headers)?.limits ?? []) {
        expect(Number.isSafeInteger(amount) && amount > 0 && windowMs > 0).toBe(true);
      }
    }
  });
});

describe('the window of an OpenAI-style limit', () => {
  // kind, limit, remaining, reset → name, window, warnings
  it.each([
    ['requests', '10000', '9999', '8.64s', 'requestsPerDay', DAY, ['window-inferred']],
    ['requests', '200', '199', '7m12s', 'requestsPerDay', DAY, ['window-inferred']],
    ['requests', '14400', '14370', '2m59.56s', 'requestsPerDay', DAY, ['window-inferred']],
    ['requests', '1000', '1000', '23h59m0s', 'requestsPerDay', DAY, ['window-inferred']],
    ['requests', '10000', '9998', '11.2s', 'requestsPerDay', DAY, ['window-inferred']],
    // The end of a window would be told alike.
    ['requests', '10000', '9999', '3s', 'requests', MINUTE, ['reset-does-not-fit']],
    ['requests', '1200', '1199', '10s', 'requests', MINUTE, ['reset-does-not-fit']],
    ['requests', '1200', '1199', '60s', 'requests', MINUTE, ['reset-does-not-fit']],
    ['requests', '1200', '1100', '58s', 'requests', MINUTE, ['reset-does-not-fit']],
    ['requests', '20', '19', '9.964s', 'requests', MINUTE, ['reset-does-not-fit']],
    ['requests', '1000', undefined, '61s', 'requestsPerDay', DAY, ['window-inferred']],
    ['requests', '500', '0', '60s', 'requests', MINUTE, []],
    ['requests', '500', '0', '31s', 'requests', MINUTE, []],
    ['requests', '500', '499', '0s', 'requests', MINUTE, []],
    ['requests', '500', '500', '59s', 'requests', MINUTE, []],
    ['requests', '10000', '9999', '58s', 'requests', MINUTE, ['reset-does-not-fit']],
    ['requests', '500', undefined, undefined, 'requests', MINUTE, []],
    ['requests', '500', '499', '58', 'requests', MINUTE, []],
    ['requests', '500', '499', 'soon', 'requests', MINUTE, ['malformed']],
    ['tokens', '200000', '100000', '12h0m0s', 'tokens', MINUTE, ['reset-does-not-fit']],
    ['tokens', '18000', '17997', '7.66s', 'tokens', MINUTE, ['reset-does-not-fit']],
    ['tokens', '150000000', '149999999', '1ms', 'tokens', MINUTE, []],
    ['project-tokens', '1000', '900', '6s', 'projectTokens', MINUTE, []],
  ] as const)(
    'for %s of %s with %s left and a reset in %s is that of %s',
    (kind, limit, remaining, reset, name, windowMs, warnings) => {
      const headers: Record<string, string> = { [`X-RateLimit-Limit-${kind}`]: limit };
      if (remaining !== undefined) headers[`X-RateLimit-Remaining-${kind}`] = remaining;
      if (reset !== undefined) headers[`X-RateLimit-Reset-${kind}`] = reset;
      const left = remaining === undefined ? null : Number(remaining);
      expect(summary(headers)).toEqual({
        dialect: 'openai',
        limits: [[name, Number(limit), windowMs, left]],
        warnings,
      });
    },
  );

  it('is a minute with a warning where Azure looks at it more often', () => {
    const headers = {
      'x-ratelimit-limit-requests': '9000',
      'x-ratelimit-remaining-requests': '8999',
      'x-ratelimit-renewalperiod-requests': '10',
      'x-ratelimit-reset-requests': '0',
    };
    expect(summary(headers)).toEqual({
      dialect: 'azure-openai',
      limits: [['requests', 9000, MINUTE, 8999]],
      warnings: ['sub-window'],
    });
  });

  it('tells a day from a minute at any use of a continuously refilled bucket', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 100_000 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.constantFrom(MINUTE, DAY),
        (amount, share, windowMs) => {
          const used = Math.max(1, share * amount);
          const ms = Math.ceil((used * windowMs) / amount);
          fc.pre(ms >= 10);
          const reported = reportedLimits({
            'x-ratelimit-limit-requests': String(amount),
            'x-ratelimit-remaining-requests': String(Math.floor(amount - used)),
            'x-ratelimit-reset-requests': `${Math.floor(ms / 1000)}s${ms % 1000}ms`,
          });
          expect(reported?.limits[0]?.windowMs).toBe(windowMs);
        },
      ),
    );
  });
});

describe('a reported limit', () => {
  it.each([
    ['0', null, ['unusable-limit']],
    ['-1', null, ['unusable-limit']],
    ['', null, ['unusable-limit']],
    ['1e3', null, ['unusable-limit']],
    ['1,000', 0, ['unusable-limit']],
    ['60, x', null, ['unusable-limit']],
    ['60.5', null, ['unusable-limit']],
    ['99999999999999999999', null, ['unusable-limit']],
    ['60, 60', 60, []],
    ['60, 50', 50, ['conflicting-duplicates']],
    [' 60 ', 60, []],
  ] as const)('of %j is %j, with the warnings %j', (value, amount, warnings) => {
    const limits = amount === null || amount === 0 ? [] : [['tokens', amount, MINUTE, null]];
    expect(summary({ 'x-ratelimit-limit-tokens': value })).toEqual({ dialect: 'openai', limits, warnings });
  });

  it.each([
    ['0', 0, []],
    ['-5', 0, ['negative-remaining']],
    ['598.0', 598, []],
    ['0.5', 0, []],
    ['5 left', null, ['malformed']],
    ['', null, ['malformed']],
    ['7, 7', 7, []],
    ['7, 3', 3, ['conflicting-duplicates']],
  ] as const)('with %j left has %j left, with the warnings %j', (value, remaining, warnings) => {
    const headers = { 'anthropic-ratelimit-tokens-limit': '10', 'anthropic-ratelimit-tokens-remaining': value };
    expect(summary(headers)).toEqual({ dialect: 'anthropic', limits: [['tokens', 10, MINUTE, remaining]], warnings });
  });

  it('of Anthropic keeps tokens when neither input nor output is there, and says when nothing is', () => {
    expect(summary({ 'anthropic-ratelimit-tokens-limit': '10' })?.limits).toEqual([['tokens', 10, MINUTE, null]]);
    expect(summary({ 'anthropic-ratelimit-requests-remaining': '0' })).toEqual({
      dialect: 'anthropic',
      limits: [],
      warnings: ['no-amounts'],
    });
  });

  it('is read from pairs, a Map and Headers alike, and an Anthropic name outweighs the common one', () => {
    const pairs: [string, string][] = [
      ['X-RateLimit-Limit-Requests', '9'],
      ['Anthropic-RateLimit-Requests-Limit', '50'],
    ];
    for (const input of [pairs, new Map(pairs), new Headers(pairs)]) {
      expect(reportedLimits(input)).toMatchObject({ dialect: 'anthropic', limits: [{ name: 'requests', amount: 50 }] });
    }
  });

  it('never throws, and is a whole number above 0 in a known window, whatever the values', () => {
    const names = ['limit', 'remaining', 'reset'].flatMap((what) => [
      `x-ratelimit-${what}-requests`,
      `x-ratelimit-${what}-tokens`,
      `anthropic-ratelimit-input-tokens-${what}`,
    ]);
    const value = fc.oneof(fc.stringMatching(/^[0-9.,smh -]{0,8}$/), fc.string(), fc.nat().map(String));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 10 }), (pairs) => {
        for (const { amount, windowMs, remaining } of reportedLimits(pairs)?.limits ?? []) {
          expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
          expect([MINUTE, DAY]).toContain(windowMs);
          expect(remaining === null || (Number.isSafeInteger(remaining) && remaining >= 0)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('have names that a plan takes, whatever the server calls them', () => {
  const headers = { 'ratelimit-policy': '"my key";q=100;w=60, "my=key";q=5;w=1, "10s";q=9;w=10, "a.b_c-d";q=7;w=60' };
  const { limits } = reportedLimits(headers) ?? { limits: [] };
  expect(limits.map(({ name }) => name)).toEqual(['my-key', 'my-key-2', 'limit-10s', 'a.b_c-d']);
  for (const { name } of limits) expect(parseLimit(`${name}=1/s`).name).toBe(name);
});
