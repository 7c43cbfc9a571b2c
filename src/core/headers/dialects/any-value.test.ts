// The rows and functions of every dialect, with values that its sender never meant.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../decode.js';
import { DIALECTS } from './all.js';
import type { Dialect } from './dialect.js';

const NOW = Date.UTC(2026, 2, 3, 18, 44, 15);

/** The fields that a dialect knows, and members of its families. */
function fieldsOf({ marks, fields = [], limits = [] }: Dialect): string[] {
  const ofMarks = marks.flatMap((mark) => ('field' in mark ? [mark.field.name.replace(/\*$/, 'any')] : []));
  const ofRows = limits.flatMap(({ limit = [], remaining = [], used = [], resets = [] }) => [
    ...limit,
    ...remaining,
    ...used,
    ...resets.map(({ field }) => field),
  ]);
  return [...new Set([...ofMarks, ...fields, ...ofRows, ...COMMON])];
}

const COMMON = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'ratelimit-reason'];
/** Fields that are read by functions alone. */
const READ_BY_FUNCTIONS: Record<string, string[]> = {
  riot: ['x-app-rate-limit-count', 'x-method-rate-limit-count'],
  'azure-arm': ['x-ms-ratelimit-remaining-resource'],
};

const value = fc.oneof(
  fc.integer({ min: -10, max: 3e9 }).map(String),
  fc.double({ noNaN: false }).map(String),
  fc.stringMatching(/^[0-9.,:;=/%() "wr-]{0,24}$/),
  fc.constantFrom(
    '10:10,100:120',
    '1:0',
    'total=1; remaining=-1; resets=x',
    'a;1,b;-1',
    'api-usage=1/0',
    'k=9/8(x=1/2)',
  ),
  fc.json(),
  fc.constantFrom(
    '{"1":[{"call_count":1e400,"estimated_time_to_regain_access":-1}]}',
    '{"a":null}',
    '[[]]',
    '{"a":[null]}',
  ),
  fc.string(),
);

describe.each(DIALECTS.map((dialect) => [dialect.id, dialect] as const))('%s', (id, dialect) => {
  const names = [...fieldsOf(dialect), ...(READ_BY_FUNCTIONS[id] ?? [])];

  it('gives figures that can be calculated with, whatever its fields hold', () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.constantFrom(200, 400, 403, 429, 503),
        pairs,
        fc.option(fc.jsonValue()),
        (status, headers, body) => {
          const { hintMs, verdict, limits } = decode({ status, headers, body }, { nowMs: NOW, dialect: id });
          expect(hintMs === null || (Number.isSafeInteger(hintMs) && hintMs >= 0)).toBe(true);
          if (verdict === 'retry') expect(hintMs).toBeGreaterThan(0);
          for (const { limit, remaining, resetMs, windowMs } of limits) {
            for (const figure of [limit, remaining, resetMs])
              expect(figure === null || (Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
            expect(windowMs === null || windowMs > 0).toBe(true);
          }
          const taken = limits.map(({ name }) => name);
          expect(new Set(taken).size, `two limits of one name: ${taken.join(' ')}`).toBe(taken.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reads values of a megabyte in a moment', () => {
    const started = process.cpuUsage().user;
    for (const part of ['1:1,', 'a=1/1;', '{"a":', '"a";r=0,']) {
      const long = part.repeat(1e6 / part.length);
      decode(
        { status: 429, headers: names.map((name): [string, string] => [name, long]) },
        { nowMs: NOW, dialect: id },
      );
    }
    // Some fifty megabytes: whatever is quadratic would take hours.
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(30);
  });
});
