// The reports from the field that concern decoding, each as it was reported.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { decode, standardDecoder } from './decode.js';
import type { Decoded } from './decoded.js';
import type { HeadersInput } from './field-map.js';

type Pair = [string, string];
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly reproducer: {
    readonly given: {
      readonly provider?: string;
      readonly status?: number;
      readonly now?: string;
      readonly nowEpochMs?: number;
      readonly headers?: Pair[];
      readonly body?: unknown;
      readonly bodyDaily?: unknown;
      readonly cases?: unknown[];
    };
    // biome-ignore lint/suspicious/noExplicitAny: every case expects something else
    readonly expect: any;
  };
}
const file = new URL('../../../test/fixtures/bug-reports.json', import.meta.url);
const reports = JSON.parse(readFileSync(file, 'utf8')) as Case[];
const find = (id: string) => (reports.find((report) => report.id === id) as Case).reproducer;

interface Answerable {
  status?: number;
  headers?: HeadersInput;
  body?: unknown;
  nowMs?: number;
}

/** The answer to a case; the dialect is asked for where it is known, else detected. */
function answer(id: string, { status, headers, body, nowMs }: Answerable = {}): Decoded {
  const { given } = find(id);
  const now = nowMs ?? given.nowEpochMs ?? (given.now === undefined ? Date.UTC(2026, 0, 1) : Date.parse(given.now));
  const response = {
    status: status ?? given.status ?? 429,
    headers: headers ?? given.headers ?? [],
    body: body ?? given.body,
  };
  return decode(response, { nowMs: now, dialect: isKnown(given.provider) ? given.provider : undefined });
}

