import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialects/dialect.js';
import { FieldIndex } from './field-index.js';

const base = { evidence: 'composed', source: 'this test' } as const;
const family: Dialect = {
  ...base,
  id: 'family',
  title: 'Family',
  marks: [
    { weight: 'own', field: { name: 'x-a-limit-*' } },
    { weight: 'hint', field: { name: 'x-a-limit-known' } },
  ],
};
const listing: Dialect = {
  ...base,
  id: 'listing',
  title: 'Listing',
  marks: [],
  limits: [{ name: 'requests', limit: ['x-a-limit-listed'], means: 'window', window: null, algorithm: 'unknown' }],
};
const index = new FieldIndex([family, listing]);
const marksOf = (name: string) => index.look(name)?.marks.map(({ dialect, weight }) => [dialect.id, weight]);

describe('a mark for a family of names', () => {
  it('holds for names that nobody lists, and for those that a row lists', () => {
    expect(marksOf('x-a-limit-anything')).toEqual([['family', 'own']]);
    expect(marksOf('X-A-Limit-Listed')).toEqual([['family', 'own']]);
    expect(marksOf('x-b-limit-anything')).toEqual([]);
  });

  it('gives way to a mark of the same dialect for the very name', () => {
    expect(marksOf('x-a-limit-known')).toEqual([['family', 'hint']]);
  });
});

describe('a field', () => {
  it.each(['content-type', 'set-cookie', 'authorization', 'x-unheard-of', 'x-limit-\u001b[2J'])(
    '%j is not kept',
    (name) => {
      expect(index.look(name)).toBeUndefined();
    },
  );

  it.each(['retry-after', 'Date', 'X-RateLimit-Remaining-Anything', 'x-my-retry'])('%s is kept', (name) => {
    expect(index.look(name)).toMatchObject({ name: name.toLowerCase(), isKept: true });
  });
});
