import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fixtures/vectors/schedule.json' with { type: 'json' };
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { backoffMs, intervalMs, rawDelayMs } from './backoff.js';
import { compile } from './compile.js';

interface Vector {
  readonly name: string;
  readonly input: {
    readonly baseMs: number;
    readonly multiplier: number;
    readonly capMs: number | null;
    readonly maxAttempts: number;
    readonly jitter: NonNullable<PolicyInput['jitter']>;
  };
  readonly expect: {
    /** Decorrelated rows have no raw delay. */
    readonly retries: { retry: number; rawMs: number; minMs: number; meanMs: number; maxMs: number }[];
  };
}

describe('the published schedules', () => {
  it.each((vectors as unknown as Vector[]).filter((vector) => vector.expect.retries.length > 0))(
    '$name: every row has its raw delay, its bounds and its mean',
    (vector) => {
      const { baseMs, multiplier, capMs, maxAttempts, jitter } = vector.input;
      const rules = compile(parsePolicy({ backoff: { baseMs, multiplier, capMs }, maxAttempts, jitter }));
      expect(vector.expect.retries).toHaveLength(maxAttempts - 1);
      for (const row of vector.expect.retries) {
        const close = (value: number) => expect.closeTo(value, 6);
        const { minMs, maxMs } = intervalMs(rules, row.retry);
        expect({ minMs, maxMs }).toEqual({ minMs: close(row.minMs), maxMs: close(row.maxMs) });
        if (jitter === 'decorrelated') continue;
        expect(rawDelayMs(rules, row.retry)).toEqual(close(row.rawMs));
        expect((minMs + maxMs) / 2).toEqual(close(row.meanMs));
        expect(backoffMs(rules, row.retry, 0, 0.5)).toEqual(close(row.meanMs));
      }
    },
  );
});
