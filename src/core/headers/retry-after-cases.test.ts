import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { standardDecoder } from './decode.js';
import type { HeadersInput } from './field-map.js';

/** The hint of a refusal with these fields and nothing else. */
function retryHint(headers: HeadersInput, options: { readonly nowMs: number; readonly strict?: boolean | undefined }) {
  const { hintMs, source, warnings } = standardDecoder().decode({ status: 429, headers }, options);
  return { hintMs, source, warnings };
}

const NOW = Date.UTC(2026, 9, 21, 7, 27);
const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/${name}.json`, import.meta.url), 'utf8'));

type Pair = [string, string];
type Answer = number | null;
interface Expected {
  readonly hintMs: Answer;
  readonly acceptable?: Answer[];
  readonly warn?: string;
}
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly reproducer: {
    given: { now: string; headers?: Pair[]; cases?: (string[] | Pair[] | Record<string, string | string[]>)[] };
    expect: Expected & { cases?: (number | Expected)[] };
  };
}
const reports = (fixture('bug-reports') as Case[]).filter(({ kind }) => kind === 'retryAfter');

/** A row is a value, a list of pairs or an object of headers. */
function headersOf(row: string[] | Pair[] | Record<string, string | string[]>): HeadersInput {
  if (!Array.isArray(row)) return row;
  return typeof row[0] === 'string' ? [['Retry-After', row[0]]] : (row as Pair[]);
}
const rows = reports.flatMap(({ id, reproducer: { given, expect } }) =>
  (given.cases ?? [given.headers as Pair[]]).map((row, i) => {
    const wanted = expect.cases?.[i] ?? expect;
    const expected: Expected = typeof wanted === 'number' ? { hintMs: wanted } : wanted;
    return { name: `${id} #${i}`, headers: headersOf(row), nowMs: Date.parse(given.now), expected };
  }),
);

/** Where a report accepts several answers, ours; leniently and strictly. */
const decided: Record<string, [Answer, Answer]> = {
  'RA-03 #4': [2500, null],
  'RA-24 #1': [30_000, null],
  'RA-26 #1': [60_000, null],
  'RA-26 #4': [60_000, null],
  'RA-32 #0': [60_000, 1_746_136_938_000],
};
/** Repeated fields break RFC 9110 §5.3, whatever they say. */
const refusedStrictly = ['RA-23 #0', 'RA-23 #1', 'RA-23 #2'];
const codeOf: Record<string, string> = {
  'conflicting duplicates': 'conflicting-duplicates',
  'non-standard ISO form': 'rfc3339-date',
  'lower case': 'letter-case',
  'epoch-in-retry-after': 'epoch-in-retry-after',
};

it('plays every report of its kind', () => {
  expect(reports.map(({ id }) => id)).toEqual([
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
    'RA-30',
    'RA-31',
    'RC-08',
    'RA-32',
    'RA-33',
  ]);
});

const zones: [zone: string, minutesWestInOctober: number][] = [
  ['America/Los_Angeles', 420],
  ['Asia/Tokyo', -540],
  ['UTC', 0],
];
const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('the cases of kind retryAfter', () => {
  it('are all here, and every warning they ask for is known', () => {
    expect(reports.length).toBe(17);
    for (const { expected } of rows) if (expected.warn !== undefined) expect(codeOf).toHaveProperty([expected.warn]);
    expect(rows.filter(({ expected }) => expected.acceptable !== undefined).map(({ name }) => name)).toEqual(
      Object.keys(decided),
    );
  });

  describe.each(zones)('in the time zone %s', (tz, minutesWest) => {
    it.each(rows)('$name: gives $expected.hintMs', ({ name, headers, nowMs, expected }) => {
      process.env.TZ = tz;
      expect(new Date(NOW).getTimezoneOffset()).toBe(minutesWest);
      const [lenient, strict] = decided[name] ?? [
        expected.hintMs,
        refusedStrictly.includes(name) ? null : expected.hintMs,
      ];
      const answer = retryHint(headers, { nowMs });
      expect(answer.hintMs).toBe(lenient);
      expect([expected.hintMs, ...(expected.acceptable ?? [])]).toContain(lenient);
      if (expected.warn !== undefined) expect(answer.warnings.map(({ code }) => code)).toContain(codeOf[expected.warn]);
      expect(retryHint(headers, { nowMs, strict: true }).hintMs).toBe(strict);
    });
  });
});

