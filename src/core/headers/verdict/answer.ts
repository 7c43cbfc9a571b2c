// From what was read to the answer: verdict, wait, who has to wait, and why.

import { readMessageWait } from '../body/message-wait.js';
import type { Decoded } from '../decoded.js';
import type { Detected } from '../dialects/detect.js';
import type { Dialect, Signal } from '../dialects/dialect.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { safeName } from '../limits/safe-name.js';
import type { ResponseView } from '../response/response-view.js';
import { holds, signalOf } from './condition.js';
import { findHint, type Hint } from './hint.js';
import { reasonOf } from './reason.js';
import { type Ruling, rulingOf, statusLeaning } from './verdict.js';

export function answerFor(view: ResponseView, detected: Detected, readings: readonly LimitReading[]): Decoded {
  const { dialect } = detected;
  const signal = signalOf(dialect.signals, view, readings);
  const ruling = rulingOf(view, signal);
  const isRefusal = isQuotaRefusal(view, signal);
  const hint = hintFor(view, dialect, readings, signal, ruling, isRefusal);
  const verdict = ruling.leaning === 'retry' && (hint === null || hint.ms === 0) ? 'backoff' : ruling.leaning;
  if (hint !== null && hint.ms === 0 && hint.limit !== null) {
    view.warn('zero-delay', `${hint.source}: a reset of 0, or one that is over, says "now"`);
  }
  const refusedBy = isRefusal ? refuserOf(dialect, view, readings, signal, hint) : null;
  const reason = reasonOf({ view, dialect, signal, ruling, verdict, hint, isRefusal, refusedBy });
  return {
    verdict,
    hintMs: hint === null ? null : hint.ms,
    retryAt: hint === null ? null : Math.min(view.nowMs + hint.ms, LATEST_INSTANT),
    source: hint === null ? null : hint.source,
    scope: signal?.scope ?? 'bucket',
    refusedBy,
    reason,
    warnings: view.warnings,
    limits: readings.map(({ limit }) => limit),
    dialect: { id: dialect.id, confidence: detected.confidence, reason: detected.reason },
    verdictFrom: ruling.from,
    overload: signal?.overload ?? (view.status === 503 || view.status === 529),
    ...(signal?.maybeDone === true ? { maybeDone: true } : NOTHING),
  };
}

const LATEST_INSTANT = 8.64e15;
const NOTHING = {};

/** Whether a quota said no, as opposed to a server that is overloaded or a request that is wrong. */
function isQuotaRefusal(view: ResponseView, signal: Signal | null): boolean {
  if (signal === null) return view.status === 429;
  if (signal.verdict === 'ok' || signal.verdict === 'rejected') return false;
  return signal.overload !== true;
}

function hintFor(
  view: ResponseView,
  dialect: Dialect,
  readings: readonly LimitReading[],
  signal: Signal | null,
  { leaning, pushbackMs, field, from }: Ruling,
  isRefusal: boolean,
): Hint | null {
  if (pushbackMs !== null && field !== null) return { ms: pushbackMs, source: field, means: 'next', limit: null };
  const isFailure = leaning !== 'ok' || statusLeaning(view.status) !== 'ok';
  const defaultWaitMs = leaning === 'retry' ? signal?.defaultWaitMs : undefined;
  if (leaning === 'never' && from === 'dialect' && signal !== null) {
    const stated = findHint(view, { dialect, readings, isRefusal: false, isFailure, defaultWaitMs });
    return untilTheEnd(view, signal, stated);
  }
  return findHint(view, { dialect, readings, isRefusal, isFailure, defaultWaitMs });
}

/** When a terminal answer ends, where that is said. Whatever delay stands beside it is pointless. */
function untilTheEnd(view: ResponseView, { until, meaning }: Signal, stated: Hint | null): Hint | null {
  if (until === 'message') {
    const wait = readMessageWait(view.body.text, view.referenceMs);
    return wait === null ? null : { ms: wait.ms, source: 'message text', means: wait.means, limit: null };
  }
  if (stated !== null && stated.ms > 0) {
    view.warn('pointless-delay', `${stated.source} names ${stated.ms} ms, which does not help: ${meaning}`);
  }
  if (until === undefined) return null;
  const ms = until.read('', view);
  return ms > 0 ? { ms, source: 'documented', means: 'documented', limit: null } : null;
}

function refuserOf(
  dialect: Dialect,
  view: ResponseView,
  readings: readonly LimitReading[],
  signal: Signal | null,
  hint: Hint | null,
): string | null {
  if (signal?.refusedBy !== undefined) return signal.refusedBy;
  for (const naming of dialect.refusedBy ?? []) {
    if ('when' in naming) {
      if (holds(naming.when, view, readings)) return naming.name;
    } else {
      const value = 'field' in naming ? view.text(naming.field) : view.body.at(naming.body)[0];
      if (typeof value === 'string' && value !== '') return safeName(value);
    }
  }
  if (hint !== null && hint.limit !== null) return hint.limit;
  let longest: LimitReading['limit'] | null = null;
  for (const { limit } of readings) {
    if (limit.remaining !== 0) continue;
    if (longest === null || (limit.resetMs ?? 0) > (longest.resetMs ?? 0)) longest = limit;
  }
  return longest?.name ?? null;
}
