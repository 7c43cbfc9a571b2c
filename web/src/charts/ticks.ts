import { formatNumber } from '../../../src/core/text/format-number.js';

/** A mark on an axis. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** At most about `count` round numbers from 0 to `max`. */
export function numberTicks(max: number, count: number): Tick[] {
  return steps(max, roundStep(max / count)).map((value) => ({ value, label: formatShort(value, max) }));
}

/** At most about `count` round times from 0 to `maxMs`, in the unit in which text tells the longest: 0, 10 s, 20 s. */
export function timeTicks(maxMs: number, count: number): Tick[] {
  const { sizeMs, name, round } = UNITS.find(({ belowMs }) => maxMs < belowMs) ?? YEARS;
  const least = maxMs / sizeMs / count;
  const step = least < 1 ? roundStep(least) : (round.find((each) => each >= least) ?? roundStep(least));
  return steps(maxMs / sizeMs, step).map((value) => ({
    value: value * sizeMs,
    label: value === 0 ? '0' : `${formatShort(value, maxMs / sizeMs)} ${name}`,
  }));
}

/** Quarters of a share. */
export const SHARE_TICKS: readonly Tick[] = [0, 0.25, 0.5, 0.75, 1].map((value) => ({
  value,
  label: `${value * 100} %`,
}));

/** Whole numbers from 1 to `count`, thinned out so that about `most` are told. */
export function ordinalTicks(count: number, most: number): Tick[] {
  const step = Math.max(1, Math.ceil(roundStep(count / most)));
  return Array.from({ length: count }, (_, index) => index + 1)
    .filter((value) => value === 1 || value % step === 0)
    .map((value) => ({ value, label: formatNumber(value) }));
}

interface Unit {
  /** Times below this are told in this unit, as `formatWait` does. */
  readonly belowMs: number;
  readonly sizeMs: number;
  readonly name: string;
  /** Steps of at least one unit that are round in it. */
  readonly round: readonly number[];
}

const YEARS: Unit = { belowMs: Number.POSITIVE_INFINITY, sizeMs: 31_557_600_000, name: 'y', round: [] };

const UNITS: readonly Unit[] = [
  { belowMs: 999.5, sizeMs: 1, name: 'ms', round: [] },
  { belowMs: 119_500, sizeMs: 1000, name: 's', round: [1, 2, 5, 10, 15, 20, 30, 60] },
  { belowMs: 59_997_000, sizeMs: 60_000, name: 'min', round: [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 300] },
  { belowMs: 259_020_000, sizeMs: 3_600_000, name: 'h', round: [1, 2, 3, 6, 12, 24, 48] },
  { belowMs: 86_356_800_000, sizeMs: 86_400_000, name: 'd', round: [] },
];

/** The next of 1, 2, 5, 10, 20, … */
function roundStep(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const lead = least / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

function steps(max: number, step: number): number[] {
  const count = Math.floor((max / step) * (1 + 1e-9));
  return Array.from({ length: Math.min(count, 50) + 1 }, (_, index) => index * step);
}

function formatShort(value: number, max: number): string {
  const rounded = Number(value.toPrecision(6));
  return Number.isInteger(rounded) || rounded < 1e-6 ? shortNumber(rounded, max) : String(rounded);
}

/** There is little room beside an axis, so its longest number decides how all are written: `4,000`, `400k`, `50M`, `5·10¹³`. */
function shortNumber(value: number, max: number): string {
  if (value === 0 || max < 1e5) return formatNumber(value);
  if (max < 1e6) return `${Number((value / 1e3).toPrecision(6))}k`;
  if (max < 1e9) return `${Number((value / 1e6).toPrecision(6))}M`;
  const exponent = Math.floor(Math.log10(value) * (1 + 1e-12));
  const lead = Number((value / 10 ** exponent).toPrecision(6));
  return `${lead}·10${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
