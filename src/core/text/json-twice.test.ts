import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTwice } from './json-twice.js';

describe('a name that stands twice in one object', () => {
  it.each([
    ['{"a":1,"a":2}', { key: 'a', line: 1 }],
    ['{\n "a": {"b": 1},\n "c": [{"d": 1, "d": 1}]}', { key: 'd', line: 3 }],
    ['{"a\\u0062": 1, "ab": 2}', { key: 'ab', line: 1 }],
    ['{"__proto__": 1, "__proto__": 2}', { key: '__proto__', line: 1 }],
    ['{"a": {"a": {"a": 1}}, "b": ["a", "a"], "c": "a"}', null],
    ['{"a": "\\"a\\": 1", "b": "}{:"}', null],
    ['[{"a": 1}, {"a": 2}]', null],
    ['"a"', null],
  ])('%s', (text, expected) => {
    expect(findTwice(text)).toEqual(expected);
  });

  it('is in nothing that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findTwice(JSON.stringify(value))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
