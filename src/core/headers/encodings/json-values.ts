// Waits that stand in JSON as more than one value. All of it comes from the network, so every shape is checked.

import type { Encoding } from './encoding.js';

/** The JSON of a text, or undefined when it is none or longer than 64 Ki characters. */
export function parseJson(text: string, longest: number = LONGEST_JSON): unknown {
  if (text.length > longest) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const LONGEST_JSON = 65_536;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** An own property; undefined for everything else, so that no prototype answers. */
export function property(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export interface LeakyBucket {
  readonly size: number;
  readonly available: number;
  /** Units per second. */
  readonly restoreRate: number;
}

/** Shopify's `throttleStatus`: `{ maximumAvailable, currentlyAvailable, restoreRate }`. Null when a number is missing. */
export function readThrottleStatus(value: unknown): LeakyBucket | null {
  const size = finite(property(value, 'maximumAvailable'));
  const available = finite(property(value, 'currentlyAvailable'));
  const restoreRate = finite(property(value, 'restoreRate'));
  return size > 0 && restoreRate > 0 && available <= size ? { size, available, restoreRate } : null;
}

/** Whole ms until this much is available, rounded up: (needed − available) ÷ rate. More than the size never fits. */
export function restoreMs({ size, available, restoreRate }: LeakyBucket, needed: number): number {
  return Math.max(0, Math.ceil(((Math.min(needed, size) - available) / restoreRate) * 1000));
}

/** Whole ms of the minutes that an entry of Meta's usage names, rounded up; 0 where nothing is limited, else NaN. */
export function regainAccessMs(entry: unknown): number {
  const minutes = finite(property(entry, 'estimated_time_to_regain_access'));
  return minutes >= 0 ? Math.ceil(minutes * 60_000) : Number.NaN;
}

/**
 * The longest wait in Meta's `X-Business-Use-Case-Usage`: lists of objects by id, with minutes in
 * `estimated_time_to_regain_access`, 0 where nothing is limited.
 */
export const regainAccess: Encoding = { read: readRegainAccess, stepMs: 60_000 };

function readRegainAccess(text: string): number {
  const usage = parseJson(text);
  let longest = Number.NaN;
  if (!isObject(usage)) return longest;
  for (const list of Object.values(usage).slice(0, 100)) {
    for (const entry of Array.isArray(list) ? list.slice(0, 100) : [list]) {
      const ms = regainAccessMs(entry);
      if (ms >= 0) longest = Math.max(Number.isNaN(longest) ? 0 : longest, ms);
    }
  }
  return longest;
}

/** The headers that OpenRouter repeats in the body, as pairs: `error.metadata.headers`. Null when none are there. */
export function readNestedHeaders(body: unknown): readonly (readonly [string, string])[] | null {
  const headers = property(property(property(body, 'error'), 'metadata'), 'headers');
  if (!isObject(headers) || Array.isArray(headers)) return null;
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(headers).slice(0, 100)) {
    if (typeof value === 'string' || typeof value === 'number') pairs.push([name, String(value)]);
  }
  return pairs.length > 0 ? pairs : null;
}

function finite(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}
