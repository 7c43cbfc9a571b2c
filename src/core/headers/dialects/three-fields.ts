import type { Encoding } from '../encodings/encoding.js';
import { windowName } from '../limits/window-name.js';
import type { LimitRow } from './dialect.js';

/**
 * The usual three fields of one limit on requests: `<prefix>-limit`, `<prefix>-remaining` and `<prefix>-reset`, the
 * last of which says, unless told otherwise, when the window ends.
 */
export function threeFields(
  prefix: string,
  reset: Encoding,
  windowMs: number | null,
  more: Partial<LimitRow> = {},
): LimitRow {
  return {
    name: windowName('requests', windowMs),
    limit: [`${prefix}-limit`],
    remaining: [`${prefix}-remaining`],
    resets: [{ field: `${prefix}-reset`, encoding: reset }],
    means: 'window',
    window: windowMs,
    algorithm: 'unknown',
    ...more,
  };
}
