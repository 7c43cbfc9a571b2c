// The limits that a captured response reports about itself, as a plan needs them: amounts with their windows.

import { standardDecoder } from './decode.js';
import type { LimitRow } from './dialects/dialect.js';
import type { HeadersInput } from './field-map.js';
import type { HeaderWarning, HeaderWarningCode } from './header-warning.js';
import type { LimitReading } from './limits/limit-reading.js';
import { planName } from './limits/safe-name.js';
import { uniqueName } from './limits/window-name.js';

/** One limit that a plan can use: an amount per window. */
export interface ReportedLimit {
  /** As in a plan (requests, tokens, inputTokens, outputTokens, requestsPerDay …), or as the server calls it, fit to be typed. */
  readonly name: string;
  /** How much is allowed per window; > 0. */
  readonly amount: number;
  readonly windowMs: number;
  /** How much of it is left; null when that is not known. Anthropic rounds tokens to thousands. */
  readonly remaining: number | null;
}

/** The limits of a response, and whose way of telling them it was. */
export interface ReportedLimits {
  /** The id of a dialect; `unknown` for a sender that nobody knows. */
  readonly dialect: string;
  /** Empty when the fields are plain but no amount is usable; the warnings say why. */
  readonly limits: readonly ReportedLimit[];
  readonly warnings: readonly HeaderWarning[];
}

/** What cannot be read from the headers themselves. */
export interface ReportedLimitsOptions {
  /** A dialect's id, or a name that maps onto one. Without it the dialect is detected. */
  readonly dialect?: string | undefined;
  /** Text or parsed JSON: some tell their limits there. */
  readonly body?: unknown;
  /** When the response came, in epoch ms. It matters only where a window has to be worked out from an instant. */
  readonly nowMs?: number | undefined;
}

/**
 * The limits that a response of any dialect reports. Null when it has none. Never throws on any value: what is unusable
 * is left out with a warning. Throws `InputError` for an unknown dialect.
 */
export function reportedLimits(
  headers: HeadersInput,
  { dialect, body, nowMs = 0 }: ReportedLimitsOptions = {},
): ReportedLimits | null {
  const read = standardDecoder().readLimits({ status: 200, headers, body }, { nowMs, dialect });
  const { view, detected, readings } = read;
  const isSilent = readings.length === 0 && view.warnings.length === 0;
  if (isSilent && (detected.dialect.id === 'unknown' || !view.layout.names.some((name) => name.includes('limit'))))
    return null;
  const warnings = view.warnings.filter(({ code }) => !ABOUT_TIME.has(code));
  const limits: ReportedLimit[] = [];
  for (const reading of withoutRepeats(readings, detected.dialect.limits ?? [], warnings)) {
    const limit = plannable(reading, warnings);
    if (limit !== null) limits.push({ ...limit, name: nameAmong(limits, limit.name) });
  }
  if (limits.length === 0 && warnings.length === 0) {
    const message = 'the response states no amount, so there is nothing to plan with';
    warnings.push({ code: 'no-amounts', message });
  }
  return { dialect: detected.dialect.id, limits, warnings };
}

/** A plan does not look at resets, so what was odd about them would only distract. */
const ABOUT_TIME: ReadonlySet<HeaderWarningCode> = new Set([
  'guessed-unit',
  'epoch-in-reset',
  'zero-delay',
  'past-date',
  'unreadable-date',
]);

function plannable({ limit: decoded, unit }: LimitReading, warnings: HeaderWarning[]): ReportedLimit | null {
  const { name, limit, windowMs, remaining } = decoded;
  if (limit === null) return null;
  const leaveOut = (code: HeaderWarningCode, because: string): null => {
    warnings.push({ code, message: `${name}: a limit of ${limit} is left out, since ${because}` });
    return null;
  };
  if (limit === 0) return leaveOut('unusable-limit', 'nothing can be planned with 0');
  if (unit !== undefined) return leaveOut('limit-left-out', `it counts ${unit}`);
  if (windowMs === null) return leaveOut('no-window', 'neither the response nor the documentation gives its window');
  return { name, amount: limit, windowMs, remaining };
}

/** A name that `--limit` and links would not take is made one that they do. */
function nameAmong(limits: readonly ReportedLimit[], name: string): string {
  const typed = planName(name);
  const taken = limits.map((limit) => ({ limit }));
  return typed === name ? name : uniqueName(typed, taken);
}

/** Planning with a limit and with what it repeats would count the same tokens twice. */
function withoutRepeats(
  readings: readonly LimitReading[],
  rows: readonly LimitRow[],
  warnings: HeaderWarning[],
): readonly LimitReading[] {
  const isStated = (name: string): boolean => readings.some(({ limit }) => limit.name === name && limit.limit !== null);
  return readings.filter(({ limit: { name } }) => {
    const better = rows.find((row) => row.name === name)?.repeats?.filter(isStated) ?? [];
    if (better.length === 0) return true;
    const message = `${name} is left out: ${better.join(' and ')} say the same more precisely`;
    warnings.push({ code: 'limit-left-out', message });
    return false;
  });
}
