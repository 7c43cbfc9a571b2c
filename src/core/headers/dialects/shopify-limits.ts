// Shopify's leaky buckets. REST tells what is used of which size, GraphQL points with the rate at which they come back;
// neither tells a time.

import type { DecodedLimit } from '../decoded.js';
import { property, readThrottleStatus, restoreMs } from '../encodings/json-values.js';
import { readUsedOfSize } from '../encodings/usage.js';
import { quoteValue } from '../header-warning.js';
import type { LimitReading } from '../limits/limit-reading.js';
import type { ResponseView } from '../response/response-view.js';

export const CALL_LIMIT = 'x-shopify-shop-api-call-limit';
const COST = 'extensions.cost';
/** How long a full bucket leaks: 40 at 2 a second, 400 at 20. On Advanced plans half of it. */
const BUCKET_MS = 20_000;

export function readShopifyLimits(view: ResponseView): LimitReading[] {
  return [readCalls(view), readPoints(view)].filter((reading) => reading !== null);
}

const BUCKET = { algorithm: 'bucket', resolution: { amount: 1, resetMs: 1 } } as const;

function readCalls(view: ResponseView): LimitReading | null {
  const text = view.text(CALL_LIMIT);
  if (text === null) return null;
  const pair = readUsedOfSize(text);
  if (pair === null || !Number.isInteger(pair.size) || pair.size <= 0) {
    view.warn('malformed', `${CALL_LIMIT} is ignored: ${quoteValue(text)} is not what is used "/" the size`);
    return null;
  }
  const { used, size } = pair;
  const remaining = Math.max(0, Math.floor(size - used));
  // One more fits as soon as one has leaked, which is long before the bucket is empty.
  const resetMs = remaining > 0 ? null : bounded(((used - size + 1) * BUCKET_MS) / size);
  const limit: DecodedLimit = {
    name: 'requests',
    limit: size,
    remaining,
    resetMs,
    resetMeans: 'next',
    windowMs: BUCKET_MS,
    confidence: 'likely',
    ...BUCKET,
  };
  return { limit, resetField: resetMs === null ? null : CALL_LIMIT };
}

function readPoints(view: ResponseView): LimitReading | null {
  const [cost] = view.body.at(COST);
  const bucket = readThrottleStatus(property(cost, 'throttleStatus'));
  if (bucket === null) return null;
  const { size, available, restoreRate } = bucket;
  const requested = property(cost, 'requestedQueryCost');
  const needed = typeof requested === 'number' && requested >= 1 ? requested : 1;
  const isThrottled = isThrottledIn(view);
  const isShort = isThrottled || available < 1;
  const limit: DecodedLimit = {
    name: 'points',
    limit: Math.floor(size),
    // Too little for the query that was refused, and how much for another one depends on what that costs.
    remaining: isThrottled ? null : Math.max(0, Math.floor(available)),
    resetMs: bounded(restoreMs(bucket, isShort ? needed : size)),
    resetMeans: isShort ? 'next' : 'full',
    windowMs: bounded((size / restoreRate) * 1000),
    confidence: 'certain',
    ...BUCKET,
  };
  return { limit, resetField: `body ${COST}.throttleStatus`, unit: 'query points' };
}

/** Whole ms, however absurd the figures are. */
function bounded(ms: number): number {
  return Math.min(Math.ceil(ms), Number.MAX_SAFE_INTEGER);
}

function isThrottledIn({ body }: ResponseView): boolean {
  return body.at('errors[].extensions.code').includes('THROTTLED') || body.at('errors[].message').includes('Throttled');
}
