// Limits that carry their window: `100;w=21600`, `100, 100;window=60, 10000;window=86400`. The first number is the one
// that binds now and that `remaining` and `reset` speak of; the others are told without what is left of them.

import type { Confidence, DecodedLimit } from '../decoded.js';
import type { LimitRow } from '../dialects/dialect.js';
import { readWindowedAmounts, type WindowedAmount } from '../encodings/usage.js';
import { quoteValue } from '../header-warning.js';
import type { ResponseView } from '../response/response-view.js';
import { readCount } from './amount.js';
import type { LimitReading } from './limit-reading.js';
import { readReset, settleRemaining } from './read-limit.js';
import { uniqueName, windowName } from './window-name.js';

export interface WindowedRow extends Pick<LimitRow, 'limit' | 'remaining' | 'used' | 'resets' | 'means' | 'algorithm'> {
  /** What is counted: `requests`. */
  readonly counted: string;
  /** A field of its own that lists all limits with their windows. */
  readonly policy?: string;
  /** The window where the fields do not state it; null when it is not known. */
  readonly windowMs: number | null;
}

/** Empty when the response has none of the row's fields. */
export function readWindowedLimits(row: WindowedRow, view: ResponseView, trust: Confidence): LimitReading[] {
  const stated = readAmounts(row.limit, view);
  const left = readAmounts(row.remaining, view, 'unread');
  const policies =
    row.policy === undefined ? stated.slice(1) : [...stated.slice(1), ...readAmounts([row.policy], view)];
  const current = stated[0] ?? { amount: null, windowMs: left[0]?.windowMs ?? null };
  const { amount: limit } = current;
  const matching = policies.find(({ amount }) => amount === limit) ?? (policies.length === 1 ? policies[0] : undefined);
  const windowMs = current.windowMs ?? matching?.windowMs ?? row.windowMs;
  const remaining = readRemaining(row, limit, left, view);
  const reset = readReset(row, view);
  const readings: LimitReading[] = [];
  const isStated = limit !== null || remaining !== null || reset !== null;
  if (isStated || (windowMs !== null && stated.length + left.length > 0)) {
    const resetMs = reset === null ? null : Math.max(0, reset.ms);
    const decoded = limitOf(row, limit, remaining, resetMs, reset?.means ?? row.means, windowMs, trust, readings);
    readings.push({ limit: decoded, resetField: reset === null ? null : reset.field });
  }
  for (const policy of policies) {
    if (policy === matching && readings.length > 0) continue;
    const decoded = limitOf(row, policy.amount, null, null, row.means, policy.windowMs, trust, readings);
    readings.push({ limit: decoded, resetField: null });
  }
  return readings;
}

function limitOf(
  { counted, algorithm, resets }: WindowedRow,
  limit: number | null,
  remaining: number | null,
  resetMs: number | null,
  resetMeans: DecodedLimit['resetMeans'],
  windowMs: number | null,
  confidence: Confidence,
  taken: readonly LimitReading[],
): DecodedLimit {
  return {
    name: uniqueName(windowName(counted, windowMs), taken),
    limit,
    remaining,
    resetMs,
    resetMeans,
    windowMs,
    algorithm,
    resolution: { amount: 1, resetMs: resets?.[0]?.encoding.stepMs ?? 1 },
    confidence,
  };
}

/** The members of the first field that can be read. What cannot be read is told once, or not at all where others read it. */
function readAmounts(
  names: readonly string[] | undefined,
  view: ResponseView,
  otherwise: 'warn' | 'unread' = 'warn',
): readonly WindowedAmount[] {
  for (const name of names ?? []) {
    const text = view.text(name);
    if (text === null) continue;
    const amounts = text.length > LONGEST_LIST ? [] : readWindowedAmounts(text);
    const areWhole = amounts.every(({ amount }) => amount === null || Number.isInteger(amount));
    if (amounts.length > 0 && areWhole) return amounts;
    if (otherwise === 'warn') {
      view.warn('unusable-limit', `${view.place}: ${quoteValue(text)} is no list of amounts; left out`);
    }
  }
  return [];
}

const LONGEST_LIST = 8192;

function readRemaining(
  row: WindowedRow,
  limit: number | null,
  left: readonly WindowedAmount[],
  view: ResponseView,
): number | null {
  const listed = left[0];
  if (listed !== undefined)
    return settleRemaining(Math.floor(listed.amount ?? Number.NaN), limit, false, view.place, view);
  const remaining = readCount(view, row.remaining);
  if (!Number.isNaN(remaining)) {
    const isUnknown = remaining === -1 && view.firstText(row.limit) === '-1';
    return settleRemaining(remaining, limit, isUnknown, row.remaining?.[0] ?? '', view);
  }
  if (limit === null || row.used === undefined) return null;
  const unused = Math.floor(Math.max(0, limit - readCount(view, row.used)));
  return settleRemaining(unused, limit, false, view.place, view);
}
