import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readMessageWait } from './message-wait.js';

const file = new URL('../../../../test/fixtures/bug-reports.json', import.meta.url);
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly reproducer: { given: { cases: string[] }; expect: { ms: (number | null)[] } };
}
const cases = (JSON.parse(readFileSync(file, 'utf8')) as Case[]).filter(({ kind }) => kind === 'bodyText');
const NOW = Date.UTC(2026, 7, 31, 23, 59);
const ms = (text: string, now = NOW) => readMessageWait(text, now)?.ms ?? null;

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('the wait in a message', () => {
  it('has its case in the collection', () => {
    expect(cases.map(({ id }) => id)).toEqual(['PR-18']);
  });

  it.each(
    cases.flatMap(({ id, reproducer: { given, expect } }) =>
      given.cases.map((text, i) => [id, text, expect.ms[i]] as const),
    ),
  )('is read as in %s: %j', (_, text, expected) => {
    expect(ms(text)).toBe(expected);
  });

  // As servers were seen to write it.
  it.each([
    ['Rate limit reached for gpt. Please try again in 6ms. Visit …', 6],
    ['Please try again in 1.574s.', 1574],
    ['Please try again in 6m0s.', 360_000],
    ['Please try again in 644ms', 644],
    ['Please retry after 45 seconds.', 45_000],
    ['Please retry after 86400 seconds.', 86_400_000],
    ['Please retry in 5.237548564s.', 5238],
    ['Your quota will reset after 18h31m10s.', 66_670_000],
    ['Please wait 20 seconds before trying again', 20_000],
    ['You will regain access on 2026-09-01 at 00:00 UTC.', 60_000],
    ['IP banned until 1788220800180. Please use the websocket', 60_180],
    ['Your limit will reset at 2026-09-01 00:00:00', 60_000],
    ['Available again at 2026-09-01T02:00:00+02:00', 60_000],
    ['Try again at Tue, 01 Sep 2026 00:00:00 GMT.', 60_000],
    ['Resets in 2 days and 3 hours', 183_600_000],
    ['Resets in 1h 5 min, 7 s', 3_907_000],
    ['retry in about 5 minutes', 300_000],
    ['TRY AGAIN IN 5 SECONDS', 5000],
  ])('%j', (text, expected) => {
    for (const tz of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
      process.env.TZ = tz;
      expect(ms(text)).toBe(expected);
    }
  });

  it.each([
    'try again in 45',
    'try again later',
    'try again in a few minutes',
    'resets in soon',
    'try again in -5 seconds',
    'regain access on 2026-02-31 at 00:00 UTC',
    'regain access on 2026-08-01 at 00:00 UTC',
    'resets at 2026-09-01 12:00 PM',
    'resets at 2026-09-01 00:00 PST',
    'resets at 2026-09-01 00:00 CEST',
    'entry in 5 seconds',
    'banned until 16202862531801',
    '5 seconds',
    '',
  ])('is not guessed from %j', (text) => {
    expect(ms(text)).toBeNull();
  });

  it('about the next request counts more than one about the limit, and of two alike the longest', () => {
    expect(readMessageWait('Resets in 2 days. Please try again in 5s.', NOW)).toEqual({ ms: 5000, means: 'next' });
    expect(ms('try again in 5s or retry in 7s')).toBe(7000);
    expect(ms('resets in 5s, resets in 7s')).toBe(7000);
  });

  it('is read in time that grows with the text alone', () => {
    const started = process.cpuUsage().user;
    for (const part of [
      'try again in ',
      'wait ',
      'in in ',
      '1',
      '1h',
      '2026-',
      'resets at 2026-09-01 at ',
      'try again in 1h ',
    ]) {
      ms(part.repeat(65_536 / part.length));
    }
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(5);
  });
});
