// Claude by subscription: shares of a five-hour and a weekly allowance instead of amounts.

import type { FieldRow } from '../field-row.js';
import { share } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import { epochSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { LimitStanding, Standing } from '../standing.js';

const HOUR_MS = 3_600_000;
/** From this share on the status says that the end is near. */
const WARNING_SHARE = 0.9;
const CLAIMS: Readonly<Record<string, string>> = { '5h': 'five_hour', '7d': 'seven_day' };

function usedShare({ limit, remaining }: LimitStanding): number {
  return (limit - remaining) / limit;
}

/** The window that speaks for all: the one that refused, else the one that is used the most. */
function representative({ refused, limits }: Standing): LimitStanding | null {
  if (refused !== null) return refused.by;
  return limits.reduce<LimitStanding | null>(
    (most, limit) => (most === null || usedShare(limit) > usedShare(most) ? limit : most),
    null,
  );
}

function statusOf(limit: LimitStanding | null | undefined, { refused }: Standing): string | null {
  if (limit === null || limit === undefined) return null;
  if (refused?.all.some(({ name }) => name === limit.name)) return 'rejected';
  return usedShare(limit) >= WARNING_SHARE ? 'allowed_warning' : 'allowed';
}

function status(field: string, of: (standing: Standing) => LimitStanding | null | undefined): FieldRow {
  const about = 'allowed, allowed_warning or rejected';
  return { field, says: { tell: (standing) => statusOf(of(standing), standing), about } };
}

function windowFields(name: string): FieldRow[] {
  const field = `anthropic-ratelimit-unified-${name}`;
  return [
    status(`${field}-status`, ({ limits }) => limits.find((limit) => limit.name === name)),
    { field: `${field}-reset`, says: { of: name, figure: 'resetMs', as: epochSeconds } },
    { field: `${field}-utilization`, says: { of: name, figure: 'usedShare', as: share } },
  ];
}

export const anthropicSubscription: RuleBook = {
  id: 'anthropic-subscription',
  title: 'Anthropic by subscription',
  evidence: 'captured',
  source: 'captured responses in public repositories; the fields are not documented',
  about:
    'An allowance of tokens for five hours from the first use and another for seven days. Headers tell the used share and the end of each window in epoch seconds; a refusal says to try again in hours or days.',
  dialect: 'anthropic-subscription',
  limits: [
    {
      name: '5h',
      planned: 'tokens',
      limiter: { kind: 'fixed-window', amount: 500_000, windowMs: 5 * HOUR_MS, opens: 'first-use' },
      cost: { of: 'tokens', counts: 'both', taken: 'nothing', isSettled: true },
      per: 'account',
    },
    {
      name: '7d',
      planned: 'tokensPerWeek',
      limiter: { kind: 'fixed-window', amount: 5_000_000, windowMs: 7 * 24 * HOUR_MS, opens: 'first-use' },
      cost: { of: 'tokens', counts: 'both', taken: 'nothing', isSettled: true },
      per: 'account',
    },
  ],
  requestIdField: 'request-id',
  fields: [
    { field: 'x-should-retry', on: 'refused', says: { text: 'true' } },
    status('anthropic-ratelimit-unified-status', representative),
    ...windowFields('5h'),
    ...windowFields('7d'),
    {
      field: 'anthropic-ratelimit-unified-representative-claim',
      says: {
        tell: (standing) => CLAIMS[representative(standing)?.name ?? ''] ?? null,
        about: 'five_hour or seven_day',
      },
    },
    { field: 'anthropic-ratelimit-unified-fallback-percentage', says: { text: '0.5' } },
    {
      field: 'anthropic-ratelimit-unified-reset',
      says: {
        tell: (standing) => {
          const limit = representative(standing);
          return limit === null ? null : epochSeconds.write(limit.resetMs, standing);
        },
        about: 'the reset of the window that speaks for all',
      },
    },
    { field: 'anthropic-ratelimit-unified-overage-status', says: { text: 'rejected' } },
    { field: 'anthropic-ratelimit-unified-overage-disabled-reason', says: { text: 'out_of_credits' } },
    { field: 'retry-after', on: 'refused', says: { waitAs: wholeSeconds } },
  ],
  refusals: [
    {
      status: 429,
      body: ({ requestId }) => ({
        type: 'error',
        error: { type: 'rate_limit_error', message: 'The usage limit of your subscription is reached.' },
        request_id: requestId,
      }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service has no capacity for anybody',
      status: 529,
      withoutLimits: true,
      body: ({ requestId }) => ({
        type: 'error',
        error: { type: 'overloaded_error', message: 'Overloaded' },
        request_id: requestId,
      }),
    },
  ],
};
