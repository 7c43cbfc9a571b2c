import { describe, expect, it } from 'vitest';
import { readingRows } from './retry-after-readings.js';

const NOW = Date.UTC(2026, 10, 30, 11, 59);

describe('readingRows', () => {
  it.each([
    ['120', '120,000 ms (2.0 min)', '120,000 ms (2.0 min)'],
    ['1.5', 'your own backoff', '1,500 ms (1.50 s)'],
    ['-1', 'your own backoff', 'your own backoff'],
    ['1e3', 'your own backoff', 'your own backoff'],
    ['', 'your own backoff', 'your own backoff'],
    [
      'Mon, 30 Nov 2026 12:00:00 GMT',
      '60,000 ms (60.0 s), until 2026-11-30T12:00:00Z',
      '60,000 ms (60.0 s), until 2026-11-30T12:00:00Z',
    ],
    ['2026-11-30T12:00:00Z', 'your own backoff', '60,000 ms (60.0 s), until 2026-11-30T12:00:00Z'],
  ])('%s: strictly %s, leniently %s', (value, strict, lenient) => {
    expect(readingRows(value, NOW).map(({ wait }) => wait)).toEqual([strict, lenient]);
  });

  it('says why a value is not valid', () => {
    expect(readingRows('1.5', NOW)[0]).toMatchObject({
      form: 'not valid',
      remarks: expect.stringContaining('decimal'),
    });
  });
});
