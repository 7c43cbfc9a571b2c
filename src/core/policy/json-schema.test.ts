import { describe, expect, it } from 'vitest';
import { FIELDS } from './fields.js';
import { type JsonSchema, policyJsonSchema } from './json-schema.js';
import { parsePolicy } from './parse-policy.js';
import { isPlain, type Plain, setAt } from './paths.js';

const schema = policyJsonSchema();

describe('the JSON Schema of a policy', () => {
  it('has every field, with what it is about and its default', () => {
    for (const field of FIELDS) {
      let at = schema;
      for (const name of field.path.split('.')) {
        const object = (at.anyOf as JsonSchema[] | undefined)?.[0] ?? at;
        at = (object.properties as Record<string, JsonSchema>)[name] as JsonSchema;
      }
      expect(at, field.path).toMatchObject({ description: field.about });
      if (field.default !== undefined) expect(at.default, field.path).toEqual(field.default);
    }
  });

  it('uses only keywords that this test understands', () => {
    expect(() => accepts(schema, parsePolicy({}))).not.toThrow();
  });

  it('accepts what parsePolicy makes', () => {
    const policies = [
      {},
      { backoff: { delaysMs: [1] } },
      { retryBudget: {}, throttle: {}, breaker: {} },
      { retryBudget: { kind: 'tokens' } },
    ];
    for (const input of policies) expect(accepts(schema, parsePolicy(input))).toBe(true);
  });

  const values: [path: string, values: unknown[]][] = [
    ['version', [1, 2, 0]],
    ['backoff.baseMs', [0, 1000, '1.5s', '1h30m', '2min', '.5s', '1.', '1d2h3m4s5ms', ' 5s ', '5MS']],
    ['backoff.baseMs', [-1, '', '5x', '30m1h', 'none', null, true, '1s1s', '-5ms', '1e3', 's']],
    ['backoff.multiplier', [1, 1.5, 10, 0.5, 11, null]],
    ['backoff.capMs', [null, 'none', 5, '5s', -1, 'never', {}]],
    ['backoff.delaysMs', [[1, '2s'], [], [null], 'x', [1, -1]]],
    ['jitter', ['none', 'full', 'equal', 'decorrelated', '0.75..1', { low: 0.75, high: 1 }, { low: 0, high: 1 }]],
    [
      'jitter',
      [
        'some',
        '',
        '1..',
        { low: 1 },
        { low: 0, high: 0 },
        { low: -1, high: 1 },
        { low: 0, high: 101 },
        { low: 0, high: 1, x: 1 },
        5,
      ],
    ],
    ['maxAttempts', [1, 1000, 0, 1001, 2.5, null]],
    [
      'retryAfter',
      [
        {},
        { honor: true, maxMs: '5m', beyondMax: 'clamp', spreadMs: 'auto' },
        { beyondMax: 'x' },
        { honour: true },
        null,
      ],
    ],
    ['retryOn.statuses', [[], [408, '5xx'], [501], [399], [600], ['4xx'], 429]],
    ['deadlineMs', [null, 'none', 0, '30s', -1]],
    ['maxInFlight', [null, 1, 0, 1.5]],
    [
      'quotas',
      [[], [{ name: 'a', amount: 5, windowMs: '1m' }], [{ name: 'a', amount: '200k', windowMs: 1, burst: '1,000' }]],
    ],
    [
      'quotas',
      [
        [{ name: 'a', amount: 0, windowMs: 1 }],
        [{ name: 'a', amount: 1e-300, windowMs: 1 }],
        [{ name: 'a', amount: 1e300, windowMs: 1 }],
        [{ name: 'a', amount: 1, windowMs: 1, burst: 1e-9 }],
        [{ name: '1', amount: 1, windowMs: 1 }],
        [{ amount: 1, windowMs: 1 }],
        [{ name: 'a', amount: 1, windowMs: 0 }],
        {},
      ],
    ],
    [
      'retryBudget',
      [
        null,
        {},
        { share: '10%' },
        { kind: 'tokens', capacity: 5, cost: { transient: 1 } },
        { kind: 'ratio', floorPerSecond: 0 },
        { kind: 'tokens', refund: { firstTry: 2, retry: 'cost' } },
        { kind: 'tokens', refund: { retry: 1 } },
        { kind: 'tokens', refund: { retry: 'auto' } },
        { kind: 'tokens', refund: { firstTry: 'cost' } },
      ],
    ],
    [
      'retryBudget',
      [
        { capacity: 5 },
        { kind: 'tokens', share: 0.1 },
        { kind: 'x' },
        { share: 1.1 },
        { share: '2/1x' },
        { cost: { transient: 1 } },
        5,
      ],
    ],
    [
      'throttle',
      [null, {}, { k: 2, windowMs: '2m', maxRejectShare: 0.9 }, { k: 0.5 }, { maxRejectShare: 2 }, { K: 1 }],
    ],
    ['breaker', [null, {}, { threshold: 1, resetMs: 1, halfOpenPermits: 1 }, { threshold: 0 }, { resetMs: 0 }]],
    ['onGiveUp', ['response', 'throw', 'x', null]],
    ['unknown', [1]],
  ];
  const table = values.flatMap(([path, list]) => list.map((value): [string, unknown] => [path, value]));

  it.each(table)('agrees with parsePolicy on %s: %j', (path, value) => {
    const input: Plain = {};
    setAt(input, path, value);
    expect(accepts(schema, input)).toBe(isAccepted(input));
  });

  it('keeps listed delays apart from a base', () => {
    const both = { backoff: { delaysMs: [1], baseMs: 1 } };
    expect([accepts(schema, both), isAccepted(both)]).toEqual([false, false]);
  });
});

