import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf } from '../grammar/digits.js';
import type { Field } from './field.js';
import { FIELDS } from './fields.js';
import { readWritten, writeDuration, writeField } from './written.js';

describe('a duration as text', () => {
  it.each([
    [0, '0ms'],
    [250, '250ms'],
    [1000, '1s'],
    [1500, '1500ms'],
    [32_000, '32s'],
    [90_000, '90s'],
    [600_000, '10m'],
    [3_600_000, '1h'],
    [172_800_000, '2d'],
    [0.25, '0.25ms'],
    [1e-7, '0.0000001ms'],
  ])('of %d ms is %s', (ms, text) => {
    expect(writeDuration(ms)).toBe(text);
  });
});

describe('a number as text', () => {
  it.each([
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
    [1.25e-9, '0.00000000125'],
    [0.5, '0.5'],
  ])('of %d has no exponent', (value, text) => {
    expect(digitsOf(value)).toBe(text);
  });

  it('reads back to the same number', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(digitsOf(value)).toMatch(/^[\d.]+$/);
        expect(Number(digitsOf(value))).toBe(value + 0);
      }),
    );
  });
});

describe('a written field', () => {
  const field = (path: string) => FIELDS.find((known) => known.path === path) as Field;
  it.each<[string, unknown, string]>([
    ['backoff.capMs', null, 'none'],
    ['retryAfter.spreadMs', 'auto', 'auto'],
    ['retryBudget.refund.retry', 'cost', 'cost'],
    ['retryBudget.refund.retry', 2.5, '2.5'],
    ['retryOn.statuses', [408, 429, '5xx'], '408,429,5xx'],
    ['retryOn.statuses', [], 'none'],
    ['backoff.delaysMs', [0, 1000, 250], '0ms,1s,250ms'],
    ['jitter', { low: 0.75, high: 1 }, '0.75..1'],
    ['retryBudget.share', 0.1, '0.1'],
    ['retryAfter.honor', false, 'false'],
  ])('%s with %j is %s, and reads back', (path, value, text) => {
    expect(writeField(field(path), value)).toBe(text);
    expect(readWritten(field(path), text, path)).toEqual(value);
  });
});
