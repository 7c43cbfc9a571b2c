// Zendesk: a limit of the account per minute in seconds from now, and one per endpoint in a format of its own:
// `zendesk-ratelimit-tickets-index: total=100; remaining=99; resets=41`.

import { seconds } from '../encodings/delays.js';
import { readKeyValues } from '../encodings/usage.js';
import { quoteValue } from '../header-warning.js';
import { parseAmount } from '../limits/amount.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { toldLimit } from '../limits/told-limit.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';

const PREFIX = 'zendesk-ratelimit-';
const MOST_ENDPOINTS = 20;
const LONGEST_VALUE = 500;

function readEndpoints(view: ResponseView): LimitReading[] {
  const readings: LimitReading[] = [];
  for (const field of view.layout.names) {
    if (readings.length >= MOST_ENDPOINTS) break;
    if (!field.startsWith(PREFIX)) continue;
    const reading = readEndpoint(field, view.text(field) ?? '', view);
    if (reading !== null) readings.push(reading);
  }
  return readings;
}

function readEndpoint(field: string, text: string, view: ResponseView): LimitReading | null {
  const figures = readKeyValues(text.slice(0, LONGEST_VALUE));
  const total = amountOf(figures.get('total'));
  const remaining = amountOf(figures.get('remaining'));
  const resetMs = seconds.read(figures.get('resets') ?? '', view);
  if (total === null && remaining === null) {
    view.warn('unusable-limit', `${field}: ${quoteValue(text)} has neither a total nor what remains; left out`);
    return null;
  }
  const { limit } = toldLimit(field.slice(PREFIX.length), {
    limit: total,
    remaining,
    resetMs: Number.isNaN(resetMs) ? null : resetMs,
    resolution: { amount: 1, resetMs: 1000 },
  });
  return { limit, resetField: limit.resetMs === null ? null : field };
}

function amountOf(text: string | undefined): number | null {
  const amount = text === undefined ? Number.NaN : parseAmount(text);
  return amount >= 0 ? Math.floor(amount) : null;
}

export const zendesk: Dialect = {
  id: 'zendesk',
  title: 'Zendesk',
  evidence: 'documented',
  source: 'developer.zendesk.com, "Rate limits"',
  marks: [
    { weight: 'own', field: { name: 'x-zendesk-request-id' } },
    { weight: 'own', field: { name: 'zendesk-ratelimit-*' } },
    { weight: 'hint', field: { name: 'x-rate-limit' } },
  ],
  readLimits: readEndpoints,
  limits: [
    {
      name: 'requests',
      limit: ['ratelimit-limit', 'x-rate-limit'],
      remaining: ['ratelimit-remaining', 'x-rate-limit-remaining'],
      resets: [{ field: 'ratelimit-reset', encoding: seconds }],
      means: 'window',
      window: 60_000,
      algorithm: 'window',
    },
  ],
  bucket: { account: 'organisation', by: 'endpoint' },
};
