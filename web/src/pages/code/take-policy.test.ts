import { describe, expect, it } from 'vitest';
import { FORMATS, formatOf } from '../../../../src/codegen/formats/index.js';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import { readDraft } from '../../state/read-draft.js';
import { readConfig } from './read-config.js';
import { withPolicy } from './take-policy.js';

const BEFORE = { preset: 'openai-python', values: { cap: '2s', jitter: 'none', success: '0.5', rpm: '60' } };

describe('a policy taken into the form', () => {
  it.each(FORMATS.map(({ id }) => id))('is the policy of the config, to the field: %s', async (id) => {
    const format = formatOf(id);
    const { text } = format.exportPolicy(parsePolicy({ maxAttempts: 4, backoff: { baseMs: 3000, capMs: 7000 } }));
    const { policy } = format.importPolicy(format.syntax === 'data' ? await readConfig(text) : text);
    expect(readDraft(withPolicy(BEFORE, policy), null).inputs?.policy).toEqual(policy);
  });

  it('takes the place of preset and changes; what is known of the load stays', () => {
    const policy = parsePolicy({ maxAttempts: 3, jitter: 'full', quotas: [{ name: 'a', amount: 5, windowMs: 1000 }] });
    expect(withPolicy(BEFORE, policy)).toEqual({
      preset: null,
      values: { success: '0.5', rpm: '60', attempts: '3', quota: 'a=5/1s' },
    });
  });

  it('keeps the deadline of the caller unless it has one of its own', () => {
    const draft = { preset: null, values: { deadline: '30s' } };
    expect(withPolicy(draft, parsePolicy({})).values.deadline).toBe('30s');
    expect(withPolicy(draft, parsePolicy({ deadlineMs: 5000 })).values.deadline).toBe('5s');
  });
});
