import { formatFixed } from '../../core/text/format-number.js';
import type { Estimate } from '../../simulator/index.js';

/**
 * A mean with its 95 % confidence interval in the same unit and with the same digits: `1.94 ± 0.03`, `60.0 s ± 0.1 s`. The
 * interval is rounded up, and left out where it is less than half of the last digit: then the mean is right as it stands.
 */
export function estimateText(estimate: Estimate | null, format: (value: number) => string): string {
  if (estimate === null) return '–';
  const { mean, halfWidth } = estimate;
  const text = format(mean);
  // A billionth of the mean is what rounding left of nothing.
  if (halfWidth === null || halfWidth <= 1e-9 * Math.abs(mean)) return text;
  const figure = FIGURE.exec(text);
  // Such as "1 in 2 million": no digits that an interval could be given in.
  if (figure === null) return `${text} ± ${format(halfWidth)}`;
  const [, decimals = '', unit = ''] = figure;
  const size = SIZES[unit] ?? 1;
  const digits = 10 ** decimals.length;
  const steps = (halfWidth / size) * digits;
  return steps < 0.5 ? text : `${text} ± ${formatFixed(Math.ceil(steps - 1e-9) / digits, decimals.length)}${unit}`;
}

const FIGURE = /^[\d,]+(?:\.(\d+))?( \D+)?$/;

/** What the units of shares and waits are worth. */
const SIZES: Readonly<Record<string, number>> = {
  '': 1,
  ' %': 0.01,
  ' ms': 1,
  ' s': 1000,
  ' min': 60_000,
  ' h': 3_600_000,
  ' days': 86_400_000,
  ' years': 365.25 * 86_400_000,
};
