import { describe, expect, it } from 'vitest';
import { reportedLimits } from '../../../../src/core/headers/reported-limits.js';
import { readDraft } from '../../state/read-draft.js';
import { takeLimits } from './take-limits.js';

const OPENAI = { 'x-ratelimit-limit-requests': '500', 'x-ratelimit-limit-tokens': '30000' };
const limitsOf = (headers: Record<string, string>) => reportedLimits(headers)?.limits ?? [];

describe('takeLimits', () => {
  it('fills the fields that there are for a limit, and empties all other limits', () => {
    const taken = takeLimits(limitsOf(OPENAI), () => '2000');
    expect(taken?.texts).toEqual({
      rpm: '500',
      tpm: '30000',
      itpm: '',
      otpm: '',
      rpd: '',
      tpd: '',
      ipm: '',
      limit: '',
    });
    expect(taken?.asks).toEqual([]);
    const { inputs } = readDraft({ preset: null, values: { ...taken?.texts, tokens: '2000' } }, null);
    expect(inputs?.load.limits).toMatchObject([
      { name: 'requests', amount: 500, windowMs: 60_000, cost: 1 },
      { name: 'tokens', amount: 30_000, windowMs: 60_000, cost: 2000 },
    ]);
  });

  it('writes others as limits of their own', () => {
    const headers = { 'ratelimit-policy': '"burst";q=100;w=10', ratelimit: '"burst";r=5;t=1' };
    expect(takeLimits(limitsOf(headers), () => '')?.texts.limit).toBe('burst=100/10s');
  });

  it('names the costs that only the reader knows', () => {
    expect(takeLimits(limitsOf(OPENAI), () => '')?.asks).toEqual(['tokens']);
  });

  it('has nothing to take where nothing is reported', () => {
    expect(takeLimits([], () => '')).toBeNull();
  });
});
