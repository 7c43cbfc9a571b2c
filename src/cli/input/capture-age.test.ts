import { describe, expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';
import { captureAgeWarning } from './capture-age.js';

const NOON = Date.UTC(2026, 10, 30, 12);

describe('a response that was captured a while ago', () => {
  it.each([
    ['an hour ago', 'Mon, 30 Nov 2026 11:00:00 GMT', 'was sent 60.0 min ago'],
    ['by a clock that is ahead', 'Mon, 30 Nov 2026 12:02:00 GMT', 'will be sent in 2.0 min'],
    ['in the form of RFC 850', 'Monday, 30-Nov-26 11:00:00 GMT', 'was sent 60.0 min ago'],
  ])('is told: %s', (_, date, said) => {
    expect(captureAgeWarning({ date }, NOON)).toBe(
      `by its Date the response ${said}: it is read as if it came now; for the time when it came, give --now`,
    );
  });

  it.each([
    ['within a minute', { Date: 'Mon, 30 Nov 2026 11:59:01 GMT' }],
    ['without a Date', { 'retry-after': '7' }],
    ['a Date that is none', { date: 'yesterday' }],
  ])('is not told: %s', (_, headers) => {
    expect(captureAgeWarning(headers, NOON)).toBeNull();
  });

  it('is told by the command unless --now says when it came', async () => {
    const files = { '-': 'HTTP/1.1 429 x\ndate: Mon, 30 Nov 2026 11:00:00 GMT\nretry-after: 7\n' };
    expect((await holdoff('headers', { files })).err).toContain('was sent 60.0 min ago');
    expect((await holdoff('headers --now 2026-11-30T11:00:00Z', { files })).err).toBe('');
  });
});
