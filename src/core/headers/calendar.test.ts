import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utcMs, weekdayOf } from './calendar.js';

describe('utcMs', () => {
  it('agrees with Date on every day from year 100 to 9999', () => {
    const years = fc.integer({ min: 100, max: 9999 });
    const field = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(
        years,
        field(11),
        fc.integer({ min: 1, max: 28 }),
        field(23),
        field(59),
        field(59),
        (y, mo, d, h, m, s) => {
          expect(utcMs(y, mo + 1, d, h, m, s)).toBe(Date.UTC(y, mo, d, h, m, s));
        },
      ),
    );
  });

  it.each([
    ['the epoch', [1970, 1, 1, 0, 0, 0], 0],
    ['the last second before it', [1969, 12, 31, 23, 59, 59], -1000],
    ['a leap day of a 400-year', [2000, 2, 29, 0, 0, 0], 951_782_400_000],
    ['a leap day', [2024, 2, 29, 0, 0, 0], 1_709_164_800_000],
    ['29 February of a year without one', [2026, 2, 29, 0, 0, 0], null],
    ['29 February of 1900', [1900, 2, 29, 0, 0, 0], null],
    ['31 April', [2026, 4, 31, 0, 0, 0], null],
    ['day 0', [2026, 4, 0, 0, 0, 0], null],
    ['month 13', [2026, 13, 1, 0, 0, 0], null],
    ['hour 24', [2026, 4, 1, 24, 0, 0], null],
    ['minute 60', [2026, 4, 1, 0, 60, 0], null],
    ['second 61', [2026, 4, 1, 0, 0, 61], null],
    ['second 60, as the second after 59', [2016, 12, 31, 23, 59, 60], 1_483_228_800_000],
    ['year 94, which is not 1994', [94, 11, 6, 0, 0, 0], new Date(0).setUTCFullYear(94, 10, 6)],
  ] as [string, [number, number, number, number, number, number], number | null][])('reads %s', (_, date, at) => {
    expect(utcMs(...date)).toBe(at);
  });
});

describe('weekdayOf', () => {
  it('agrees with Date, before 1970 too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -6e13, max: 2.5e14 }), (at) => {
        expect(weekdayOf(at)).toBe(new Date(at).getUTCDay());
      }),
    );
  });
});
