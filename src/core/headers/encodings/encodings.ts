// Every encoding of "come back later" that was seen, in one table. The documentation's table is made of it; dialects
// take their readers from the same modules.

import type { EncodingRow } from './encoding-row.js';
import { ROWS_OF_BODIES } from './rows-of-bodies.js';
import { ROWS_OF_DATES_AND_USAGE } from './rows-of-dates-and-usage.js';
import { ROWS_OF_DELAYS } from './rows-of-delays.js';
import { ROWS_OF_RESETS } from './rows-of-resets.js';

/** In the order of their numbers, 1 to 47. */
export const ENCODINGS: readonly EncodingRow[] = [
  ...ROWS_OF_DELAYS,
  ...ROWS_OF_RESETS,
  ...ROWS_OF_DATES_AND_USAGE,
  ...ROWS_OF_BODIES,
];
