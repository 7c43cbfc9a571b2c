import { describe, expect, it } from 'vitest';
import { boolean, integer, item, token } from './fixtures/build.js';
import { parseItem } from './parse-item.js';

// What a value itself may be is told in bare-item.test.ts, byte-sequence.test.ts and display-string.test.ts.
describe('an Item field', () => {
  it.each([
    // RFC 9651 §3.1.2 and §3.3.
    ['1; a; b=?0', item(integer(1), { a: boolean(true), b: boolean(false) })],
    ['5; foo=bar', item(integer(5), { foo: token('bar') })],
    ['  5  ', item(integer(5))],
    ['5;a=1;a=2', item(integer(5), { a: integer(2) })],
  ])('is read from %j', (text, value) => {
    expect(parseItem(text).value).toStrictEqual(value);
    expect(parseItem([text])).toEqual(parseItem(text));
  });

  it.each([
    ['', 0, 'expected a value, found the end'],
    ['   ', 3, 'expected a value, found the end'],
    ['5, 6', 1, 'expected the end, found ","'],
    ['5 6', 2, 'expected the end, found "6"'],
    ['5\t', 1, 'expected the end, found "\\u{9}"'],
    ['\t5', 0, 'expected a value, found "\\u{9}"'],
    ['5;a;', 4, 'expected a key, which starts with a lower-case letter or "*", found the end'],
    ['()', 0, 'expected a value, found "("'],
  ])('is refused when it is %j: at %i, %s', (text, at, fault) => {
    expect(parseItem(text)).toEqual({ value: null, fault, at });
  });

  it('is refused when it comes in several lines', () => {
    expect(parseItem(['5', '5'])).toEqual({ value: null, fault: 'expected the end, found ","', at: 1 });
    expect(parseItem([]).value).toBeNull();
  });
});