describe('the captured and documented responses', () => {
  interface Sample {
    readonly provider: string;
    readonly headers: Record<string, string>;
  }
  const samples = fixture('header-samples') as Sample[];
  const says = (provider: string, value: string) => (sample: Sample) =>
    sample.provider === provider &&
    Object.entries(sample.headers).some(([k, v]) => /retry-after/i.test(k) && v === value);

  // Every sample with a field read here, and what it asks for.
  const read: [string, string, Answer, string][] = [
    ['anthropic-subscription', '261858', 261_858_000, 'three days and 45 minutes'],
    ['azure-openai', '1', 1000, 'retry-after-ms is 0 and gives way to retry-after'],
    ['aws-sdk-js', 'Tue, 14 Nov 2023 22:14:20 GMT, 45', 45_000, 'the date is over by now, so 45 s is the longer wait'],
    ['ietf-draft-10', '20', 20_000, 'whole seconds'],
    ['ietf-draft-10', 'Mon, 05 Aug 2019 09:27:05 GMT', 5000, '5 s after the Date of the response'],
    ['express-rate-limit', '42', 42_000, 'whole seconds'],
    ['discord', '1337', 1_337_000, 'the remaining 9 say nothing about a shared limit'],
    ['discord', '65', 65_000, 'rounded up by the server'],
    ['cloudflare-api', '30', 30_000, 'whole seconds'],
    ['shopify-rest', '2.0', 2000, 'decimal seconds'],
    ['slack', '0', 0, 'zero is what it says, and is warned about'],
    ['slack', 'notanumber', null, 'malformed is the same as absent'],
    ['gitlab', '30', 30_000, 'whole seconds'],
    ['incident.io', '1', 1000, 'the next request; the reset is for the whole allowance'],
    ['sonos', '32', 32_000, 'whole seconds'],
    ['lemlist', '2', 2000, 'on a success, too'],
    ['microsoft-graph', '41', 41_000, 'whole seconds'],
  ];
  it.each(read)('of %s with %s ask for %j ms: %s', (provider, value, hintMs) => {
    const found = samples.filter(says(provider, value));
    expect(found.length).toBe(1);
    const answer = retryHint(found[0]?.headers as Record<string, string>, { nowMs: NOW });
    expect(answer.hintMs).toBe(hintMs);
    expect(answer.source).toBe(hintMs === null ? null : 'retry-after');
  });
});

describe('the fields that name a wait', () => {
  // headers, hint, source, warnings
  const rows: [Record<string, string | string[]>, Answer, string | null, string[]][] = [
    [{ 'retry-after-ms': '250.2', 'retry-after': '9' }, 251, 'retry-after-ms', []],
    [{ 'x-ms-retry-after-ms': '1500', 'retry-after': '9' }, 1500, 'x-ms-retry-after-ms', []],
    [{ 'retry-after-ms': '250', 'x-ms-retry-after-ms': '1500' }, 250, 'retry-after-ms', []],
    [{ 'retry-after-ms': '0', 'x-ms-retry-after-ms': '1500' }, 1500, 'x-ms-retry-after-ms', ['zero-delay']],
    [{ 'retry-after-ms': '0', 'retry-after': '1' }, 1000, 'retry-after', ['zero-delay']],
    [{ 'retry-after-ms': '0', 'retry-after': 'soon' }, 0, 'retry-after-ms', ['zero-delay', 'malformed']],
    [{ 'retry-after-ms': '0' }, 0, 'retry-after-ms', ['zero-delay']],
    [{ 'retry-after-ms': '1e3' }, null, null, ['malformed']],
    [{ 'retry-after-ms': '-1', 'retry-after': 'soon' }, null, null, ['malformed', 'malformed']],
    [{ 'retry-after-ms': ['250', '750'] }, 750, 'retry-after-ms', []],
    [{ 'retry-after-ms': '250, 750' }, 750, 'retry-after-ms', []],
    [{ 'retry-after-ms': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER, 'retry-after-ms', []],
    [{ 'retry-after': '0' }, 0, 'retry-after', ['zero-delay']],
    [{}, null, null, []],
  ];
  it.each(rows)('of %j is %j from %j, with the warnings %j', (headers, hintMs, source, warnings) => {
    for (const input of [headers, new Map(Object.entries(headers)), Object.entries(headers)]) {
      const answer = retryHint(input, { nowMs: NOW });
      expect({ ...answer, warnings: answer.warnings.map(({ code }) => code) }).toEqual({ hintMs, source, warnings });
    }
  });

  it.each([
    ['the Date, when it can be read', 'Wed, 21 Oct 2026 07:27:30 GMT', 30_000, []],
    ['the Date with spaces around it', ' Wed, 21 Oct 2026 07:27:30 GMT ', 30_000, []],
    ['the local clock, when it cannot', 'yesterday', 60_000, ['unreadable-date']],
  ])('measures an instant against %s', (_, date, hintMs, warnings) => {
    const answer = retryHint({ date, 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, { nowMs: NOW });
    expect(answer.hintMs).toBe(hintMs);
    expect(answer.warnings.map(({ code }) => code)).toEqual(warnings);
  });

  it("reads fetch's Headers, which join repeated fields", () => {
    const headers = new Headers([
      ['Retry-After', '1'],
      ['Retry-After', '120'],
    ]);
    expect(retryHint(headers, { nowMs: NOW })).toMatchObject({ hintMs: 120_000, source: 'retry-after' });
  });
});
