// A provider of one's own: limits by hand, told in one of the usual ways.

import { PolicyError } from '../errors.js';
import type { LimiterSpec } from '../limiters/create-limiter.js';
import { issuesOfCustom } from './check-custom.js';
import { FIRST, type FieldRow } from './field-row.js';
import { whole } from './formats/amounts.js';
import { milliseconds, wholeSeconds, wholeSecondsOrNone } from './formats/delays.js';
import { epochSeconds, httpDate } from './formats/instants.js';
import { ietfFields } from './ietf-fields.js';
import type { LimitRule, RuleBook } from './rule-book.js';

/** How limits are told: the IETF's draft 11, its older three headers, GitHub's names, or not at all. */
export const CUSTOM_FIELDS = ['ietf', 'ietf-draft-03', 'x-ratelimit', 'none'] as const;
/** How the wait is told on a refusal. */
export const CUSTOM_HINTS = ['seconds', 'milliseconds', 'date', 'none'] as const;

export interface CustomLimit {
  /** Printable ASCII. */
  readonly name: string;
  readonly limiter: LimiterSpec;
  /** `request` unless given; `slot` for requests in progress, which `concurrency` always counts. */
  readonly cost?: 'request' | 'inputTokens' | 'outputTokens' | 'tokens' | undefined;
  /** What has an allowance of its own; the account unless given. */
  readonly per?: LimitRule['per'] | undefined;
}

/** A provider of your own: limits, how they are told, and how a refusal looks. */
export interface CustomRules {
  readonly limits: readonly CustomLimit[];
  readonly fields?: (typeof CUSTOM_FIELDS)[number] | undefined;
  readonly hint?: (typeof CUSTOM_HINTS)[number] | undefined;
  /** Of a refusal; 429 unless given. */
  readonly status?: number | undefined;
}

/** Throws {@link PolicyError} that names everything that is wrong. */
export function customRuleBook(rules: CustomRules): RuleBook {
  const issues = issuesOfCustom(rules);
  if (issues.length > 0) throw new PolicyError(issues);
  const { limits, fields = 'ietf', hint = 'seconds', status = 429 } = rules;
  return {
    id: 'custom',
    title: 'a server of your own',
    evidence: 'composed',
    source: 'your configuration',
    about: 'Limits by hand, told in one of the usual ways.',
    dialect: fields === 'ietf' || fields === 'ietf-draft-03' ? 'ietf' : 'unknown',
    limits: limits.map(ruleOf),
    fields: [...FIELDS[fields], ...HINTS[hint]],
    refusals: [{ status, body: ({ refused }) => ({ error: 'rate limit exceeded', limit: refused?.by.name }) }],
    conditions: [
      {
        id: 'overloaded',
        kind: 'overload',
        about: 'the service has no capacity',
        status: 503,
        withoutLimits: true,
        fields: HINTS[hint].map(({ field, says }) => ({ field, says })),
        body: () => ({ error: 'overloaded' }),
      },
      {
        id: 'server-error',
        kind: 'failure',
        about: 'something went wrong inside',
        status: 500,
        withoutLimits: true,
        body: () => ({ error: 'internal error' }),
      },
    ],
  };
}

const FIELDS: Readonly<Record<(typeof CUSTOM_FIELDS)[number], readonly FieldRow[]>> = {
  ietf: ietfFields,
  'ietf-draft-03': [
    { field: 'RateLimit-Limit', says: { of: FIRST, figure: 'limit', as: whole } },
    { field: 'RateLimit-Remaining', says: { of: FIRST, figure: 'remaining', as: whole } },
    { field: 'RateLimit-Reset', says: { of: FIRST, figure: 'resetMs', as: wholeSecondsOrNone } },
  ],
  'x-ratelimit': [
    { field: 'X-RateLimit-Limit', says: { of: FIRST, figure: 'limit', as: whole } },
    { field: 'X-RateLimit-Remaining', says: { of: FIRST, figure: 'remaining', as: whole } },
    { field: 'X-RateLimit-Reset', says: { of: FIRST, figure: 'resetMs', as: epochSeconds } },
  ],
  none: [],
};

const HINTS: Readonly<Record<(typeof CUSTOM_HINTS)[number], readonly FieldRow[]>> = {
  seconds: [{ field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } }],
  milliseconds: [
    { field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } },
    { field: 'Retry-After-Ms', on: 'refused', says: { waitAs: milliseconds } },
  ],
  date: [{ field: 'Retry-After', on: 'refused', says: { waitAs: httpDate } }],
  none: [],
};

function ruleOf({ name, limiter, cost = 'request', per = 'account' }: CustomLimit): LimitRule {
  if (limiter.kind === 'concurrency') return { name, limiter, cost: { of: 'slot' }, per };
  if (limiter.kind === 'cpu-time') return { name, limiter, cost: { of: 'cpu' }, per };
  switch (cost) {
    case 'request':
      return { name, limiter, cost: { of: 'request' }, per };
    case 'inputTokens':
      return { name, limiter, cost: { of: 'tokens', counts: 'input', taken: 'estimate', isSettled: true }, per };
    case 'outputTokens':
      return { name, limiter, cost: { of: 'tokens', counts: 'output', taken: 'nothing', isSettled: true }, per };
    case 'tokens':
      return { name, limiter, cost: { of: 'tokens', counts: 'both', taken: 'maximum', isSettled: true }, per };
  }
}
