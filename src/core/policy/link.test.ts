import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from './field.js';
import { FIELDS, NULLABLE_GROUPS } from './fields.js';
import { linkOf, policyOfLink, readQuery, writeQuery } from './link.js';
import { parsePolicy } from './parse-policy.js';
import { type Plain, setAt } from './paths.js';
import type { Policy } from './policy.js';

const query = (input: Plain) => writeQuery(linkOf(parsePolicy(input)));

describe('the link of a policy', () => {
  it.each<[Plain, string]>([
    [{}, ''],
    [
      { backoff: { baseMs: 500, capMs: null }, jitter: 'equal', maxAttempts: 4 },
      'base=500ms&cap=none&jitter=equal&attempts=4',
    ],
    [{ jitter: { low: 0.75, high: 1 } }, 'jitter=0.75..1'],
    [{ backoff: { delaysMs: [1000, 2500] } }, 'delays=1s,2500ms'],
    [{ retryAfter: { honor: false } }, 'retryAfter.honor=false'],
    [{ retryOn: { statuses: [429] } }, 'retryOn.statuses=429'],
    [{ retryBudget: {} }, 'retryBudget.kind=ratio'],
    [
      { retryBudget: { kind: 'tokens', cost: { throttled: 1 } } },
      'retryBudget.kind=tokens&retryBudget.cost.throttled=1',
    ],
    [{ throttle: { k: 2 } }, 'throttle.k=2'],
    [
      {
        quotas: [
          { name: 'requests', amount: 50, windowMs: 60_000 },
          { name: 'tokens', amount: '20k', windowMs: '1m', burst: 10 },
        ],
      },
      'quota=requests=50/1m&quota=tokens=20000/1m%2B10',
    ],
  ])('of %j is ?%s', (input, text) => {
    expect(query(input)).toBe(text);
  });

  it('leads back to the policy, through an address', () => {
    fc.assert(
      fc.property(policies(), (policy) => {
        const { policy: back, issues, unknown } = policyOfLink(readQuery(`#${writeQuery(linkOf(policy))}`));
        expect({ issues, unknown }).toEqual({ issues: [], unknown: [] });
        expect(back).toEqual(policy);
      }),
    );
  });

  it('may be read by URLSearchParams as well', () => {
    fc.assert(
      fc.property(policies(), (policy) => {
        expect([...new URLSearchParams(writeQuery(linkOf(policy)))]).toEqual(linkOf(policy));
      }),
    );
  });
});

describe('a link that is not quite right', () => {
  it('keeps what can be used and tells the rest', () => {
    const { policy, issues, unknown } = policyOfLink(readQuery('?base=2s&multiplier=99&colour=red&quota=x&cap='));
    expect(policy.backoff).toMatchObject({ baseMs: 2000, multiplier: 2, capMs: 32_000 });
    expect(issues.map(({ field }) => field)).toEqual(['multiplier', 'quota', 'cap']);
    expect(unknown).toEqual(['colour']);
  });

  it('falls back to the defaults where its values contradict each other', () => {
    const { policy, issues } = policyOfLink(readQuery('min=60s&base=2s'));
    expect(policy).toEqual(parsePolicy({}));
    expect(issues.map(({ field }) => field)).toEqual(['backoff.minMs']);
  });

  it.each(['', '#', '?', '&&', '=', 'base', '%', '%zz=%', 'a=b=c'])('is never an exception: "%s"', (text) => {
    expect(policyOfLink(readQuery(text)).policy).toEqual(parsePolicy({}));
  });
});

/** Policies with any of their fields set, by the field table itself, so that a new field is tested when it is added. */
function policies(): fc.Arbitrary<Policy> {
  const fields = FIELDS.map((field) => fc.option(valueFor(field), { nil: undefined }));
  const groups = NULLABLE_GROUPS.map(() => fc.boolean());
  const variant = fc.record({ listed: fc.boolean(), budget: fc.constantFrom('ratio', 'tokens') });
  return fc.tuple(variant, fc.tuple(...fields), fc.tuple(...groups)).chain(([{ listed, budget }, values, on]) => {
    const input: Plain = {};
    for (const [index, { path, when }] of FIELDS.entries()) {
      const value =
        path === 'retryBudget.kind'
          ? budget
          : path === 'backoff.delaysMs' && listed
            ? (values[index] ?? [1])
            : values[index];
      const computed = ['backoff.baseMs', 'backoff.multiplier', 'backoff.throttledBaseMs'].includes(path);
      const isOff = NULLABLE_GROUPS.some((group, at) => path.startsWith(`${group}.`) && !on[at]);
      const isForeign = when?.path === 'retryBudget.kind' ? when.is !== budget : when !== undefined && !listed;
      if (value !== undefined && !isOff && !isForeign && !(computed && listed)) setAt(input, path, value);
    }
    try {
      return fc.constant(parsePolicy(input));
    } catch {
      // Contradictions between fields: rare, so a policy that has none stands in.
      return fc.constant(parsePolicy({}));
    }
  });
}

function valueFor(field: Field): fc.Arbitrary<unknown> {
  const min = field.min ?? 0;
  const number = fc.double({ min, max: field.max ?? 1e9, noNaN: true }).map((value) => value + 0);
  const value = ((): fc.Arbitrary<unknown> => {
    switch (field.kind) {
      case 'integer':
        return fc.integer({ min, max: field.max ?? 1e6 });
      case 'boolean':
        return fc.boolean();
      case 'choice':
        return fc.constantFrom(...(field.choices ?? []));
      case 'share':
        return fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share + 0);
      case 'jitter': {
        const range = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 1, max: 2, noNaN: true }));
        return fc.oneof(
          fc.constantFrom('none', 'full', 'equal', 'decorrelated'),
          range.map(([low, high]) => ({ low: low + 0, high })),
        );
      }
      case 'durations':
        return fc.array(number, { minLength: 1, maxLength: 4 });
      case 'statuses':
        return fc.array(fc.constantFrom<number | string>(408, 429, 503, '5xx'), { maxLength: 3 });
      case 'quotas':
        return fc.uniqueArray(
          fc.record({
            name: fc.constantFrom('requests', 'tokens', 'a.b-c_1'),
            amount: fc.double({ min: 1e-9, max: 1e24, noNaN: true }),
            windowMs: fc.double({ min: 1, max: 1e9, noNaN: true }),
            burst: fc.double({ min: 1e-9, max: 1e24, noNaN: true }),
          }),
          { selector: ({ name }) => name, maxLength: 3 },
        );
      default:
        return fc.oneof(number, fc.integer({ min: Math.ceil(min), max: Math.min(field.max ?? 1e9, 1e9) }));
    }
  })();
  const instead = [...(field.nullable ? [null] : []), ...(field.word === undefined ? [] : [field.word])];
  return instead.length === 0 ? value : fc.oneof(fc.constantFrom(...instead), value);
}
