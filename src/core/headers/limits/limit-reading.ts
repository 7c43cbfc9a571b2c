import type { DecodedLimit } from '../decoded.js';

/** A limit, and what an answer needs of it that is of no interest to callers. */
export interface LimitReading {
  readonly limit: DecodedLimit;
  /** The field its reset was read in, for the source of a hint; null without a reset. */
  readonly resetField: string | null;
  /** What is counted when that is neither requests nor something that a plan knows; a plan leaves such limits out. */
  readonly unit?: string;
}
