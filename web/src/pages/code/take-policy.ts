import { linkOf } from '../../../../src/core/policy/link.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { type Draft, withPreset } from '../../state/draft.js';
import { LIST_KEYS } from '../../state/fields.js';

/** The draft with another policy in place of its own. What is known of the load stays, as does a deadline unless it has one. */
export function withPolicy(draft: Draft, policy: Policy): Draft {
  const values: Record<string, string> = {};
  for (const [key, text] of linkOf(policy)) {
    const before = values[key];
    values[key] = LIST_KEYS.includes(key) && before !== undefined ? `${before}\n${text}` : text;
  }
  const { preset, values: kept } = withPreset(draft, null);
  return { preset, values: { ...kept, ...values } };
}
