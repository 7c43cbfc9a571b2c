import { describe, expect, it } from 'vitest';
import type { Plain } from '../../../src/core/policy/paths.js';
import { PRESETS } from '../../../src/core/presets/index.js';
import { baselineOf, isGroupOn, variantKey } from './baseline.js';
import { type Draft, EMPTY_DRAFT } from './draft.js';
import { POLICY_FIELDS } from './fields.js';
import { readDraft } from './read-draft.js';

const draft = (values: Record<string, string>): Draft => ({ preset: null, values });

describe('what holds beneath a draft', () => {
  it.each([
    ['base', '1s'],
    ['cap', '32s'],
    ['jitter', 'full'],
    ['attempts', '6'],
    ['seed', '1'],
    ['deadline', ''],
    ['delays', ''],
    ['throttled-base', 'none'],
    ['retryBudget.kind', ''],
    ['retryBudget.share', '0.1'],
    ['rpm', ''],
  ])('%s is "%s" by default', (key, text) => expect(baselineOf(EMPTY_DRAFT, null)(key)).toBe(text));

  it('follows the variant that the draft chooses', () => {
    const listed = baselineOf(draft({ delays: '1s,2s' }), null);
    expect([listed('base'), listed('cap')]).toEqual(['', 'none']);
    expect(baselineOf(draft({ 'retryBudget.kind': 'tokens' }), null)('retryBudget.capacity')).toBe('500');
  });

  it('of every preset is a draft that gives the same policy', () => {
    for (const { id, policy } of PRESETS) {
      const preset = policy as Plain;
      const baseline = baselineOf({ preset: id, values: {} }, preset);
      const values = Object.fromEntries(
        POLICY_FIELDS.flatMap(({ key, group }) => {
          const text = baseline(key);
          return text === '' || (group !== null && !isGroupOn({ preset: id, values: {} }, preset, group))
            ? []
            : [[key, text]];
        }),
      );
      const written = readDraft(draft(values), null).inputs?.policy;
      expect(written, id).toEqual(readDraft({ preset: id, values: {} }, preset).inputs?.policy);
    }
  });
});

it('two drafts of the same variant have the same baseline, whatever else they say', () => {
  const drafts = ['1s', '2s'].map((base): Draft => ({ preset: null, values: { base, cap: '3s', breaker: 'none' } }));
  const [first, second] = drafts.map((draft) => POLICY_FIELDS.map(({ key }) => baselineOf(draft, null)(key)));
  expect(first).toEqual(second);
  expect(new Set(drafts.map(variantKey)).size).toBe(1);
  expect(variantKey({ preset: null, values: { delays: '1s' } })).not.toBe(variantKey({ preset: null, values: {} }));
});
