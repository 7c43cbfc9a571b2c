import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf, wordsOf } from './prompt.js';

describe('an output', () => {
  it('has a word for each token, and its parts make the whole', () => {
    fc.assert(
      fc.property(fc.nat(500), (tokens) => {
        const whole = wordsOf(tokens);
        expect(whole === '' ? 0 : whole.split(' ').length).toBe(tokens);
        const parts = partsOf(tokens);
        expect(parts.map(({ text }) => text).join('')).toBe(whole);
        expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
      }),
    );
  });

  it('says the same words again when they are over', () => {
    const round = wordsOf(21);
    expect(round).toMatch(/^A limit is a promise .* as it says and$/);
    expect(wordsOf(44)).toBe(`${round} ${round} A limit`);
    expect(wordsOf(2, 20)).toBe(' and A');
  });
});
