import { formatFixed, formatNumber, formatSignificant } from './format-number.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365.25 * DAY_MS;

/**
 * A wait for people, in the unit it is thought of: `500 ms`, `7.50 s`, `15.0 s`, `3.4 min`, `166.7 min`, `33.7 h`, `66.7 days`.
 * Seconds reach to two minutes, and minutes to a thousand: a drain of 166.7 min is easier to compare than one of 2.78 h.
 */
export function formatWait(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return '–';
  if (ms < 0) return `−${formatWait(-ms)}`;
  if (ms === 0) return '0 s';
  if (ms < 0.001) return 'under 0.001 ms';
  if (ms < 999.5) return `${formatNumber(ms)} ms`;
  if (ms < 119.5 * SECOND_MS) return formatSeconds(ms);
  if (ms < 999.95 * MINUTE_MS) return `${formatFixed(ms / MINUTE_MS, 1)} min`;
  if (ms < 71.95 * HOUR_MS) return `${formatSignificant(ms / HOUR_MS)} h`;
  if (ms < 999.5 * DAY_MS) return `${formatSignificant(ms / DAY_MS)} days`;
  return `${formatSignificant(ms / YEAR_MS)} years`;
}

/** Seconds with three significant digits, whatever the size: 2110 → `2.11 s`. */
function formatSeconds(ms: number): string {
  return `${formatSignificant(ms / SECOND_MS)} s`;
}

/** Milliseconds grouped, with a rounder reading beside them: `2,110 ms (2.11 s)`, `204,800 ms (3.4 min)`. For tables. */
export function formatTableMs(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return '–';
  if (ms === 0) return '0 ms';
  if (ms < 0.001) return 'under 0.001 ms';
  const beside = ms < 119.5 * SECOND_MS ? formatSeconds(ms) : formatWait(ms);
  return `${formatNumber(ms)} ms (${beside})`;
}
