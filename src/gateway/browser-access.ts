// What pages of allowed origins need to be told (CORS); pages of others are refused before.

import { fieldOf } from './fields.js';

/** Of the upstream's answer, replaced by our own. */
export const ACCESS_FIELDS: ReadonlySet<string> = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
]);

export const NO_FIELDS: ReadonlySet<string> = new Set();

/** Lets the page that asks read the answer, its limits included. Nothing for other callers. */
export function accessFields(origin: string | null): string[] {
  if (origin === null) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', '*', 'Vary', 'Origin'];
}

/** The answer to an OPTIONS request that asks whether a page may send another; null when it asks no such thing. */
export function preflightFields(rawHeaders: readonly string[]): string[] | null {
  const origin = fieldOf(rawHeaders, 'origin');
  const wanted = fieldOf(rawHeaders, 'access-control-request-method');
  if (origin === null || wanted === null) return null;
  const headers = fieldOf(rawHeaders, 'access-control-request-headers');
  const fields = [...accessFields(origin), 'Access-Control-Allow-Methods', wanted, 'Access-Control-Max-Age', '600'];
  if (headers !== null) fields.push('Access-Control-Allow-Headers', headers);
  return fields;
}
