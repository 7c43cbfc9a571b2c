import { formatFixed, formatSignificant } from './format-number.js';

/**
 * A share as a percentage: 0.484 → `48.4 %`, 1.2 → `120.0 %`. Only an exact 0 or 1 reads `0 %` or `100 %`: a share close to
 * one of them gets more digits (`99.987 %`, `0.0066 %`), and beyond a millionth it is told as `1 in 2.1 million`,
 * because "100.0 %" hides the very calls that matter.
 */
export function formatShare(share: number | null, decimals = 1): string {
  if (share === null || !Number.isFinite(share)) return '–';
  if (share < 0) return `−${formatShare(-share, decimals)}`;
  if (share === 0) return '0 %';
  if (share === 1) return '100 %';
  if (share < 1e-6) return oneIn(share);
  if (share < 1 && 1 - share < 1e-6) return `all but ${oneIn(1 - share)}`;
  const percent = Math.min(share * 100, Number.MAX_VALUE);
  const least = 10 ** -decimals;
  if (percent < least) return `${trimZeros(percent.toFixed(decimalsOf(percent)))} %`;
  if (percent < 100 && 100 - percent < least) return `${trimZeros(percent.toFixed(decimalsOf(100 - percent)))} %`;
  return `${formatFixed(percent, decimals)} %`;
}

/** Decimals that show two significant digits of a small number. */
function decimalsOf(small: number): number {
  return 1 - Math.floor(Math.log10(small));
}

function trimZeros(digits: string): string {
  return digits.replace(/0+$/, '');
}

const SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/** Below a trillionth the arithmetic cannot tell shares apart any more, so no figure is made up. */
function oneIn(share: number): string {
  if (share < 1e-12) return 'fewer than 1 in 1 trillion';
  const ways = 1 / share;
  const [size, name] = SCALES.find(([least]) => ways >= least) ?? [1e6, 'million'];
  return `1 in ${formatTwo(ways / size)} ${name}`;
}

function formatTwo(value: number): string {
  const rounded = Number(value.toPrecision(2));
  return Number.isInteger(rounded) ? String(rounded) : formatSignificant(rounded).replace(/0$/, '');
}
