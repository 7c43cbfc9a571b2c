// Waits. Every one of them rounds up: whoever obeys a wait that was rounded down comes too early.

import type { Format } from './format.js';

/** `6` for 5,001 ms. At least 1, since 0 beside a refusal says nothing. */
export const wholeSeconds: Format = {
  id: 'whole-seconds',
  about: 'whole seconds, rounded up, 1 or more',
  write: (ms) => String(Math.max(1, Math.ceil(ms / 1000))),
};

/** The same where 0 is told as it is: a reset of a limit that nothing was taken of. */
export const wholeSecondsOrNone: Format = {
  id: 'whole-seconds-or-none',
  about: 'whole seconds, rounded up',
  write: (ms) => String(Math.max(0, Math.ceil(ms / 1000))),
};

/** `2.0`: as Shopify has it, against RFC 9110. */
export const tenthsOfSeconds: Format = {
  id: 'tenths-of-seconds',
  about: 'seconds with one decimal place, rounded up',
  write: (ms) => decimal(Math.max(1, Math.ceil(ms / 100)), 1),
};

/** `64.570`. */
export const decimalSeconds: Format = {
  id: 'decimal-seconds',
  about: 'seconds with three decimal places',
  write: (ms) => decimal(Math.max(0, Math.ceil(ms)), 3),
};

/** `7.66`: as Groq and Cerebras have it. */
export const shortSeconds: Format = {
  id: 'short-seconds',
  about: 'seconds with as many decimal places as needed, up to three',
  write: (ms) => trimZeros(decimal(Math.max(0, Math.ceil(ms)), 3)),
};

/** `1500`. */
export const milliseconds: Format = {
  id: 'milliseconds',
  about: 'whole milliseconds, rounded up',
  write: (ms) => String(Math.max(0, Math.ceil(ms))),
};

/** `34.074s`: a Duration in the JSON of protocol buffers; `26s` where there is no fraction. */
export const protobufDuration: Format = {
  id: 'protobuf-duration',
  about: 'decimal seconds and an s',
  write: (ms) => `${trimZeros(decimal(Math.max(0, Math.ceil(ms)), 3))}s`,
};

/** `6m0s`, `1.574s`, `120ms`, `0s`: as Go prints a duration. */
export const goDuration: Format = {
  id: 'go-duration',
  about: 'a duration as Go prints it, such as 6m0s, 8.64s or 120ms',
  write: (ms) => {
    const total = Math.max(0, Math.ceil(ms));
    if (total === 0) return '0s';
    if (total < 1000) return `${total}ms`;
    const minutes = Math.floor(total / 60_000);
    const seconds = `${trimZeros(decimal(total - minutes * 60_000, 3))}s`;
    if (minutes === 0) return seconds;
    return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
  },
};

/** A whole number of 10^−places, in digits: no rounding and no exponent. */
function decimal(count: number, places: number): string {
  const digits = String(count).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, '');
}
