// Options that may be Infinity.

import type { Fields } from '../fields.js';

/** A whole number of at least 0, or Infinity. */
export function wholeOrEndless(fields: Fields, key: string): number | undefined {
  return fields.value(key) === Infinity ? Infinity : fields.whole([key], { min: 0 });
}

/** A time in ms, null for none: what Infinity says. */
export function timeOrEndless(fields: Fields, key: string): number | null | undefined {
  return fields.value(key) === Infinity ? null : fields.number([key], { min: 0 });
}
