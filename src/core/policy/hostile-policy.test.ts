import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { FIELDS } from './fields.js';
import { parsePolicy } from './parse-policy.js';
import { setAt } from './paths.js';

const fromJson = (text: string) => (): unknown => parsePolicy(JSON.parse(text));

describe('a policy from a stranger', () => {
  it.each([
    ['{"__proto__":{"maxAttempts":1}}', '__proto__'],
    ['{"constructor":{"prototype":{"maxAttempts":1}}}', 'constructor'],
    ['{"backoff":{"__proto__":{"baseMs":1}}}', 'backoff.__proto__'],
    ['{"backoff":{"constructor":1}}', 'backoff.constructor'],
    ['{"throttle":{"__proto__":{"k":5}}}', 'throttle.__proto__'],
    ['{"retryBudget":{"kind":"tokens","cost":{"__proto__":{"transient":0}}}}', 'retryBudget.cost.__proto__'],
    ['{"toString":1}', 'toString'],
    ['{"hasOwnProperty":1}', 'hasOwnProperty'],
  ])('%s pollutes nothing: the key is refused', (text, path) => {
    expect(fromJson(text)).toThrow(PolicyError);
    expect(fromJson(text)).toThrow(new RegExp(`^${path.replaceAll('.', '\\.')}: `));
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { maxAttempts?: number }).maxAttempts).toBeUndefined();
  });

  it('counts only what is its own, not what its prototype has', () => {
    const group = Object.assign(Object.create(null), { maxMs: 5 });
    expect(parsePolicy({ retryAfter: group }).retryAfter).toEqual({ ...parsePolicy({}).retryAfter, maxMs: 5 });
    expect(parsePolicy(Object.assign(Object.create(null), { maxAttempts: 2 })).maxAttempts).toBe(2);
  });

  it.each<[string, object]>([
    ['a Map', new Map([['maxAttempts', 2]])],
    ['a class instance', new (class Settings {})()],
    ['an error', new Error('x')],
    ['a date', new Date(0)],
    ['what inherits its fields', Object.create({ maxAttempts: 0 })],
  ])('is refused as %s, whose content would be passed over', (_, input) => {
    expect(() => parsePolicy(input)).toThrow(/^policy: an object.* is not allowed; give a plain object$/);
    expect(() => parsePolicy({ backoff: input })).toThrow(/^backoff: an object.* give an object with baseMs/);
    expect(() => parsePolicy({ quotas: [input] })).toThrow(/^quotas\[0\]: an object.* give an object with name/);
  });

  it('is told by its class', () => {
    expect(() => parsePolicy(new Map())).toThrow('policy: an object of class Map is not allowed');
  });

  it('may come from another realm', () => {
    expect(parsePolicy(runInNewContext('({ maxAttempts: 2, backoff: { baseMs: 5 } })')).maxAttempts).toBe(2);
  });

  it('may be nested ten thousand deep where nothing is to be found', () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    expect(fromJson(deep)).toThrow(/^a: "a" is not allowed/);
    expect(fromJson(`{"backoff":{"baseMs":${deep}}}`)).toThrow(/^backoff\.baseMs: an object is not allowed/);
    expect(fromJson(`{"quotas":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).toThrow(/^quotas\[0\]: a list/);
  });

  it('may hold a thousand delays and statuses, and ten thousand unknown keys', () => {
    const delaysMs = Array.from({ length: 1000 }, (_, n) => n);
    const statuses = Array.from({ length: 1000 }, (_, n) => 400 + (n % 100));
    const policy = parsePolicy({ backoff: { delaysMs }, retryOn: { statuses } });
    expect(policy.backoff).toMatchObject({ delaysMs });
    expect(policy.retryOn.statuses).toEqual(statuses);
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${'k'.repeat(100)}${n}`, n]));
    expect(() => parsePolicy(unknown)).toThrow(PolicyError);
  });

  it('is refused or read, and never breaks in another way', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(undefined, Number.NaN, Infinity, -0, 10n, '', 'none', 'auto', '1s', '50%', '1..0'),
      fc.func(fc.nat()),
    );
    const paths = [...FIELDS.map(({ path }) => path), 'backoff', 'retryBudget', 'retryBudget.cost', 'quotas', 'x'];
    const edits = fc.array(fc.tuple(fc.constantFrom(...paths), value), { maxLength: 4 });
    fc.assert(
      fc.property(edits, (entries) => {
        const input: Record<string, unknown> = {};
        for (const [path, given] of entries) {
          try {
            setAt(input, path, given);
          } catch {
            // The group was set to something else before.
          }
        }
        try {
          const policy = parsePolicy(input);
          expect(parsePolicy(policy)).toEqual(policy);
        } catch (error) {
          if (!(error instanceof PolicyError)) throw error;
          expect(error.issues.length).toBeGreaterThan(0);
          expect(error.message).toMatch(/is not allowed; give |missing; give /);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
