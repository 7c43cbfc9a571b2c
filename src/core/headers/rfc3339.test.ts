import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRfc3339 } from './rfc3339.js';

describe('an RFC 3339 date', () => {
  it('gives back every instant that Date prints', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(100, 0), max: Date.UTC(9999, 11) }), (at) => {
        expect(parseRfc3339(new Date(at).toISOString())).toBe(at);
      }),
    );
  });

  // The examples of RFC 3339 §5.8.
  it.each([
    ['1985-04-12T23:20:50.52Z', Date.UTC(1985, 3, 12, 23, 20, 50, 520)],
    ['1996-12-19T16:39:57-08:00', Date.UTC(1996, 11, 20, 0, 39, 57)],
    ['1990-12-31T23:59:60Z', Date.UTC(1991, 0, 1)],
    ['1990-12-31T15:59:60-08:00', Date.UTC(1991, 0, 1)],
    ['1937-01-01T12:00:27.87+00:20', Date.UTC(1937, 0, 1, 11, 40, 27, 870)],
    ['2026-08-28t12:00:00z', Date.UTC(2026, 7, 28, 12)],
    ['2026-08-28T12:00:00-00:00', Date.UTC(2026, 7, 28, 12)],
  ])('%s is read', (text, at) => {
    expect(parseRfc3339(text)).toBe(at);
  });

  it.each([
    ['2026-01-01T00:00:00.001Z', 1],
    ['2026-01-01T00:00:00.0010000Z', 1],
    ['2026-01-01T00:00:00.0010001Z', 2],
    ['2026-01-01T00:00:00.9999Z', 1000],
  ])('%s is rounded up to whole milliseconds', (text, ms) => {
    expect(parseRfc3339(text)).toBe(Date.UTC(2026, 0) + ms);
  });

  it.each([
    '',
    '2026-08-28T12:00:00',
    '2026-08-28',
    '2026-08-28 12:00:00Z',
    '2026-03-26T16:00Z',
    '2026-02-30T00:00:00Z',
    '2026-08-28T24:00:00Z',
    '2026-08-28T12:00:00+24:00',
    '2026-08-28T12:00:00+0200',
    '2026-08-28T12:00:00.Z',
    '2026-W35-5T12:00:00Z',
    '+002026-08-28T12:00:00Z',
    '2026-08-28T12:00:00Z, 45',
    `2026-08-28T12:00:00.${'0'.repeat(1000)}Z`,
  ])('%j is not read', (text) => {
    expect(parseRfc3339(text)).toBeNull();
  });
});
