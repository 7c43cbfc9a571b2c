import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpDate, readHttpDate } from './http-date.js';

const NOW = Date.UTC(2026, 9, 21, 7, 27);
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

// Date's own formatter is the independent source: toUTCString gives an IMF-fixdate.
const imf = (at: number) => new Date(at).toUTCString();
function rfc850(at: number): string {
  const [, day, month, year, time] = imf(at).split(' ') as [string, string, string, string, string];
  return `${LONG_DAYS[new Date(at).getUTCDay()]}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
}
function asctime(at: number): string {
  const [weekday, day, month, year, time] = imf(at).replace(',', '').split(' ') as [
    string,
    string,
    string,
    string,
    string,
  ];
  return `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
}

describe('an HTTP-date', () => {
  it.each([
    ['imf-fixdate', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['rfc850', 'Sunday, 06-Nov-94 08:49:37 GMT'],
    ['asctime', 'Sun Nov  6 08:49:37 1994'],
  ] as const)('in the form %s is read as the RFC 9110 §5.6.7 example', (form, text) => {
    const at = 784_111_777_000;
    expect(readHttpDate(text, NOW)).toEqual({ at, form, warnings: [] });
    expect(parseHttpDate(text, NOW)).toBe(at);
  });

  const second = (min: number, max: number) => fc.integer({ min: min / 1000, max: max / 1000 }).map((s) => s * 1000);

  it.each([
    ['imf-fixdate', imf],
    ['asctime', asctime],
  ] as const)('in the form %s gives back every instant that it was made from', (form, format) => {
    fc.assert(
      fc.property(second(Date.UTC(1000, 0), Date.UTC(9999, 11)), (at) => {
        expect(readHttpDate(format(at), NOW)).toEqual({ at, form, warnings: [] });
      }),
    );
  });

  it('of RFC 850 gives back every instant from 49 years ago to 49 years ahead, whenever now is', () => {
    const years = 49 * 365.25 * 86_400_000;
    fc.assert(
      fc.property(second(Date.UTC(1900, 0), Date.UTC(2300, 0)), second(-years, years), (nowMs, offset) => {
        const at = nowMs + offset;
        expect(readHttpDate(rfc850(at), nowMs)).toEqual({ at, form: 'rfc850', warnings: [] });
      }),
    );
  });

  it.each([
    ['50 years ahead to the second: still ahead', 'Wednesday, 21-Oct-76 07:27:00 GMT', Date.UTC(2076, 9, 21, 7, 27)],
    ['a second more: a century back', 'Thursday, 21-Oct-76 07:27:01 GMT', Date.UTC(1976, 9, 21, 7, 27, 1)],
    ['51 years ahead: a century back', 'Friday, 21-Oct-77 07:27:00 GMT', Date.UTC(1977, 9, 21, 7, 27)],
    ['this year', 'Wednesday, 21-Oct-26 07:28:00 GMT', Date.UTC(2026, 9, 21, 7, 28)],
  ])('of RFC 850, %s', (_, text, at) => {
    expect(readHttpDate(text, NOW)).toEqual({ at, form: 'rfc850', warnings: [] });
  });

  it('of RFC 850 may lie in the next century', () => {
    expect(parseHttpDate('Saturday, 01-Jan-01 00:00:00 GMT', Date.UTC(2099, 5))).toBe(Date.UTC(2101, 0));
  });

  it.each([
    ['Mon, 21 Oct 2026 07:28:00 GMT', ['wrong-weekday'], 'Wed'],
    ['wed, 21 oct 2026 07:28:00 gmt', ['letter-case'], 'case-sensitive'],
    ['Wed, 21 Oct 2026 07:28:00 gmt', ['letter-case'], 'case-sensitive'],
    ['WEDNESDAY, 21-OCT-26 07:28:00 GMT', ['letter-case'], 'case-sensitive'],
    ['mon Oct 21 07:28:00 2026', ['letter-case', 'wrong-weekday'], 'case-sensitive'],
  ])('with a slip, %s, is read with a warning', (text, codes, part) => {
    const date = readHttpDate(text, NOW);
    expect(date?.at).toBe(Date.UTC(2026, 9, 21, 7, 28));
    expect(date?.warnings.map(({ code }) => code)).toEqual(codes);
    expect(date?.warnings[0]?.message).toContain(part);
  });

  it('with second 60 is the second after 59, on the weekday that it ends', () => {
    const at = Date.UTC(2017, 0, 1);
    expect(readHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', NOW)).toEqual({ at, form: 'imf-fixdate', warnings: [] });
  });

  it.each([
    'Tue, 31 Feb 2026 00:00:00 GMT',
    'Sun, 29 Feb 2026 00:00:00 GMT',
    'Wed, 21 Oct 2026 24:00:00 GMT',
    'Wed, 21 Oct 2026 07:60:00 GMT',
    'Wed, 21 Oct 2026 07:27:61 GMT',
    'Wed, 00 Oct 2026 07:27:00 GMT',
    'Tuesday, 31-Feb-26 00:00:00 GMT',
    'Tue Feb 31 00:00:00 2026',
  ])('that cannot be, %s, is told apart from what is no date', (text) => {
    expect(readHttpDate(text, NOW)).toMatchObject({ at: null, warnings: [] });
    expect(parseHttpDate(text, NOW)).toBeNull();
  });

  it.each([
    '',
    'Wed, 99 Foo 2026 99:99:99 GMT',
    'Wed, 21 Oct 2026 07:28:00',
    'Wed, 21 Oct 2026 07:28:00 UTC',
    'Wed, 21 Oct 2026 07:28:00 PST',
    'Wed, 21 Oct 2026 07:28:00 +0000',
    'Wed,21 Oct 2026 07:28:00 GMT',
    'Wed, 21  Oct 2026 07:28:00 GMT',
    'Wed, 1 Oct 2026 07:28:00 GMT',
    'Wed, 21 Oct 26 07:28:00 GMT',
    'Wed, 21 October 2026 07:28:00 GMT',
    'Wed, 21-Oct-2026 07:28:00 GMT',
    'Wednesday, 21 Oct 2026 07:28:00 GMT',
    'Xyz, 21 Oct 2026 07:28:00 GMT',
    '21 Oct 2026 07:28:00 GMT',
    'Wed, 21 Oct 2026 07:28:00 GMT, 45',
    'x Wed, 21 Oct 2026 07:28:00 GMT',
    'Wed Oct 21 07:28:00 2026 GMT',
    'Wed Oct 1 07:28:00 2026',
    'Wed, 21 Oct 2026 07:28:00 GMT\n',
    'Wed, ٢١ Oct 2026 07:28:00 GMT',
    '2026-10-21T07:28:00Z',
  ])('is none of the three forms: %j', (text) => {
    expect(readHttpDate(text, NOW)).toBeNull();
  });

  it('of RFC 850 is not guessed when now is no time', () => {
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', Number.NaN)).toBeNull();
  });
});
