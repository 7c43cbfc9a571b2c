// Every preset against the formula that its client publishes, written here once more and independently, in seconds.

import { describe, expect, it } from 'vitest';
import { backoffMs, intervalMs } from '../backoff/backoff.js';
import { compile } from '../backoff/compile.js';
import { InputError } from '../errors.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { Policy } from '../policy/policy.js';
import { PRESET_GROUPS, PRESETS, presetOf } from './index.js';

type Interval = readonly [least: number, most: number];

/** What a client publishes. Times in seconds, n counts retries from 1. */
interface Published {
  readonly attempts: number;
  /** The least and the greatest wait before retry n. */
  readonly waits: (n: number) => Interval;
  /** What it retries among 400…599; left out where the caller or the service decides. */
  readonly retries?: (status: number) => boolean;
  /** Longest wait of the server's that it obeys and what a longer one does; left out where it reads none. */
  readonly hint?: readonly [mostSeconds: number, beyond: 'fail' | 'clamp' | 'backoff'];
  /** What our interval lacks at its two ends; the preset must admit it. */
  readonly missing?: (n: number) => Interval;
  readonly waitsThrottled?: (n: number) => Interval;
  readonly budget?: Policy['retryBudget'];
  readonly limit?: number;
}

const exp = (base: number, n: number, cap = Infinity, factor = 2) => Math.min(base * factor ** (n - 1), cap);
const exactly = (d: number): Interval => [d, d];
const between = (low: number, high: number, d: number): Interval => [low * d, high * d];
const oneOf =
  (...statuses: number[]) =>
  (status: number) =>
    statuses.includes(status);
const or5xx =
  (...statuses: number[]) =>
  (status: number) =>
    status >= 500 || statuses.includes(status);
const but =
  (retries: (status: number) => boolean, ...never: number[]) =>
  (status: number) =>
    retries(status) && !never.includes(status);

const stainless = (n: number) => between(0.75, 1, Math.min(0.5 * 2 ** (n - 1), 8));
const sdkStatuses = or5xx(408, 409, 429);
const awsStatuses = oneOf(429, 500, 502, 503, 504);
const awsTokens = (transient: number, throttled: number): Policy['retryBudget'] => ({
  kind: 'tokens',
  capacity: 500,
  cost: { transient, throttled },
  refund: { firstTry: 1, retry: 'cost' },
});
const gotStatuses = oneOf(408, 413, 429, 500, 502, 503, 504, 521, 522, 524);

/** 9 007 199 254 740.991 s: what stands for "no limit". */
const UNLIMITED = Number.MAX_SAFE_INTEGER / 1000;