function isAccepted(input: unknown): boolean {
  try {
    parsePolicy(input);
    return true;
  } catch {
    return false;
  }
}

/** The part of JSON Schema that we write, read strictly: a keyword that is not understood is an error. */
function accepts(rule: unknown, value: unknown): boolean {
  if (typeof rule === 'boolean') return rule;
  return Object.entries(rule as JsonSchema).every(([keyword, argument]) =>
    holds(keyword, argument, rule as JsonSchema, value),
  );
}

function holds(keyword: string, argument: unknown, rule: JsonSchema, value: unknown): boolean {
  const number = (compare: (bound: number, value: number) => boolean) =>
    typeof value !== 'number' || compare(argument as number, value);
  const children = (rules: unknown) =>
    !isPlain(value) ||
    Object.entries(rules as Plain).every(([name, child]) => !(name in value) || accepts(child, value[name]));
  switch (keyword) {
    case '$schema':
    case 'title':
    case 'description':
    case 'default':
    case 'then':
    case 'else':
      return true;
    case 'type':
      return isOfType(value, argument as string);
    case 'const':
      return value === argument;
    case 'enum':
      return (argument as unknown[]).includes(value);
    case 'not':
      return !accepts(argument, value);
    case 'anyOf':
      return (argument as unknown[]).some((child) => accepts(child, value));
    case 'pattern':
      return typeof value !== 'string' || new RegExp(argument as string).test(value);
    case 'minimum':
      return number((bound, given) => given >= bound);
    case 'maximum':
      return number((bound, given) => given <= bound);
    case 'exclusiveMinimum':
      return number((bound, given) => given > bound);
    case 'items':
      return !Array.isArray(value) || value.every((entry) => accepts(argument, entry));
    case 'minItems':
      return !Array.isArray(value) || value.length >= (argument as number);
    case 'maxItems':
      return !Array.isArray(value) || value.length <= (argument as number);
    case 'properties':
      return children(argument);
    case 'additionalProperties':
      return !isPlain(value) || Object.keys(value).every((name) => name in (rule.properties as Plain));
    case 'required':
      return !isPlain(value) || (argument as string[]).every((name) => name in value);
    case 'dependentSchemas':
      return (
        !isPlain(value) ||
        Object.entries(argument as Plain).every(([name, child]) => !(name in value) || accepts(child, value))
      );
    case 'if':
      return accepts(accepts(argument, value) ? rule.then : rule.else, value);
    default:
      throw new Error(`the schema uses ${keyword}, which this test does not know`);
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isPlain(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}
