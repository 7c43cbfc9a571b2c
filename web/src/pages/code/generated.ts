import { computed, signal } from '@preact/signals';
import { type GeneratedCode, generate, NO_EXAMPLE } from '../../../../src/codegen/targets/index.js';
import { InputError } from '../../../../src/core/errors.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { messageOf } from '../../state/read-draft.js';
import { inputs, page } from '../../state/store.js';
import { shownTarget } from './shown.js';

/** What is typed beside the code; empty for what the language has anyway. None of it is in the link. */
export const typedName = signal('');
export const typedUrl = signal('');

/** Code, and what is wrong with what was typed for it; in the place of that stands what the language has anyway. */
export interface CodeReading {
  readonly policy: Policy;
  readonly generated: GeneratedCode;
  readonly nameIssue: string | null;
  readonly urlIssue: string | null;
}

/** The code that is shown, of the latest inputs that were right; null while there are none or another page is shown. */
export const code = computed((): CodeReading | null => {
  const policy = inputs.value?.policy;
  if (page.value !== 'code' || policy === undefined) return null;
  return readCode(shownTarget.value, policy, typedName.value.trim(), typedUrl.value.trim());
});

export function readCode(target: string, policy: Policy, name: string, url: string): CodeReading {
  const issues = { name: null as string | null, url: null as string | null };
  for (;;) {
    try {
      const generated = generate(target, policy, {
        version: import.meta.env.HOLDOFF_VERSION ?? '',
        name: name === '' || issues.name !== null ? undefined : name,
        example: { ...NO_EXAMPLE, ...(url === '' || issues.url !== null ? {} : { url }) },
      });
      return { policy, generated, nameIssue: issues.name, urlIssue: issues.url };
    } catch (error) {
      const field = error instanceof InputError ? error.issue.field : null;
      if ((field !== 'name' && field !== 'url') || issues[field] !== null) throw error;
      issues[field] = messageOf((error as InputError).issue);
    }
  }
}
