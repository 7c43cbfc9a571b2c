// Options for SDKs, so that all that they do goes through one client and nothing is retried twice.

import { InputError, type InputIssue } from '../core/errors.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { nearest } from '../core/text/nearest.js';
import { createClient } from './client.js';
import type { Client } from './client-options.js';
import { LONGEST_TIMER_MS } from './clock.js';
import { GaveUpError } from './errors.js';
import type { FetchInit, FetchInput } from './fetch-request.js';
import { policyFor } from './policy-for.js';
import { reportOf } from './report.js';

type Fetch = (input: FetchInput, init?: RequestInit) => Promise<Response>;

/** For `new OpenAI({ … })` and `new Anthropic({ … })`. */
export interface SdkOptions {
  readonly fetch: Fetch;
  readonly maxRetries: 0;
  /** In ms. It has to cover the waits, which the SDK takes for the time of the request. */
  readonly timeout: number;
}

/** For `new Octokit({ … })`. */
export interface OctokitOptions {
  readonly request: { readonly fetch: Fetch };
  readonly retry: { readonly enabled: false };
  readonly throttle: { readonly enabled: false };
}

/**
 * What to give to an SDK. `client` is a client to share, or a policy for one of its own. A call that is given up comes
 * to the SDK as a 429 with `Retry-After` and `x-should-retry: false`, which it turns into its own error. Throws
 * {@link InputError} for an SDK that is not known, among them @google/genai: it takes no fetch, so that its calls go
 * through `client.execute`, or a client takes the place of `globalThis.fetch`.
 */
export function sdkOptions(sdk: 'openai' | 'anthropic', client?: Client | PolicyInput): SdkOptions;
export function sdkOptions(sdk: 'octokit', client?: Client | PolicyInput): OctokitOptions;
export function sdkOptions(
  sdk: string,
  client?: Client | PolicyInput,
  ...more: readonly unknown[]
): SdkOptions | OctokitOptions {
  // Not seen by TypeScript; in JavaScript it would be ignored without a word.
  if (more[0] !== undefined) {
    throw new InputError({
      field: 'options',
      value: more[0],
      allowed: 'a policy or a client and nothing after it',
      hint: TO_CLIENT,
    });
  }
  const isOctokit = sdk === 'octokit';
  if (!isOctokit && sdk !== 'openai' && sdk !== 'anthropic') throw new InputError(refusal(sdk));
  const used = isClient(client) ? client : createClient(client ?? policyFor(isOctokit ? 'github' : sdk));
  const fetch = fetchForSdk(used);
  if (isOctokit) return { request: { fetch }, retry: { enabled: false }, throttle: { enabled: false } };
  return { fetch, maxRetries: 0, timeout: timeoutOf(used) };
}

/** Beyond the deadline, so that the SDK hears from us why it ended. Never more than a timer takes. */
function timeoutOf({ policy: { deadlineMs } }: Client): number {
  return deadlineMs === null ? LONGEST_TIMER_MS : Math.min(deadlineMs + 1000, LONGEST_TIMER_MS);
}

function fetchForSdk(client: Client): Fetch {
  return async (input, init) => {
    try {
      const response = await client.fetch(input, init as FetchInit);
      const report = reportOf(response);
      if (report === undefined || report.reason === 'answered') return response;
      return marked(response, report.retryAfterMs);
    } catch (error) {
      if (!(error instanceof GaveUpError) || error.retryAt === null) throw error;
      const body = JSON.stringify({ error: { type: error.code, code: error.reason, message: error.message } });
      return marked(
        new Response(body, { status: 429, headers: { 'content-type': 'application/json' } }),
        error.report.retryAfterMs,
      );
    }
  };
}

/** The same response, with what an SDK reads to learn that trying again at once is pointless. */
function marked(response: Response, retryAfterMs: number | null): Response {
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  headers.set('x-should-retry', 'false');
  if (retryAfterMs !== null) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}

function isClient(value: Client | PolicyInput | undefined): value is Client {
  return typeof (value as Client | undefined)?.execute === 'function';
}

function refusal(sdk: unknown): InputIssue {
  const issue = { field: 'sdk', value: sdk, allowed: `one of ${SDKS.join(', ')}` };
  if (typeof sdk !== 'string') return issue;
  if (/gemini|genai|google/i.test(sdk)) return { ...issue, hint: GEMINI };
  const near = OTHER_NAMES.find(([pattern]) => pattern.test(sdk))?.[1] ?? nearest(sdk, SDKS);
  return near === null ? issue : { ...issue, hint: `did you mean ${near}?` };
}

const TO_CLIENT = 'options belong to a client: sdkOptions(sdk, createClient(policy, options))';
const SDKS = ['openai', 'anthropic', 'octokit'];
const GEMINI =
  '@google/genai takes no fetch; run its calls with client.execute, or put a client in the place of globalThis.fetch';
/** What the packages, models and hosts are called. */
const OTHER_NAMES: readonly (readonly [pattern: RegExp, sdk: string])[] = [
  [/claude|anthropic/i, 'anthropic'],
  [/gpt|openai/i, 'openai'],
  [/github|octokit/i, 'octokit'],
];
