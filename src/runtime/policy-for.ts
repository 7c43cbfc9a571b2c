import { InputError } from '../core/errors.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { nearest } from '../core/text/nearest.js';
import { checkPolicy } from './check-options.js';

const GENERATION: PolicyInput = { maxAttempts: 6, idleTimeoutMs: '2m' };

/**
 * Policies for APIs that people call most. `anthropic`, `openai`, `gemini` and the like: tokens may stop for a while, and
 * a stream that has been silent for two minutes is dead. `github`: no more than its documentation allows at once.
 */
const POLICIES: Readonly<Record<string, PolicyInput>> = {
  anthropic: GENERATION,
  openai: GENERATION,
  'azure-openai': GENERATION,
  gemini: GENERATION,
  groq: GENERATION,
  mistral: GENERATION,
  openrouter: GENERATION,
  // "No more than 100 concurrent requests are allowed", and resets are up to an hour away.
  github: { maxInFlight: 100, retryAfter: { maxMs: '1h' } },
};

/** Under which they are looked for. */
const OTHER_NAMES: Readonly<Record<string, string>> = Object.freeze({
  __proto__: null as never,
  claude: 'anthropic',
  google: 'gemini',
  octokit: 'github',
});

const OF_ANY_OTHER =
  "any other has the policy of createClient, with the option provider: createClient({}, { provider: 'stripe' })";

/**
 * A policy for one of the APIs that are known, with `changes` on top. A client that is made with it knows the provider
 * too: who shares a quota, which calls may be repeated, where the use of a call is told. Throws {@link InputError} for a
 * name that has no policy of its own; any provider can be named in the options of a client. Throws {@link PolicyError}
 * for changes that cannot be used.
 */
export function policyFor(provider: string, changes: PolicyInput = {}): PolicyInput {
  const known = POLICIES[provider];
  if (known === undefined || !Object.hasOwn(POLICIES, provider)) {
    const names = Object.keys(POLICIES);
    const near = typeof provider === 'string' ? (OTHER_NAMES[provider] ?? nearest(provider, names)) : null;
    const hint = near === null ? OF_ANY_OTHER : `did you mean ${near}?`;
    throw new InputError({ field: 'provider', value: provider, allowed: `one of ${names.join(', ')}`, hint });
  }
  const policy: PolicyInput = Object.freeze({ ...known, ...changes });
  checkPolicy(policy);
  providers.set(policy, provider);
  return policy;
}

/** The provider that a policy was made for; undefined for any other. */
export function providerOfPolicy(policy: PolicyInput): string | undefined {
  return providers.get(policy);
}

const providers = new WeakMap<object, string>();