function isKnown(provider: string | undefined): boolean {
  try {
    return provider !== undefined && standardDecoder().dialectOf(provider) !== undefined;
  } catch {
    return false;
  }
}

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe.each(['America/Los_Angeles', 'Asia/Tokyo', 'UTC'])('in the time zone %s', (tz) => {
  const inZone = (name: string, run: () => void) =>
    it(name, () => {
      process.env.TZ = tz;
      run();
    });

  const retryAfters = reports.filter(({ kind }) => kind === 'retryAfter');
  for (const { id, reproducer } of retryAfters) {
    const { given, expect: wanted } = reproducer;
    const rows = (given.cases ?? [given.headers]) as unknown[];
    for (const [place, row] of rows.entries()) {
      const expected = wanted.cases?.[place] ?? wanted;
      const right: unknown[] =
        typeof expected === 'number' ? [expected] : [expected.hintMs, ...(expected.acceptable ?? [])];
      inZone(`${id} #${place}: the hint is ${right.join(' or ')}`, () => {
        const isValue = Array.isArray(row) && typeof row[0] === 'string';
        const headers = (isValue ? [['Retry-After', row[0]]] : row) as HeadersInput;
        expect(right).toContain(answer(id, { headers }).hintMs);
      });
    }
  }

  inZone('PR-04: a reset by RFC 3339 of a limit with nothing left is the hint', () => {
    expect(answer('PR-04')).toMatchObject({ hintMs: 20_000, verdict: 'retry', refusedBy: 'requests' });
  });

  inZone('PR-05: fields that stand in the body are read like fields', () => {
    const { given, expect: wanted } = find('PR-05');
    expect(answer('PR-05').hintMs).toBe(wanted.minuteCase.hintMs);
    const daily = answer('PR-05', { body: given.bodyDaily });
    expect(daily.retryAt).toBe(wanted.dayCase.retryAtEpochMs);
  });

  inZone('PR-08: an hour or a day from now is told from an epoch time by the size of the number', () => {
    const { given, expect: wanted } = find('PR-08');
    for (const [place, row] of (given.cases as [string][]).entries()) {
      const { hintMs } = answer('PR-08', { headers: { 'X-RateLimit-Reset': row[0] } });
      expect(hintMs).toBe(wanted.cases[place].hintMs);
    }
  });

  inZone('PR-09: epoch milliseconds are told by their size, and the guess is shown', () => {
    const { hintMs, warnings } = answer('PR-09');
    expect(hintMs).toBe(60_000);
    expect(warnings).toMatchObject([{ code: 'guessed-unit', message: expect.stringContaining('epoch milliseconds') }]);
  });

  inZone('PR-12: a reset from now is preferred to an instant that differs from it', () => {
    expect(answer('PR-12')).toMatchObject({ hintMs: 505, source: 'x-ratelimit-reset-after' });
  });

  inZone('PR-14: an epoch reset is measured against the Date of the response', () => {
    const { hintMs } = answer('PR-14');
    expect(hintMs).toBeGreaterThanOrEqual(1000);
    expect(hintMs).toBeLessThanOrEqual(2000);
  });

  inZone('PR-16: a secondary limit waits a minute at least, and a plain 403 is not retried', () => {
    expect(answer('PR-16')).toMatchObject({ hintMs: 60_000, verdict: 'retry' });
    expect(answer('PR-16', { body: { message: 'Not Found' } }).verdict).toBe('rejected');
  });

  inZone('PR-19: a time without a zone is UTC', () => {
    expect(answer('PR-19').retryAt).toBe(Date.parse(find('PR-19').expect.resetAt));
  });

  inZone('PR-22: limits and counts of several windows are put together by their length', () => {
    const { verdict, limits } = answer('PR-22', { status: 200 });
    const windows = limits.map(({ limit, windowMs, remaining }) => ({
      limit,
      windowMs,
      used: (limit ?? Number.NaN) - (remaining ?? Number.NaN),
      remaining,
    }));
    expect(verdict).toBe('ok');
    expect(windows).toEqual(find('PR-22').expect.windows);
  });

  inZone('PR-24: a delay with nine digits is rounded up', () => {
    expect(answer('PR-24').hintMs).toBe(find('PR-24').expect.hintMs);
  });

  inZone('PR-26: nothing left speaks of the next request, not of this one', () => {
    const cases = find('PR-26').given.cases as { status: number; headers: Pair[] }[];
    const [served, negative, underflown] = cases.map((each) => answer('PR-26', each));
    expect(served).toMatchObject({ verdict: 'ok', hintMs: 2000 });
    expect(negative).toMatchObject({ verdict: 'ok', hintMs: 2000, limits: [{ remaining: 0 }] });
    expect(negative?.warnings).toMatchObject([{ code: 'negative-remaining' }]);
    expect(underflown).toMatchObject({
      verdict: 'ok',
      hintMs: null,
      limits: [],
      warnings: [{ code: 'implausible-remaining' }],
    });
  });

  inZone('PR-27: Retry-After of a refusal outranks the reset of a bucket', () => {
    expect(answer('PR-27').hintMs).toBe(498_000);
  });

  inZone('PR-28: a limit with its window is no plain number, and a missing one is unknown', () => {
    const [full, empty, none] = (find('PR-28').given.cases as Pair[][]).map((headers) =>
      answer('PR-28', { headers, status: 200 }),
    );
    expect(full?.limits).toMatchObject([{ limit: 100, remaining: 76, windowMs: 21_600_000 }]);
    expect(empty?.limits).toMatchObject([{ limit: null, remaining: null, windowMs: 21_600_000 }]);
    expect(none?.limits).toEqual([]);
    for (const each of [full, empty, none]) expect(each).toMatchObject({ verdict: 'ok', hintMs: null });
  });

  inZone('PR-29: the order of fields does not matter, and the same facts under two names are one limit', () => {
    const { headers } = find('PR-29').given;
    for (const order of [headers as Pair[], (headers as Pair[]).toReversed()]) {
      expect(answer('PR-29', { headers: order, status: 200 }).limits).toMatchObject([
        { limit: 100, remaining: 100, windowMs: 3_600_000 },
      ]);
    }
  });

  inZone('SF-02: two limits in a form that can hold one are read carefully', () => {
    const [one, two] = (find('SF-02').given.cases as Pair[][]).map((headers) => answer('SF-02', { headers }));
    expect(one?.limits).toMatchObject([{ limit: 100, remaining: 50, resetMs: 30_000 }]);
    expect(two).toMatchObject({ limits: [{ limit: null, remaining: 0, resetMs: 200_000 }], hintMs: 200_000 });
    expect(two?.warnings).toMatchObject([{ code: 'conflicting-duplicates' }]);
  });

  inZone('SF-04: a field with a fault is ignored as a whole, and others still count', () => {
    expect(answer('SF-04')).toMatchObject({ limits: [], hintMs: 3000, warnings: [{ code: 'malformed' }] });
  });
});

it('the reports of kind retryAfter are these', () => {
  const first = [
    'RA-01',
    'RA-03',
    'RA-04',
    'RA-06',
    'RA-08',
    'RA-13',
    'RA-14',
    'RA-16',
    'RA-23',
    'RA-24',
    'RA-25',
    'RA-26',
  ];
  const ids = reports.filter(({ kind }) => kind === 'retryAfter').map(({ id }) => id);
  expect(ids).toEqual([...first, 'RA-30', 'RA-31', 'RC-08', 'RA-32', 'RA-33']);
});

it('every report of these kinds is here', () => {
  const kinds = ['resetHeaders', 'bodyDuration'];
  const ids = reports.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  expect(ids.filter((id) => !text.includes(`'${id}: `))).toEqual([]);
});
