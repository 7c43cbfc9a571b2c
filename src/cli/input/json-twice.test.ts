import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../failure.js';
import { findTwice } from './json-twice.js';
import { parseData } from './parse-data.js';
import { parseJson } from './parse-json.js';

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

  it('is refused in every file of JSON, with its line', () => {
    const text = '{"maxAttempts": 3,\n "maxAttempts": 5}';
    const message = 'p: line 2: the name "maxAttempts" stands twice in one object';
    expect(() => parseJson(text, 'p')).toThrow(new UsageError('invalid-json', message));
    for (const path of ['p.json', '-']) expect(() => parseData(text, path, 'p')).toThrow(message);
  });
});
