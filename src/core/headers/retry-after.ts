// Retry-After (RFC 9110 §10.2.3): digits are seconds, otherwise one of three dates. What is sent in the wild beside
// that is read with a warning, or refused when asked to be strict. What cannot be read is absent, never 0.

import { decimalPoint, LONGEST_DELAY_MS, secondsToMs } from './decimal-delay.js';
import { fieldMembers } from './field-members.js';
import { type HeaderWarning, NO_WARNINGS, quoteValue } from './header-warning.js';
import { type HttpDateForm, readHttpDate } from './http-date.js';
import { parseRfc3339 } from './rfc3339.js';
import { trimOws } from './trim-ows.js';

export type RetryAfterForm = 'seconds' | 'decimal' | 'epoch' | 'rfc3339' | HttpDateForm;

/** What a `Retry-After` value is measured against, and how strictly it is read. */
export interface RetryAfterOptions {
  /** The local wall clock, in epoch ms. Also decides the century of two-digit years. */
  readonly nowMs: number;
  /**
   * The response's `Date`, in epoch ms. Instants are measured against it when it is there, so that a local clock that
   * is wrong changes nothing.
   */
  readonly dateMs?: number | null | undefined;
  /** Read as RFC 9110 says, to the letter: everything that would need a warning about its form is refused. */
  readonly strict?: boolean | undefined;
}

/** What a `Retry-After` field says. */
export interface RetryAfter {
  /** How long to wait, in whole ms rounded up; 0 when the server said now; null when there is no usable value. */
  readonly hintMs: number | null;
  /** The instant the server named, on its clock, in epoch ms; null when it named a delay. */
  readonly at: number | null;
  /** How the value was written; null when it could not be read. */
  readonly form: RetryAfterForm | null;
  readonly warnings: readonly HeaderWarning[];
}

/**
 * Reads the value of a `Retry-After` field, or its values when the field came several times (the longest wait wins).
 * Never throws on any value; throws a RangeError when `nowMs` is no instant that `Date` can hold.
 */
export function parseRetryAfter(value: string | readonly string[], options: RetryAfterOptions): RetryAfter {
  if (!isInstant(options.nowMs)) throw new RangeError(`nowMs: ${options.nowMs} is no epoch time in milliseconds`);
  if (typeof value === 'string') {
    const text = trimOws(value);
    const point = decimalPoint(text);
    if (point !== -1) return parseNumber(text, point, options);
    if (text.length > LONGEST_VALUE) return unusable('too-long', `${text.length} characters long`);
  }
  const members = fieldMembers(value);
  if (members.length === 0) return unusable('malformed', 'the value is empty');
  return members.length === 1 ? parseMember(members[0] as string, options) : parseSeveral(members, options);
}

/** Too short to be any date or epoch time, so that the response's `Date` need not be looked up. */
export function isPlainlyDelay(value: string | readonly string[]): boolean {
  return typeof value === 'string' && value.length < 10;
}

/** As much as servers accept in a whole field line. Only digits may be longer, and they saturate. */
const LONGEST_VALUE = 8192;
/** Ten digits: as seconds from now at least 31 years, as an epoch time the years 2001 to 2286. */
const EPOCH_FROM_MS = 1e12;
const EPOCH_UNTIL_MS = 1e13;

function parseSeveral(members: readonly string[], options: RetryAfterOptions): RetryAfter {
  if (options.strict === true) return unusable('duplicate-field', `${members.length} values where one is allowed`);
  let longest: RetryAfter | null = null;
  let agree = true;
  for (const member of members) {
    const read = parseMember(member, options);
    if (longest !== null && read.hintMs !== longest.hintMs) agree = false;
    if (longest === null || (read.hintMs ?? -1) > (longest.hintMs ?? -1)) longest = read;
  }
  const { warnings, ...answer } = longest as RetryAfter;
  const several: HeaderWarning = agree
    ? { code: 'duplicate-field', message: `the same value ${members.length} times; the field allows one` }
    : { code: 'conflicting-duplicates', message: `${members.length} values that differ; the longest wait is taken` };
  return { ...answer, warnings: [...warnings, several] };
}

