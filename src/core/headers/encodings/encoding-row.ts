import type { Encoding } from './encoding.js';

/** One way of saying "come back later" that was seen, with the function that reads it. */
export type EncodingRow = EncodingFacts &
  (
    | {
        /** A wait in ms, or the length of a window in ms. */ readonly gives: 'wait' | 'window';
        readonly encoding: Encoding;
      }
    /** Several values at once: limits, amounts, or further fields. */
    | { readonly gives: 'parts'; readonly read: (...values: never[]) => unknown }
    | { readonly gives: 'nothing' }
  );

export interface EncodingFacts {
  /** 1–47, stable: tests and documentation cite it. */
  readonly number: number;
  /** The field, or the place in the body. */
  readonly where: string;
  readonly grammar: string;
  readonly unit: string;
  /** From the response on, an instant, or neither. */
  readonly counts: 'from now' | 'an instant' | '–';
  /** The next request, more of the allowance, all of it, the end of the window, or its length. */
  readonly says: 'next' | 'more' | 'full' | 'window end' | 'window length' | '–';
  /** How it is read wrongly. */
  readonly trap: string;
  readonly providers: readonly string[];
  /** A value as it was sent, or as documented. */
  readonly example: string;
}
