import { describe, expect, it } from 'vitest';
import { FIELDS, NULLABLE_GROUPS, QUOTA_FIELDS } from './fields.js';
import { parsePolicy } from './parse-policy.js';
import { isPlain, valueAt } from './paths.js';
import type { Policy } from './policy.js';
import { readField } from './read-field.js';

const quota = { name: 'requests', amount: 50, windowMs: 60_000, burst: 50 };

/** Two policies in which, together, every field of the type occurs: the compiler would miss one that is left out. */
const whole: readonly [Policy, Policy] = [
  {
    version: 1,
    backoff: { baseMs: 1000, multiplier: 2, capMs: 32_000, minMs: 0, throttledBaseMs: 5000 },
    jitter: { low: 0.75, high: 1 },
    maxAttempts: 6,
    refusals: { countAsAttempts: false, max: 100 },
    retryAfter: { honor: true, maxMs: 600_000, beyondMax: 'fail', spreadMs: 'auto' },
    retryOn: { statuses: [408, 429, '5xx'], networkErrors: true, idempotent: 'auto' },
    attemptTimeoutMs: 10_000,
    idleTimeoutMs: 5000,
    deadlineMs: 60_000,
    maxInFlight: 8,
    initialInFlight: 4,
    quotas: [quota],
    retryBudget: { kind: 'ratio', share: 0.1, windowMs: 10_000, floorPerSecond: 10 },
    throttle: { k: 2, windowMs: 120_000, maxRejectShare: 0.9 },
    breaker: { threshold: 5, resetMs: 30_000, halfOpenPermits: 1 },
    onGiveUp: 'response',
  },
  {
    version: 1,
    backoff: { delaysMs: [1000, 5000], capMs: null, minMs: 0 },
    jitter: 'none',
    maxAttempts: 3,
    refusals: { countAsAttempts: true, max: 0 },
    retryAfter: { honor: false, maxMs: 0, beyondMax: 'backoff', spreadMs: 250 },
    retryOn: { statuses: [], networkErrors: false, idempotent: 'never' },
    attemptTimeoutMs: null,
    idleTimeoutMs: null,
    deadlineMs: null,
    maxInFlight: null,
    initialInFlight: 1,
    quotas: [],
    retryBudget: {
      kind: 'tokens',
      capacity: 500,
      cost: { transient: 14, throttled: 5 },
      refund: { firstTry: 1, retry: 'cost' },
    },
    throttle: null,
    breaker: null,
    onGiveUp: 'throw',
  },
];

/** The dotted paths of all that is not a group. A jitter and a list are one value each. */
function leaves(value: unknown, path = ''): string[] {
  if (!isPlain(value) || path === 'jitter') return [path];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}

describe('the table of fields', () => {
  it('has a row for every leaf of a policy, and a leaf for every row', () => {
    const found = new Set(whole.flatMap((policy) => leaves(policy)));
    for (const group of NULLABLE_GROUPS) found.delete(group);
    expect([...found].sort()).toEqual(FIELDS.map(({ path }) => path).sort());
  });

  it.each(whole)('reads a whole policy as it is: %j', (policy) => {
    expect(parsePolicy(policy)).toEqual(policy);
  });

  it('has each path and each flag once', () => {
    for (const names of [FIELDS.map(({ path }) => path), FIELDS.flatMap(({ flag }) => flag ?? [])]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('describes a quota by the fields that a quota has', () => {
    const [read] = parsePolicy({ quotas: [quota] }).quotas;
    expect(QUOTA_FIELDS.map(({ path }) => path)).toEqual(Object.keys(read ?? {}));
  });

  it.each(FIELDS.filter((field) => field.default !== undefined))('$path accepts its own default', (field) => {
    expect(readField(field, field.default)).toEqual(field.default);
  });

  it.each(FIELDS)('$path says what it is in a sentence', ({ about }) => {
    expect(about).toMatch(/^\p{Lu}.{15,}\.$/u);
  });

  it.each(FIELDS.filter((field) => field.min !== undefined || field.max !== undefined))(
    '$path accepts its bounds and nothing beyond',
    (field) => {
      for (const bound of [field.min, field.max]) {
        if (bound !== undefined) expect(readField(field, bound)).toBe(bound);
      }
      if (field.min !== undefined) expect(() => readField(field, (field.min as number) - 1)).toThrow(field.path);
      if (field.max !== undefined) expect(() => readField(field, (field.max as number) + 1)).toThrow(field.path);
    },
  );

  it('marks as nullable what the type lets be null', () => {
    const paths = ['backoff.capMs', 'backoff.throttledBaseMs', 'attemptTimeoutMs', 'idleTimeoutMs', 'deadlineMs'];
    expect(FIELDS.filter(({ nullable }) => nullable).map(({ path }) => path)).toEqual([...paths, 'maxInFlight']);
    for (const { path } of FIELDS.filter(({ nullable }) => nullable)) {
      const group = path.split('.');
      const input = group.length === 1 ? { [path]: null } : { [group[0] as string]: { [group[1] as string]: null } };
      expect(valueAt(parsePolicy(input), path)).toBeNull();
    }
  });
});
