// One limit from its row: a field per figure.

import type { Confidence, DecodedLimit } from '../decoded.js';
import type { Dialect, InferredWindow, LimitRow } from '../dialects/dialect.js';
import type { Encoding } from '../encodings/encoding.js';
import { fieldMembers } from '../field-members.js';
import { quoteValue } from '../header-warning.js';
import type { ResponseView } from '../response/response-view.js';
import { readCount, readLimitAmount } from './amount.js';
import type { LimitReading } from './limit-reading.js';
import { safeName } from './safe-name.js';

/** Null when the response has none of the row's figures. `trust` is how sure the dialect is. */
export function readLimit(row: LimitRow, dialect: Dialect, view: ResponseView, trust: Confidence): LimitReading | null {
  const limit = readLimitAmount(view, row.limit);
  const left = readLeft(row, limit, view);
  const { place } = view;
  const isUnknown = left === -1 && (dialect.minusOneIsUnknown === true || saysMinusOne(row.limit, view));
  const remaining = settleRemaining(left, limit, isUnknown, place, view);
  const reset = isUnknown ? null : readReset(row, view);
  if (limit === null && remaining === null && reset === null) return null;
  const { windowMs, name = row.name, isInferred, isDoubtful } = windowOf(row, view, limit, remaining, reset);
  const named = row.nameField === undefined ? null : view.text(row.nameField);
  const decoded: DecodedLimit = {
    name: named === null || named === '' ? name : safeName(named),
    limit,
    remaining,
    resetMs: reset === null ? null : Math.max(0, reset.ms),
    resetMeans: reset?.means ?? row.means,
    windowMs,
    algorithm: row.algorithm,
    resolution: { amount: row.step ?? 1, resetMs: reset?.stepMs ?? 1 },
    confidence: isDoubtful === true ? 'guess' : isInferred === true && trust === 'certain' ? 'likely' : trust,
  };
  const resetField = reset === null ? null : reset.field;
  return row.unit === undefined ? { limit: decoded, resetField } : { limit: decoded, resetField, unit: row.unit };
}

export interface Reset {
  /** May be 0 or less for an instant that is over. */
  readonly ms: number;
  readonly field: string;
  readonly text: string;
  readonly means: 'next' | 'full' | 'window';
  readonly stepMs: number;
}

/** The first reset of the row that is there and can be read. */
export function readReset(row: Pick<LimitRow, 'resets' | 'means'>, view: ResponseView): Reset | null {
  const { resets } = row;
  if (resets === undefined) return null;
  for (let i = 0; i < resets.length; i++) {
    const { field, encoding, means = row.means } = resets[i] as (typeof resets)[number];
    const text = view.text(field);
    if (text === null) continue;
    const ms = readLongest(encoding, text, view);
    if (!Number.isNaN(ms)) return { ms, field, text, means, stepMs: encoding.stepMs };
    view.warn('malformed', `${field}: ${quoteValue(text)} is no time that can be read, and counts as absent`);
  }
  return null;
}

/** The value, or the longest of several. */
function readLongest(encoding: Encoding, text: string, view: ResponseView): number {
  const ms = encoding.read(text, view);
  if (!Number.isNaN(ms) || !text.includes(',') || text.length > LONGEST_LIST) return ms;
  const members = fieldMembers(text);
  if (members.length < 2) return ms;
  let longest = Number.NEGATIVE_INFINITY;
  for (const member of members) longest = Math.max(longest, encoding.read(member, view));
  if (!Number.isNaN(longest)) {
    view.warn('conflicting-duplicates', `${view.place}: several values; the longest wait is taken`);
  }
  return longest;
}

const LONGEST_LIST = 8192;

/** May be negative; NaN when nothing is stated. */
function readLeft(row: LimitRow, limit: number | null, view: ResponseView): number {
  const left = readCount(view, row.remaining);
  if (!Number.isNaN(left) || limit === null || row.used === undefined) return left;
  return Math.max(0, limit - readCount(view, row.used));
}

function saysMinusOne(names: readonly string[] | undefined, view: ResponseView): boolean {
  return view.firstText(names) === '-1';
}

const UNDERFLOWN_FROM = 2 ** 31;

/** What is left, ≥ 0, or null when it is not known. `left` is what was read in the field `place`. */
export function settleRemaining(
  left: number,
  limit: number | null,
  isUnknown: boolean,
  place: string,
  view: ResponseView,
): number | null {
  if (Number.isNaN(left)) return null;
  if (isUnknown) {
    view.warn('unknown-amount', `${place}: -1 stands for unknown, not for nothing left`);
    return null;
  }
  if (left < 0) {
    view.warn('negative-remaining', `${place}: ${left} is taken as 0`);
    return 0;
  }
  if (left < UNDERFLOWN_FROM || (limit !== null && left <= limit)) return left;
  view.warn('implausible-remaining', `${place}: ${left} left looks like a counter below 0; taken as unknown`);
  return null;
}

function windowOf(
  row: LimitRow,
  view: ResponseView,
  limit: number | null,
  remaining: number | null,
  reset: Reset | null,
): InferredWindow {
  const { window } = row;
  if (typeof window === 'number' || window === null) return { windowMs: window };
  if (typeof window === 'function') {
    return window({ view, limit, remaining, resetMs: reset?.ms ?? null, resetText: reset?.text ?? '' });
  }
  const text = view.text(window.field);
  const ms = text === null ? Number.NaN : window.encoding.read(text, view);
  return { windowMs: ms > 0 ? ms : null };
}
