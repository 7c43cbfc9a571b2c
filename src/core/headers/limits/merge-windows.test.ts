import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decode } from '../decode.js';
import { mergeWindows, type WindowReading } from './merge-windows.js';

interface Case {
  readonly id: string;
  readonly reproducer: {
    given: { responses: { reset: string; remaining: number }[] };
    expect: { windows: number; remaining: number; resetEpochMs: number };
  };
}
const file = new URL('../../../../test/fixtures/bug-reports.json', import.meta.url);
const reports = JSON.parse(readFileSync(file, 'utf8')) as Case[];
const { given, expect: wanted } = (reports.find(({ id }) => id === 'PR-13') as Case).reproducer;

it('PR-13: resets that jitter by milliseconds are one window, with the least left and the latest end', () => {
  const nowMs = 1_661_784_138_000;
  let window: WindowReading | null = null;
  const windows = new Set<number>();
  for (const { reset, remaining } of given.responses) {
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': reset,
    };
    const [limit] = decode({ status: 200, headers }, { nowMs }).limits;
    const reading = { resetAt: nowMs + (limit?.resetMs ?? Number.NaN), remaining: limit?.remaining ?? null };
    const isNew = window === null || Math.abs(window.resetAt - reading.resetAt) > 1000;
    window = mergeWindows(window, reading);
    if (isNew) windows.add(window.resetAt);
  }
  expect(windows.size).toBe(wanted.windows);
  expect(window).toEqual({ resetAt: wanted.resetEpochMs, remaining: wanted.remaining });
});

it('a later window takes the place of an earlier one, and a straggler does not bring it back', () => {
  const first = { resetAt: 10_000, remaining: 0 };
  const second = { resetAt: 70_000, remaining: 9 };
  expect(mergeWindows(first, second)).toEqual(second);
  expect(mergeWindows(second, first)).toEqual(second);
  expect(mergeWindows(second, { resetAt: 70_400, remaining: null })).toEqual({ resetAt: 70_400, remaining: 9 });
  expect(mergeWindows(null, first)).toEqual(first);
});
