import type { DecodedLimit } from '../decoded.js';
import type { LimitReading } from './limit-reading.js';

/** A limit of a sender who is known, of which only these figures are told. */
export function toldLimit(name: string, told: Partial<DecodedLimit>, unit?: string): LimitReading {
  const limit: DecodedLimit = {
    name,
    limit: null,
    remaining: null,
    resetMs: null,
    resetMeans: 'window',
    windowMs: null,
    algorithm: 'unknown',
    resolution: { amount: 1, resetMs: 1 },
    confidence: 'certain',
    ...told,
  };
  return unit === undefined ? { limit, resetField: null } : { limit, resetField: null, unit };
}
