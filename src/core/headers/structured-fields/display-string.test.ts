import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayString, item } from './fixtures/build.js';
import { parseItem } from './parse-item.js';

const escaped = (bytes: Iterable<number>) =>
  `%"${Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}"`;

describe('a Display String', () => {
  it.each([
    ['%""', ''],
    ['%"foo bar"', 'foo bar'],
    // RFC 9651 §3.3.8.
    ['%"This is intended for display to %c3%bcsers."', 'This is intended for display to üsers.'],
    ['%"%22quoted%22 \\ 100%25"', '"quoted" \\ 100%'],
    ['%"%41%7e"', 'A~'],
    ['%"%00%0a%7f"', '\u0000\n\u007f'],
    ['%"%f0%9f%98%80!"', '😀!'],
    // The ends of the ranges of RFC 3629 §4.
    ['%"%c2%80%df%bf"', '\u0080\u07ff'],
    ['%"%e0%a0%80%ed%9f%bf%ee%80%80%ef%bf%bf"', '\u0800\ud7ff\ue000\uffff'],
    ['%"%f0%90%80%80%f4%8f%bf%bf"', '\u{10000}\u{10ffff}'],
    // A byte order mark is a character where UTF-8 is the only encoding (RFC 3629 §6).
    ['%"%ef%bb%bfa"', '\ufeffa'],
  ])('is read from %s', (text, value) => {
    expect(parseItem(text)).toStrictEqual({ value: item(displayString(value)), fault: null, overwritten: [] });
  });

  const CLOSING = 'expected a printable ASCII character or the closing quote of the Display String';
  const HEX = 'expected two of 0-9 and a-f after "%"';
  const NOT_UTF8 = 'escaped bytes that are not UTF-8';
  it.each([
    ['%', 1, 'expected a quote after "%", found the end'],
    ['%foo', 1, 'expected a quote after "%", found "f"'],
    ["%'foo'", 1, 'expected a quote after "%", found "\'"'],
    ['%"foo', 5, `${CLOSING}, found the end`],
    ['%"\t"', 2, `${CLOSING}, found "\\u{9}"`],
    ['%"ü"', 2, `${CLOSING}, found "\\u{fc}"`],
    ['%"Ā"', 2, `${CLOSING}, found "\\u{100}"`],
    ['%"%', 3, `${HEX}, found the end`],
    ['%"%a"', 4, `${HEX}, found "\\""`],
    ['%"%C3%BC"', 3, `${HEX}, found "C"`],
    ['%"%cC"', 4, `${HEX}, found "C"`],
    ['%"%g0"', 3, `${HEX}, found "g"`],
    ['%"%c3%"', 6, `${HEX}, found "\\""`],
    ['%"%c3"', 2, NOT_UTF8],
    ['%"%c3a"', 2, NOT_UTF8],
    ['%"%c3%28"', 2, NOT_UTF8],
    ['%"ok%a0%a1"', 4, NOT_UTF8],
    ['%"%e2%28%a1"', 2, NOT_UTF8],
    ['%"%f0%9f%98"', 2, NOT_UTF8],
    ['%"%c0%af"', 2, NOT_UTF8],
    ['%"%e0%9f%bf"', 2, NOT_UTF8],
    ['%"%f0%8f%bf%bf"', 2, NOT_UTF8],
    ['%"%ed%a0%80"', 2, NOT_UTF8],
    ['%"%f4%90%80%80"', 2, NOT_UTF8],
    ['%"%f5%80%80%80"', 2, NOT_UTF8],
    ['%"%ff"', 2, NOT_UTF8],
  ])('is refused when it is %j: at %i, %s', (text, at, fault) => {
    expect(parseItem(text)).toEqual({ value: null, fault, at });
  });

  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        expect(parseItem(escaped(Buffer.from(text, 'utf8'))).value).toEqual(item(displayString(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('is read from the same bytes, and as the same text, as by a strict TextDecoder', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // Mostly the bytes at the ends of ranges, where mistakes are made.
    const telling = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed];
    telling.push(0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);
    const byte = fc.oneof(fc.constantFrom(...telling), fc.integer({ min: 0x80, max: 0xbf }), fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 8 }), (bytes) => {
        let expected: string | null = null;
        try {
          expected = decoder.decode(Uint8Array.from(bytes));
        } catch {
          // Not UTF-8.
        }
        expect(parseItem(escaped(bytes)).value?.value ?? null).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });
});
