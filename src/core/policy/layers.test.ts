import { describe, expect, it } from 'vitest';
import { layerOf, mergeLayers, type PolicyLayer } from './layers.js';
import type { Plain } from './paths.js';

const flags = (input: Plain): PolicyLayer => ({ kind: 'flag', name: 'flags', input });
const file = (input: Plain): PolicyLayer => ({ kind: 'file', name: 'policy.json', input });
const preset = (input: Plain): PolicyLayer => ({ kind: 'preset', name: 'preset x', input });

describe('layers of a policy', () => {
  it('the upper one wins field by field', () => {
    const layers = [
      flags({ backoff: { baseMs: '2s' } }),
      file({ backoff: { baseMs: 5, capMs: null } }),
      preset({ backoff: { capMs: 9, minMs: 1 }, maxAttempts: 3 }),
    ];
    expect(mergeLayers(layers)).toEqual({ backoff: { baseMs: '2s', capMs: null, minMs: 1 }, maxAttempts: 3 });
    expect(layerOf(layers, 'backoff.baseMs')?.kind).toBe('flag');
    expect(layerOf(layers, 'backoff.capMs')?.kind).toBe('file');
    expect(layerOf(layers, 'maxAttempts')?.kind).toBe('preset');
    expect(layerOf(layers, 'jitter')).toBeNull();
  });

  it.each<[string, Plain, Plain, Plain]>([
    [
      'a jitter is one value',
      { jitter: { low: 1, high: 2 } },
      { jitter: { low: 0.5, high: 3 } },
      { jitter: { low: 1, high: 2 } },
    ],
    ['a list is one value', { quotas: [] }, { quotas: [{ name: 'a' }] }, { quotas: [] }],
    ['null switches a group off', { retryBudget: null }, { retryBudget: { share: 0.2 } }, { retryBudget: null }],
    ['unknown keys are kept, to be refused', { bakoff: 1 }, {}, { bakoff: 1 }],
    [
      'a list of delays replaces a base',
      { backoff: { delaysMs: [1] } },
      { backoff: { baseMs: 1, multiplier: 3, throttledBaseMs: 2, minMs: 4 } },
      { backoff: { delaysMs: [1], minMs: 4 } },
    ],
    [
      'a base replaces a list',
      { backoff: { baseMs: 1 } },
      { backoff: { delaysMs: [1], capMs: 2 } },
      { backoff: { baseMs: 1, capMs: 2 } },
    ],
    [
      'a multiplier alone does not, so that the contradiction is seen',
      { backoff: { multiplier: 3 } },
      { backoff: { delaysMs: [1] } },
      { backoff: { multiplier: 3, delaysMs: [1] } },
    ],
    [
      'another kind of budget replaces the budget',
      { retryBudget: { kind: 'tokens' } },
      { retryBudget: { share: 0.2 } },
      { retryBudget: { kind: 'tokens' } },
    ],
    [
      'the same kind of budget adds to it',
      { retryBudget: { kind: 'ratio', share: 0.1 } },
      { retryBudget: { share: 0.2, windowMs: 5 } },
      { retryBudget: { kind: 'ratio', share: 0.1, windowMs: 5 } },
    ],
  ])('%s', (_, top, beneath, merged) => {
    expect(mergeLayers([file(top), preset(beneath)])).toEqual(merged);
  });

  it('keeps a key named __proto__ as a key, which is then refused', () => {
    const merged = mergeLayers([file(JSON.parse('{"__proto__": {"maxAttempts": 3}}')), preset({})]);
    expect(Object.keys(merged)).toEqual(['__proto__']);
    expect(merged.maxAttempts).toBeUndefined();
  });

  it('leaves its inputs as they were', () => {
    const top = file({ backoff: { delaysMs: [1] } });
    const beneath = preset({ backoff: { baseMs: 1 } });
    mergeLayers([top, beneath]);
    expect([top.input, beneath.input]).toEqual([{ backoff: { delaysMs: [1] } }, { backoff: { baseMs: 1 } }]);
  });
});
