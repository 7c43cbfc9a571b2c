import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SHOWN, printable } from './printable.js';

describe('a text of others', () => {
  it.each<[string, string]>([
    ['base', 'base'],
    ['5 Äpfel', '5 Äpfel'],
    ['a\nb\tc', 'a\\u{a}b\\u{9}c'],
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\u202eb', 'a\\u{202e}b'],
    ['\u2066x\u2069', '\\u{2066}x\\u{2069}'],
    ['\u200b\ufeff', '\\u{200b}\\u{feff}'],
    ['\u2028', '\\u{2028}'],
    ['\ud800', '\\u{d800}'],
    ['v'.repeat(60), 'v'.repeat(60)],
    ['v'.repeat(61), `${'v'.repeat(59)}…`],
    ['😀'.repeat(60), '😀'.repeat(60)],
    ['😀'.repeat(61), `${'😀'.repeat(59)}…`],
    ['v'.repeat(1e6), `${'v'.repeat(59)}…`],
  ])('%j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('is never longer than asked for, and never moves a cursor or turns text around', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const shown = printable(text);
        expect([...shown].length).toBeLessThanOrEqual(MOST_SHOWN);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
