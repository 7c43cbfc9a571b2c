// Reset fields of senders that nobody knows. One name, X-RateLimit-Reset, stands for at least eight encodings, so the
// number's size decides: no window is 31 years long, and no server's clock stands in 1970.

import { decimalPoint, LONGEST_DELAY_MS, millisecondsToMs, secondsToMs } from '../decimal-delay.js';
import { quoteValue } from '../header-warning.js';
import { goDuration } from './delays.js';
import type { Encoding, ValueContext } from './encoding.js';
import { epochSeconds, httpDate, isoMinute, jsDateString } from './instants.js';

/** No delay is that many seconds long, and no epoch time that small. */
export const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MILLISECONDS_FROM = 1e12;
/** From where on a number is taken as an epoch time finer than seconds, and how many of its units make a millisecond. */
const FINE_EPOCHS = [
  { from: 1e18, perMs: 1e6, unit: 'epoch nanoseconds' },
  { from: 1e15, perMs: 1e3, unit: 'epoch microseconds' },
  { from: EPOCH_MILLISECONDS_FROM, perMs: 1, unit: 'epoch milliseconds' },
] as const;

/**
 * Epoch nano-, micro- or milliseconds or seconds, or seconds from now, by size; else a date in one of the forms seen,
 * or a duration with its unit. What was guessed is told in a warning. Only a delay in milliseconds defeats it: 600000
 * reads as a week.
 */
export const bySize: Encoding = { read: readBySize, stepMs: 1000 };

/** Seconds from now, as `RateLimit-Reset` of the IETF drafts, unless the number can only be an epoch time. */
export const secondsOrEpoch: Encoding = {
  read: (text, context) => {
    const point = decimalPoint(text);
    if (point === -1) return Number.NaN;
    if (Number(text) < EPOCH_SECONDS_FROM) return secondsToMs(text, point);
    const message = `${context.place}: ${quoteValue(text)} is an epoch time, where seconds from now are expected`;
    context.warn('epoch-in-reset', message);
    return readEpoch(text, context);
  },
  stepMs: 1000,
};

/** Milliseconds from now, as the name of the field says, unless the number can only be an epoch time. */
export const millisecondsOrEpoch: Encoding = {
  read: (text, context) => {
    const point = decimalPoint(text);
    const isDelay = point !== -1 && Number(text) < EPOCH_MILLISECONDS_FROM;
    return isDelay ? millisecondsToMs(text, point) : readBySize(text, context);
  },
  stepMs: 1,
};

/** OpenAI's names with OpenAI's Go durations, or with the plain seconds of those who copied the names alone. */
export const durationOrSeconds: Encoding = {
  read: (text, context) => {
    const ms = goDuration.read(text, context);
    return Number.isNaN(ms) ? secondsOrEpoch.read(text, context) : ms;
  },
  stepMs: 1,
};

function readBySize(text: string, context: ValueContext): number {
  const point = decimalPoint(text);
  if (point === -1) return readDateOrDuration(text, context);
  if (Number(text) >= EPOCH_SECONDS_FROM) return readEpoch(text, context);
  const ms = secondsToMs(text, point);
  if (ms > 0) warnOfGuess(text, 'seconds from now', context);
  return ms;
}

function readEpoch(text: string, context: ValueContext): number {
  const number = Number(text);
  const fine = FINE_EPOCHS.find(({ from }) => number >= from);
  warnOfGuess(text, fine?.unit ?? 'epoch seconds', context);
  if (fine === undefined) return epochSeconds.read(text, context);
  return Math.min(Math.ceil(number / fine.perMs - context.referenceMs), LONGEST_DELAY_MS);
}

function warnOfGuess(text: string, unit: string, context: ValueContext): void {
  context.warn('guessed-unit', `${context.place}: ${quoteValue(text)} is taken as ${unit}, by its size`);
}

const FORMS: readonly Encoding[] = [httpDate, isoMinute, goDuration, jsDateString];

function readDateOrDuration(text: string, context: ValueContext): number {
  for (const form of FORMS) {
    const ms = form.read(text, context);
    if (!Number.isNaN(ms)) return ms;
  }
  return Number.NaN;
}
