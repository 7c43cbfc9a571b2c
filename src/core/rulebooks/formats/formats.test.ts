import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDurationText } from '../../headers/duration-text.js';
import { parseHttpDate } from '../../headers/http-date.js';
import { parseRfc3339 } from '../../headers/rfc3339.js';
import * as amounts from './amounts.js';
import * as delays from './delays.js';
import type { Format } from './format.js';
import * as instants from './instants.js';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 36, 500);
const context = { nowMs: NOW };

describe('amounts', () => {
  it.each<[Format, [number, string][]]>([
    [
      amounts.whole,
      [
        [49.99, '49'],
        [0, '0'],
        [-3, '0'],
        [1e9, '1000000000'],
        [1e21, '1000000000000000000000'],
      ],
    ],
    [
      amounts.wholeAsFloat,
      [
        [598.9, '598.0'],
        [-1, '0.0'],
      ],
    ],
    [
      amounts.wholeUsed,
      [
        [31.1, '32'],
        [32, '32'],
        [-1, '0'],
      ],
    ],
    [
      amounts.nearestThousand,
      [
        [49_980, '50000'],
        [499, '0'],
        [500, '1000'],
        [-700, '0'],
      ],
    ],
    [
      amounts.share,
      [
        [0.86, '0.86'],
        [1.08, '1.08'],
        [1, '1'],
        [0, '0'],
        [0.999, '0.99'],
        [0.5, '0.5'],
        [0.29, '0.29'],
      ],
    ],
  ])('$id', (format, rows) => {
    for (const [value, text] of rows) expect(format.write(value, context)).toBe(text);
  });
});

describe('delays', () => {
  it('RA-27: whole seconds round up, and are never 0', () => {
    const rows: [number, string][] = [
      [5001, '6'],
      [5000, '5'],
      [1, '1'],
      [0, '1'],
      [999.2, '1'],
      [86_400_000, '86400'],
    ];
    for (const [ms, text] of rows) expect(delays.wholeSeconds.write(ms, context)).toBe(text);
    // The ms are kept in a second field.
    expect(delays.milliseconds.write(5001, context)).toBe('5001');
  });

  it.each<[Format, [number, string][]]>([
    [
      delays.wholeSecondsOrNone,
      [
        [0, '0'],
        [1, '1'],
        [30_000, '30'],
        [30_001, '31'],
      ],
    ],
    [
      delays.shortSeconds,
      [
        [7660, '7.66'],
        [33_011_382.4, '33011.383'],
        [2000, '2'],
        [120_000, '120'],
        [0, '0'],
      ],
    ],
    [
      delays.tenthsOfSeconds,
      [
        [2000, '2.0'],
        [2001, '2.1'],
        [0, '0.1'],
        [66, '0.1'],
        [120_050, '120.1'],
      ],
    ],
    [
      delays.decimalSeconds,
      [
        [64_570, '64.570'],
        [7, '0.007'],
        [0, '0.000'],
        [1000, '1.000'],
      ],
    ],
    [
      delays.milliseconds,
      [
        [1500, '1500'],
        [0.2, '1'],
        [0, '0'],
      ],
    ],
    [
      delays.protobufDuration,
      [
        [47_000, '47s'],
        [34_074, '34.074s'],
        [1200, '1.2s'],
        [0, '0s'],
        [10_000, '10s'],
        [3_600_000, '3600s'],
      ],
    ],
    [
      delays.goDuration,
      [
        [0, '0s'],
        [8, '8ms'],
        [120, '120ms'],
        [1000, '1s'],
        [1574, '1.574s'],
        [8640, '8.64s'],
        [10_000, '10s'],
        [360_000, '6m0s'],
        [179_560, '2m59.56s'],
        [3_600_000, '1h0m0s'],
        [4_560_667, '1h16m0.667s'],
        [66_690_000, '18h31m30s'],
        [90_000_000, '25h0m0s'],
      ],
    ],
  ])('$id', (format, rows) => {
    for (const [ms, text] of rows) expect(format.write(ms, context)).toBe(text);
  });

  it('a Go duration reads as what was written', () => {
    fc.assert(fc.property(fc.nat(10 ** 9), (ms) => parseDurationText(delays.goDuration.write(ms, context)) === ms));
  });
});

describe('instants', () => {
  it('tell the end of the year 9999 for whatever comes later, since they have no digits for it', () => {
    for (const ms of [1e15, Infinity]) {
      expect(instants.rfc3339.write(ms, context)).toBe('9999-12-31T23:59:59Z');
      expect(instants.httpDate.write(ms, context)).toBe('Fri, 31 Dec 9999 23:59:59 GMT');
      expect(instants.epochSeconds.write(ms, context)).toBe('253402300799');
    }
  });

  it.each<[Format, [number, string][]]>([
    [
      instants.httpDate,
      [
        [500, 'Sun, 06 Nov 1994 08:49:37 GMT'],
        [501, 'Sun, 06 Nov 1994 08:49:38 GMT'],
        [1, 'Sun, 06 Nov 1994 08:49:37 GMT'],
      ],
    ],
    [
      instants.rfc3339,
      [
        [500, '1994-11-06T08:49:37Z'],
        [501, '1994-11-06T08:49:38Z'],
      ],
    ],
    [
      instants.epochSeconds,
      [
        [500, '784111777'],
        [501, '784111778'],
      ],
    ],
    [
      instants.epochDecimalSeconds,
      [
        [500, '784111777.000'],
        [623, '784111777.123'],
      ],
    ],
    [
      instants.epochMilliseconds,
      [
        [500, '784111777000'],
        [0.3, '784111776501'],
      ],
    ],
  ])('$id', (format, rows) => {
    for (const [ms, text] of rows) expect(format.write(ms, context)).toBe(text);
  });

  it('are never before the end of the wait, and less than a second after it', () => {
    const now = fc.integer({ min: 0, max: Date.UTC(2060, 0) });
    fc.assert(
      fc.property(now, fc.nat(10 ** 9), (nowMs, ms) => {
        const at = nowMs + ms;
        for (const read of [
          parseHttpDate(instants.httpDate.write(ms, { nowMs }), nowMs),
          parseRfc3339(instants.rfc3339.write(ms, { nowMs })),
          Number(instants.epochSeconds.write(ms, { nowMs })) * 1000,
        ]) {
          expect(read).toBeGreaterThanOrEqual(at);
          expect(read).toBeLessThan(at + 1000);
        }
        expect(Number(instants.epochMilliseconds.write(ms, { nowMs }))).toBe(at);
        expect(Math.round(Number(instants.epochDecimalSeconds.write(ms, { nowMs })) * 1000)).toBe(at);
      }),
    );
  });
});
