import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-fault.js';

describe('the first fault of a JSON text', () => {
  it.each<[text: string, line: number, column: number, problem: string]>([
    ['', 1, 1, 'there is nothing here'],
    ['  \n', 1, 1, 'there is nothing here'],
    ['{\n  "a": 1,\n  "b": 2,\n}', 4, 1, 'a comma stands before this }; remove it'],
    ['[1, 2,]', 1, 7, 'a comma stands before this ]; remove it'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or a } is missing before this'],
    ['[1 2]', 1, 4, 'a comma or a ] is missing before this'],
    ['{ "a" 1 }', 1, 7, 'a colon must stand between a name and its value'],
    ['{ a: 1 }', 1, 3, 'a name in double quotes is missing here'],
    ["{ 'a': 1 }", 1, 3, 'text needs double quotes in JSON'],
    ['{\n  // why\n  "a": 1 }', 2, 3, 'JSON has no comments'],
    ['# yaml', 1, 1, 'JSON has no comments'],
    ['{ "a": 1s }', 1, 8, 'a value is missing here'],
    ['{ "a": NaN }', 1, 8, 'a value is missing here'],
    ['{ "a": 01 }', 1, 8, 'a value is missing here'],
    ['{ "a": .5 }', 1, 8, 'a value is missing here'],
    ['{ "a": , }', 1, 8, 'a value is missing here'],
    ['{ "a": tru }', 1, 8, 'a value is missing here'],
    ['{ "a": "x\ny" }', 1, 10, 'the text is not closed on its line'],
    ['{ "a": "\\x" }', 1, 9, 'this is no escape'],
    ['{ "a": "x', 1, 8, 'this text is never closed'],
    ['{ "a": [1, { "b": 2 }', 1, 22, 'the text ends too early: a ] is missing'],
    ['{ "a": 1', 1, 9, 'the text ends too early: a } is missing'],
    ['{}\r\n{}', 2, 1, 'the value has ended before'],
    ['{"a":1}}', 1, 8, 'the value has ended before'],
    ['\uFEFF{}', 1, 1, 'a value is missing here'],
  ])('%j is at line %d, column %d', (text, line, column, problem) => {
    expect(findJsonFault(text)).toMatchObject({ line, column, problem: expect.stringContaining(problem) });
  });

  it('is there exactly when JSON.parse refuses the text', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\n"',
      '1',
      '-1.5e3',
      'true',
      'null',
      ' ',
      '\n',
      'x',
      '"',
      '\\',
      '0',
    ];
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join(''));
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ...pieces)).map(([json, at, piece]) => {
      const cut = at % (json.length + 1);
      return json.slice(0, cut) + piece + json.slice(cut + 1);
    });
    fc.assert(
      fc.property(fc.oneof(soup, damaged, fc.json()), (text) => {
        expect(findJsonFault(text) === null).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('is found in a deep text without running out of stack', () => {
    expect(findJsonFault('['.repeat(500_000))).toMatchObject({ column: 500_001 });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
