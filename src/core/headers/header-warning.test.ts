import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteValue } from './header-warning.js';

describe('a quoted value', () => {
  it.each([
    ['1000abc', '"1000abc"'],
    ['say "now"', '"say \\"now\\""'],
    ['\u001b[2J', '"\\u{1b}[2J"'],
    ['a\r\nb', '"a\\u{d}\\u{a}b"'],
    ['\u009b31m', '"\\u{9b}31m"'],
    ['\u202eabc', '"\\u{202e}abc"'],
    ['😀', '"\\u{1f600}"'],
    ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  ])('%j becomes %s', (value, quoted) => {
    expect(quoteValue(value)).toBe(quoted);
  });

  const codePoint = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 0x10ffff }));

  it('is printable and short, whatever the server sent', () => {
    fc.assert(
      fc.property(fc.array(codePoint, { maxLength: 200 }), (codePoints) => {
        expect(quoteValue(String.fromCodePoint(...codePoints))).toMatch(/^[ -~…]{2,602}$/);
      }),
    );
  });
});
