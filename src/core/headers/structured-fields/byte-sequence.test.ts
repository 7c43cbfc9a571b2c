import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, item } from './fixtures/build.js';
import { parseItem } from './parse-item.js';

const ascii = (text: string) => bytes(...Array.from(text, (character) => character.charCodeAt(0)));

describe('a Byte Sequence', () => {
  it.each([
    // RFC 4648 §10.
    ['::', ascii('')],
    [':Zg==:', ascii('f')],
    [':Zm8=:', ascii('fo')],
    [':Zm9v:', ascii('foo')],
    [':Zm9vYg==:', ascii('foob')],
    [':Zm9vYmE=:', ascii('fooba')],
    [':Zm9vYmFy:', ascii('foobar')],
    // RFC 9651 §3.3.5.
    [':cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:', ascii('pretend this is binary content.')],
    // Both characters that differ from the URL-safe alphabet.
    [':+/+/:', bytes(0xfb, 0xff, 0xbf)],
    // Without padding (RFC 9651 §4.2.7: should not fail).
    [':Zg:', ascii('f')],
    [':Zm8:', ascii('fo')],
    // Pad bits that are not zero (also should not fail), as in the partition keys of the RateLimit draft.
    [':iZ==:', bytes(0x89)],
    [':sdfjLJUOUH==:', bytes(0xb1, 0xd7, 0xe3, 0x2c, 0x95, 0x0e, 0x50)],
    [':dHJpYWwxMjEzMjM=:', ascii('trial121323')],
  ])('is read from %s', (text, value) => {
    expect(parseItem(text)).toStrictEqual({ value: item(value), fault: null, overwritten: [] });
  });

  it.each([
    [':Zm9v', 5, 'expected Base64 or ":", found the end'],
    [':', 1, 'expected Base64 or ":", found the end'],
    [':Zm 9v:', 3, 'expected Base64 or ":", found " "'],
    [':Zm\n9v:', 3, 'expected Base64 or ":", found "\\u{a}"'],
    [':Zm9_:', 4, 'expected Base64 or ":", found "_"'],
    [':Zm9-:', 4, 'expected Base64 or ":", found "-"'],
    [':Zmüv:', 3, 'expected Base64 or ":", found "\\u{fc}"'],
    [':Zm8=!:', 5, 'expected ":" after the padding, found "!"'],
    [':Z=g=:', 3, 'expected ":" after the padding, found "g"'],
    [':=Zg=:', 2, 'expected ":" after the padding, found "Z"'],
    [':Z:', 1, 'Base64 of an impossible length'],
    [':Zm9vZ:', 1, 'Base64 of an impossible length'],
    [':Z===:', 1, 'Base64 of an impossible length'],
    [':Zg=:', 1, 'Base64 of an impossible length'],
    [':Zm8==:', 1, 'Base64 of an impossible length'],
    [':Zm9v====:', 1, 'Base64 of an impossible length'],
    [':=:', 1, 'Base64 of an impossible length'],
    [':====:', 1, 'Base64 of an impossible length'],
  ])('is refused when it is %j: at %i, %s', (text, at, fault) => {
    expect(parseItem(text)).toEqual({ value: null, fault, at });
  });

  it('gives back any bytes that Node encoded, with and without the padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (value) => {
        const text = Buffer.from(value).toString('base64');
        const expected = item(bytes(...value));
        expect(parseItem(`:${text}:`).value).toEqual(expected);
        expect(parseItem(`:${text.replaceAll('=', '')}:`).value).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('may be longer than the 16384 bytes that RFC 9651 §3.3.5 asks for', () => {
    const value = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 31) & 0xff);
    const read = parseItem(`:${Buffer.from(value).toString('base64')}:`).value;
    expect(read?.type === 'bytes' && Buffer.compare(read.value, value)).toBe(0);
  });
});
