import { describe, expect, it } from 'vitest';
import type { DecodedLimit } from '../decoded.js';
import { allBackMs, nextRequestTime } from './limit-times.js';

const limit = (parts: Partial<DecodedLimit>): DecodedLimit => ({
  name: 'requests',
  limit: 50,
  remaining: 0,
  resetMs: 60_000,
  resetMeans: 'full',
  windowMs: 60_000,
  algorithm: 'bucket',
  resolution: { amount: 1, resetMs: 1 },
  confidence: 'certain',
  ...parts,
});

describe('next and full are two answers', () => {
  // A bucket of 50 per minute that is empty lets one more pass in 1.2 s; what it tells is the minute to a full one.
  it.each<[string, Partial<DecodedLimit>, next: [ms: number, isUpperBound: boolean] | null, full: number | null]>([
    ['an empty bucket', {}, [60_000, true], 60_000],
    ['a bucket with something left', { remaining: 1 }, [0, false], 60_000],
    ['a full bucket', { remaining: 50, resetMs: 0 }, [0, false], 0],
    ['an IETF policy with nothing left', { resetMeans: 'next' }, [60_000, false], null],
    ['a fixed window', { resetMeans: 'window' }, [60_000, false], 60_000],
    ['a window of which nothing else is known', { resetMeans: 'window', remaining: null }, [60_000, true], 60_000],
    ['no reset', { resetMs: null }, null, null],
    ['no reset and nothing missing', { resetMs: null, remaining: 50 }, [0, false], 0],
    ['no allowance told', { limit: null, remaining: 5, resetMs: null }, [0, false], null],
  ])('%s', (_, parts, next, full) => {
    const told = nextRequestTime(limit(parts));
    expect(told === null ? null : [told.ms, told.isUpperBound]).toEqual(next);
    expect(allBackMs(limit(parts))).toBe(full);
  });
});
