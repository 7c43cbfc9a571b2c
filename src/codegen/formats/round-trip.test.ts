// What is promised of every format, over random policies.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Policy } from '../../core/policy/policy.js';
import { changeError, meansOf, untoldFields } from './fixtures/promises.js';
import { anyPolicy } from './fixtures/random-policy.js';
import { type ConfigFormat, type Exported, FORMATS, type ImportedPolicy } from './index.js';

const over = (
  format: ConfigFormat,
  numRuns: number,
  check: (policy: Policy, exported: Exported, imported: ImportedPolicy) => void,
): void =>
  fc.assert(
    fc.property(anyPolicy, (policy) => {
      const exported = format.exportPolicy(policy);
      const source = format.syntax === 'data' ? parse(exported.text) : exported.text;
      check(policy, exported, format.importPolicy(source));
    }),
    { numRuns, seed: 8 },
  );

describe.each(FORMATS.map((format) => [format.id, format] as const))('%s', (_, format) => {
  // One pass for both promises: the quadrature of decorrelated jitter is most of the time.
  it('reads back what it wrote, but for what the losses name, and tells the largest change in mean delay', () => {
    over(format, 60, (policy, exported, imported) => {
      expect(imported.policy).toEqual(exported.kept);
      expect(untoldFields(policy, imported.policy, exported.losses)).toEqual([]);
      expect(changeError(policy, exported, imported)).toBe(0);
      expect(exported.text).not.toMatch(/NaN|Infinity|undefined|null|\d[eE][+-]?\d/);
      for (const { sentence } of [...exported.losses, ...imported.losses]) {
        expect(sentence).toMatch(/^[\w.]+: the policy .+; .+\.$/);
        expect(sentence).not.toMatch(/NaN|Infinity|undefined|\[object/);
      }
    });
  });

  it('loses nothing more of what it has kept once', () => {
    over(format, 30, (_policy, { kept }) => {
      const again = format.exportPolicy(kept).kept;
      expect(again.maxAttempts).toBe(kept.maxAttempts);
      const [before, after] = [meansOf(kept), meansOf(again)];
      for (const [at, ms] of before.entries())
        expect(Math.abs(ms - (after[at] as number))).toBeLessThanOrEqual(1e-5 * ms);
    });
  });
});