const published: Readonly<Record<string, Published>> = {
  'openai-node': { attempts: 3, waits: stainless, retries: sdkStatuses, hint: [60, 'backoff'] },
  'openai-python': { attempts: 3, waits: stainless, retries: sdkStatuses, hint: [120, 'fail'] },
  'openai-cookbook-tenacity': { attempts: 6, waits: (n) => [1, Math.max(1, Math.min(60, 2 ** (n - 1)))] },
  'anthropic-typescript': { attempts: 3, waits: stainless, retries: sdkStatuses, hint: [2147483.647, 'backoff'] },
  'anthropic-python': { attempts: 3, waits: stainless, retries: sdkStatuses, hint: [4294967, 'clamp'] },
  'google-genai-js': {
    attempts: 5,
    waits: (n) => [Math.min(2 ** (n - 1), 60), Math.min(2 * 2 ** (n - 1), 60)],
    retries: oneOf(408, 429, 500, 502, 503, 504),
    missing: (n) => [n < 6 ? 0 : n === 6 ? 2 : 30, 0],
  },
  'vercel-ai-sdk': { attempts: 3, waits: (n) => exactly(exp(2, n)), retries: sdkStatuses, hint: [60, 'backoff'] },

  'aws-sdk-standard': {
    attempts: 3,
    waits: (n) => [0, exp(0.1, n, 20)],
    waitsThrottled: (n) => [0, exp(0.5, n, 20)],
    retries: awsStatuses,
    hint: [5, 'clamp'],
    budget: awsTokens(10, 5),
  },
  'aws-sdk-2026': {
    attempts: 3,
    waits: (n) => [0, exp(0.05, n, 20)],
    waitsThrottled: (n) => [0, exp(1, n, 20)],
    retries: awsStatuses,
    hint: [5, 'clamp'],
    budget: awsTokens(14, 5),
  },
  'aws-dynamodb-2026': {
    attempts: 4,
    waits: (n) => [0, exp(0.025, n, 20)],
    waitsThrottled: (n) => [0, exp(1, n, 20)],
    retries: awsStatuses,
    hint: [5, 'clamp'],
    budget: awsTokens(14, 5),
  },
  'botocore-legacy': {
    attempts: 5,
    waits: (n) => [0, 2 ** (n - 1)],
    retries: oneOf(429, 500, 502, 503, 504, 509),
  },

  'azure-core-js': {
    attempts: 4,
    waits: (n) => between(0.5, 1, exp(1, n, 64)),
    retries: but(or5xx(408, 429), 501, 505),
    hint: [UNLIMITED, 'fail'],
  },
  'google-gax-java': { attempts: 6, waits: (n) => [0, exp(1, n, 32)], limit: 50 },
  'google-api-core-python': {
    attempts: 1 + retriesWithin(120, (n) => exp(1, n, 60) / 2),
    waits: (n) => [0, exp(1, n, 60)],
    retries: oneOf(429, 500, 503),
    limit: 120,
  },
  gaxios: {
    attempts: 4,
    waits: (n) => exactly((n === 1 ? 0.1 : 0) + (2 ** (n - 1) - 1) / 2),
    retries: or5xx(408, 429),
  },
  'stripe-node': {
    attempts: 3,
    waits: (n) => [
      Math.max(0.5, Math.min(0.5 * 2 ** (n - 2), 5) * 0.5),
      Math.max(0.5, Math.min(0.5 * 2 ** (n - 2), 5)),
    ],
    retries: or5xx(409),
  },
  'octokit-retry': {
    attempts: 4,
    waits: (n) => exactly(n * n),
    retries: but(() => true, 400, 401, 403, 404, 410, 422, 451),
  },

  'undici-retry-agent': {
    attempts: 6,
    waits: (n) => exactly(exp(0.5, n, 30)),
    retries: oneOf(500, 502, 503, 504, 429),
    hint: [30, 'clamp'],
  },
  got: {
    attempts: 3,
    waits: (n) => [exp(1, n), exp(1, n) + 0.1],
    retries: gotStatuses,
    hint: [UNLIMITED, 'fail'],
    missing: () => [0, 0.1],
  },
  ky: {
    attempts: 3,
    waits: (n) => exactly(0.3 * 2 ** (n - 1)),
    retries: oneOf(408, 413, 429, 500, 502, 503, 504),
    hint: [UNLIMITED, 'fail'],
  },
  ofetch: {
    attempts: 2,
    waits: () => exactly(0),
    retries: oneOf(408, 409, 425, 429, 500, 502, 503, 504),
  },
  'axios-retry': { attempts: 4, waits: () => exactly(0), retries: or5xx(429), hint: [UNLIMITED, 'fail'] },
  'axios-retry-exponential': {
    attempts: 4,
    waits: (n) => between(1, 1.2, 0.1 * 2 ** n),
    retries: or5xx(429),
    hint: [UNLIMITED, 'fail'],
  },
  'fetch-retry': { attempts: 4, waits: () => exactly(1), retries: () => false },
  'go-retryablehttp': {
    attempts: 5,
    waits: (n) => exactly(exp(1, n, 30)),
    retries: but(or5xx(429), 501),
    hint: [UNLIMITED, 'fail'],
  },
  'failsafe-go-http': {
    attempts: 3,
    waits: () => exactly(0),
    retries: but(or5xx(429), 501),
    hint: [UNLIMITED, 'fail'],
  },

  'p-retry': { attempts: 11, waits: (n) => exactly(exp(1, n)) },
  'exponential-backoff': { attempts: 10, waits: (n) => exactly(exp(0.1, n)) },
  'tenacity-random-exponential': { attempts: 7, waits: (n) => [0, Math.min(2 ** (n - 1), 60)] },
  stamina: {
    attempts: 10,
    waits: (n) => [Math.min(0.1 * 2 ** (n - 1), 5), Math.min(0.1 * 2 ** (n - 1) + 1, 5)],
    missing: (n) => [0, n <= 6 ? 1 : 0],
    limit: 45,
  },
  'python-backoff': { attempts: 8, waits: (n) => [0, 2 ** (n - 1)] },
  'cenkalti-backoff': {
    attempts: 1 + retriesWithin(900, (n) => exp(0.5, n, 60, 1.5)),
    waits: (n) => between(0.5, 1.5, exp(0.5, n, 60, 1.5)),
    limit: 900,
  },
  backon: { attempts: 4, waits: (n) => exactly(exp(1, n, 60)) },
  polly: { attempts: 4, waits: () => exactly(2) },
  resilience4j: { attempts: 3, waits: () => exactly(0.5) },

  grpc: {
    attempts: 4,
    waits: (n) => between(0.8, 1.2, Math.min(0.1 * 2 ** (n - 1), 1)),
    retries: oneOf(429, 502, 503, 504),
    hint: [2147483.647, 'fail'],
  },
  envoy: { attempts: 2, waits: (n) => [0, Math.min(2 ** (n - 1) * 0.025, 0.25)], retries: or5xx() },
  'kubernetes-default-retry': { attempts: 5, waits: () => between(1, 1.1, 0.01), retries: oneOf(409) },
  'kubernetes-default-backoff': {
    attempts: 4,
    waits: (n) => between(1, 1.1, 0.01 * 5 ** (n - 1)),
    retries: oneOf(409),
  },
  temporal: { attempts: 1000, waits: (n) => exactly(exp(1, n, 100)) },
  'step-functions': { attempts: 4, waits: (n) => exactly(2 ** (n - 1)) },
  bullmq: { attempts: 3, waits: (n) => exactly(2 ** (n - 1)) },
  'celery-autoretry': { attempts: 4, waits: (n) => [0, Math.min(600, 2 ** (n - 1))] },
  sidekiq: {
    attempts: 26,
    waits: (n) => [(n - 1) ** 4 + 15, (n - 1) ** 4 + 15 + 9 * n],
    missing: (n) => [0, 9 * n],
  },
};

