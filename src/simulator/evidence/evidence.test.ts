import { describe, expect, it } from 'vitest';
import { isMet, STUDIES } from './index.js';

describe('with fewer runs than in docs/evidence.md', () => {
  it.each(STUDIES.map((study) => [study.title, study] as const))('%s: everything holds', (_, study) => {
    const findings = study.findings('quick');
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter((finding) => !isMet(finding))).toEqual([]);
  });

  it('a result that is off does not pass', () => {
    const finding = { what: '', expected: 1, ours: 1.1, tolerance: 0.05, mark: 'exact' } as const;
    expect(isMet(finding)).toBe(false);
    expect(isMet({ ...finding, ours: Number.NaN })).toBe(false);
    expect(isMet({ ...finding, ours: 1.04 })).toBe(true);
  });
});
