// The wait that a response asks for, from the most to the least trustworthy of what it says. A wait of 0, and an instant
// that is over, give way to anything later in the order that is above 0: beside a refusal they say nothing.

import { BODY_WAITS, type BodyWait } from '../body/body-waits.js';
import { readMessageWait } from '../body/message-wait.js';
import type { Dialect } from '../dialects/dialect.js';
import { quoteValue } from '../header-warning.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { COPIED_WAITS, PRECISE_WAITS, RETRY_AFTER, type WaitField } from '../response/common-fields.js';
import type { ResponseView } from '../response/response-view.js';
import { isPlainlyDelay, parseRetryAfter } from '../retry-after.js';
import { trimOws } from '../trim-ows.js';

export interface Hint {
  /** Whole ms, ≥ 0. */
  readonly ms: number;
  /** A field, `body` and a path, `message text` or `documented`. */
  readonly source: string;
  readonly means: 'next' | 'full' | 'window' | 'documented';
  /** The limit whose reset it is; null for a wait that was named outright. */
  readonly limit: string | null;
}

export interface Circumstances {
  readonly dialect: Dialect;
  readonly readings: readonly LimitReading[];
  /** A quota said no, so that a limit whose remaining amount is not told may be the one. */
  readonly isRefusal: boolean;
  /** The request was not served. */
  readonly isFailure: boolean;
  readonly defaultWaitMs: number | undefined;
}

/** The hint, or null when nothing usable is said. */
export function findHint(view: ResponseView, circumstances: Circumstances): Hint | null {
  // Nearly every response: it was served, there is something left of every limit, and nothing names a wait.
  if (!circumstances.isFailure && !view.layout.hasCallingField && !circumstances.readings.some(isSpent)) return null;
  let zero: Hint | null = null;
  for (const step of STEPS) {
    const hint = step(view, circumstances);
    if (hint === null) continue;
    if (hint.ms > 0) return hint;
    zero ??= hint;
  }
  return zero;
}

function isSpent({ limit: { remaining } }: LimitReading): boolean {
  return remaining === 0;
}

type Step = (view: ResponseView, circumstances: Circumstances) => Hint | null;

const STEPS: readonly Step[] = [
  (view) => firstOf(PRECISE_WAITS, view),
  retryAfter,
  (view) => firstOf(COPIED_WAITS, view),
  bodyWait,
  (_, { readings, isRefusal }) => exhausted(readings, isRefusal, true),
  messageWait,
  (_, { readings, isRefusal }) => exhausted(readings, isRefusal, false),
  (_, { defaultWaitMs }) => (defaultWaitMs === undefined ? null : documented(defaultWaitMs)),
];

function named(ms: number, source: string, means: Hint['means'] = 'next'): Hint {
  return { ms, source, means, limit: null };
}

function documented(ms: number): Hint {
  return named(ms, 'documented', 'documented');
}

/** The first that is above 0, else the first that is 0. */
function firstOf(fields: readonly WaitField[], view: ResponseView): Hint | null {
  let zero: Hint | null = null;
  for (let i = 0; i < fields.length; i++) {
    const { name, encoding } = fields[i] as WaitField;
    const text = view.text(name);
    if (text === null) continue;
    const ms = longest(text, (member) => encoding.read(member, view));
    if (ms > 0) return named(ms, name);
    if (ms === 0) {
      view.warn('zero-delay', `${name} is 0, which gives way to any other answer`);
      zero ??= named(0, name);
    } else view.warn('malformed', `${name} is ignored: ${quoteValue(text)} is no delay that can be read`);
  }
  return zero;
}

/** The value, or the longest of several that were joined by commas; NaN when none can be read. */
function longest(text: string, read: (member: string) => number): number {
  const ms = read(text);
  if (!Number.isNaN(ms) || !text.includes(',')) return ms;
  return text
    .slice(0, LONGEST_LIST)
    .split(',')
    .map((member) => read(trimOws(member)))
    .reduce((found, each) => (each >= found || Number.isNaN(found) ? each : found), Number.NaN);
}

const LONGEST_LIST = 8192;

function retryAfter(view: ResponseView): Hint | null {
  const value = view.value(RETRY_AFTER);
  if (value === undefined) return null;
  const nowMs = isPlainlyDelay(value) ? view.nowMs : view.referenceMs;
  const { hintMs, warnings } = parseRetryAfter(value, { nowMs, strict: view.strict });
  for (const { code, message } of warnings) view.warn(code, message);
  return hintMs === null ? null : named(hintMs, RETRY_AFTER);
}

function bodyWait(view: ResponseView, { dialect, isFailure }: Circumstances): Hint | null {
  if (!isFailure || view.body.roots.length === 0) return null;
  return firstInBody(dialect.bodyWaits ?? [], view) ?? firstInBody(BODY_WAITS, view);
}

function firstInBody(waits: readonly BodyWait[], view: ResponseView): Hint | null {
  let zero: Hint | null = null;
  for (const { at, encoding, means } of waits) {
    for (const value of view.body.at(at)) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      view.place = at;
      const ms = encoding.read(String(value), view);
      const hint = named(Math.max(0, ms), `body ${at}`, means);
      if (ms > 0) return hint;
      if (Number.isNaN(ms)) view.warn('malformed', `${at} in the body is ignored: ${quoteValue(String(value))}`);
      else {
        view.warn(
          ms === 0 ? 'zero-delay' : 'past-date',
          `${at} in the body says now, which gives way to any other answer`,
        );
        zero ??= hint;
      }
    }
  }
  return zero;
}

function messageWait(view: ResponseView, { isFailure }: Circumstances): Hint | null {
  if (!isFailure || view.body.text === '') return null;
  const wait = readMessageWait(view.body.text, view.referenceMs);
  return wait === null ? null : named(wait.ms, 'message text', wait.means);
}

/**
 * The largest reset among limits with nothing left: first of those that speak of the next request, as the IETF drafts
 * do, then of the others, for which it is an upper bound.
 */
function exhausted(readings: readonly LimitReading[], isRefusal: boolean, isNext: boolean): Hint | null {
  let found: Hint | null = null;
  for (const { limit, resetField } of readings) {
    const { remaining, resetMs, resetMeans, name } = limit;
    if (resetMs === null || (resetMeans === 'next') !== isNext) continue;
    if (remaining !== 0 && !(remaining === null && isRefusal)) continue;
    if (found === null || resetMs > found.ms) {
      found = { ms: resetMs, source: resetField ?? name, means: resetMeans, limit: name };
    }
  }
  return found;
}
