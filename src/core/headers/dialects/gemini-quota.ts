// The quotas that a refusal of Google's lists, the only place where they are told: no header speaks of them.

import type { DecodedLimit } from '../decoded.js';
import { property } from '../encodings/json-values.js';
import { parseAmount } from '../limits/amount.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { safeName } from '../limits/safe-name.js';
import { uniqueName, windowName } from '../limits/window-name.js';
import type { ResponseView } from '../response/response-view.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_VIOLATIONS = 20;

/**
 * One limit for every violation in a `google.rpc.QuotaFailure`; its name and window are worked out from `quotaId`, such as
 * `GenerateRequestsPerMinutePerProjectPerModel-FreeTier`. No request is left of one that counts requests; of one that
 * counts tokens something may be, only not enough.
 */
export function readViolations(view: ResponseView): LimitReading[] {
  const readings: LimitReading[] = [];
  for (const violation of view.body.at('error.details[].violations[]').slice(0, MOST_VIOLATIONS)) {
    const id = property(violation, 'quotaId');
    if (typeof id === 'string' && id !== '') readings.push(readingOf(id, property(violation, 'quotaValue'), readings));
  }
  return readings;
}

function readingOf(id: string, value: unknown, taken: readonly LimitReading[]): LimitReading {
  const words = id.toLowerCase();
  const windowMs = words.includes('perday') ? DAY_MS : words.includes('perminute') ? MINUTE_MS : null;
  const counted = words.includes('inputtoken') ? 'inputTokens' : words.includes('requests') ? 'requests' : null;
  const amount = typeof value === 'string' || typeof value === 'number' ? parseAmount(String(value)) : Number.NaN;
  const limit: DecodedLimit = {
    name: uniqueName(counted === null ? safeName(id) : windowName(counted, windowMs), taken),
    limit: Number.isInteger(amount) && amount >= 0 ? amount : null,
    remaining: counted === 'requests' ? 0 : null,
    resetMs: null,
    resetMeans: 'window',
    windowMs,
    algorithm: 'unknown',
    resolution: { amount: 1, resetMs: 1 },
    confidence: 'certain',
  };
  return counted === null ? { limit, resetField: null, unit: limit.name } : { limit, resetField: null };
}
