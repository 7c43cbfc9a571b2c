import type { DecodedLimit } from '../../../../src/core/headers/decoded.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { limitLabel } from '../../../../src/core/text/limit-label.js';
import type { Cell } from '../../../../src/core/text/table-text.js';
import type { Bar } from '../../charts/bar-chart.js';

/** One limit as the table shows it. `–` where the response says nothing. */
export interface LimitRow {
  readonly name: string;
  readonly left: string;
  readonly allowed: string;
  readonly per: string;
  /** When one more may go. */
  readonly next: string;
  /** When all of it is back. */
  readonly full: string;
  readonly confidence: string;
}

export const LIMIT_COLUMNS: readonly (readonly [key: keyof LimitRow, title: string])[] = [
  ['name', 'limit'],
  ['left', 'left'],
  ['allowed', 'of'],
  ['per', 'per'],
  ['next', 'next in'],
  ['full', 'full in'],
  ['confidence', 'how sure'],
];

export function limitRows(limits: readonly DecodedLimit[]): LimitRow[] {
  return limits.map(({ name, limit, remaining, resetMs, resetMeans, windowMs, confidence }) => {
    const reset = resetMs === null ? '–' : formatWait(resetMs);
    return {
      name: limitLabel(name),
      left: formatNumber(remaining),
      allowed: formatNumber(limit),
      per: windowMs === null ? '–' : formatWait(windowMs),
      next: remaining !== null && remaining > 0 ? 'now' : resetMeans === 'full' ? '–' : reset,
      full: resetMeans === 'next' ? '–' : reset,
      confidence,
    };
  });
}

/** The same for programs, unrounded, in the words of the JSON. */
export function limitCells(limits: readonly DecodedLimit[]): Cell[][] {
  const keys = ['name', 'limit', 'remaining', 'resetMs', 'resetMeans', 'windowMs', 'algorithm', 'confidence'] as const;
  return [[...keys], ...limits.map((limit) => keys.map((key): Cell => limit[key]))];
}

/** What is left of each limit, in percent; the one that refused, or else the fullest use, is the main one. */
export function leftBars(limits: readonly DecodedLimit[], refusedBy: string | null): Bar[] {
  const known = limits.flatMap(({ name, limit, remaining }) =>
    limit === null || remaining === null || limit === 0 ? [] : [{ name, limit, remaining, share: remaining / limit }],
  );
  const least = Math.min(...known.map(({ share }) => share));
  const main = known.find(({ name }) => name === refusedBy)?.name ?? known.find(({ share }) => share === least)?.name;
  return known.map(({ name, limit, remaining, share }) => ({
    label: limitLabel(name),
    value: 100 * share,
    note: `% · ${formatNumber(remaining)} of ${formatNumber(limit)}`,
    isMain: name === main,
  }));
}
