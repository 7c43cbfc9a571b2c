import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { formatJitter, JITTER_NAMES, type Jitter, MAX_JITTER_SHARE, parseJitter } from './jitter.js';

describe('a jitter', () => {
  it.each<[unknown, Jitter]>([
    ['none', 'none'],
    ['full', 'full'],
    ['equal', 'equal'],
    ['decorrelated', 'decorrelated'],
    [' Full ', 'full'],
    ['0.75..1', { low: 0.75, high: 1 }],
    ['0.8..1.2', { low: 0.8, high: 1.2 }],
    ['.5..1', { low: 0.5, high: 1 }],
    ['0 .. 1', { low: 0, high: 1 }],
    ['0.5..0.5', { low: 0.5, high: 0.5 }],
    ['100..100', { low: 100, high: 100 }],
    [
      { low: 0.9, high: 1.1 },
      { low: 0.9, high: 1.1 },
    ],
    [
      { high: 1, low: 0 },
      { low: 0, high: 1 },
    ],
  ])('%j is read', (value, jitter) => {
    expect(parseJitter(value, 'jitter')).toEqual(jitter);
  });

  it.each<[string, unknown]>([
    ['a range that falls', '1..0'],
    ['a range of nothing', '0..0'],
    ['a high end beyond the largest', '0..100.1'],
    ['a negative end', '-1..1'],
    ['half a range', '1..'],
    ['the other half', '..1'],
    ['one point', '0.5.1'],
    ['a hyphen', '0.5-1'],
    ['an exponent', '1e-7..1'],
    ['an unknown name', 'some'],
    ['nothing', ''],
    ['null', null],
    ['undefined', undefined],
    ['a number', 1],
    ['a list', [0.5, 1]],
    ['one end', { low: 0.5 }],
    ['a third key', { low: 0, high: 1, mid: 0.5 }],
    ['other keys', { min: 0, max: 1 }],
    ['texts for ends', { low: '0', high: '1' }],
    ['NaN', { low: Number.NaN, high: 1 }],
    ['an infinite end', { low: 0, high: Infinity }],
    ['a negative low end', { low: -0.1, high: 1 }],
  ])('refuses %s', (_, value) => {
    expect(() => parseJitter(value, 'jitter')).toThrow(InputError);
    expect(() => parseJitter(value, 'jitter')).toThrow(/^jitter: .*none, full, equal, decorrelated, or LOW\.\.HIGH/);
  });

  it('reads back whatever was written, the smallest ends too', () => {
    const end = fc.double({ min: 0, max: MAX_JITTER_SHARE, noNaN: true }).map((share) => share + 0);
    const range = fc.tuple(end, end).filter(([a, b]) => Math.max(a, b) > 0);
    fc.assert(
      fc.property(range, ([a, b]) => {
        const jitter = { low: Math.min(a, b), high: Math.max(a, b) };
        expect(parseJitter(formatJitter(jitter), 'jitter')).toEqual(jitter);
      }),
    );
    for (const name of JITTER_NAMES) expect(parseJitter(formatJitter(name), 'jitter')).toBe(name);
    expect(formatJitter({ low: 1e-7, high: 1 })).toBe('0.0000001..1');
  });
});
