import { describe, expect, it } from 'vitest';
import { type DailyReset, nextReset, previousReset } from './daily-reset.js';
import { fixedWindow } from './fixed-window.js';

const HOUR = 3_600_000;

/** The time zone data of this machine: an independent witness. */
const pacificClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function pacificTime(at: number): string {
  const parts = Object.fromEntries(pacificClock.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

describe('the next reset', () => {
  it.each<[string, DailyReset, string, string]>([
    ['in winter', { hour: 0, zone: 'us-pacific' }, '2026-01-15T20:00:00Z', '2026-01-16T08:00:00Z'],
    ['in summer', { hour: 0, zone: 'us-pacific' }, '2026-07-15T20:00:00Z', '2026-07-16T07:00:00Z'],
    [
      'before local midnight of the same UTC day',
      { hour: 0, zone: 'us-pacific' },
      '2026-07-15T06:59:59Z',
      '2026-07-15T07:00:00Z',
    ],
    [
      'at the very instant it is the one after',
      { hour: 0, zone: 'us-pacific' },
      '2026-07-15T07:00:00Z',
      '2026-07-16T07:00:00Z',
    ],
    ['after the short day of spring', { hour: 0, zone: 'us-pacific' }, '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
    ['after the long day of autumn', { hour: 0, zone: 'us-pacific' }, '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
    [
      'an hour left out in spring comes as the next one',
      { hour: 2, zone: 'us-pacific' },
      '2026-03-08T05:00:00Z',
      '2026-03-08T10:00:00Z',
    ],
    [
      'an hour that is there twice counts once, the first time',
      { hour: 1, zone: 'us-pacific' },
      '2026-11-01T05:00:00Z',
      '2026-11-01T08:00:00Z',
    ],
    ['… and not the second time', { hour: 1, zone: 'us-pacific' }, '2026-11-01T08:00:00Z', '2026-11-02T09:00:00Z'],
    ['across a new year', { hour: 0, zone: 'us-pacific' }, '2026-12-31T23:00:00Z', '2027-01-01T08:00:00Z'],
    ['in UTC', { hour: 0, zone: 'utc' }, '2026-02-28T12:00:00Z', '2026-03-01T00:00:00Z'],
    ['at another hour', { hour: 17, zone: 'utc' }, '2026-02-28T17:00:00Z', '2026-03-01T17:00:00Z'],
  ])('%s', (_, reset, now, expected) => {
    expect(new Date(nextReset(reset, Date.parse(now))).toISOString()).toBe(new Date(expected).toISOString());
  });

  it('is where the clocks of Los Angeles show the hour, for 40 years', () => {
    // Steps that share no factor with a day, so that all hours of the day are met.
    for (let at = Date.UTC(2007, 0, 1, 3); at < Date.UTC(2047, 0, 1); at += 11 * 24 * HOUR + 7 * HOUR) {
      const next = nextReset({ hour: 0, zone: 'us-pacific' }, at);
      expect(pacificTime(next)).toMatch(/ 00:00:00$/);
      expect(next - at).toBeGreaterThan(0);
      // The local date moves on by exactly one.
      expect(pacificTime(next - 1).slice(0, 10)).toBe(pacificTime(at).slice(0, 10));
    }
  });

  it.each([2026, 2027, 2031])('is right in each hour around the changes of %i', (year) => {
    for (const hour of [0, 1, 3, 23]) {
      for (const start of [Date.UTC(year, 2, 6), Date.UTC(year, 9, 30)]) {
        for (let at = start; at < start + 12 * 24 * HOUR; at += 2.5 * HOUR) {
          const next = nextReset({ hour, zone: 'us-pacific' }, at);
          expect(pacificTime(next).slice(11)).toBe(`${String(hour).padStart(2, '0')}:00:00`);
          expect(next - at).toBeLessThanOrEqual(25 * HOUR);
          expect(previousReset({ hour, zone: 'us-pacific' }, next)).toBe(next);
          expect(nextReset({ hour, zone: 'us-pacific' }, previousReset({ hour, zone: 'us-pacific' }, at))).toBe(next);
        }
      }
    }
  });
});

describe('a daily quota that starts anew at midnight in Los Angeles', () => {
  const spec = { amount: 2, windowMs: 24 * HOUR, opens: { hour: 0, zone: 'us-pacific' } } as const;

  it('is back at that midnight, however late it was first used', () => {
    const now = Date.parse('2026-03-08T20:00:00Z');
    const quota = fixedWindow.create(spec, now);
    fixedWindow.charge(quota, 2, now);
    const wait = fixedWindow.waitMs(quota, 1, now);
    expect(new Date(now + wait).toISOString()).toBe('2026-03-09T07:00:00.000Z');
    expect(fixedWindow.waitMs(quota, 2, now + wait)).toBe(0);
  });

  it('has 25 hours on the long day', () => {
    const midnight = Date.parse('2026-11-01T07:00:00Z');
    const quota = fixedWindow.create(spec, midnight);
    fixedWindow.charge(quota, 1, midnight);
    expect(fixedWindow.resetMs(quota, midnight)).toBe(25 * HOUR);
    expect(fixedWindow.remaining(quota, midnight + 25 * HOUR - 1)).toBe(1);
    expect(fixedWindow.remaining(quota, midnight + 25 * HOUR)).toBe(2);
  });
});
