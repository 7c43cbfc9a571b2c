import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boolean, date, decimal, integer, item, string, token } from './fixtures/build.js';
import { parseItem } from './parse-item.js';
import type { BareItem } from './values.js';

describe('a value', () => {
  // The values are those of RFC 9651 §3.3 or follow from the ranges given there.
  it.each([
    ['42', integer(42)],
    ['0', integer(0)],
    ['-0', integer(0)],
    ['00', integer(0)],
    ['-017', integer(-17)],
    ['999999999999999', integer(999_999_999_999_999)],
    ['-999999999999999', integer(-999_999_999_999_999)],
    ['000000000000001', integer(1)],

    ['4.5', decimal(4.5)],
    ['5.0', decimal(5)],
    ['-0.0', decimal(0)],
    ['0002.5', decimal(2.5)],
    ['-01.334', decimal(-1.334)],
    ['5.230', decimal(5.23)],
    ['-0.40', decimal(-0.4)],
    ['123456789012.1', decimal(123_456_789_012.1)],
    ['999999999999.999', decimal(999_999_999_999.999)],

    ['""', string('')],
    ['"hello world"', string('hello world')],
    ['"a\\"b\\\\c"', string('a"b\\c')],
    ['"\\\\"', string('\\')],
    ['"\\"\\""', string('""')],
    ['" ~"', string(' ~')],
    ['"7-in-1.5sec"', string('7-in-1.5sec')],
    ['"a, b;c=1"', string('a, b;c=1')],

    ['foo123/456', token('foo123/456')],
    ['*', token('*')],
    ['*foo*', token('*foo*')],
    ['A', token('A')],
    ['text/html', token('text/html')],
    ["a:/!#$%&'*+-.^_`|~9Z", token("a:/!#$%&'*+-.^_`|~9Z")],

    ['?1', boolean(true)],
    ['?0', boolean(false)],

    ['@1659578233', date(1_659_578_233)],
    ['@0', date(0)],
    ['@-0', date(0)],
    ['@-62135596800', date(-62_135_596_800)],
    ['@253402214400', date(253_402_214_400)],
    ['@999999999999999', date(999_999_999_999_999)],
  ] as [string, BareItem][])('is read from %s', (text, value) => {
    expect(parseItem(text)).toStrictEqual({ value: item(value), fault: null, overwritten: [] });
  });

  // `at` counts the characters before the fault.
  it.each([
    ['', 0, 'expected a value, found the end'],
    ['-', 1, 'expected a digit, found the end'],
    ['- 42', 1, 'expected a digit, found " "'],
    ['--1', 1, 'expected a digit, found "-"'],
    ['+1', 0, 'expected a value, found "+"'],
    ['-a', 1, 'expected a digit, found "a"'],
    ['4-2', 1, 'expected the end, found "-"'],
    ['1e3', 1, 'expected the end, found "e"'],
    ['0x10', 1, 'expected the end, found "x"'],
    ['2,3', 1, 'expected the end, found ","'],
    ['1_000', 1, 'expected the end, found "_"'],
    ['1000000000000000', 0, 'an Integer of more than 15 digits'],
    ['-1000000000000000', 1, 'an Integer of more than 15 digits'],
    ['0000000000000000', 0, 'an Integer of more than 15 digits'],

    ['.5', 0, 'expected a value, found "."'],
    ['5.', 2, 'expected a digit after ".", found the end'],
    ['5. 5', 2, 'expected a digit after ".", found " "'],
    ['5..5', 2, 'expected a digit after ".", found "."'],
    ['1.5.4', 3, 'expected the end, found "."'],
    ['1.1234', 0, 'a Decimal with more than 3 digits after "."'],
    ['1.0000', 0, 'a Decimal with more than 3 digits after "."'],
    ['1234567890123.0', 0, 'a Decimal with more than 12 digits before "."'],

    ['"', 1, 'expected a printable ASCII character or the closing quote of the String, found the end'],
    ['"a', 2, 'expected a printable ASCII character or the closing quote of the String, found the end'],
    ['"a\\"', 4, 'expected a printable ASCII character or the closing quote of the String, found the end'],
    ['"\t"', 1, 'expected a printable ASCII character or the closing quote of the String, found "\\u{9}"'],
    ['"\u007f"', 1, 'expected a printable ASCII character or the closing quote of the String, found "\\u{7f}"'],
    ['"ü"', 1, 'expected a printable ASCII character or the closing quote of the String, found "\\u{fc}"'],
    ['"😀"', 1, 'expected a printable ASCII character or the closing quote of the String, found "\\u{1f600}"'],
    ['"\\', 2, 'expected a quote or a backslash after the backslash, found the end'],
    ['"\\n"', 2, 'expected a quote or a backslash after the backslash, found "n"'],
    ['"a" "b"', 4, 'expected the end, found "\\""'],
    ["'a'", 0, 'expected a value, found "\'"'],

    ['a"b"', 1, 'expected the end, found "\\""'],
    ['naïve', 2, 'expected the end, found "\\u{ef}"'],
    ['_a', 0, 'expected a value, found "_"'],
    ['$a', 0, 'expected a value, found "$"'],

    ['?', 1, 'expected 0 or 1 after "?", found the end'],
    ['?2', 1, 'expected 0 or 1 after "?", found "2"'],
    ['?T', 1, 'expected 0 or 1 after "?", found "T"'],
    ['?10', 2, 'expected the end, found "0"'],

    ['@', 1, 'expected a digit, found the end'],
    ['@ 1', 1, 'expected a digit, found " "'],
    ['@1.5', 1, 'a Date that is not in whole seconds'],
    ['@1000000000000000', 1, 'an Integer of more than 15 digits'],
    ['@2026-04-01', 5, 'expected the end, found "-"'],

    ['(1 2)', 0, 'expected a value, found "("'],
  ])('is refused when it is %j: at %i, %s', (text, at, fault) => {
    expect(parseItem(text)).toEqual({ value: null, fault, at });
  });

  it('that is a decimal is the double nearest to its digits', () => {
    const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits(1, 12), digits(1, 3), (sign, whole, fraction) => {
        const text = `${sign}${whole}.${fraction}`;
        expect(parseItem(text).value).toEqual(item(decimal(Number(text) || 0)));
      }),
      { numRuns: 500 },
    );
  });

  it('that is a Date is "@" and an Integer, and reads to the same place', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789-. ;a=,'), maxLength: 18 });
    const startsLikeNumber = (rest: string) => /^[-0-9]/.test(rest);
    const rests = fc
      .oneof(
        fc.integer().map(String),
        fc.integer().map((n) => `${n};a=1`),
        text,
      )
      .filter(startsLikeNumber);
    fc.assert(
      fc.property(rests, (rest) => {
        const number = parseItem(rest);
        const expected = number.value?.type === 'integer' ? { ...number.value, type: 'date' } : null;
        expect(parseItem(`@${rest}`).value).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