/** How many retries a time limit leaves room for when every wait takes its mean. */
function retriesWithin(limit: number, mean: (n: number) => number): number {
  let n = 0;
  for (let elapsed = mean(1); elapsed <= limit; elapsed += mean(n + 1)) n++;
  return n;
}

const NEVER_REPEATED = [501, 505, 511];

describe('the presets', () => {
  it('are at least 25, with ids of their own', () => {
    const ids = PRESETS.map((preset) => preset.id);
    expect(ids.length).toBeGreaterThanOrEqual(25);
    expect(new Set(ids).size).toBe(ids.length);
    expect(PRESET_GROUPS.flatMap((group) => group.presets)).toEqual(PRESETS);
  });

  it('each have a row of what is published, and no row is left over', () => {
    expect(Object.keys(published).sort()).toEqual(PRESETS.map((preset) => preset.id).sort());
  });
});

const withPublished = PRESETS.flatMap((preset) => {
  const row = published[preset.id];
  return row === undefined ? [] : [[preset.id, preset, row] as const];
});

describe.each(withPublished)('the preset %s', (id, preset, row) => {
  const policy = parsePolicy(preset.policy);
  const retries = Math.max(policy.maxAttempts - 1, 12);
  const rules = compile(parsePolicy({ ...preset.policy, maxAttempts: Math.min(1000, retries + 1) }));
  const numbers = Array.from({ length: Math.min(999, retries) }, (_, index) => index + 1);

  it('names itself, its source and a date', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(preset.title).not.toBe('');
    expect(preset.source).toMatch(/[./,]/);
    expect(preset.date).toMatch(/^20\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/);
    expect(preset.url ?? 'https://').toMatch(/^https:\/\//);
    for (const sentence of preset.differs) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('waits before each retry what the published formula says', () => {
    for (const n of numbers) {
      const { minMs, maxMs } = intervalMs(rules, n);
      const [low, high] = row.waits(n);
      const [lowMissing, highMissing] = row.missing?.(n) ?? [0, 0];
      if (high * 1000 > Number.MAX_SAFE_INTEGER) break;
      expect(near(minMs, (low - lowMissing) * 1000), `retry ${n}: least ${minMs} ms, published ${low} s`).toBe(true);
      expect(near(maxMs, (high - highMissing) * 1000), `retry ${n}: most ${maxMs} ms, published ${high} s`).toBe(true);
      if (row.missing === undefined) {
        const middle = backoffMs(rules, n, 0, 0.5);
        expect(near(middle, (low + high) * 500), `retry ${n}: ${middle} ms in the middle of an even draw`).toBe(true);
      }
    }
  });

  it('waits after a refusal what the published formula says', () => {
    expect(rules.throttled === null).toBe(row.waitsThrottled === undefined);
    for (const n of numbers) {
      if (rules.throttled === null || row.waitsThrottled === undefined) break;
      const { minMs, maxMs } = intervalMs(rules.throttled, n);
      const [low, high] = row.waitsThrottled(n);
      expect(near(minMs, low * 1000) && near(maxMs, high * 1000), `retry ${n}: ${minMs} to ${maxMs} ms`).toBe(true);
    }
  });

  it('makes the published number of attempts, counting refusals, within the published time', () => {
    expect(policy.maxAttempts).toBe(row.attempts);
    expect(policy.refusals.countAsAttempts).toBe(true);
    expect(policy.deadlineMs).toBe(row.limit === undefined ? null : row.limit * 1000);
    expect(policy.retryBudget).toEqual(row.budget ?? null);
  });

  it('retries the published statuses', () => {
    const listed = row.retries ?? ((status: number) => status === 408 || status === 429 || status >= 500);
    const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
    expect(statuses.filter((status) => rules.retryable[status] === 1)).toEqual(
      statuses.filter((status) => listed(status) && !NEVER_REPEATED.includes(status)),
    );
    if (row.retries === undefined) expect(preset.differs.join(' ')).toContain('statuses here are');
    for (const status of NEVER_REPEATED) {
      const admitted = preset.differs.some(
        (sentence) => sentence.startsWith('It also') && sentence.includes(`${status}`),
      );
      expect(admitted, `${status}`).toBe(row.retries?.(status) === true);
    }
  });

  it("treats the server's wait as published", () => {
    const { honor, maxMs, beyondMax, spreadMs } = policy.retryAfter;
    if (row.hint === undefined) return expect(honor).toBe(false);
    const [most, beyond] = row.hint;
    expect({ honor, beyondMax, spreadMs }).toEqual({ honor: true, beyondMax: beyond, spreadMs: 0 });
    expect(near(maxMs, most * 1000)).toBe(true);
  });

  it('admits what it leaves out', () => {
    if (row.missing !== undefined) expect(preset.differs.join(' ')).toMatch(/added|cap cuts/);
  });
});

describe('presetOf', () => {
  it('finds each preset by its id', () => {
    for (const preset of PRESETS) expect(presetOf(preset.id)).toBe(preset);
  });

  it.each([
    ['openai-nod', 'openai-node'],
    ['aws-sdk-2025', 'aws-sdk-2026'],
    ['Envoy', 'envoy'],
    ['cenkalti-bakcoff', 'cenkalti-backoff'],
  ])('names for %s the nearest one, %s', (given, meant) => {
    expect(() => presetOf(given)).toThrow(InputError);
    expect(() => presetOf(given)).toThrow(`preset: "${given}" is not allowed`);
    expect(() => presetOf(given)).toThrow(`did you mean ${meant}?`);
  });

  it('lists all of them, under the name of the flag, when none is near', () => {
    expect(() => presetOf('', '--preset')).toThrow(/^--preset: "" is not allowed; give one of openai-node, .*sidekiq$/);
  });
});

/** Equal but for the rounding of a product of doubles. */
function near(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
}
