// The IETF's RateLimit fields in every draft that is still sent, whoever sends them. `t` and `reset` say when there is
// more, not when everything is back. `Retry-After` beside them takes precedence (draft 10).

import type { DecodedLimit } from '../decoded.js';
import { secondsOrEpoch } from '../encodings/by-size.js';
import { type IetfPolicy, type IetfState, readIetfPolicies, readIetfStates } from '../limits/ietf-fields.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { uniqueName, windowName } from '../limits/window-name.js';
import { readWindowedLimits, type WindowedRow } from '../limits/windowed-limits.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';

/** Names of the fields since draft 07; the second pair is Jira's. */
const PAIRS = [
  ['ratelimit', 'ratelimit-policy'],
  ['beta-ratelimit', 'beta-ratelimit-policy'],
] as const;

/** Drafts 00 to 06: a field per figure. */
const SEPARATE: WindowedRow = {
  counted: 'requests',
  limit: ['ratelimit-limit'],
  remaining: ['ratelimit-remaining'],
  resets: [{ field: 'ratelimit-reset', encoding: secondsOrEpoch }],
  policy: 'ratelimit-policy',
  means: 'next',
  algorithm: 'unknown',
  windowMs: null,
};

/** The limits in whatever form of the drafts the response has them. For dialects of senders that use one of them, too. */
export function readIetfLimits(view: ResponseView): LimitReading[] {
  for (const [stateField, policyField] of PAIRS) {
    const state = view.text(stateField);
    const states = state === null ? [] : readIetfStates(state, view);
    const isSeparate = state === null && view.firstText(SEPARATE_FIELDS) !== null;
    const policy = isSeparate ? null : view.text(policyField);
    const policies = policy === null ? [] : readIetfPolicies(policy, view);
    if (states.length > 0 || policies.length > 0) return join(states, policies, stateField);
  }
  // GitLab and others send the same names with another meaning.
  return readWindowedLimits(SEPARATE, view, 'likely');
}

const SEPARATE_FIELDS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** Puts states and policies of the same name together. What only one of the two fields tells stands by itself. */
function join(states: readonly IetfState[], policies: readonly IetfPolicy[], stateField: string): LimitReading[] {
  const readings: LimitReading[] = [];
  const told = new Set<IetfPolicy>();
  for (const state of states) {
    const policy = policyOf(state, policies);
    if (policy !== undefined) told.add(policy);
    readings.push(readingOf(state, policy, stateField, readings));
  }
  for (const policy of policies) if (!told.has(policy)) readings.push(readingOf(null, policy, stateField, readings));
  return readings;
}

/** By name; in draft 07, which has no names, by the limit, or the only one that there is. */
function policyOf({ name, limit }: IetfState, policies: readonly IetfPolicy[]): IetfPolicy | undefined {
  if (name !== null) return policies.find((policy) => policy.name === name);
  return policies.find((policy) => policy.limit === limit) ?? (policies.length === 1 ? policies[0] : undefined);
}

function readingOf(
  state: IetfState | null,
  policy: IetfPolicy | undefined,
  stateField: string,
  taken: readonly LimitReading[],
): LimitReading {
  const windowMs = policy?.windowMs ?? null;
  const name = state?.name ?? policy?.name ?? windowName('requests', windowMs);
  const resetMs = state?.resetMs ?? null;
  const limit: DecodedLimit = {
    name: uniqueName(name, taken),
    limit: state?.limit ?? policy?.limit ?? null,
    remaining: state?.remaining ?? null,
    resetMs,
    resetMeans: 'next',
    windowMs,
    algorithm: 'unknown',
    resolution: { amount: 1, resetMs: 1000 },
    confidence: 'certain',
  };
  const unit = policy?.unit ?? 'requests';
  return { limit, resetField: resetMs === null ? null : stateField, ...(unit === 'requests' ? {} : { unit }) };
}

export const ietf: Dialect = {
  id: 'ietf',
  title: 'the IETF drafts',
  evidence: 'documented',
  source: 'draft-ietf-httpapi-ratelimit-headers, -00 to -11',
  aliases: ['ietf-draft-*', 'express-rate-limit', 'botpress', 'sonos'],
  marks: [
    { weight: 'format', field: { name: 'ratelimit' } },
    { weight: 'format', field: { name: 'ratelimit-policy' } },
    { weight: 'format', field: { name: 'beta-ratelimit' } },
    { weight: 'shared', field: { name: 'ratelimit-limit' } },
    { weight: 'shared', field: { name: 'ratelimit-remaining' } },
    { weight: 'shared', field: { name: 'ratelimit-reset' } },
    { weight: 'format', body: { at: 'type', has: 'http-problem-types#quota-exceeded' } },
  ],
  readLimits: readIetfLimits,
  signals: [
    {
      when: { body: { at: 'type', has: 'http-problem-types#temporary-reduced-capacity' } },
      verdict: 'retry',
      meaning: 'the service has less capacity than usual',
      overload: true,
    },
  ],
  refusedBy: [{ body: 'violated-policies[]' }],
};