function parseMember(text: string, options: RetryAfterOptions): RetryAfter {
  if (text.length > LONGEST_VALUE) return unusable('too-long', `${text.length} characters long`);
  const point = decimalPoint(text);
  if (point !== -1) return parseNumber(text, point, options);
  const date = readHttpDate(text, referenceMs(options));
  if (date !== null) {
    if (date.at === null) return unusable('impossible-date', `${quoteValue(text)} is not a day or time that exists`);
    if (options.strict === true && date.warnings.length > 0) return { ...ABSENT, warnings: date.warnings };
    return until(date.at, date.form, date.warnings, options);
  }
  const at = parseRfc3339(text);
  if (at === null) return unusable('malformed', `${quoteValue(text)} is ${whatItIs(text)}`);
  const message = 'an ISO (RFC 3339) date, where RFC 9110 has whole seconds or an HTTP-date';
  const warnings: HeaderWarning[] = [{ code: 'rfc3339-date', message }];
  return options.strict === true ? { ...ABSENT, warnings } : until(at, 'rfc3339', warnings, options);
}

function parseNumber(text: string, point: number, options: RetryAfterOptions): RetryAfter {
  const ms = secondsToMs(text, point);
  const whole = point === text.length;
  const strict = options.strict === true;
  if (!whole && strict) return { ...ABSENT, warnings: [DECIMAL] };
  const at = strict ? null : instantIn(ms);
  if (at !== null) {
    const message = `${quoteValue(text)} is an epoch time: as seconds from now it would be over 31 years`;
    return until(at, 'epoch', [{ code: 'epoch-in-retry-after', message }], options);
  }
  const form = whole ? 'seconds' : 'decimal';
  if (whole && ms > 0 && ms < EPOCH_FROM_MS) return { hintMs: ms, at: null, form, warnings: NO_WARNINGS };
  const warnings: HeaderWarning[] = whole ? [] : [DECIMAL];
  if (ms === 0) warnings.push({ code: 'zero-delay', message: 'a delay of 0 says "now"; on a refusal it says nothing' });
  if (ms >= EPOCH_FROM_MS)
    warnings.push({ code: 'implausible-delay', message: `${quoteValue(text)} seconds: over 31 years` });
  return { hintMs: ms, at: null, form, warnings };
}

/** The instant, in epoch ms, that this much can only mean by its size; null for what may be a delay. */
function instantIn(ms: number): number | null {
  if (isEpoch(ms)) return ms;
  // Thirteen digits are such an instant in milliseconds, but for the years in which any longer number ends up, too.
  return ms < LONGEST_DELAY_MS && isEpoch(ms / 1000) ? Math.ceil(ms / 1000) : null;
}

function isEpoch(ms: number): boolean {
  return ms >= EPOCH_FROM_MS && ms < EPOCH_UNTIL_MS;
}

const DECIMAL: HeaderWarning = Object.freeze({
  code: 'decimal-seconds',
  message: 'a decimal number, where RFC 9110 has whole seconds; rounded up to the millisecond',
});

/** The answer for an instant: the time until it, or 0 with a warning when it is over. */
function until(
  at: number,
  form: RetryAfterForm,
  warnings: readonly HeaderWarning[],
  options: RetryAfterOptions,
): RetryAfter {
  const waitMs = Math.ceil(at - referenceMs(options));
  if (waitMs > 0) return { hintMs: waitMs, at, form, warnings };
  const message = 'the instant has already passed, so it says "now"; on a refusal it says nothing';
  return { hintMs: 0, at, form, warnings: [...warnings, { code: 'past-date', message }] };
}

function referenceMs({ nowMs, dateMs }: RetryAfterOptions): number {
  return typeof dateMs === 'number' && isInstant(dateMs) ? dateMs : nowMs;
}

/** Within what `Date` can hold, which excludes NaN and Infinity. */
function isInstant(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}

const ABSENT = { hintMs: null, at: null, form: null } as const;

function unusable(code: HeaderWarning['code'], problem: string): RetryAfter {
  return { ...ABSENT, warnings: [{ code, message: `Retry-After is ignored: ${problem}` }] };
}

function whatItIs(text: string): string {
  if (/^[+-]/.test(text)) return 'signed, where only digits are allowed';
  if (/^\d+(?:\.\d+)?e/i.test(text)) return 'written with an exponent, where only digits are allowed';
  if (/^\d+(?:\.\d+)?[a-z ]/i.test(text)) return 'a number followed by something else';
  return 'neither whole seconds nor one of the three HTTP-date forms';
}
