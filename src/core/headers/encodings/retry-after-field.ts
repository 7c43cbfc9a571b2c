// Retry-After as an encoding like the others; its five ways of writing share one reader, because servers mix them.

import { parseRetryAfter } from '../retry-after.js';
import type { Encoding } from './encoding.js';

/** Seconds, decimals, HTTP-dates, RFC 3339 dates and epoch seconds; of several values the longest wait. */
export const retryAfter: Encoding = {
  read: (text, context) => {
    const at = context.referenceMs;
    const { hintMs, warnings } = parseRetryAfter(text, { nowMs: at });
    for (const { code, message } of warnings) context.warn(code, `${context.place}: ${message}`);
    return hintMs ?? Number.NaN;
  },
  stepMs: 1000,
};
