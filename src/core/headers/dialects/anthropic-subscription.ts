// Claude's subscriptions (OAuth). Allowances of hours and days of which only the used share is told, with epoch seconds
// where the rest of the family has dates. A served response may say `rejected`: then it was paid for beside the plan.

import { epochSeconds } from '../encodings/instants.js';
import { quoteValue } from '../header-warning.js';
import { parseAmount } from '../limits/amount.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { readReset } from '../limits/read-limit.js';
import type { ResponseView } from '../response/response-view.js';
import { anthropic } from './anthropic.js';
import type { Dialect, Naming } from './dialect.js';

const FAMILY = 'anthropic-ratelimit-unified-';
const STATUS = `${FAMILY}status`;
const RESET = `${FAMILY}reset`;
const CLAIM = `${FAMILY}representative-claim`;
const OVERAGE = `${FAMILY}overage-status`;

const WINDOW_FIELD =
  /^anthropic-ratelimit-unified-((\d{1,3})([mhd])(?:_[a-z0-9_]{1,40})?)-(?:status|reset|utilization)$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MOST_WINDOWS = 20;

/** The windows by their names in the fields: 5h, 7d, 7d_oi and whatever comes; the overall figures when there is none. */
function readUnifiedLimits(view: ResponseView): LimitReading[] {
  const windows = new Map<string, number>();
  for (const field of view.layout.names) {
    const [, name, count, unit = ''] = WINDOW_FIELD.exec(field) ?? [];
    if (name !== undefined && windows.size < MOST_WINDOWS) windows.set(name, Number(count) * (UNIT_MS[unit] ?? 0));
  }
  if (windows.size === 0) {
    return view.firstText([STATUS, RESET]) === null ? [] : [readWindow('unified', null, '', view)];
  }
  return [...windows.keys()].sort().map((name) => readWindow(name, windows.get(name) || null, `${name}-`, view));
}

function readWindow(name: string, windowMs: number | null, prefix: string, view: ResponseView): LimitReading {
  const isRejected = view.text(`${FAMILY}${prefix}status`)?.toLowerCase() === 'rejected';
  // The overall reset is that of what rejects, for when it has none of its own.
  const fields = isRejected ? [`${FAMILY}${prefix}reset`, RESET] : [`${FAMILY}${prefix}reset`];
  const resets = fields.map((field) => ({ field, encoding: epochSeconds }));
  const usedShare = readShare(`${FAMILY}${prefix}utilization`, view);
  const reset = readReset({ resets, means: 'window' }, view);
  const limit = {
    name,
    limit: Number.isNaN(usedShare) ? null : 100,
    remaining: isRejected ? leftWhenRejected(view) : leftOf(usedShare),
    resetMs: reset === null ? null : Math.max(0, reset.ms),
    resetMeans: 'window',
    windowMs,
    algorithm: 'window',
    resolution: { amount: 1, resetMs: epochSeconds.stepMs },
    confidence: 'certain',
  } as const;
  return { limit, resetField: reset?.field ?? null, unit: 'percent of the allowance' };
}

/** NaN when it is not told. */
function readShare(field: string, view: ResponseView): number {
  const text = view.text(field);
  if (text === null) return Number.NaN;
  const share = parseAmount(text);
  if (share >= 0) return share;
  view.warn('malformed', `${field}: ${quoteValue(text)} is no share, so what is left is not known`);
  return Number.NaN;
}

/** A full window that does not reject has something left; how much is not known. */
function leftOf(usedShare: number): number | null {
  return usedShare < 1 ? Math.max(1, Math.floor(100 - usedShare * 100 + 1e-9)) : null;
}

/** With paid overage the next request is served all the same, so that it must not be told to wait for the window. */
function leftWhenRejected(view: ResponseView): number | null {
  const isPaid = view.text(OVERAGE)?.startsWith('allowed') === true || view.text(`${FAMILY}overage-in-use`) === 'true';
  return isPaid && view.status < 400 ? null : 0;
}

const rejected = (window: string) => ({ name: `${FAMILY}${window}status`, is: ['rejected'] });

/** The claim names a window in every response; it refused only if one of them rejects. */
function claimNamed(claim: string, name: string): Naming {
  return { when: { exhausted: true, field: { name: CLAIM, is: [claim] } }, name };
}

export const anthropicSubscription: Dialect = {
  id: 'anthropic-subscription',
  title: 'Claude subscriptions',
  evidence: 'captured',
  source: 'captured responses in public issues: the fields are not documented',
  aliases: ['anthropic-oauth', 'claude-code', 'claude-subscription'],
  marks: [
    { weight: 'own', field: { name: `${FAMILY}*` } },
    { weight: 'shared', body: { at: 'error.message', has: 'extra usage' } },
  ],
  readLimits: readUnifiedLimits,
  ...(anthropic.limits === undefined ? {} : { limits: anthropic.limits }),
  signals: [
    {
      when: { status: [400, 403, 429], text: ['out of extra usage'] },
      verdict: 'never',
      meaning: 'the extra usage that was paid for is used up',
      scope: 'account',
      refusedBy: 'overage',
    },
    {
      when: { status: [429], text: ['extra usage is required'] },
      verdict: 'never',
      meaning: 'a request like this is served from extra usage alone, which is not enabled',
      refusedBy: 'overage',
    },
    ...(anthropic.signals ?? []),
    {
      when: [
        { status: [429], field: rejected('5h-') },
        { status: [429], field: rejected('7d-') },
      ],
      verdict: 'retry',
      meaning: 'the allowance of the subscription is used up',
      scope: 'account',
    },
    {
      // The windows with a suffix are those of single models or kinds of use; others go on.
      when: { status: [429], field: rejected('') },
      verdict: 'retry',
      meaning: 'an allowance of the subscription is used up',
    },
    {
      when: { status: [200], field: rejected('') },
      verdict: 'ok',
      meaning: 'served although the allowance of the subscription is used up: from overage, which costs extra',
    },
  ],
  refusedBy: [
    claimNamed('five_hour', '5h'),
    claimNamed('seven_day', '7d'),
    claimNamed('seven_day_overage_included', '7d_oi'),
  ],
  bucket: { account: 'subscription', by: 'model' },
  repeatable: anthropic.repeatable ?? [],
  costs: anthropic.costs ?? [],
};
