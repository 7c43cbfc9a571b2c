import { formatSignificant } from '../../../src/core/text/format-number.js';
import { formatWait } from '../../../src/core/text/format-time.js';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, days: 86_400_000 };

/** Below this share of the larger unit a figure is told better in its own. */
const LEAST = 0.1;

/**
 * Two waits that are to be compared, the smaller one in the unit of the larger where that suits it: `12.0 h` and `24.0 h`,
 * though 12 h by themselves are 720.0 min.
 */
export function waitRange(lowMs: number, highMs: number): [low: string, high: string] {
  const [low, high] = [formatWait(lowMs), formatWait(highMs)];
  const unit = high.split(' ')[1] ?? '';
  const inUnit = lowMs / (UNITS_MS[unit] ?? Number.POSITIVE_INFINITY);
  return [low.endsWith(` ${unit}`) || inUnit < LEAST ? low : `${formatSignificant(inUnit)} ${unit}`, high];
}
