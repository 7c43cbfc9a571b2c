import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOfText, wrap, wrapLines } from './wrap.js';

describe('wrapping', () => {
  it('breaks between words and keeps the indents', () => {
    expect(wrap('one two three four', 9, '· ', '  ')).toBe('· one two\n  three\n  four');
  });

  it('leaves a word alone that is longer than a line', () => {
    expect(wrap('a bbbbbbbbbbbb c', 5)).toBe('a\nbbbbbbbbbbbb\nc');
  });

  it('keeps every word in its order, and no line is too wide that could be shorter', () => {
    const word = fc.stringMatching(/^[a-zé≤😀]{1,12}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 40 }), (words, width) => {
        const lines = wrapLines(words.join(' '), width);
        expect(lines.join(' ').split(' ')).toEqual(words);
        for (const line of lines) if (line.includes(' ')) expect(widthOfText(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 300 },
    );
  });
});
