import { expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { uniformWaits } from './uniform-waits.js';

it('refuses decorrelated jitter, which is not drawn evenly', () => {
  const rules = compile(parsePolicy({ jitter: 'decorrelated' }));
  expect(() => uniformWaits(rules)).toThrow(new RangeError('jitter: decorrelated is not drawn evenly; use waitsOf'));
});

it('has the mean and the standard deviation of an even draw', () => {
  // U(a, b): (a + b) / 2 and (b − a) / √12.
  const { each, totals } = uniformWaits(compile(parsePolicy({ jitter: { low: 0.5, high: 1 }, maxAttempts: 3 })));
  expect(each.map(({ meanMs }) => meanMs)).toEqual([750, 1500]);
  expect(each.map(({ stddevMs }) => stddevMs)).toEqual([500 / Math.sqrt(12), 1000 / Math.sqrt(12)]);
  expect(totals.after(2).meanMs).toBeCloseTo(2250, 9);
});
