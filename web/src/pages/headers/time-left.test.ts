import { describe, expect, it } from 'vitest';
import { localTime, timeLeft } from './time-left.js';

describe('timeLeft', () => {
  it.each([
    [-5, 'now'],
    [0, 'now'],
    [1, '1 s'],
    [42_000, '42 s'],
    [119_001, '2 min 00 s'],
    [725_000, '12 min 05 s'],
    [3_600_000, '1 h 00 min'],
    [11_040_000, '3 h 04 min'],
    [86_400_000, '1 d 00 h'],
    [261_858_000, '3 d 01 h'],
  ])('%d ms: %s', (ms, text) => {
    expect(timeLeft(ms)).toBe(text);
  });
});

describe('localTime', () => {
  const noon = new Date(2026, 10, 30, 12, 0, 5).getTime();
  it('is the time of day, with the date on another day', () => {
    expect(localTime(noon, noon - 1000)).toBe('12:00:05');
    expect(localTime(noon + 86_400_000, noon)).toBe('2026-12-01 12:00:05');
  });
});
